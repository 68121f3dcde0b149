/** What is the same for all threads of a memory, made once for those that run in this thread of the operating system: thousands of simulated ones do. */
import type { Space } from './space.ts';

export function perMemory<T>(make: (space: Space) => T): (space: Space) => T {
  const known = new WeakMap<WebAssembly.Memory, { readonly made: T }>();
  return (space) => {
    const found = known.get(space.memory);
    if (found !== undefined) return found.made;
    const made = make(space);
    known.set(space.memory, { made });
    return made;
  };
}
