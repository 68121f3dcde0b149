/**
 * What of memory the iterations of a loop pass on to each other.
 *
 * Takes: a loop's parts. Gives: whether an iteration may read, before its inner loop has ended, what an earlier one wrote behind
 * its own. One idea: an address in one iteration and an address in another have nothing in common but what the loop leaves
 * the same: what locals hold is unknown twice. Only of what moves with the iterations in step (`c[j] += ...`) more is known.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Load, SetLocal, Store } from '../../ir/ir.ts';
import { type Access, type Accesses, readOf } from '../analyses/accesses.ts';
import { writesIn } from '../analyses/clobbers.ts';
import { Held, Numbering, type Value } from '../analyses/numbering.ts';
import { areApart, type Part } from './jam-addresses.ts';
import type { Nest } from './jam-shape.ts';

/** `withBehind`: what is read behind the inner loop counts, too, since all iterations are there at once. */
export function readsWhatIsWritten(
  nest: Nest,
  definition: Definition,
  accesses: Accesses,
  withBehind = false,
): boolean {
  const { loop, inner, before, body, behind } = nest;
  const numbering = new Numbering();
  const held = new Held(definition, numbering);
  const writes = writesIn([loop], held, numbering);
  held.forgetSetIn([loop]);
  const reads: { readonly load: Load; readonly access: Access; readonly part: Part }[] = [];
  const lookIn = (part: Part) => {
    const look = (e: Expression): Value =>
      numbering.of(e, (leaf) => {
        if (leaf.op === 'local') return held.of(leaf.name);
        reads.push({ load: leaf, access: readOf(leaf, look(leaf.address).form), part });
        return numbering.unknown(leaf.type);
      });
    return (s: SetLocal | Store) => (s.op === 'set' ? held.set(s.local, look(s.value)) : void look(s.value));
  };
  before.forEach(lookIn('before'));
  held.forgetSetIn([inner]);
  body.forEach(lookIn('body'));
  held.forgetSetIn([inner]);
  if (withBehind) behind.forEach(lookIn('behind'));
  const stores = behind.filter((s): s is Store => s.op === 'store');
  return writes.some((write, index) => {
    const store = stores[index] as Store;
    const size = memorySize(store.memory);
    return reads.some(
      ({ load, access, part }) =>
        accesses.mayChange(write, access) &&
        !(memorySize(load.memory) === size && areApart(nest, store, load, part, size)),
    );
  });
}
