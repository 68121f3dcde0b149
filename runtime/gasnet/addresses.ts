/**
 * Addresses of a node's memory as the node itself sees them, which is how GASNet's functions are given them.
 *
 * Takes the node and its address; gives whose region that is. The address of the same byte here is the `counterpart`
 * (memory/space.ts) in the region of the node, since offsets are the same for all.
 */
import type { RuntimeEnvironment } from '../environment.ts';
import { startOf } from '../memory/memories.ts';
import { rankOf } from '../memory/space.ts';

/** The node in whose region `address` lies, an address in the memory of `node`. */
export function nodeAt(environment: RuntimeEnvironment, node: number, address: number): number {
  const { SHIFT, THREADS, runtime } = environment;
  const ORIGIN = startOf(runtime.origins, node);
  return rankOf({ MYTHREAD: node, SHIFT, ORIGIN, THREADS }, address);
}
