/**
 * Published lines: words that a thread shows to all others, such as its progress or its end.
 *
 * They lie in the thread's region. The memory of each other process that does not reach it has a copy, at the same place in all of them
 * (memory/space.ts, core/boards.ts): after each change a service of that process updates it. One word of a
 * line is a counter written last, so an older message never overwrites a newer one. What a rank tells is heard in its order (am/calls.ts): its
 * end is not seen before all that it had shown. Where the line itself is reached, those that sleep for it are woken.
 */
import { SLEEPERS, SLEEPS_FOR, WAKE } from '../memory/control.ts';
import { addressOf, copyOf, type Space, wordOf } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { SHOW, type Told } from './am/services.ts';
import { wake, wakeThread } from './bell.ts';
import { isMapped } from './sleep.ts';

/**
 * The line of `words` words from I32[line] on has changed; its counter, I32[counter], was incremented last. `copy` is the index of
 * the line in other memories, if it is no line of the control area.
 */
export type Show = (line: number, words: number, counter: number, copy?: number) => void;

type Tells = Pick<Calls, 'tell'>;

/** `leaders`: the first ranks of all processes. */
export function showTo(space: Space, calls: Tells, leaders: readonly number[]): Show {
  if (isMapped(space)) return wakeReaders(space, leaders);
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

/** Wakes those in other processes that sleep until the counter changes, as their process numbers words, or many do. */
function wakeReaders(space: Space, leaders: readonly number[]): Show {
  const { I32, FIRST, REACH, MYTHREAD, THREADS, BASE, SHIFT } = space;
  const readers = Array.from({ length: THREADS - REACH }, (_, i) => {
    const rank = (FIRST + REACH + i) % THREADS;
    const ORIGIN = leaders.findLast((leader) => leader <= rank)!;
    return {
      rank,
      sleepsFor: wordOf(space, rank, SLEEPS_FOR),
      many: wordOf(space, ORIGIN, WAKE),
      own: addressOf({ SHIFT, ORIGIN, REGIONS: THREADS, THREADS }, MYTHREAD, 0),
    };
  });
  return (_line, _words, counter) => {
    const offset = (counter << 2) - BASE;
    for (const { rank, sleepsFor, many, own } of readers) {
      const word = Atomics.load(I32, sleepsFor);
      if (word === 0) continue;
      if (word === WAKE >>> 2) Atomics.add(I32, many, 1);
      else if (word !== (own + offset) >>> 2) continue;
      wakeThread(space, rank, word);
    }
  };
}

/** The service: it is told the index of the copy, that of its counter, and the line. */
export function showing(space: Space): Told {
  return (copy, counter, words) => copyLine(space, words, copy, counter);
}

/** Renews the copy I32[line] on of a line, if the words are newer. */
export function copyLine(space: Space, words: Int32Array, line: number, counter: number): void {
  const { I32 } = space;
  const reached = words[counter - line]!;
  if (((reached - Atomics.load(I32, counter)) | 0) <= 0) return;
  // In descending order: others may read the first word alone, and the rest depending on it (STATE).
  for (let i = words.length; i-- > 0; ) if (line + i !== counter) Atomics.store(I32, line + i, words[i]!);
  Atomics.store(I32, counter, reached);
  if (Atomics.load(I32, SLEEPERS >>> 2) === 0) return;
  wake(space, counter);
  Atomics.add(I32, WAKE >>> 2, 1);
  wake(space, WAKE >>> 2);
}
