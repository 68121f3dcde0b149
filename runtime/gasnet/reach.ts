/**
 * Access of a node to an address: local memory by a copy, other memory by one-sided access.
 */
import type { RemoteMemory } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { DirectMemory } from '../extended/directmemory.ts';

export function reach(environment: RuntimeEnvironment): (address: number) => RemoteMemory {
  const { runtime, MYTHREAD, SHIFT } = environment;
  const own = new DirectMemory(environment, environment);
  // Without a runtime only the names are enumerated.
  const remote = runtime?.memory;
  return (address) => (address >>> SHIFT === MYTHREAD ? own : remote);
}
