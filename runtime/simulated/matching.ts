/**
 * Two-sided messages on a machine: what a library of the machine takes to match them (machines/schema.ts, message).
 *
 * Such a library registers the buffers of a message as a whole, which adapters may not like (nic.pinned); GASNet's conduits do it in pieces.
 * Where the adapter matches, looking through its queues takes no time of the processor; what it takes of the adapter is not modelled.
 */
import type { Matching } from '../launch/simulation.ts';
import type { Machine } from '../machines/machine.ts';
import { scheduler } from './scheduler.ts';

/** By rank: bytes of the message that it moves. */
const registered = new Map<number, number>();

/** Of what the rank moves now: how much was registered for it at once; 0 where that is not known, or little. */
export const registrationOf = (rank: number): number => registered.get(rank) ?? 0;

export class MachineMatching implements Matching {
  constructor(private readonly machine: Machine) {}

  get eager(): number {
    return this.machine.message.eager;
  }

  looked(entries: number): void {
    const { matching, match } = this.machine.message;
    if (matching === 'host') scheduler.spend(entries * match);
  }

  matched(): void {
    scheduler.spend(this.machine.message.overhead);
  }

  registers(bytes: number): void {
    if (bytes === 0) registered.delete(scheduler.rank);
    else registered.set(scheduler.rank, bytes);
  }
}
