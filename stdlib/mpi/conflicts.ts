/**
 * -g: one-sided accesses of one epoch that conflict (MPI 3.1, 11.7): two to the same bytes of a rank, of which one writes, unless both are
 * accumulates by the same operation.
 *
 * One idea: each rank notes what it begins; at the fence that ends the epoch all tell each other, and each looks at what is about its own memory.
 */
import type { Runs } from '../../runtime/memory/watches.ts';
import { ERR_RMA_CONFLICT } from './errors.ts';
import type { Origin } from './handles.ts';
import type { Layout } from './layouts.ts';
import { piecesOf } from './pieces.ts';
import type { State } from './state.ts';
import type { Place } from './targets.ts';
import { COMPARE, NO_OP } from './updates.ts';
import { mistakeOf, type Window } from './windows.ts';

/** How an access goes about: reading, putting, or combining by an operation. */
export const [READS, PUTS, COMBINES] = [0, 1, 2];

interface Noted {
  readonly target: number;
  readonly how: number;
  /** Handle of the operation, of accumulates. */
  readonly operation: number;
  /** In bytes of the target's memory. */
  readonly runs: Runs;
  readonly origin: Origin;
}

/** The same of another rank: one run. */
interface Access {
  readonly rank: number;
  readonly how: number;
  readonly operation: number;
  readonly first: number;
  readonly bytes: number;
  readonly text: string;
}

/** Runs that a rank tells of an epoch at most. */
const MOST = 4096;

export class Conflicts {
  private noted: Noted[] = [];

  constructor(private readonly state: State) {}

  /** An access of the call under way begins. */
  note({ rank, address, member, layout }: Place, how: number, operation = 0): void {
    if (this.state.environment.runtime.watches === undefined || this.noted.length >= MOST) return;
    const origin = { call: this.state.call, error: new Error() };
    const runs = runsOf(layout, address - member.base);
    this.noted.push({ target: rank, how, operation, runs, origin });
  }

  /** Accesses that were to be in this epoch alone are over. */
  forget(): void {
    this.noted = [];
  }

  /** At the end of an epoch of all ranks, which all call it. */
  look(call: string, window: Window): void {
    if (this.state.environment.runtime.watches === undefined) return;
    const own = window.comm.team.rank;
    const accesses = this.told(call, window).sort((one, other) => one.first - other.first);
    for (const [one, other] of pairs(accesses))
      if (areConflicting(one, other)) throw mistakeOf(ERR_RMA_CONFLICT, call, window, textOf(one, other, own));
  }

  /** What all ranks have noted of this one. */
  private told(call: string, window: Window): Access[] {
    const { team } = window.comm;
    const rows = this.noted.flatMap((each) => this.rowsOf(each)).slice(0, MOST);
    this.noted = [];
    const texts = [...new Set(rows.map(({ text }) => text))];
    const words = rows.flatMap(({ target, text, row }) => [target, texts.indexOf(text), ...row]);
    const allWords = this.state.together.gatherLists(call, team, words);
    if (allWords.every(({ length }) => length === 0)) return [];
    const allTexts = this.state.together.gatherLists(call, team, wordsOf(texts)).map(textsOf);
    return allWords.flatMap((told, rank) => accessesOf(told, rank, allTexts[rank]!, team.rank));
  }

  private rowsOf({ target, how, operation, runs, origin }: Noted) {
    const place = this.state.environment.runtime.job.placeOf(origin.error);
    const text = `${origin.call}${place && ` at ${place}`}`;
    return Array.from(runs.addresses, (first, i) => ({ target, text, row: [how, operation, first, runs.lengths[i]!] }));
  }
}

const runsOf = (layout: Layout, first: number): Runs => piecesOf(layout, first, 0, layout.bytes);

const WORDS = 6;

function accessesOf(words: readonly number[], rank: number, texts: readonly string[], own: number): Access[] {
  const all: Access[] = [];
  for (let i = 0; i < words.length; i += WORDS) {
    const [target, text, how, operation, first, bytes] = words.slice(i, i + WORDS) as Row;
    if (target === own) all.push({ rank, how, operation, first: first >>> 0, bytes, text: texts[text]! });
  }
  return all;
}

/** Neighbours in the order of their first bytes that have bytes in common. */
function* pairs(accesses: readonly Access[]): Iterable<[Access, Access]> {
  for (const [i, one] of accesses.entries())
    for (let j = i + 1; j < accesses.length && accesses[j]!.first < one.first + one.bytes; j++)
      yield [one, accesses[j]!];
}

function areConflicting(one: Access, other: Access): boolean {
  if (one.how === READS && other.how === READS) return false;
  if (one.how !== COMBINES || other.how !== COMBINES) return true;
  const isFree = ({ operation }: Access) => operation === NO_OP || operation === COMPARE;
  return one.operation !== other.operation && !isFree(one) && !isFree(other);
}

function textOf(one: Access, other: Access, own: number): string {
  const first = Math.max(one.first, other.first);
  const end = Math.min(one.first + one.bytes, other.first + other.bytes);
  const [by, also] = [one, other].map(({ rank, text }) => `${text} by rank ${rank}`);
  return `conflicting accesses to bytes ${first} .. ${end - 1} of rank ${own} in one epoch: ${by}, ${also}`;
}

/** Texts as words, a word for each unit of UTF-16. */
const wordsOf = (texts: readonly string[]): number[] => Array.from(texts.join('\n'), (unit) => unit.charCodeAt(0));
const textsOf = (words: readonly number[]): string[] => String.fromCharCode(...words).split('\n');

type Row = [target: number, text: number, how: number, operation: number, first: number, bytes: number];
