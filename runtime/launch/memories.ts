/** Reserves the memories of a job. */
import { ADDRESSABLE } from '../abi.ts';
import { inUnits, LaunchError } from '../errors.ts';
import { type Layout, type LayoutRequest, layOut } from '../memory/layout.ts';
import { mostRanks, originsOf, type ProcessMemory } from '../memory/memories.ts';

const PAGE = 65536;
const LEAST_ADDRESSES = 2 ** 22;

/** As `takeMemories`, but with room for the regions of all processes of a host; where that is not to be had, without. */
export function takeMappedMemories(
  request: LayoutRequest,
  firsts: readonly number[],
  hosts: readonly number[],
): [ProcessMemory[], Layout] {
  const processes = firsts.map((first, index) => ({ first, host: hosts[index]! }));
  const perMemory = mostRanks(request.threads, originsOf(processes, { isMapped: true }));
  try {
    return takeMemories({ ...request, perMemory }, firsts, hosts);
  } catch (error) {
    if (error instanceof LaunchError) return takeMemories(request, firsts, hosts);
    throw error;
  }
}

/**
 * Lays out and reserves as much address space as the system gives (memory is taken only as it is touched), for each process
 * with the ranks beginning at `firsts`, on `hosts` by number: where it is limited, by halves, down to what the program and the flags ask for.
 */
export function takeMemories(
  request: LayoutRequest,
  firsts: readonly number[] = [0],
  hosts: readonly number[] = [],
): [ProcessMemory[], Layout] {
  const perProcess = mostRanks(request.threads, firsts);
  for (let addresses = ADDRESSABLE; ; addresses /= 2) {
    const layout = layOut({ ...request, perProcess, addresses });
    const pages = (layout.regions * 2 ** layout.shift) / PAGE;
    try {
      const take = () => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      return [firsts.map((first, index) => ({ first, host: hosts[index] ?? 0, memory: take() })), layout];
    } catch {
      if (addresses <= LEAST_ADDRESSES) throw new LaunchError(tooMuch(firsts.length * pages * PAGE));
    }
  }
}

/** A memory for a process of its own, laid out as the one that started it has decided. */
export function takeMemory(layout: Layout): WebAssembly.Memory {
  const pages = (layout.regions * 2 ** layout.shift) / PAGE;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    throw new LaunchError(tooMuch(pages * PAGE));
  }
}

function tooMuch(bytes: number): string {
  return `the system does not give ${inUnits(bytes)} of shared memory: use fewer threads (-n), smaller --shared-heap and --heap, or raise the limit of address space (ulimit -v)`;
}
