/**
 * A figure is data: what the document shows, what we run for it, how output becomes points, and which numbers are compared.
 *
 * `input`: a parameter of the preset was chosen by the number, so meeting it says nothing. `held out`: nothing was chosen by it, and the error expected
 * beforehand stands beside it. `shape`: the document prints no number, or we cannot run at its size: sign, order or range is judged.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type DocumentName = 'armci' | 'openshmem' | 'overlap' | 'sfi';

/** A number that a document prints. */
export interface Published {
  readonly name: string;
  readonly kind: 'input' | 'held out';
  readonly value: number;
  readonly unit: string;
  /** Relative, as expected before ours was known: as much to both sides, or from one to the other. */
  readonly error: number | readonly [least: number, most: number];
  /** Why ours is outside of it, where it is. */
  readonly why?: string;
}

/** A program on a machine. */
export interface Run {
  /** Its source, from the root. */
  readonly program: string;
  readonly flags?: readonly string[];
  /** As --simulate takes it. */
  readonly machine: string;
  readonly ranks: number;
  readonly arguments?: readonly string[];
  /** Of the job: --phantom. */
  readonly job?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Where its ranks' time went is asked for (--time), and added to what it prints. */
  readonly isTimed?: boolean;
  /** It takes minutes, or much memory: done with --long alone. */
  readonly isLong?: boolean;
  /** Replaces the above with --quick. */
  readonly quick?: { readonly ranks?: number; readonly arguments?: readonly string[] };
}

/** Of ours: a program's output or a closed form of the models. */
export interface Line {
  readonly name: string;
  readonly from: readonly Run[] | 'closed form';
  /** Of a model that takes seconds: its points are stored, and found anew with --long. */
  readonly isSlow?: boolean;
  /** Of a closed form `outputs` is empty; else the output of each run, in order. */
  points(outputs: readonly string[]): readonly Point[];
}

/** Points that the document prints, drawn beside ours. */
export interface PrintedLine {
  readonly name: string;
  readonly points: readonly Point[];
}

/** The points of a line by its name; throws NotRun where there are none. */
export type Ours = (line: string) => readonly Point[];

/** A published number beside ours. */
export interface Comparison {
  readonly published: Published;
  ours(of: Ours): number;
  /** How ours was found, where the name of the line does not say so. */
  readonly by?: string;
  /** Why the program's is outside of the error, where it is for a reason of its own. */
  readonly why?: string;
}

/** What the document says of the shape, and whether ours has it. */
export interface Shape {
  readonly says: string;
  holds(of: Ours): boolean;
  /** What ours is, in words. */
  tells?(of: Ours): string;
  readonly why?: string;
}

export interface Axis {
  readonly name: string;
  readonly unit?: string;
  readonly scale: 'linear' | 'log';
  /** Of things that have no order, numbered from 1: points are not joined. */
  readonly names?: readonly string[];
}

export interface Figure {
  readonly name: string;
  readonly document: DocumentName;
  /** "Figure 4". */
  readonly place: string;
  readonly title: string;
  /** How ours differs from what the document ran: ranks, sizes. */
  readonly note?: string;
  /** Presets that it depends on, where they are not those of its runs. */
  readonly machines?: readonly string[];
  /** Its numbers are of collective operations by hardware: else the section `device` of a preset has no part in them. */
  readonly hasDevices?: boolean;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  readonly printed?: readonly PrintedLine[];
  readonly comparisons?: readonly Comparison[];
  readonly shapes?: readonly Shape[];
  /** What cannot be run, and why. */
  readonly missing?: readonly { readonly what: string; readonly why: string }[];
}

/** A line has no points: the reason is its run's. */
export class NotRun extends Error {}
