/**
 * Which loads of static objects give one value all through a loop.
 *
 * Takes: a loop. Gives: a test for its loads. One idea: a loop that calls nothing and waits for nobody changes a private
 * object only by its own stores; puts are to shared objects, which no private one is among but those of coarrays.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Load, Loop, Statement } from '../../ir/ir.ts';
import { visitExpressions, visitStatements } from '../../ir/walk.ts';
import { mayMeet, type Region, writesShared } from './alias.ts';

/** Loads that the loop could as well do once; none of what pointers reach. */
export function stableIn(s: Loop): (e: Load) => boolean {
  const written: Statement[] = [];
  let open = false;
  visitStatements([s], (inner) => {
    const region = writesShared(inner);
    if (region === 'anything') open = true;
    else if (region) written.push(inner);
  });
  return ({ address, memory }) =>
    !open && address.op === 'static' && written.every((w) => !mayChange(w, { address, size: memorySize(memory) }));
}

/** A put is to shared objects, which no private one is among but those reached as coarrays. */
function mayChange(w: Statement, region: Region): boolean {
  const isPut = w.op === 'put' || w.op === 'put.start' || (w.op === 'copy' && w.to === 'shared');
  if (!isPut) return mayMeet(writesShared(w) as Region, region);
  let coarray = false;
  visitExpressions([w], ({ op }) => {
    coarray ||= op === 'counterpart';
  });
  return coarray;
}
