/**
 * Published lines: words that a thread shows to all others, such as its end.
 *
 * They lie in the thread's region. Each process whose memory does not have that has a copy, at the same place in the first region of each
 * (memory/space.ts): after each change a service of that process updates it. One word of a
 * line is a counter written last, so an older message never overwrites a newer one. What a rank tells is heard in its order (am/calls.ts): its
 * end is not seen before all that it had shown. Where the line itself is reached, those that sleep for it are woken.
 */
import { SLEEPERS } from '../memory/control.ts';
import { copyOf, isMapped, type Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { SHOW, type Told } from './am/services.ts';
import { wake, wakeMany } from './bell.ts';
import { countEnd } from './standing.ts';

/** The line of `words` words from I32[line] on has changed; its counter, I32[counter], was incremented last. */
export type Show = (line: number, words: number, counter: number) => void;

type Tells = Pick<Calls, 'tell'>;

/** `leaders`: the first ranks of processes that do not reach this thread's region. */
export function showTo(space: Space, calls: Tells, leaders: readonly number[]): Show {
  /** In the memory of another process copies lie in its own first region. */
  const copyAt = (line: number) => copyOf(space, space.MYTHREAD, (line << 2) - space.BASE) - (space.HOME >>> 2);
  return (line, words, counter) => {
    const copy = copyAt(line);
    if (isMapped(space)) tellSleepers(space, counter);
    for (const leader of leaders) calls.tell(leader, SHOW, copy, copy + counter - line, line, words);
  };
}

/** A line that this memory has, or a copy, has changed: wakes who sleeps for it, or for many. */
function tellSleepers(space: Space, counter: number): void {
  if (Atomics.load(space.I32, SLEEPERS >>> 2) === 0) return;
  wake(space, counter);
  wakeMany(space);
}

/** The service: it is told the index of the copy and that of its counter, both from the process's first region on, and the line. */
export function showing(space: Space): Told {
  const home = space.HOME >>> 2;
  return (copy, counter, words) => copyLine(space, words, home + copy, home + counter);
}

/** Renews the copy I32[line] on of a line, if the words are newer. */
function copyLine(space: Space, words: Int32Array, line: number, counter: number): void {
  const { I32 } = space;
  const reached = words[counter - line]!;
  if (((reached - Atomics.load(I32, counter)) | 0) <= 0) return;
  // In descending order: others may read the first word alone, and the rest depending on it (STATE).
  for (let i = words.length; i-- > 0; ) if (line + i !== counter) Atomics.store(I32, line + i, words[i]!);
  Atomics.store(I32, counter, reached);
  countEnd(space); // if it is one
  tellSleepers(space, counter);
}
