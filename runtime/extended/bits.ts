/**
 * Writing some bits of a word that may be another thread's (bit-fields): where it is not here, the 32 or 64 bits around it
 * are read, changed and compared and swapped through the network until nobody came between.
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
