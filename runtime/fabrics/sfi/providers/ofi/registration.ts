/**
 * Messages about the memory that a process registers with libfabric, which adapters pin: its size, and why it was refused.
 */
import { FI_MR_LOCAL } from './abi.ts';
import type { Library } from './library.ts';
import type { Scratch } from './opening.ts';

/** Of getrlimit(2), on Linux. */
const RLIMIT_MEMLOCK = 8;

/** Whether a provider of this mr_mode pins what is registered: those that want local operands registered are adapters'. */
export const pins = (mode: number): boolean => (mode & FI_MR_LOCAL) !== 0;

/** Bytes that this process may pin, Infinity if there is no limit. */
export function pinnable(library: Library, I32: Int32Array, scratch: Scratch): number {
  if (library.function('getrlimit', 'int', 2)(RLIMIT_MEMLOCK, scratch.there) !== 0) return Number.POSITIVE_INFINITY;
  const word = scratch.here >>> 2;
  const [low, high] = [I32[word]! >>> 0, I32[word + 1]! >>> 0];
  return high === 0xffffffff ? Number.POSITIVE_INFINITY : low + high * 2 ** 32;
}

export const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** `why`: libfabric's words. The limit is told as `ulimit -l` tells it. */
export function refusalOf(bytes: number, limit: number, why: string): string {
  const refused = `libfabric: cannot register what threads share, ${inMebibytes(bytes)} in this process: ${why}`;
  const advice = 'take less by --shared-heap, or another provider by PGAS_PROVIDER=ofi:NAME';
  if (bytes <= limit) return `${refused}; ${advice}`;
  return `${refused}; it may pin ${Math.floor(limit / 1024)} KiB: raise that (ulimit -l, on all hosts), ${advice}`;
}
