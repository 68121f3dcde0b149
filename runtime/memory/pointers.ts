/**
 * Pointers-to-shared as they lie in memory: 8 bytes, at a multiple of 4.
 *
 * Takes an address in this memory; gives rank, offset and phase of the pointer there. One idea: the program's code
 * decides the form. Narrow, where all ranks share one memory: the address, then the phase. Wide: the offset, then the
 * rank in the lower bits of a word, as many as the job's ranks need, and the phase above.
 */
import { addressOf, offsetOf, rankOf, type Space } from './space.ts';

export interface SharedPointers {
  rankAt(address: number): number;
  /** As a signed i32. */
  offsetAt(address: number): number;
  phaseAt(address: number): number;
  write(address: number, rank: number, offset: number, phase: number): void;
}

/** `wide` is the program's form. */
export function sharedPointers(space: Space, wide: boolean): SharedPointers {
  return wide ? widePointers(space) : narrowPointers(space);
}

/** Bits of a word that hold any rank of so many threads. */
export function rankBits(threads: number): number {
  return 32 - Math.clz32(threads - 1);
}

function narrowPointers(space: Space): SharedPointers {
  const { I32 } = space;
  return {
    rankAt: (address) => rankOf(space, I32[address >>> 2]!),
    offsetAt: (address) => offsetOf(space, I32[address >>> 2]!),
    phaseAt: (address) => I32[(address >>> 2) + 1]!,
    write(address, rank, offset, phase) {
      I32[address >>> 2] = addressOf(space, rank, offset);
      I32[(address >>> 2) + 1] = phase;
    },
  };
}

function widePointers({ I32, THREADS }: Space): SharedPointers {
  const bits = rankBits(THREADS);
  const mask = 2 ** bits - 1;
  return {
    rankAt: (address) => I32[(address >>> 2) + 1]! & mask,
    offsetAt: (address) => I32[address >>> 2]!,
    phaseAt: (address) => I32[(address >>> 2) + 1]! >>> bits,
    write(address, rank, offset, phase) {
      I32[address >>> 2] = offset;
      I32[(address >>> 2) + 1] = rank | (phase << bits);
    },
  };
}
