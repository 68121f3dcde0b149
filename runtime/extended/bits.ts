/**
 * Stores to some bits of a word of any thread (bit-fields): a remote one is updated by a compare-and-swap loop over the
 * network on the 32 or 64 bits around it.
 */
import type { Environment } from '../abi.ts';
import { bitOperations } from '../memory/bits.ts';
import type { Atomic } from './atomics/atomic.ts';
import type { Words32, Words64 } from './atomics/words.ts';

export function remoteBits(
  atomic: Atomic,
  words32: Words32,
  words64: Words64,
): Pick<Environment, 'putBits' | 'putWideBits'> {
  return {
    putBits(view, index, mask, bits) {
      const address = index * view.BYTES_PER_ELEMENT;
      if (atomic.isHere(address)) return bitOperations.putBits(view, index, mask, bits);
      const shift = 8 * (address & 3);
      words32.update(address & ~3, (old) => (old & ~(mask << shift)) | (bits << shift));
    },

    putWideBits(view, index, mask, bits) {
      const address = index * view.BYTES_PER_ELEMENT;
      if (atomic.isHere(address)) return bitOperations.putWideBits(view, index, mask, bits);
      words64.update(address | 0, (old) => (old & ~mask) | bits);
    },
  };
}
