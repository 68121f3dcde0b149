/**
 * A hostile adapter: the one over shared memory, that takes every freedom which verbs leave.
 *
 * - ibv_post_send(3): a request is carried out later, behind all earlier ones of its queue pair; those of other queue pairs may
 *   overtake it. Its data are read or written any time until the completion, but for inline data, which are taken at once. A
 *   send without a receive at the peer waits (RNR), all behind it as well. (ENOMEM is for a send queue that is full, never by chance.)
 * - ibv_poll_cq(3): completions of one queue pair's requests come in order, long after they have been carried out: the peer's
 *   answer perhaps before. Those of receives come in order from each peer, in any order from several.
 * - Unreliable datagrams are dropped, and their requests complete.
 */
import type { Hostility } from '../hostility.ts';
import { CompletionQueue } from './completion-queue.ts';
import { IBV_QPT_UD, IBV_WC_RECV, IBV_WC_SUCCESS } from './constants.ts';
import type { Context } from './device.ts';
import type { QueuePair } from './queue-pair.ts';
import { ShmDriver } from './shm/driver.ts';
import { type IbvSendWr, IbvWc } from './work-requests.ts';

/** One datagram in so many is dropped. */
const LOSSES = 4;

/** Whether the oldest request of a queue pair is put off, or has been. */
type Delay = 'put off' | 'due';

export class HostileDriver extends ShmDriver {
  private readonly delays = new Map<QueuePair, Delay>();

  constructor(
    context: Context,
    private readonly hostility: Hostility,
  ) {
    super(context);
  }

  override progress(): void {
    this.hostility.poll();
    super.progress();
  }

  protected override carryOut(qp: QueuePair, wr: IbvSendWr, sequence: number): boolean {
    if (this.isPutOff(qp)) return false;
    if (qp.init.qp_type !== IBV_QPT_UD || !this.hostility.chance(LOSSES)) return super.carryOut(qp, wr, sequence);
    this.complete(qp, wr, sequence, IBV_WC_SUCCESS);
    return true;
  }

  protected override enter(
    qp: QueuePair,
    id: number,
    sequence: number,
    status: number,
    opcode: number,
    length: number,
  ): void {
    this.hostility.later(() => {
      super.enter(qp, id, sequence, status, opcode, length);
      return true;
    }, qp);
  }

  private isPutOff(qp: QueuePair): boolean {
    const delay = this.delays.get(qp);
    if (delay === 'put off') return true;
    this.delays.delete(qp);
    if (delay === 'due' || this.hostility.chance(2)) return false;
    this.delays.set(qp, 'put off');
    this.hostility.later(() => {
      this.delays.set(qp, 'due');
      return true;
    });
    return true;
  }
}

/** A queue that tells of receives later; of sends the driver does. */
export function hostileQueue(hostility: Hostility): typeof CompletionQueue {
  return class extends CompletionQueue {
    private readonly due: IbvWc[] = [];
    /** What keeps its order, by the queue pair that has received. */
    private readonly lanes = new Map<number, object>();

    override take(wc: IbvWc): number {
      let taken = super.take(wc);
      for (; taken === 1 && (wc.opcode & IBV_WC_RECV) !== 0; taken = super.take(wc)) this.putOff(wc);
      const due = taken === 1 ? undefined : this.due.shift();
      if (due === undefined) return taken;
      Object.assign(wc, due);
      return 1;
    }

    private putOff(wc: IbvWc): void {
      const kept = Object.assign(new IbvWc(), wc);
      hostility.later(() => this.due.push(kept) > 0, this.laneOf(wc.qp_num));
    }

    private laneOf(number: number): object {
      const lane = this.lanes.get(number) ?? {};
      this.lanes.set(number, lane);
      return lane;
    }
  };
}
