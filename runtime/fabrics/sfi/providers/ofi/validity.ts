/**
 * Which atomic operations an endpoint of libfabric has: of each type here a word, with a bit for each operator.
 *
 * Only calls that give the old value are asked about, as no others are made (nativeatomics.ts).
 */
import { DATATYPES, type Datatype, OPERATORS, type Operator } from '../../atomic.ts';
import { ATOMIC, FI_ATOMIC, OPS_ATOMIC } from './abi.ts';
import type { Library } from './library.ts';

const TYPES: readonly Datatype[] = ['FI_INT32', 'FI_UINT32', 'FI_INT64', 'FI_UINT64', 'FI_FLOAT', 'FI_DOUBLE'];
export const VALIDITY_BYTES = 4 * TYPES.length;
/** Operators from this one on compare. */
const FIRST_COMPARING = OPERATORS.indexOf('FI_CSWAP');

/** `caps`: the low word of those that the endpoint was opened with; `place`: an address, for native code, of 8 bytes that it may use. */
export function validityOf(library: Library, endpoint: number, place: number, caps: number): number[] {
  if ((caps & FI_ATOMIC) === 0) return TYPES.map(() => 0);
  const fetches = library.operation(endpoint, ATOMIC, OPS_ATOMIC.FETCHVALID, 'int', 4);
  const compares = library.operation(endpoint, ATOMIC, OPS_ATOMIC.COMPAREVALID, 'int', 4);
  return TYPES.map((datatype) => {
    const type = DATATYPES.indexOf(datatype);
    const isValid = (op: number) => (op < FIRST_COMPARING ? fetches : compares)(endpoint, type, op, place) === 0;
    return OPERATORS.reduce((bits, _, op) => (isValid(op) ? bits | (1 << op) : bits), 0);
  });
}

/** `words`: what `validityOf` has given. */
export function isValid(words: Int32Array, datatype: Datatype, op: Operator): boolean {
  return (((words[TYPES.indexOf(datatype)] ?? 0) >>> OPERATORS.indexOf(op)) & 1) === 1;
}
