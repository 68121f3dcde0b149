/**
 * The protocol between the coordinator of a job and its processes.
 *
 * The coordinator calls `Orders` of each process, a process calls `Reports` of the coordinator. Where a process is one of the
 * operating system, a call is a message over the line between them: name, arguments; no call gives a result.
 */

import type { Line as BoardLine } from '../core/boards.ts';
import type { Known, Range } from '../core/views.ts';
import type { Line } from '../platform/platform.ts';
import type { NoAnswer } from './partition.ts';

export interface Orders {
  /** All threads of the job have met: main may begin. */
  together(): void;
  /** The job is over, for this reason's status: threads shall unwind. */
  over(status: number): void;
  /** The process of the ranks [first, end) is gone, and the job goes on: hear nothing of it any more, and answer by `lines`. */
  forsake(first: number, end: number): void;
  /** Its threads have failed; these are the newest lines of boards that any process has. */
  gone(first: number, end: number, lines: readonly BoardLine[]): void;
  /** The bytes of all processes, in their order (Hardware.exchange). */
  exchanged(all: readonly Uint8Array[]): void;
  /** Is answered by `words`. */
  read(question: number, ranges: readonly Range[]): void;
  /** Write what threads have printed, and look at the guards; answered by `finished`. A lock may be waited for `patience` ms. */
  finish(patience: number): void;
  /** Is answered by `time`. */
  tellTime(question: number): void;
  /** Is answered by `traced`. */
  tellTrace(): void;
  /** Ends the threads, and a process of its own, with this status. */
  exit(status: number): void;
}

/** A message that calls nothing: the other end of the line is there (silence.ts). */
export const ALIVE = ['alive'];

export interface Reports {
  /** All threads of the process have met before main; where debuggers attach to it, '' if the job is not frozen. */
  here(debugged: string): void;
  /** A thread has ended the job with a status, and said why. */
  over(status: number): void;
  /** All threads have ended: with these statuses. */
  ended(statuses: readonly number[]): void;
  exchange(bytes: Uint8Array): void;
  /** The bytes of the ranges. */
  words(question: number, bytes: readonly Uint8Array[]): void;
  /** All is written; the text of what was overwritten where no pointer may reach, '' if nothing was; records, by thread. */
  finished(damage: string, records: readonly Uint8Array[]): void;
  /** The lines of its threads, and those that it has of the threads of a lost process, whose first rank this is. */
  lines(first: number, lines: readonly BoardLine[]): void;
  /** Milliseconds since 1970. */
  time(question: number, now: number): void;
  /** Lines of the trace, which this process has written for itself; none at their end. */
  traced(lines: Uint8Array): void;
  /** It cannot begin: what was wrong. */
  refused(message: string): void;
  /** Another process does not answer it over the network. */
  unanswered(told: NoAnswer): void;
  /** It is gone: how. */
  lost(message: string): void;
  /** What it wrote on standard output could not be written where the job was started. */
  unwritten(error: Error): void;
}

/** A process of the job, as the coordinator has it. */
export interface Member {
  /** "process 1 (threads 2 to 3)" */
  readonly name: string;
  /** Its first rank. */
  readonly first: number;
  /** It runs on another host, where it has files and a clock of its own. */
  readonly isFar: boolean;
  readonly orders: Orders;
  /** Its time; undefined if it is gone. */
  time(): Promise<number | undefined>;
  /** These words of the process as they are, or were when it answered. */
  look(ranges: readonly Range[]): Promise<Known>;
  /** It owes an answer. */
  readonly isAsked: boolean;
  /** Its words as they were last answered. */
  readonly known: Known;
  /** Takes it for gone: it is asked nothing more, and ended if it is not. */
  abandon(): void;
  /** Ends a process of its own, with the status of the job. */
  leave(status: number): Promise<unknown>;
  /** Ends its threads too, wherever they are. */
  stop(status: number): Promise<unknown>;
}

export const ORDERS = [
  'together',
  'over',
  'forsake',
  'gone',
  'exchanged',
  'read',
  'finish',
  'tellTime',
  'tellTrace',
  'exit',
] as const satisfies (keyof Orders)[];
export const REPORTS = [
  'here',
  'over',
  'ended',
  'exchange',
  'words',
  'lines',
  'finished',
  'time',
  'traced',
  'refused',
  'unanswered',
  'lost',
  'unwritten',
] as const satisfies (keyof Reports)[];

/** Whose functions are called at the other end of the line. */
export function overLine<T>(names: readonly (keyof T & string)[], line: Pick<Line, 'tell'>): T {
  return Object.fromEntries(names.map((name) => [name, (...values: unknown[]) => line.tell([name, ...values])])) as T;
}

/** Calls what the other end has called. */
export function serve<T>(names: readonly (keyof T & string)[], target: T, [name, ...values]: readonly unknown[]): void {
  const known = names.find((each) => each === name);
  if (known !== undefined) (target[known] as (...values: unknown[]) => void)(...values);
}
