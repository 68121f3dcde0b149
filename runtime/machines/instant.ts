/**
 * A machine whose network takes no time, where `fabric.transfers` is instant: what a program would take that waits for its own ranks alone.
 *
 * Each operation takes some nanoseconds, so that ranks which ask each other again and again do not stand still.
 */
import type { Carrier, Passage } from './carrier.ts';
import type { Machine } from './machine.ts';
import type { Paths } from './paths.ts';
import type { EventQueue } from './queue.ts';
import { later, NANOSECOND } from './time.ts';

const FAST = 1e18;
const TIMES = {
  ...{ initiate: NANOSECOND, complete: NANOSECOND, latency: NANOSECOND, acknowledge: NANOSECOND, service: NANOSECOND },
  ...{ gap: 0, turnaround: 0, local: 0, unaligned: 0, cold: 0, rate: FAST, thrashing: FAST },
};
/** Collective operations of the hardware pass the fabric too. */
const STRAIGHT = { hop: 0, near: 0, middle: 0, far: 0 };
const BY_ADAPTER = { puts: 'nic', gets: 'nic', messages: 'nic', atomics: 'nic' } as const;

/** Adapters are all that is passed. */
export class InstantCarrier implements Carrier {
  constructor(
    readonly paths: Paths,
    private readonly queue: EventQueue,
  ) {}

  carry(passage: Passage): void {
    const { now } = this.queue;
    this.queue.add(later(now, passage.delay), passage.rank, passage);
    passage.sent(now);
  }
}

/** The machine, with `fabric.transfers` heeded. */
export function withTransfers(machine: Machine): Machine {
  const { transfers, topology } = machine.fabric;
  if (transfers !== 'instant') return machine;
  return {
    ...machine,
    nic: { ...machine.nic, ...TIMES, ...BY_ADAPTER },
    bus: { ...machine.bus, rate: FAST },
    message: { ...machine.message, overhead: 0, match: 0, eager: Number.MAX_SAFE_INTEGER },
    device: { ...machine.device, meet: 0, entry: 0, data: 0, stream: FAST },
    [topology]: { ...machine[topology], ...STRAIGHT },
  };
}
