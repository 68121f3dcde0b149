/**
 * Access of a node to a node's memory: its own by a copy, other memory by one-sided access.
 */
import type { RemoteMemory } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function reach({ runtime, MYTHREAD }: RuntimeEnvironment): (node: number) => RemoteMemory {
  // Without a runtime only the names are enumerated.
  const [own, remote] = [runtime?.ownMemory, runtime?.memory];
  return (node) => (node === MYTHREAD ? own : remote);
}
