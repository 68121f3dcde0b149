/**
 * Casts of pointers-to-shared to private pointers (UPC 6.4.3).
 *
 * Takes and gives an address, unchanged. Such a pointer is valid on the thread with affinity to the object. Under -g
 * the runtime records the place of a cast elsewhere, and reports it at an access through the pointer; comparing and
 * printing it is valid.
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
