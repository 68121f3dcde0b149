/**
 * Receives packets of the provider "ofi". The poller has put those that came over the wire into the ring, as if a thread of this process had sent
 * them (arrivals.ts). The receiver reads the bytes of a long message from the sender's memory first, one message at a time.
 */
import { SurvivingRing } from '../../../../memory/survivingring.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Endpoint } from '../../endpoint.ts';
import { FI_EAGAIN } from '../../errno.ts';
import type { Arrival } from '../shm/arrival.ts';
import { Receiver } from '../shm/receiver.ts';
import type { PacketReceiver } from './arrivals.ts';
import { DONE, UNDER_WAY } from './entry.ts';
import { PATIENCE_WITH_PEERS } from './faults.ts';
import type { Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { LARGEST_FETCHED } from './sizes.ts';

const NOTHING = -1;

export class OfiReceiver extends Receiver implements PacketReceiver {
  /** Where fetched messages lie. */
  private readonly stage: number;
  /** Slot of the read under way. */
  private fetching = NOTHING;
  /** When an error was seen first. */
  private errorSeen: number | undefined;
  /** Ranks and words to be told, for which there was no room. */
  private readonly untold: [rank: number, word: number][] = [];

  constructor(
    endpoint: Endpoint,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
  ) {
    super(endpoint);
    this.stage = endpoint.domain.take(LARGEST_FETCHED);
    port.receiveFor(endpoint.name, endpoint.index, this);
  }

  /** One that must be fetched, or is behind others, goes into the ring. */
  takes(packet: number): boolean {
    return this.takesAtOnce(packet);
  }

  override progress(): void {
    this.port.look();
    if (this.port.faults.error !== 0) this.tellError();
    if (this.untold.length > 0) this.tellAgain();
    super.progress();
    const { ring, hardware } = this;
    while (ring instanceof SurvivingRing && ring.first() === 0 && ring.giveUp(hardware.isGone)) super.progress();
  }

  /** A message is lost. Perhaps the process at its other end has died: then whoever watches the processes says so first. */
  private tellError(): void {
    const now = platform.clock.milliseconds();
    this.errorSeen ??= now;
    this.port.faults.forgive();
    if (this.port.faults.error === 0) this.errorSeen = undefined;
    if (this.errorSeen === undefined || now < this.errorSeen + PATIENCE_WITH_PEERS) return;
    this.fail(this.port.faults.error);
  }

  private fail(error: number): void {
    this.ends.fail({ op_context: 0, flags: 0, err: -error, text: 'a message from or to another process is lost' });
  }

  /** They lie in the memory of a process that is gone. */
  protected override isLost({ byReference, rank }: Arrival): boolean {
    const { port } = this;
    if (!byReference || port.hasRings(rank) || !port.isGone(port.processOf(rank))) return false;
    if (this.fetching !== NOTHING) this.operations.release(this.fetching);
    this.fetching = NOTHING;
    return true;
  }

  protected override isHere(arrival: Arrival): boolean {
    const { rank } = arrival;
    if (!arrival.byReference || this.port.hasRings(rank)) return true;
    if (this.fetching === NOTHING) {
      const slot = this.operations.begin(false, rank, this.stage, arrival.bases[0]! >>> 0, arrival.length, false);
      if (slot >= 0) this.fetching = slot;
      else if (slot !== -FI_EAGAIN) this.fail(slot);
      return false;
    }
    const state = this.operations.stateOf(this.fetching);
    if (state === UNDER_WAY || this.operations.isLost(this.fetching)) return false;
    this.operations.release(this.fetching);
    this.fetching = NOTHING;
    if (state !== DONE) {
      this.fail(state);
      return false;
    }
    arrival.byReference = false;
    arrival.bases[0] = this.stage;
    arrival.lengths[0] = arrival.length;
    return true;
  }

  protected override acknowledge(arrival: Arrival): void {
    const { acknowledge, rank } = arrival;
    if (this.port.hasRings(rank)) super.acknowledge(arrival);
    else if (this.outgoing.acknowledge(rank, acknowledge) !== 0) this.untold.push([rank, acknowledge]);
  }

  private tellAgain(): void {
    while (this.untold.length > 0) {
      const [rank, word] = this.untold[0]!;
      if (this.outgoing.acknowledge(rank, word) !== 0) return;
      this.untold.shift();
    }
  }
}
