/**
 * Published lines: words that a thread shows to all others, such as its progress or its end.
 *
 * They lie in the thread's region. The memory of each other process has a copy, at the same place in all of them
 * (memory/space.ts, core/boards.ts): after each change a service of that process updates it. One word of a
 * line is a counter written last, so an older message never overwrites a newer one. What a rank tells is heard in its order (am/calls.ts): its
 * end is not seen before all that it had shown.
 */
import { SLEEPERS, WAKE } from '../memory/control.ts';
import { copyOf, type Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { SHOW, type Told } from './am/services.ts';
import { wake } from './bell.ts';

/**
 * The line of `words` words from I32[line] on has changed; its counter, I32[counter], was incremented last. `copy` is the index of
 * the line in other memories, if it is no line of the control area.
 */
export type Show = (line: number, words: number, counter: number, copy?: number) => void;

/** `leaders`: the first ranks of the other processes. */
export function showTo(space: Space, calls: Pick<Calls, 'tell'>, leaders: readonly number[]): Show {
  const copyAt = (line: number) => copyOf(space, space.MYTHREAD, (line << 2) - space.BASE);
  return (line, words, counter, copy = copyAt(line)) => {
    for (const leader of leaders) calls.tell(leader, SHOW, copy, copy + counter - line, line, words);
  };
}

/** The service: it is told the index of the copy, that of its counter, and the line. */
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
  if (Atomics.load(I32, SLEEPERS >>> 2) === 0) return;
  wake(space, counter);
  Atomics.add(I32, WAKE >>> 2, 1);
  wake(space, WAKE >>> 2);
}
