/**
 * Stores to some bits of a word of any thread (bit-fields): a remote one is updated by a compare-and-swap loop over the
 * network on the 32 or 64 bits around it.
 */
import type { Environment } from '../abi.ts';
import { bitOperations } from '../memory/bits.ts';
import { addressOf, type Space } from '../memory/space.ts';
import type { Atomic } from './atomics/atomic.ts';
import type { Words32, Words64 } from './atomics/words.ts';

export type Bits = Pick<Environment, `putBits${'U8' | 'U16' | 'I32' | 'I64'}`>;

export function sharedBits(space: Space, atomic: Atomic, words32: Words32, words64: Words64): Bits {
  const { U8, U16, I32, I64 } = space;
  const { putBits, putWideBits } = bitOperations;

  function elsewhere(address: number, mask: number, bits: number): void {
    const shift = 8 * (address & 3);
    words32.update(address - (address & 3), (old) => (old & ~(mask << shift)) | (bits << shift));
  }

  return {
    putBitsU8(rank, offset, mask, bits) {
      const address = addressOf(space, rank, offset);
      if (atomic.isHere(address)) putBits(U8, address >>> 0, mask, bits);
      else elsewhere(address, mask, bits);
    },
    putBitsU16(rank, offset, mask, bits) {
      const address = addressOf(space, rank, offset);
      if (atomic.isHere(address)) putBits(U16, address >>> 1, mask, bits);
      else elsewhere(address, mask, bits);
    },
    putBitsI32(rank, offset, mask, bits) {
      const address = addressOf(space, rank, offset);
      if (atomic.isHere(address)) putBits(I32, address >>> 2, mask, bits);
      else elsewhere(address, mask, bits);
    },
    putBitsI64(rank, offset, mask, bits) {
      const address = addressOf(space, rank, offset);
      if (atomic.isHere(address)) putWideBits(I64, address >>> 3, mask, bits);
      else words64.update(address, (old) => (old & ~mask) | bits);
    },
  };
}
