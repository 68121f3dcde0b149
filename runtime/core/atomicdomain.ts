/**
 * Layout of an atomic domain in shared memory (upc_atomic.h): created by the library, read by traces too.
 */

/** Words of a domain: a magic number; index of the type; the operations; bytes of an operand; 1 if the adapter executes them, else 0. */
export const MARK = 0;
export const TYPE = 1;
export const OPERATIONS = 2;
export const OPERAND_SIZE = 3;
export const BY_ADAPTER = 4;
/** Bytes of a domain. */
export const DOMAIN_SIZE = 20;
export const DOMAIN_MARK = 0xd0a11;

/** Bytes of an operand of the domain's type; 0 if the address, which is one of this memory, holds no domain. */
export function operandSize(I32: Int32Array, domain: number): number {
  const word = domain >>> 2;
  return I32[word + MARK] === DOMAIN_MARK ? I32[word + OPERAND_SIZE]! : 0;
}
