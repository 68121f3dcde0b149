/**
 * The driver over shared memory: the initiator does the work of both adapters.
 *
 * A request is carried out when it is posted. One that cannot be waits, and all later ones of its queue pair behind it:
 * the peer has no receive posted (RNR), does not answer (not ready to receive), or the send queue is drained. They are
 * retried whenever the owner posts or polls.
 */
import { platform } from '../../../platform/linked.ts';
import {
  IBV_EVENT_SQ_DRAINED,
  IBV_QPS_ERR,
  IBV_QPS_RTS,
  IBV_QPS_SQD,
  IBV_QPS_SQE,
  IBV_QPT_UD,
  IBV_SEND_SIGNALED,
  IBV_WC_RETRY_EXC_ERR,
  IBV_WC_RNR_RETRY_EXC_ERR,
  IBV_WC_SUCCESS,
  IBV_WC_WR_FLUSH_ERR,
} from '../constants.ts';
import type { Context } from '../device.ts';
import type { Driver } from '../driver.ts';
import { EINVAL, ENOMEM } from '../errors.ts';
import type { QueuePair } from '../queue-pair.ts';
import type { Bad, IbvSendWr } from '../work-requests.ts';
import { completionOpcode, lengthOf, mayPost } from './acceptance.ts';
import { Connections, NO_ANSWER, NOT_READY } from './connections.ts';
import { Datagrams } from './datagrams.ts';
import { flushReceives } from './failing.ts';
import { dropKept, keep } from './kept.ts';
import { Receipts } from './receipts.ts';
import { answerTimeout, FOREVER, rnrTimeout } from './timeouts.ts';

export class ShmDriver implements Driver {
  readonly device = 'shm0';
  protected readonly connections: Connections;
  private readonly datagrams: Datagrams;
  /** Queue pairs with waiting requests. */
  private readonly stalled: QueuePair[] = [];

  constructor(context: Context, receipts = new Receipts(context.adapter)) {
    this.connections = new Connections(context, receipts);
    this.datagrams = new Datagrams(context, receipts);
  }

  postSend(qp: QueuePair, first: IbvSendWr, bad: Bad<IbvSendWr>): number {
    for (let wr: IbvSendWr | null = first; wr !== null; wr = wr.next) {
      const error = this.post(qp, wr);
      if (error === 0) continue;
      bad.wr = wr;
      return error;
    }
    return 0;
  }

  progress(): void {
    for (let i = this.stalled.length - 1; i >= 0; i--) {
      const qp = this.stalled[i]!;
      this.goOn(qp);
      if (qp.waiting.length === 0) this.stalled.splice(i, 1);
    }
  }

  stateChanged(qp: QueuePair, from: number, to: number): void {
    const { adapter } = qp.context;
    if (to === IBV_QPS_ERR && from !== to) this.flush(qp);
    if (to === IBV_QPS_SQD && from !== to) adapter.raise(adapter.rank, IBV_EVENT_SQ_DRAINED, qp.qp_num);
    if (to === IBV_QPS_RTS) this.goOn(qp);
  }

  forget(qp: QueuePair): void {
    const index = this.stalled.indexOf(qp);
    if (index >= 0) this.stalled.splice(index, 1);
    for (const wr of qp.waiting.splice(0)) dropKept(qp.context.adapter, wr);
  }

  private post(qp: QueuePair, wr: IbvSendWr): number {
    const state = qp.state;
    if (state < IBV_QPS_RTS || !mayPost(qp, wr)) return EINVAL;
    if (((qp.posted - qp.retired) | 0) >= qp.init.cap.max_send_wr) return ENOMEM;
    qp.posted = (qp.posted + 1) | 0;
    if (state === IBV_QPS_RTS && qp.waiting.length === 0) {
      return this.carryOut(qp, wr, qp.posted) ? 0 : this.wait(qp, wr);
    }
    if (state !== IBV_QPS_ERR && state !== IBV_QPS_SQE) return this.wait(qp, wr);
    this.complete(qp, wr, qp.posted, IBV_WC_WR_FLUSH_ERR);
    return 0;
  }

  /** False if it must wait. */
  protected carryOut(qp: QueuePair, wr: IbvSendWr, sequence: number): boolean {
    const status = this.attempt(qp, wr);
    if (status < 0) return false;
    this.complete(qp, wr, sequence, status);
    return true;
  }

  /** The status of the completion; negative if it must be tried again. */
  protected attempt(qp: QueuePair, wr: IbvSendWr): number {
    const status = qp.init.qp_type === IBV_QPT_UD ? this.datagrams.carryOut(qp, wr) : this.connections.carryOut(qp, wr);
    return status < 0 ? this.giveUp(qp, status) : status;
  }

  protected complete(qp: QueuePair, wr: IbvSendWr, sequence: number, status: number): void {
    qp.tries = 0;
    const wanted = qp.init.sq_sig_all || (wr.send_flags & IBV_SEND_SIGNALED) !== 0;
    if (wanted || status !== IBV_WC_SUCCESS)
      this.enter(qp, wr.wr_id, sequence, status, completionOpcode(wr.opcode), lengthOf(wr));
    if (status !== IBV_WC_SUCCESS && status !== IBV_WC_WR_FLUSH_ERR) this.fail(qp);
  }

  /** Enters the completion into the queue. */
  protected enter(qp: QueuePair, id: number, sequence: number, status: number, opcode: number, length: number): void {
    qp.init.send_cq.add(qp, id, sequence, status, opcode, length);
  }

  /** An error moves a connection to ERR, a datagram's sender to SQE; requests waiting behind it are flushed. */
  private fail(qp: QueuePair): void {
    qp.state = qp.init.qp_type === IBV_QPT_UD ? IBV_QPS_SQE : IBV_QPS_ERR;
    this.flush(qp);
  }

  private flush(qp: QueuePair): void {
    let sequence = (qp.posted - qp.waiting.length) | 0;
    for (const wr of qp.waiting.splice(0)) {
      sequence = (sequence + 1) | 0;
      this.complete(qp, wr, sequence, IBV_WC_WR_FLUSH_ERR);
      dropKept(qp.context.adapter, wr);
    }
    if (qp.state === IBV_QPS_ERR) flushReceives(qp.context.adapter, qp.context.adapter.rank, qp.qp_num, qp.entry);
  }

  /** Queues it: 0, or ENOMEM if there is no room for its inline data. */
  private wait(qp: QueuePair, wr: IbvSendWr): number {
    const kept = keep(qp.context.adapter, wr);
    if (kept === null) {
      qp.posted = (qp.posted - 1) | 0;
      return ENOMEM;
    }
    if (!this.stalled.includes(qp)) this.stalled.push(qp);
    qp.waiting.push(kept);
    return 0;
  }

  /** Carries out waiting requests in order, until one must wait on. */
  private goOn(qp: QueuePair): void {
    if (qp.state === IBV_QPS_ERR) this.flush(qp);
    while (qp.waiting.length > 0 && qp.state === IBV_QPS_RTS) {
      const sequence = (qp.posted - qp.waiting.length + 1) | 0;
      const wr = qp.waiting.shift()!;
      if (!this.carryOut(qp, wr, sequence)) {
        qp.waiting.unshift(wr);
        return;
      }
      dropKept(qp.context.adapter, wr);
    }
  }

  /** After a failed attempt: an error, if retries are exhausted; else `why` it failed. */
  private giveUp(qp: QueuePair, why: number): number {
    const now = platform.clock.milliseconds();
    if (qp.tries === 0) qp.triedAt = now;
    const { rnr_retry, retry_cnt, timeout } = qp.attributes;
    const [pause, most] =
      why === NOT_READY ? [rnrTimeout(this.connections.rnrTimer(qp)), rnr_retry] : [answerTimeout(timeout), retry_cnt];
    if (qp.tries > 0 && now - qp.triedAt < pause) return why;
    qp.triedAt = now;
    qp.tries = Math.max(1, qp.tries);
    if (why === NOT_READY && rnr_retry === FOREVER) return why;
    if (qp.tries++ <= most) return why;
    return why === NO_ANSWER ? IBV_WC_RETRY_EXC_ERR : IBV_WC_RNR_RETRY_EXC_ERR;
  }
}
