/**
 * The ranks' time on a machine by what took it: their own code, the network's library on their processor, noise, and waiting, which is the rest.
 *
 * Gives it as a line for people (--time), or as JSON in a file (--time=FILE), which `pgasc run --sweep` reads.
 */

import { inTimeUnits, type Picoseconds, SECOND } from '../machines/time.ts';
import type { PathSummary } from './criticalpath.ts';

/** The JSON of --time=FILE: seconds; those of the ranks are on average of them. */
export interface TimeReport {
  readonly machine: string;
  readonly ranks: number;
  /** Until the last rank ended. */
  readonly total: number;
  readonly own: number;
  readonly library: number;
  readonly noise: number;
  readonly waiting: number;
  /** What of it is beyond what is known of the machine. */
  readonly beyond: readonly string[];
  /** The critical path: work of so many ranks, and messages on their way; by number of a place where ranks waited, that of the longest. */
  readonly path: {
    readonly work: number;
    readonly ranks: number;
    readonly way: number;
    readonly places: readonly (readonly [place: number, way: number])[];
  };
}

/** Of each rank. */
export class Spent {
  readonly own: Float64Array;
  readonly library: Float64Array;
  readonly noise: Float64Array;
  /** When it ended. */
  readonly ended: Float64Array;

  constructor(ranks: number) {
    this.own = new Float64Array(ranks);
    this.library = new Float64Array(ranks);
    this.noise = new Float64Array(ranks);
    this.ended = new Float64Array(ranks);
  }

  report(machine: string, path: PathSummary, beyond: readonly string[]): TimeReport {
    const ranks = this.ended.length;
    const total = this.ended.reduce((latest, each) => Math.max(latest, each), 0);
    const mean = (spans: Float64Array) => spans.reduce((sum, each) => sum + each, 0) / ranks;
    const [own, library, noise] = [this.own, this.library, this.noise].map(mean) as [number, number, number];
    const seconds = (span: Picoseconds) => span / SECOND;
    return {
      ...{ machine, ranks, total: seconds(total), own: seconds(own), library: seconds(library) },
      ...{ noise: seconds(noise), waiting: seconds(total - own - library - noise) },
      beyond,
      path: {
        ...{ work: seconds(path.work), ranks: path.ranks, way: seconds(path.way) },
        places: longest(path.places).map(([place, way]) => [place, seconds(way)] as const),
      },
    };
  }
}

/** Of the places that are known, the first few. */
const longest = (places: ReadonlyMap<number, Picoseconds>): [number, Picoseconds][] =>
  [...places]
    .filter(([place]) => place > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_PLACES);

const MOST_PLACES = 3;

/** What the job's end waited for, for people. */
export function pathText({ total, path }: TimeReport, places: readonly string[]): string {
  const share = (part: number) => `${((100 * part) / (total || 1)).toFixed(1)} %`;
  const ways = path.places.map(([place, way]) => `${places[place]} (${share(way)})`);
  const where = ways.length === 0 ? '' : `, most for who waited at ${ways.join(', ')}`;
  return `critical path: ${share(path.work)} work of ${path.ranks} of the ranks, ${share(path.way)} messages${where}`;
}

/** The line for people. */
export function timeText({ machine, ranks, total, own, library, noise, waiting }: TimeReport): string {
  const share = (part: number) => `${((100 * part) / (total || 1)).toFixed(1)} %`;
  const disturbed = noise > 0 ? `, ${share(noise)} noise` : '';
  return (
    `${machine}, ${ranks} ${ranks === 1 ? 'rank' : 'ranks'}: ${inTimeUnits(Math.round(total * SECOND))}; on average of the ranks ${share(own)} own code, ` +
    `${share(library)} the network's library, ${share(waiting)} waiting${disturbed}`
  );
}
