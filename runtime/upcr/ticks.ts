/**
 * Timers: upc_tick.h and Berkeley's bupc_ticks. A tick is a nanosecond of the system's monotonic clock.
 */
import type { NativeFunction } from '../abi.ts';
import { monotonicNanoseconds } from '../node.ts';

const SAMPLES = 1000;

export function ticks(): Record<string, NativeFunction> {
  /** What one reading of the clock costs, in microseconds. */
  function bupc_tick_overheadus(): number {
    const start = monotonicNanoseconds();
    for (let i = 0; i < SAMPLES; i++) monotonicNanoseconds();
    return Number(monotonicNanoseconds() - start) / SAMPLES / 1000;
  }

  const toNanoseconds = (count: bigint) => count;
  return {
    upc_ticks_now: monotonicNanoseconds,
    upc_ticks_to_ns: toNanoseconds,
    bupc_ticks_now: monotonicNanoseconds,
    bupc_ticks_to_ns: toNanoseconds,
    bupc_ticks_to_us: (count: bigint) => BigInt.asUintN(64, count) / 1000n,
    bupc_tick_granularityus: () => 0.001,
    bupc_tick_overheadus,
  };
}
