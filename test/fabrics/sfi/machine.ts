/** The machine that tests of SFI run on. */
import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import { hardwareOf as hardwareOn, type Machine, makeMemory as memoryFor } from '../hardware.ts';

export const SHIFT = 22;
/** Each region: data from 64 KiB on, the adapter's part behind it. */
export const DATA = 65536;
const AREA = 1 << 20;

export const machineOf = (ranks: number): Machine => ({ ranks, shift: SHIFT, area: AREA });

export const makeMemory = (ranks: number): WebAssembly.Memory => memoryFor(machineOf(ranks));

/** Of a rank that shares `memory` with the others. */
export function hardwareOf(memory: WebAssembly.Memory, rank: number, ranks: number): Hardware {
  return hardwareOn(machineOf(ranks), [{ first: 0, host: 0, memory }], rank);
}

/** Address of a datum of a rank. */
export const at = (rank: number, offset = 0): number => (rank << SHIFT) + DATA + offset;
