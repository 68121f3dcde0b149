/** Reserves the memories of a job. */
import { ADDRESSABLE } from '../abi.ts';
import { inUnits, LaunchError } from '../errors.ts';
import { type Layout, type LayoutRequest, layOut } from '../memory/layout.ts';
import { mostRanks, originsOf, type ProcessMemory } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';

const PAGE = 65536;
const LEAST_ADDRESSES = 2 ** 22;

/**
 * Lays out and reserves memories (which are taken only as they are touched) for all processes with the ranks beginning at `firsts`, in this
 * process of the operating system.
 */
export function takeMemories(request: LayoutRequest, firsts: readonly number[] = [0]): [ProcessMemory[], Layout] {
  return tried({ ...request, perProcess: mostRanks(request.threads, firsts) }, (layout) =>
    firsts.map((first) => ({ first, host: 0, memory: takeMemory(layout, firsts.length) })),
  );
}

/** Lays out the memories of processes of their own, on `hosts` by number; what this one may reserve they may too. */
export function decideLayout(request: LayoutRequest, firsts: readonly number[]): Layout {
  const [, layout] = tried({ ...request, perProcess: mostRanks(request.threads, firsts) }, (each) => takeMemory(each));
  return layout;
}

/** The same with room for the regions of all processes of a host; where that is not to be had, without. */
export function decideMappedLayout(
  request: LayoutRequest,
  firsts: readonly number[],
  hosts: readonly number[],
): Layout {
  const processes = firsts.map((first, index) => ({ first, host: hosts[index]! }));
  const perMemory = mostRanks(request.threads, originsOf(processes, { isMapped: true }));
  try {
    return decideLayout({ ...request, perMemory }, firsts);
  } catch (error) {
    if (error instanceof LaunchError) return decideLayout(request, firsts);
    throw error;
  }
}

/** Takes what there is address space for: where that is limited, by halves, down to what the program and the flags ask for. */
function tried<T>(request: LayoutRequest, take: (layout: Layout) => T): [T, Layout] {
  for (let addresses = Math.min(platform.memory, ADDRESSABLE); ; addresses /= 2) {
    const layout = layOut({ ...request, addresses });
    try {
      return [take(layout), layout];
    } catch (error) {
      if (addresses <= LEAST_ADDRESSES) throw error;
    }
  }
}

/** A memory for a process, of so many here. */
export function takeMemory(layout: Layout, count = 1): WebAssembly.Memory {
  const bytes = layout.phantomsStart < ADDRESSABLE ? ADDRESSABLE : layout.regions * 2 ** layout.shift;
  const pages = bytes / PAGE;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    throw new LaunchError(tooMuch(count * pages * PAGE));
  }
}

function tooMuch(bytes: number): string {
  return `the system does not give ${inUnits(bytes)} of shared memory: use fewer threads (-n), smaller --shared-heap and --heap, or raise the limit of address space (ulimit -v)`;
}
