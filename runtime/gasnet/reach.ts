/**
 * Access of a node to an address: its own memory by copying, that of others by one-sided access.
 */
import type { RemoteMemory } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { DirectMemory } from '../extended/directmemory.ts';

export function reach({ runtime, MYTHREAD, SHIFT, copy, fill }: RuntimeEnvironment): (address: number) => RemoteMemory {
  const own = new DirectMemory({ copy, fill });
  // Without a runtime only the names of the functions are asked for.
  const remote = runtime?.memory;
  return (address) => (address >>> SHIFT === MYTHREAD ? own : remote);
}
