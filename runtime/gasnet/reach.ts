/**
 * Access of a node to a node's memory: its own by a copy, other memory by one-sided access.
 */
import type { RemoteMemory } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { DirectMemory } from '../extended/directmemory.ts';

export function reach(environment: RuntimeEnvironment): (node: number) => RemoteMemory {
  const { runtime, MYTHREAD } = environment;
  const own = new DirectMemory(environment, environment);
  // Without a runtime only the names are enumerated.
  const remote = runtime?.memory;
  return (node) => (node === MYTHREAD ? own : remote);
}
