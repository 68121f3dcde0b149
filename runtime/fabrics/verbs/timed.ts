/**
 * The driver over shared memory on a simulated machine: a request is carried out when the machine has carried its bytes.
 *
 * Requests of a queue pair take effect at the peer in the order of posting where adapters serve them (fabrics/model.ts), and complete in that order. A request is
 * posted only when the peer is there: else it waits here, as ever. Data are read when they arrive, or are taken, but for inline data, which are taken at once.
 */
import { isEverybodys } from '../../memory/space.ts';
import type { Model } from '../model.ts';
import { CompletionQueue } from './completion-queue.ts';
import {
  IBV_QPS_RTS,
  IBV_QPT_UD,
  IBV_WC_RETRY_EXC_ERR,
  IBV_WC_SEND,
  IBV_WC_SUCCESS,
  IBV_WC_WR_FLUSH_ERR,
  IBV_WR_RDMA_READ,
  IBV_WR_RDMA_WRITE,
} from './constants.ts';
import type { Context } from './device.ts';
import type { QueuePair } from './queue-pair.ts';
import { lengthOf } from './shm/acceptance.ts';
import { ShmDriver } from './shm/driver.ts';
import { dropKept, type KeptWr, keep } from './shm/kept.ts';
import { Receipts } from './shm/receipts.ts';
import { type IbvSendWr, IbvWc } from './work-requests.ts';

/** A request on its way. */
class Carried {
  status = IBV_WC_WR_FLUSH_ERR;
  isOver = false;
  /** Tells the receiver of it. */
  receipt: (() => void) | undefined;

  constructor(
    readonly qp: QueuePair,
    readonly wr: KeptWr,
    readonly sequence: number,
    readonly target: number,
    readonly bytes: number,
  ) {}
}

/** What a receiver is told is kept until he has been served. */
class KeptReceipts extends Receipts {
  private kept: (() => void) | undefined;

  override enter(rank: number, queue: number, wc: IbvWc, solicited: boolean): void {
    const copy = Object.assign(new IbvWc(), wc);
    this.kept = () => super.enter(rank, queue, copy, solicited);
  }

  take(): (() => void) | undefined {
    const { kept } = this;
    this.kept = undefined;
    return kept;
  }
}

export class TimedDriver extends ShmDriver {
  /** In the order of posting. */
  private readonly underWay = new Map<QueuePair, Carried[]>();
  private readonly receipts: KeptReceipts;

  constructor(
    private readonly context: Context,
    private readonly model: Model,
  ) {
    const receipts = new KeptReceipts(context.adapter);
    super(context, receipts);
    this.receipts = receipts;
  }

  override forget(qp: QueuePair): void {
    super.forget(qp);
    for (const { wr } of this.underWay.get(qp) ?? []) dropKept(this.context.adapter, wr);
    this.underWay.delete(qp);
  }

  protected override carryOut(qp: QueuePair, wr: IbvSendWr, sequence: number): boolean {
    const isDatagram = qp.init.qp_type === IBV_QPT_UD;
    if (!isDatagram && !this.connections.answers(qp)) return super.carryOut(qp, wr, sequence);
    const kept = keep(this.context.adapter, wr);
    if (kept === null) return false;
    const address = isDatagram ? wr.ah!.attr : qp.attributes.ah_attr;
    const carried = new Carried(qp, kept, sequence, address.dlid - 1, lengthOf(wr));
    const queue = this.underWay.get(qp);
    if (queue === undefined) this.underWay.set(qp, [carried]);
    else queue.push(carried);
    this.begin(carried);
    return true;
  }

  private begin(carried: Carried): void {
    const { opcode } = carried.wr;
    if (opcode === IBV_WR_RDMA_WRITE) this.put(carried);
    else if (opcode === IBV_WR_RDMA_READ) this.get(carried);
    else if (opcode > IBV_WR_RDMA_READ) this.atomic(carried);
    else this.send(carried);
  }

  private put(carried: Carried): void {
    const { target, bytes } = carried;
    const arrived = () => this.access(carried);
    this.model.put(target, bytes, { local() {}, arrived, acknowledged: () => this.end(carried) });
  }

  private get(carried: Carried): void {
    const taken = () => this.access(carried);
    this.model.get(carried.target, carried.bytes, { isOrdered: true, taken, done: () => this.end(carried) });
  }

  private atomic(carried: Carried): void {
    const changed = () => this.access(carried);
    this.model.atomic(carried.target, { isOrdered: true, changed, answered: () => this.end(carried) });
  }

  /** Also a write with immediate data. It is complete when it has arrived; where there is no receive it is tried again. */
  private send(carried: Carried): void {
    const arrived = () => {
      if (!this.move(carried)) return false;
      this.end(carried);
      return true;
    };
    this.model.message(carried.target, carried.bytes, { arrived, served: () => carried.receipt?.() });
  }

  /** Whom it reaches may wait for the change of its memory, but not of a phantom array's. */
  private access(carried: Carried): void {
    if (!this.move(carried)) carried.status = IBV_WC_RETRY_EXC_ERR;
    const { opcode, remote_addr } = carried.wr;
    if (opcode !== IBV_WR_RDMA_READ && !isEverybodys(remote_addr)) this.context.adapter.hardware.rouse(carried.target);
  }

  /** False if it must be tried again. */
  private move(carried: Carried): boolean {
    const { qp, wr } = carried;
    if (qp.state !== IBV_QPS_RTS || !this.underWay.has(qp)) return true;
    const status = this.attempt(qp, wr);
    carried.receipt = this.receipts.take();
    if (status >= 0) carried.status = status;
    return status >= 0;
  }

  private end(carried: Carried): void {
    carried.isOver = true;
    const queue = this.underWay.get(carried.qp) ?? [];
    while (queue[0]?.isOver) this.tell(queue.shift()!);
    const { hardware, rank } = this.context.adapter;
    hardware.rouse(rank);
  }

  private tell({ qp, wr, sequence, status }: Carried): void {
    this.complete(qp, wr, sequence, status);
    dropKept(this.context.adapter, wr);
  }
}

/** A queue whose rank pays for what it takes; that a send is complete is part of what it has paid for beginning it. */
export function paidQueue(model: Model): typeof CompletionQueue {
  return class extends CompletionQueue {
    override take(wc: IbvWc): number {
      const taken = super.take(wc);
      if (taken === 1 && (wc.opcode !== IBV_WC_SEND || wc.status !== IBV_WC_SUCCESS)) model.completed(1);
      return taken;
    }
  };
}
