/**
 * Casts of pointers-to-shared to private pointers (UPC 6.4.3).
 *
 * Takes and gives an address: the value does not change. Such a pointer is valid on the thread that has the object. Under -g the
 * runtime keeps in mind that one to another thread's memory was made, and where: then it tells an access through it, while
 * comparing and printing it is no matter.
 */
import { binary, myThread, threadOf, truth, unary } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { FunctionLowering } from '../function.ts';

const NOTE = '__pgasc_foreign_cast';
const SIGNATURE = { parameters: [], results: [] };

/** The private pointer to a shared object. */
export function privatePointer(f: FunctionLowering, address: Expression): Expression {
  if (!f.unit.options.debug || !f.facts) return unary('private', address);
  const pointer = f.temporary('shared');
  f.set(pointer, address);
  const isForeign = binary('ne', threadOf(f.read(pointer)), myThread);
  const note = f.collect(() => {
    const symbol = f.unit.libraryFunction(NOTE, SIGNATURE);
    f.emit({ op: 'call', results: [], callee: { symbol }, arguments: [], signature: SIGNATURE });
  });
  f.emit({ op: 'if', test: binary('and', isForeign, truth(f.read(pointer))), then: note, otherwise: [] });
  return unary('private', f.read(pointer));
}
