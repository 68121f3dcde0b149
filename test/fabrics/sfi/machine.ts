/** A shared memory and its adapters, for tests: ranks in one thread, which take turns. */
import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import { Area } from '../../../runtime/memory/area.ts';
import { bulkOperations } from '../../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../../runtime/memory/instructions.ts';
import { oneMemory } from '../../../runtime/memory/memories.ts';
import { makeSpace } from '../../../runtime/memory/space.ts';

export const SHIFT = 22;
/** Each region: data from 64 KiB on, the adapter's part behind it. */
export const DATA = 65536;
const AREA = 1 << 20;

export function makeMemory(ranks: number): WebAssembly.Memory {
  const pages = (ranks << SHIFT) / 65536;
  return new WebAssembly.Memory({ initial: pages, maximum: 65536, shared: true });
}

export function hardwareOf(memory: WebAssembly.Memory, rank: number, ranks: number): Hardware {
  const space = makeSpace(memory, rank, ranks, SHIFT);
  const wasm = instructions(space, compileInstructions());
  const bulk = bulkOperations(space, wasm);
  return {
    space,
    bulk,
    memories: oneMemory(space, bulk),
    area: new Area(AREA, 1 << SHIFT),
    fence: wasm.fence,
    rouse: () => {},
  };
}

/** Address of a datum of a rank. */
export const at = (rank: number, offset = 0): number => (rank << SHIFT) + DATA + offset;
