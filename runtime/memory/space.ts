/**
 * The memory of a process from one of its threads: the views, the thread's own region, arithmetic on regions.
 */
import type { Environment } from '../abi.ts';

export type Space = Pick<
  Environment,
  'MYTHREAD' | 'THREADS' | 'SHIFT' | 'BASE' | 'memory' | 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64'
> & {
  /** The ranks whose regions lie in this memory, those of its process: [FIRST, FIRST + REACH). */
  readonly FIRST: number;
  readonly REACH: number;
};

/** Views of `memory` for one thread. */
export function makeSpace(
  memory: WebAssembly.Memory,
  MYTHREAD: number,
  THREADS: number,
  SHIFT: number,
  FIRST = 0,
  REACH = THREADS,
): Space {
  const { buffer } = memory;
  return {
    MYTHREAD,
    THREADS,
    FIRST,
    REACH,
    SHIFT,
    BASE: MYTHREAD << SHIFT,
    memory,
    I8: new Int8Array(buffer),
    U8: new Uint8Array(buffer),
    I16: new Int16Array(buffer),
    U16: new Uint16Array(buffer),
    I32: new Int32Array(buffer),
    I64: new BigInt64Array(buffer),
    F32: new Float32Array(buffer),
    F64: new Float64Array(buffer),
  };
}

/** Whether the region of `rank` lies in this memory. */
export function isHere({ FIRST, REACH }: Pick<Space, 'FIRST' | 'REACH'>, rank: number): boolean {
  return (rank - FIRST) >>> 0 < REACH;
}

/** Address, as a signed i32, of the byte at `offset` of the region of `rank`, which lies in this memory. */
export function addressOf({ SHIFT }: Pick<Space, 'SHIFT'>, rank: number, offset: number): number {
  return ((rank << SHIFT) + offset) | 0;
}

/** The rank in whose region an address of this memory lies. */
export function rankOf({ SHIFT }: Pick<Space, 'SHIFT'>, address: number): number {
  return address >>> SHIFT;
}

/** Bytes, as a signed i32, from the start of its region to an address of this memory. */
export function offsetOf({ SHIFT }: Pick<Space, 'SHIFT'>, address: number): number {
  return (address - ((address >>> SHIFT) << SHIFT)) | 0;
}

/** Bytes of a region, up to 4 GiB; `2 ** SHIFT` would be a call of Math.pow. */
export function regionBytes(SHIFT: number): number {
  return 2 * ((1 << (SHIFT - 1)) >>> 0);
}

/** Index in I32 of the word at `offset` of the region of `thread`. */
export function wordOf(space: Space, thread: number, offset: number): number {
  return ((thread << space.SHIFT) + offset) >>> 2;
}
