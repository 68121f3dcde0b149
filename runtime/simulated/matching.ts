/**
 * Two-sided messages on a machine: what a library of the machine takes to match them (machines/schema.ts, message).
 *
 * Such a library registers the buffers of a message as a whole, which adapters may not like (nic.pinned); GASNet's conduits do it in pieces.
 * Where the adapter matches, looking through its queues takes no time of the processor; what it takes of the adapter is not modelled.
 */
import type { Matching } from '../launch/simulation.ts';
import type { Machine } from '../machines/machine.ts';
import { scheduler } from './scheduler.ts';

/** By rank: bytes of the registration that its transfers touch, which such a library makes of each large message's buffer. */
const registrations = new Map<number, number>();

export const registrationOf = (rank: number): number => registrations.get(rank) ?? 0;

export class MachineMatching implements Matching {
  constructor(private readonly machine: Machine) {}

  get eager(): number {
    return this.machine.message.eager;
  }

  looked(entries: number): void {
    const { matching, match } = this.machine.message;
    if (matching === 'host') scheduler.spend(entries * match);
  }

  registered(bytes: number): void {
    registrations.set(scheduler.rank, bytes);
  }

  matched(): void {
    scheduler.spend(this.machine.message.overhead);
  }
}
