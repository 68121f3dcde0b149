/**
 * An atomic domain as it lies in shared memory (upc_atomic.h): the library makes it, traces read it too.
 */

/** Words of a domain: a mark that tells it from other memory; index of the type; the operations; bytes of an operand. */
export const MARK = 0;
export const TYPE = 1;
export const OPERATIONS = 2;
export const OPERAND_SIZE = 3;
/** Bytes of a domain. */
export const DOMAIN_SIZE = 16;
export const DOMAIN_MARK = 0xd0a11;

/** Bytes of an operand of the domain's type; 0 if there is no domain at the address. */
export function operandSize(I32: Int32Array, domain: number): number {
  const word = domain >>> 2;
  return I32[word + MARK] === DOMAIN_MARK ? I32[word + OPERAND_SIZE]! : 0;
}
