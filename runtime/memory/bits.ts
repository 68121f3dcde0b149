/**
 * Atomic stores to some bits of a word in shared memory, so that no concurrent store to its other bits is lost:
 * bit-fields.
 */
import type { Environment } from '../abi.ts';

export const bitOperations: Pick<Environment, 'putBits' | 'putWideBits'> = {
  putBits(view, index, mask, bits) {
    for (let old = view[index]!; ; ) {
      const seen = Atomics.compareExchange(view, index, old, (old & ~mask) | bits);
      if (seen === old) return;
      old = seen;
    }
  },

  putWideBits(view, index, mask, bits) {
    for (let old = view[index]!; ; ) {
      const seen = Atomics.compareExchange(view, index, old, (old & ~mask) | bits);
      if (seen === old) return;
      old = seen;
    }
  },
};
