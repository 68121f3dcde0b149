/**
 * What of memory the rounds of a loop pass on to each other.
 *
 * Takes: a loop's parts. Gives: whether a round may read, before its inner loop has ended, what an earlier one wrote behind
 * its own. One idea: an address in one round and an address in another have nothing in common but what the loop leaves
 * the same: what locals hold is unknown twice.
 */
import type { Function as Definition, Expression } from '../../ir/ir.ts';
import { type Access, type Accesses, readOf } from '../analyses/accesses.ts';
import { writesIn } from '../analyses/clobbers.ts';
import { Held, Numbering, type Value } from '../analyses/numbering.ts';
import type { Nest } from './jam-shape.ts';

export function readsWhatIsWritten(
  { loop, inner, before, body }: Nest,
  definition: Definition,
  accesses: Accesses,
): boolean {
  const numbering = new Numbering();
  const held = new Held(definition, numbering);
  const writes = writesIn([loop], held, numbering);
  held.forgetSetIn([loop]);
  const reads: Access[] = [];
  const look = (e: Expression): Value =>
    numbering.of(e, (leaf) => {
      if (leaf.op === 'local') return held.of(leaf.name);
      reads.push(readOf(leaf, look(leaf.address).form));
      return numbering.unknown(leaf.type);
    });
  for (const s of before) held.set(s.local, look(s.value));
  held.forgetSetIn([inner]);
  for (const s of body) held.set(s.local, look(s.value));
  return writes.some((write) => reads.some((read) => accesses.mayChange(write, read)));
}
