/** What is the same for all threads of a memory, made once for those that run in this thread of the operating system: thousands of simulated ones do. */
import type { Space } from './space.ts';

export function perMemory<T, More extends unknown[]>(
  make: (space: Space, ...more: More) => T,
): (space: Space, ...more: More) => T {
  const known = new WeakMap<WebAssembly.Memory, { readonly made: T }>();
  return (space, ...more) => {
    const found = known.get(space.memory);
    if (found !== undefined) return found.made;
    const made = make(space, ...more);
    known.set(space.memory, { made });
    return made;
  };
}
