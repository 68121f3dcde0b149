/**
 * Writing some bits of a word in shared memory at one stroke, so that what others write beside them at the same time
 * is not lost: bit-fields.
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
