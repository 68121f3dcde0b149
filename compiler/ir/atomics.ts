/**
 * Atomic operations on private memory: calls of functions known to the back ends.
 *
 * `__pgasc_atomic_add_4(address, value)` returns the old integer, zero-extended, and is one machine instruction; all
 * are sequentially consistent. In the JavaScript back end it is a library function over `Atomics`. For the optimizer it
 * is a call that may clobber any memory.
 */
export const ATOMIC_OPERATIONS = ['load', 'store', 'exchange', 'add', 'sub', 'and', 'or', 'xor', 'compare'] as const;
export type AtomicOperation = (typeof ATOMIC_OPERATIONS)[number];
export type AtomicSize = 1 | 2 | 4 | 8;

export const atomicName = (operation: AtomicOperation, size: AtomicSize): string =>
  `__pgasc_atomic_${operation}_${size}`;

/** The operation and size of an atomic function; undefined for other names. */
export function atomicNamed(
  name: string,
): { readonly operation: AtomicOperation; readonly size: AtomicSize } | undefined {
  const [, operation, size] = /^__pgasc_atomic_([a-z]+)_([1248])$/.exec(name) ?? [];
  return operation ? { operation: operation as AtomicOperation, size: Number(size) as AtomicSize } : undefined;
}
