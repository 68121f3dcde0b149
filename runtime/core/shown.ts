/**
 * Published lines: words that a thread shows to all others, such as its progress or its end.
 *
 * They lie in the thread's region. The memory of each other process that does not reach it has a copy, at the same place in all of them
 * (memory/space.ts, core/boards.ts): after each change a service of that process updates it. One word of a
 * line is a counter written last, so an older message never overwrites a newer one. What a rank tells is heard in its order (am/calls.ts): its
 * end is not seen before all that it had shown. Processes that reach the line itself are told only if somebody there sleeps for it.
 */
import { SLEEPERS, SLEEPS_FOR, WAKE } from '../memory/control.ts';
import { addressOf, copyOf, reachesAll, type Space, wordOf } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { CHANGED, SHOW, type Told } from './am/services.ts';
import { wake } from './bell.ts';

/**
 * The line of `words` words from I32[line] on has changed; its counter, I32[counter], was incremented last. `copy` is the index of
 * the line in other memories, if it is no line of the control area.
 */
export type Show = (line: number, words: number, counter: number, copy?: number) => void;

type Tells = Pick<Calls, 'tell'>;

/** `leaders`: the first ranks of all processes. */
export function showTo(space: Space, calls: Tells, leaders: readonly number[]): Show {
  if (reachesAll(space)) return tellSleepers(space, calls, leaders);
  return tellCopies(
    space,
    calls,
    leaders.filter((leader) => leader !== space.FIRST),
  );
}

function tellCopies(space: Space, calls: Tells, leaders: readonly number[]): Show {
  const copyAt = (line: number) => copyOf(space, space.MYTHREAD, (line << 2) - space.BASE);
  return (line, words, counter, copy = copyAt(line)) => {
    for (const leader of leaders) calls.tell(leader, SHOW, copy, copy + counter - line, line, words);
  };
}

function tellSleepers(space: Space, calls: Tells, leaders: readonly number[]): Show {
  const { I32, FIRST, MYTHREAD, THREADS, BASE, SHIFT } = space;
  const others = leaders.flatMap((leader, process) => {
    const end = leaders[process + 1] ?? THREADS;
    const ranks = Array.from({ length: end - leader }, (_, i) => leader + i);
    const own = addressOf({ SHIFT, ORIGIN: leader, REGIONS: THREADS, THREADS }, MYTHREAD, 0);
    const sleepers = wordOf(space, leader, SLEEPERS);
    return leader === FIRST
      ? []
      : [{ leader, own, sleepers, sleepsFor: ranks.map((rank) => wordOf(space, rank, SLEEPS_FOR)) }];
  });
  return (_line, _words, counter) => {
    const offset = (counter << 2) - BASE;
    for (const { leader, own, sleepers, sleepsFor } of others) {
      if (Atomics.load(I32, sleepers) === 0) continue;
      const there = (own + offset) >>> 2; // as that process numbers the words
      const isAwaited = sleepsFor.some((at) => {
        const word = Atomics.load(I32, at);
        return word === there || word === WAKE >>> 2;
      });
      if (isAwaited) calls.tell(leader, CHANGED, MYTHREAD, offset);
    }
  };
}

/** The service of processes that reach the line: its counter, at this offset of the region of `rank`, has changed. */
export function changing(space: Space): Told {
  return (rank, offset) => wakeFor(space, wordOf(space, rank, offset));
}

/** The other service: it is told the index of the copy, that of its counter, and the line. */
export function showing(space: Space): Told {
  return (copy, counter, words) => copyLine(space, words, copy, counter);
}

function copyLine(space: Space, words: Int32Array, line: number, counter: number): void {
  const { I32 } = space;
  const reached = words[counter - line]!;
  if (((reached - Atomics.load(I32, counter)) | 0) <= 0) return;
  // In descending order: others may read the first word alone, and the rest depending on it (STATE).
  for (let i = words.length; i-- > 0; ) if (line + i !== counter) Atomics.store(I32, line + i, words[i]!);
  Atomics.store(I32, counter, reached);
  wakeFor(space, counter);
}

/** Wakes those that sleep until the counter changes, or many do. */
function wakeFor(space: Space, counter: number): void {
  const { I32 } = space;
  if (Atomics.load(I32, SLEEPERS >>> 2) === 0) return;
  wake(space, counter);
  Atomics.add(I32, WAKE >>> 2, 1);
  wake(space, WAKE >>> 2);
}
