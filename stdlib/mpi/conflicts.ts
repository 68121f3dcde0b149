/**
 * -g: accesses to a window that conflict (MPI 3.1, 11.7): two to the same bytes of a rank while neither is over, of which one writes, unless both are
 * accumulates by the same operation. An access is a one-sided operation, or a load or store of the rank itself in an epoch that exposes its memory.
 *
 * One idea: each rank notes what it begins, and when that was over; at a fence, and when the window is freed, all tell each other, and each looks at what
 * is about its own memory. Times are compared between ranks of one host.
 */
import type { Runs } from '../../runtime/memory/watches.ts';
import { platform } from '../../runtime/platform/linked.ts';
import type { Epoch, Kind } from './epoch.ts';
import { ERR_RMA_CONFLICT } from './errors.ts';
import type { Origin } from './handles.ts';
import type { Layout } from './layouts.ts';
import { LocalAccesses } from './localaccesses.ts';
import { piecesOf } from './pieces.ts';
import type { State } from './state.ts';
import type { Place } from './targets.ts';
import { COMPARE, NO_OP } from './updates.ts';
import { DYNAMIC, mistakeOf, type Window } from './windows.ts';

/** How an access goes about: reading, putting, or combining by an operation. */
export const [READS, PUTS, COMBINES] = [0, 1, 2];

/** Epochs: one that a fence began, one of MPI_Win_start or MPI_Win_post, one of a lock. */
const [FENCE, START, LOCK] = [0, 1, 2];
const EPOCH: Readonly<Record<Kind, number>> = { none: FENCE, fence: FENCE, start: START, lock: LOCK, 'lock all': LOCK };
/** When two are not over, and what ends an access. */
const WHEN = ['in one epoch', 'in one epoch', 'while both are under way'];
const ENDS = ['MPI_Win_fence', 'MPI_Win_wait', 'MPI_Win_flush or MPI_Win_unlock'];

/** An access of this rank, under way or over. */
export interface Noted {
  readonly target: number;
  readonly epoch: number;
  readonly how: number;
  /** Handle of the operation, of accumulates. */
  readonly operation: number;
  /** In bytes of the target's memory. */
  readonly runs: Runs;
  readonly origin: Origin;
  readonly begun: number;
  ended: number;
}

/** The same of any rank: one run. */
interface Access extends Pick<Noted, 'epoch' | 'how' | 'operation' | 'begun' | 'ended'> {
  readonly rank: number;
  readonly host: string;
  readonly isLocal: boolean;
  readonly first: number;
  readonly bytes: number;
  readonly text: string;
}

/** From MPI_Win_post to MPI_Win_wait. */
interface Exposure {
  readonly begun: number;
  ended: number;
}

/** Runs that a rank tells at most. */
const MOST = 4096;

export class Conflicts {
  private noted: Noted[] = [];
  private readonly exposures: Exposure[] = [];
  private readonly local: LocalAccesses;
  /** Loads and stores of epochs that are over. */
  private localRuns: Access[] = [];

  constructor(
    private readonly state: State,
    private readonly epoch: Epoch,
  ) {
    this.local = new LocalAccesses(state);
  }

  // ---------------------------------------------------------------- notes

  /** An access of the call under way begins. */
  note({ rank, address, member, layout }: Place, how: number, operation = 0): Noted | undefined {
    if (!this.state.isWatching || this.noted.length >= MOST) return undefined;
    const origin = { call: this.state.call, place: this.state.environment.runtime.job.here() };
    const runs = runsOf(layout, address - member.base);
    const times = { begun: now(), ended: Number.POSITIVE_INFINITY };
    const noted = { target: rank, epoch: EPOCH[this.epoch.kind], how, operation, runs, origin, ...times };
    this.noted.push(noted);
    return noted;
  }

  /** What has begun at a target, or at all, is over. */
  end(target?: number): void {
    if (this.noted.length === 0) return;
    const ended = now();
    for (const each of this.noted)
      if (each.ended > ended && (target === undefined || each.target === target)) each.ended = ended;
  }

  /** The data of a get are here, which is all there is to it. */
  gotten(noted: Noted | undefined): void {
    if (noted?.how === READS) noted.ended = now();
  }

  /** From now on others may access this rank's memory. */
  expose(window: Window): void {
    if (!this.state.isWatching) return;
    this.conceal(window, true); // an epoch of a fence that nobody has used may be over by that
    const { members, comm, flavor } = window;
    this.exposures.push({ begun: now(), ended: Number.POSITIVE_INFINITY });
    const { base, size } = members.at(comm.team.rank);
    if (flavor !== DYNAMIC && size > 0) this.local.begin(base | 0, size);
  }

  /** They may no more; by a fence, or by MPI_Win_wait. */
  conceal({ comm }: Window, isFence: boolean): void {
    const exposure = this.exposures.at(-1);
    if (exposure === undefined || exposure.ended !== Number.POSITIVE_INFINITY) return;
    exposure.ended = now();
    this.local.end();
    const common = { rank: comm.team.rank, host: platform.hostName, isLocal: true, operation: 0, ...exposure };
    for (const { isStore, first, bytes, place } of this.local.all) {
      const text = `a ${isStore ? 'store' : 'load'}${at(place())}`;
      const how = isStore ? PUTS : READS;
      this.localRuns.push({ ...common, epoch: isFence ? FENCE : START, how, first, bytes, text });
    }
  }

  // ---------------------------------------------------------------- looking

  /** When no epoch of any rank is open any more; all call it. */
  look(call: string, window: Window): void {
    if (!this.state.isWatching) return;
    const accesses = [...this.told(call, window), ...this.localRuns].sort((one, other) => one.first - other.first);
    const found = this.conflictIn(accesses);
    this.localRuns = [];
    this.exposures.length = 0;
    if (found !== undefined) throw mistakeOf(ERR_RMA_CONFLICT, call, window, textOf(...found, window.comm.team.rank));
  }

  private conflictIn(accesses: readonly Access[]): [Access, Access] | undefined {
    for (const [one, other] of pairs(accesses))
      if (areConflicting(one, other) && this.areTogether(one, other)) return [one, other];
    return undefined;
  }

  /** Whether neither is over when the other begins. */
  private areTogether(one: Access, other: Access): boolean {
    if (one.epoch !== other.epoch || (one.isLocal && other.isLocal)) return false;
    if (one.epoch === FENCE) return true;
    if (one.host !== other.host) return false;
    if (one.epoch === LOCK) return one.begun < other.ended && other.begun < one.ended;
    const exposure = this.exposureOf(one);
    return exposure !== undefined && exposure === this.exposureOf(other);
  }

  private exposureOf({ host, begun: time }: Access): Exposure | undefined {
    if (host !== platform.hostName) return undefined;
    return this.exposures.find(({ begun, ended }) => begun <= time && time < ended);
  }

  // ---------------------------------------------------------------- telling

  /** What all ranks have noted of this one. */
  private told(call: string, window: Window): Access[] {
    const { team } = window.comm;
    const rows = this.noted.flatMap((each) => this.rowsOf(each)).slice(0, MOST);
    this.noted = [];
    const texts = [...new Set(rows.map(({ text }) => text))];
    const words = rows.flatMap(({ target, text, row }) => [target, texts.indexOf(text), ...row]);
    const allWords = this.state.together.gatherLists(call, team, words);
    if (allWords.every(({ length }) => length === 0)) return [];
    const given = wordsOf([platform.hostName, ...texts]);
    const allTexts = this.state.together.gatherLists(call, team, given).map(textsOf);
    return allWords.flatMap((told, rank) => accessesOf(told, rank, allTexts[rank]!, team.rank));
  }

  private rowsOf({ target, epoch, how, operation, runs, origin, begun, ended }: Noted) {
    const text = `${origin.call}${at(origin.place())}`;
    const common = [epoch, how, operation, ...halves(begun), ...halves(ended)];
    return Array.from(runs.addresses, (first, i) => ({ target, text, row: [...common, first, runs.lengths[i]!] }));
  }
}

const runsOf = (layout: Layout, first: number): Runs => piecesOf(layout, first, 0, layout.bytes);

/** In nanoseconds, of the host's clock. */
const now = (): number => Number(platform.clock.nanoseconds());

const HALF = 2 ** 32;
/** A time as two words; one that has not come is the last one. */
const halves = (time: number): [number, number] => {
  const whole = Math.min(time, Number.MAX_SAFE_INTEGER);
  return [Math.floor(whole / HALF), whole % HALF];
};
const joined = (high: number, low: number): number => high * HALF + (low >>> 0);

const WORDS = 11;

function accessesOf(words: readonly number[], rank: number, told: readonly string[], own: number): Access[] {
  const [host, ...texts] = told as [string, ...string[]];
  const all: Access[] = [];
  for (let i = 0; i < words.length; i += WORDS) {
    const [target, text, epoch, how, operation, ...rest] = words.slice(i, i + WORDS) as Row;
    const [begunHigh, begunLow, endedHigh, endedLow, first, bytes] = rest;
    if (target !== own) continue;
    const times = { begun: joined(begunHigh, begunLow), ended: joined(endedHigh, endedLow) };
    const place = { first: first >>> 0, bytes, text: texts[text]! };
    all.push({ rank, host, isLocal: false, epoch, how, operation, ...times, ...place });
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
  const rule = `what one changes, no other may access before ${ENDS[one.epoch]}`;
  return `conflicting accesses to bytes ${first} .. ${end - 1} of rank ${own} ${WHEN[one.epoch]} (${rule}): ${by}, ${also}`;
}

/** Texts as words, a word for each unit of UTF-16. */
const wordsOf = (texts: readonly string[]): number[] => Array.from(texts.join('\n'), (unit) => unit.charCodeAt(0));
const textsOf = (words: readonly number[]): string[] => String.fromCharCode(...words).split('\n');

type N = number;
type Row = [target: N, text: N, epoch: N, how: N, operation: N, ...times: [N, N, N, N], first: N, bytes: N];

/** Where that is known. */
const at = (place: string): string => place && ` at ${place}`;
