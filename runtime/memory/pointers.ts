/**
 * Pointers-to-shared as they lie in memory: 8 bytes, at a multiple of 4.
 *
 * Takes where one lies in this memory; gives its address and phase. One idea: the program's code decides the form. Narrow,
 * where all ranks share one memory: the address, then the phase. Wide: the offset, then the rank in the lower bits of a
 * word, as many as the job's ranks need, and the phase above.
 */
import { rankBits } from '../abi.ts';
import { addressOf, offsetOf, rankOf, type Space } from './space.ts';

export interface SharedPointers {
  /** Bits of a pointer, read as an integer of 64 bits, that tell the address; the others are the phase. */
  readonly addressBits: bigint;
  addressAt(place: number): number;
  phaseAt(place: number): number;
  write(place: number, address: number, phase: number): void;
}

/** `wide` is the program's form. */
export function sharedPointers(space: Space, wide: boolean): SharedPointers {
  return wide ? widePointers(space) : narrowPointers(space);
}

const WORD = 0xffffffffn;

function narrowPointers({ I32 }: Space): SharedPointers {
  return {
    addressBits: WORD,
    addressAt: (place) => I32[place >>> 2]!,
    phaseAt: (place) => I32[(place >>> 2) + 1]!,
    write(place, address, phase) {
      I32[place >>> 2] = address;
      I32[(place >>> 2) + 1] = phase;
    },
  };
}

/** Null is all zero: it is no place of any region. */
function widePointers(space: Space): SharedPointers {
  const { I32, THREADS } = space;
  const bits = rankBits(THREADS);
  const mask = 2 ** bits - 1;
  return {
    addressBits: WORD | (BigInt(mask) << 32n),
    addressAt(place) {
      const [offset, rank] = [I32[place >>> 2]!, I32[(place >>> 2) + 1]! & mask];
      return (rank | offset) === 0 ? 0 : addressOf(space, rank, offset);
    },
    phaseAt: (place) => I32[(place >>> 2) + 1]! >>> bits,
    write(place, address, phase) {
      I32[place >>> 2] = address === 0 ? 0 : offsetOf(space, address);
      I32[(place >>> 2) + 1] = address === 0 ? 0 : rankOf(space, address) | (phase << bits);
    },
  };
}
