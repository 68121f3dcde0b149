/**
 * XcalableMP's timer: xmp_wtime, xmp_wtick. Seconds of the system's monotonic clock.
 */
import type { NativeFunction } from '../abi.ts';
import { platform } from '../platform/linked.ts';

const NANOSECOND = 1e-9;

export function timer(): Record<string, NativeFunction> {
  return {
    xmp_wtime: () => Number(platform.clock.nanoseconds()) * NANOSECOND,
    xmp_wtick: () => NANOSECOND,
  };
}
