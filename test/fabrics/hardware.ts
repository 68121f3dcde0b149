/** Hardware of ranks in one thread, which take turns: on one memory, or each rank on a memory of its own. */
import type { Hardware } from '../../runtime/fabrics/hardware.ts';
import { Area } from '../../runtime/memory/area.ts';
import { bulkOperations } from '../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../runtime/memory/instructions.ts';
import { basesOf, memoriesOf, type ProcessMemory, spaceOf } from '../../runtime/memory/memories.ts';

/** All ranks in one memory, or each in a memory of its own. */
export const ARRANGEMENTS = ['one memory', 'separate memories'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** Ranks with regions of 2^shift bytes, in which the adapter's part begins at `area`. */
export interface Machine {
  readonly ranks: number;
  readonly shift: number;
  readonly area: number;
}

export function makeMemory({ ranks, shift }: Machine): WebAssembly.Memory {
  const pages = (ranks << shift) / 65536;
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** All ranks in one process, or a process each. */
export function makeProcesses(machine: Machine, arrangement: Arrangement = 'one memory'): ProcessMemory[] {
  const processes = arrangement === 'one memory' ? 1 : machine.ranks;
  const regions = arrangement === 'separate memories' ? 1 : machine.ranks;
  const each = { ...machine, ranks: regions };
  return Array.from({ length: processes }, (_, first) => ({ first, host: 0, memory: makeMemory(each) }));
}

const module = compileInstructions();

export function hardwareOf(
  machine: Machine,
  processes: readonly ProcessMemory[],
  rank: number,
  rouse: (rank: number) => void = () => {},
): Hardware {
  const firsts = processes.map(({ first }) => first);
  const layout = { threads: machine.ranks, isMapped: false, shift: machine.shift, copies: 0 };
  const space = spaceOf(processes, rank, layout);
  const wasm = instructions(space, module);
  const bulk = bulkOperations(space, wasm);
  const memories = memoriesOf(space, bulk, layout, processes);
  return {
    space,
    bulk,
    firsts,
    hosts: firsts.map(() => 0),
    exchange: (bytes) => [bytes],
    services: [],
    memories,
    baseOf: basesOf(layout, firsts),
    area: new Area(machine.area, 1 << machine.shift),
    fence: wasm.fence,
    rouse,
    carries: () => {},
    outlivesPeers: false,
    isGone: () => false,
    inform: () => {},
    warn: () => {},
    lookForEnd: () => {},
  };
}

/** Of all ranks. */
export function makeHardware(machine: Machine, arrangement?: Arrangement, rouse?: (rank: number) => void): Hardware[] {
  const processes = makeProcesses(machine, arrangement);
  return Array.from({ length: machine.ranks }, (_, rank) => hardwareOf(machine, processes, rank, rouse));
}
