/**
 * Atomic operations on private memory: calls of functions that the back ends know.
 *
 * `__pgasc_atomic_add_4(address, value)` gives the integer that was there, without its sign, and is one instruction of the
 * machine; all are sequentially consistent. In the JavaScript back end it is a function of the library over `Atomics`. So
 * for the optimizer it is a call that may do anything to memory, as it has to be.
 */
export const ATOMIC_OPERATIONS = ['load', 'store', 'exchange', 'add', 'sub', 'and', 'or', 'xor', 'compare'] as const;
export type AtomicOperation = (typeof ATOMIC_OPERATIONS)[number];
export type AtomicSize = 1 | 2 | 4 | 8;

export const atomicName = (operation: AtomicOperation, size: AtomicSize): string =>
  `__pgasc_atomic_${operation}_${size}`;

/** The operation and size of a function's name, if it is one. */
export function atomicNamed(
  name: string,
): { readonly operation: AtomicOperation; readonly size: AtomicSize } | undefined {
  const [, operation, size] = /^__pgasc_atomic_([a-z]+)_([1248])$/.exec(name) ?? [];
  return operation ? { operation: operation as AtomicOperation, size: Number(size) as AtomicSize } : undefined;
}
