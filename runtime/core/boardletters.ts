/**
 * Letters of boards: what a memory tells another of the lines of a team's members (core/boards.ts).
 *
 * A letter is of one phase: first the thread there that goes on from it, or ALL, then entries: member and length, its thread, the words of its
 * slot of that phase. Whoever hears it enters what is newer in the copies of its memory, so it does no harm to tell something twice.
 * Threads of several processes may do so for one memory, and one that was held up must not write over what is newer: one at a time does,
 * under a lock that does not outlive the process of its holder.
 */
import { LINES_LOCK } from '../memory/control.ts';
import { isReached, type Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { ENTER, type Told } from './am/services.ts';
import { rouse, wakeMany } from './bell.ts';
import { LENGTH, LINE_WORDS, type Line, PHASE, slotOf } from './boards.ts';
import { hasEnded, isGone } from './standing.ts';

/** Words of a letter at most: it is a message of any network of up to 256 ranks, and of requests over libfabric. */
const MOST = 240;
export const LETTER_BYTES = 4 * MOST;
/** Words of an entry in front of those of the slot; the first has the length in its lower bits. */
const HEADER = 2;
const LENGTH_BITS = 4;
/** Nobody in particular goes on: all are woken. */
export const ALL = -1;

/** A member whose line is told: index in the team, thread, index in I32 of its line, or of the copy here. */
export interface Member {
  readonly index: number;
  readonly thread: number;
  readonly line: number;
}

/** Sends letters from a buffer of LETTER_BYTES at an address; messages have at most `largest` bytes. */
export class BoardLetters {
  private readonly most: number;

  constructor(
    private readonly space: Pick<Space, 'I32'>,
    private readonly calls: Pick<Calls, 'tell'>,
    private readonly buffer: number,
    largest: number,
  ) {
    this.most = Math.min(MOST, largest >>> 2);
  }

  /** Tells the process of `rank` the members' lines in a phase; `copies`: address of the board's copies in its memory; `whom`: goes on there. */
  send(rank: number, copies: number, whom: number, phase: number, members: Iterable<Member>): void {
    const { I32 } = this.space;
    const start = this.buffer >>> 2;
    const flush = (end: number) => this.calls.tell(rank, ENTER, copies, phase, start, end - start);
    I32[start] = whom;
    let at = start + 1;
    for (const { index, thread, line } of members) {
      const slot = slotOf(line, phase);
      const length = I32[slot + LENGTH]!;
      if (at + HEADER + length > start + this.most) {
        flush(at);
        at = start + 1;
      }
      I32[at] = (index << LENGTH_BITS) | length;
      I32[at + 1] = thread;
      I32.copyWithin(at + HEADER, slot, slot + length);
      at += HEADER + length;
    }
    flush(at);
  }
}

/** The service. */
export function entering(space: Space): Told {
  return (copies, phase, words) => {
    locked(space, () => {
      for (let at = 1; at < words.length; ) at = enter(space, copies >>> 2, phase, words, at);
    });
    const whom = words[0]!;
    if (whom === ALL || hasEnded(space, whom)) wakeMany(space);
    else rouse(space, whom);
  };
}

/** Enters the entry at words[at], if it is newer, and nothing any more of a process that is gone; gives the place of the next one. */
function enter(space: Space, copies: number, phase: number, words: Int32Array, at: number): number {
  const { I32 } = space;
  const length = words[at]! & ((1 << LENGTH_BITS) - 1);
  const line = copies + (words[at]! >>> LENGTH_BITS) * LINE_WORDS;
  const end = at + HEADER + length;
  if (isNewer(I32, line, phase) && !isGone(space, words[at + 1]!)) {
    const slot = slotOf(line, phase);
    I32[slot + LENGTH] = length;
    I32.set(words.subarray(at + HEADER, end), slot);
    Atomics.store(I32, line + PHASE, phase);
  }
  return end;
}

/** Renews the copies in this memory by lines that are newer. */
export function renewLines(space: Space, lines: readonly Line[]): void {
  const { I32 } = space;
  locked(space, () => {
    for (const { copy, thread, words } of lines) {
      const [line, phase] = [copy >>> 2, words[PHASE]!];
      if (isReached(space, thread) || !isNewer(I32, line, phase)) continue;
      I32.set(words.subarray(PHASE + 1), line + PHASE + 1);
      Atomics.store(I32, line + PHASE, phase);
    }
  });
  wakeMany(space);
}

const isNewer = (I32: Int32Array, line: number, phase: number) => ((phase - Atomics.load(I32, line + PHASE)) | 0) > 0;

/** Attempts before who wants the lock sleeps, and for how many milliseconds: holders do not wake others. */
const ATTEMPTS = 1000;
const NAP = 1;

/** Runs `section` while no other thread of the memory does. The lock has the rank of its holder, or of another one of its process, and 1. */
function locked(space: Space, section: () => void): void {
  const { I32, MYTHREAD } = space;
  const lock = LINES_LOCK >>> 2;
  for (let attempt = 1; ; attempt++) {
    const holder = Atomics.compareExchange(I32, lock, 0, MYTHREAD + 1);
    if (holder === 0) break;
    if (isGone(space, holder - 1) && Atomics.compareExchange(I32, lock, holder, MYTHREAD + 1) === holder) break;
    if (attempt % ATTEMPTS === 0) Atomics.wait(I32, lock, holder, NAP);
  }
  section();
  Atomics.store(I32, lock, 0);
}
