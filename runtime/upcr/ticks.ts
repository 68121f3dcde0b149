/**
 * Timers: upc_tick.h and Berkeley's bupc_ticks. A tick is a nanosecond of the system's monotonic clock.
 */
import type { NativeFunction } from '../abi.ts';
import { platform } from '../platform/linked.ts';

const SAMPLES = 1000;

export function ticks(): Record<string, NativeFunction> {
  const { nanoseconds } = platform.clock;

  /** Cost of one reading of the clock, in microseconds. */
  function bupc_tick_overheadus(): number {
    const start = nanoseconds();
    for (let i = 0; i < SAMPLES; i++) nanoseconds();
    return Number(nanoseconds() - start) / SAMPLES / 1000;
  }

  const toNanoseconds = (count: bigint) => count;
  return {
    upc_ticks_now: nanoseconds,
    upc_ticks_to_ns: toNanoseconds,
    bupc_ticks_now: nanoseconds,
    bupc_ticks_to_ns: toNanoseconds,
    bupc_ticks_to_us: (count: bigint) => BigInt.asUintN(64, count) / 1000n,
    bupc_tick_granularityus: () => 0.001,
    bupc_tick_overheadus,
  };
}
