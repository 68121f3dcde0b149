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

/** Whether the address lies in this memory: in a region of this process's ranks. */
export function isHere({ FIRST, REACH, SHIFT }: Pick<Space, 'FIRST' | 'REACH' | 'SHIFT'>, address: number): boolean {
  return ((address >>> SHIFT) - FIRST) >>> 0 < REACH;
}

/** Bytes of a region, up to 4 GiB; `2 ** SHIFT` would be a call of Math.pow. */
export function regionBytes(SHIFT: number): number {
  return 2 * ((1 << (SHIFT - 1)) >>> 0);
}

/** Index in I32 of the word at `offset` of the region of `thread`. */
export function wordOf(space: Space, thread: number, offset: number): number {
  return ((thread << space.SHIFT) + offset) >>> 2;
}
