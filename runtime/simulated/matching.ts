/**
 * Two-sided messages on a machine: what a library of the machine takes to match them (machines/schema.ts, message).
 *
 * Such a library registers the buffers of a message as a whole, which adapters may not like (nic.pinned); GASNet's conduits do it in pieces.
 * Where the adapter matches, looking through its queues takes no time of the processor; what it takes of the adapter is not modelled.
 */
import { say } from '../launch/output.ts';
import type { Matching } from '../launch/simulation.ts';
import type { Machine } from '../machines/machine.ts';
import { inUnitsOf, SIZES } from '../machines/units.ts';
import { scheduler } from './scheduler.ts';

/** By rank: of registrations that its transfers have, how many there are of each size. */
const registrations = new Map<number, Map<number, number>>();

/** That messages of the size that was asked for wait. */
let hasTold = false;

/** Bytes of the largest that a rank has now: the adapter has it in its tables whatever it moves. */
export const registrationOf = (rank: number): number => Math.max(0, ...(registrations.get(rank)?.keys() ?? []));

export class MachineMatching implements Matching {
  constructor(private readonly machine: Machine) {}

  get eager(): number {
    return this.machine.message.eager;
  }

  /** Told once, if a larger one was asked for. */
  capped(bytes: number): void {
    const { name, origins } = this.machine;
    const asked = origins.find(({ path, instead }) => path === 'message.eager' && instead !== undefined);
    if (asked === undefined || this.eager <= bytes || hasTold) return;
    hasTold = true;
    say(
      `${name}: message.eager=${asked.shown}: a message holds ${inUnitsOf(SIZES, bytes)}; larger ones wait for their receive`,
    );
  }

  looked(entries: number): void {
    const { matching, match } = this.machine.message;
    if (matching === 'host') scheduler.spend(entries * match);
  }

  registered(bytes: number): void {
    const all = registrations.get(scheduler.rank) ?? new Map<number, number>();
    registrations.set(scheduler.rank, all.set(bytes, (all.get(bytes) ?? 0) + 1));
  }

  deregistered(bytes: number): void {
    const all = registrations.get(scheduler.rank)!;
    const left = all.get(bytes)! - 1;
    if (left === 0) all.delete(bytes);
    else all.set(bytes, left);
  }

  matched(): void {
    scheduler.spend(this.machine.message.overhead);
  }
}
