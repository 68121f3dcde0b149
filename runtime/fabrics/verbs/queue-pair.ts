/**
 * Queue pairs: reliable connections (RC) and unreliable datagrams (UD). State that peers see lies in the adapter's
 * table (contexts.ts), the rest here.
 */
import type { CompletionQueue } from './completion-queue.ts';
import {
  IBV_QP_ACCESS_FLAGS,
  IBV_QP_AV,
  IBV_QP_CUR_STATE,
  IBV_QP_DEST_QPN,
  IBV_QP_MIN_RNR_TIMER,
  IBV_QP_PORT,
  IBV_QP_QKEY,
  IBV_QP_STATE,
  IBV_QPS_ERR,
  IBV_QPS_RESET,
  IBV_QPT_RC,
  IBV_QPT_UD,
} from './constants.ts';
import {
  ACCESS,
  DEST_LID,
  DEST_QPN,
  MIN_RNR_TIMER,
  PD,
  QKEY,
  RECEIVE_CQ,
  RECEIVE_QUEUE,
  SRQ,
  STATE,
  TYPE,
} from './contexts.ts';
import type { Context } from './device.ts';
import { EINVAL, ENOMEM, EOPNOTSUPP, failed } from './errors.ts';
import type { ProtectionDomain } from './protection-domain.ts';
import { type IbvQpAttr, newAttributes, setAttributes } from './queue-pair-attributes.ts';
import { MAX_SGE, ReceiveQueue, receiveQueueBytes } from './receive-queue.ts';
import { postReceives, type SharedReceiveQueue, slotsFor } from './shared-receive-queue.ts';
import type { KeptWr } from './shm/kept.ts';
import { mayModify } from './transitions.ts';
import type { Bad, IbvRecvWr, IbvSendWr } from './work-requests.ts';

export const MAX_QP_WR = 16384;
/** Maximum inline bytes of a request. */
export const MAX_INLINE_DATA = 512;

/** ibv_qp_cap */
export interface IbvQpCap {
  max_send_wr: number;
  max_recv_wr: number;
  max_send_sge: number;
  max_recv_sge: number;
  max_inline_data: number;
}

/** ibv_qp_init_attr */
export interface IbvQpInitAttr {
  readonly send_cq: CompletionQueue;
  readonly recv_cq: CompletionQueue;
  readonly srq: SharedReceiveQueue | null;
  readonly cap: IbvQpCap;
  readonly qp_type: number;
  /** Every request completes with an entry; else only those with IBV_SEND_SIGNALED. */
  readonly sq_sig_all: boolean;
}

export class QueuePair {
  readonly context: Context;
  /** Requests posted, and requests known to be done: a completion of them or of a later one was polled. */
  posted = 0;
  retired = 0;
  /** Waiting requests, in order: the peer has no receive posted (RNR), does not answer, or the queue is drained. */
  readonly waiting: KeptWr[] = [];
  /** Time of the oldest one's last attempt, and number of failed attempts. */
  triedAt = 0;
  tries = 0;
  readonly attributes: IbvQpAttr;
  private readonly I32: Int32Array;

  constructor(
    readonly pd: ProtectionDomain,
    readonly init: IbvQpInitAttr,
    readonly qp_num: number,
    readonly receives: ReceiveQueue | null,
    readonly receivesAddress: number,
    /** Index in I32 of its context. */
    readonly entry: number,
  ) {
    this.context = pd.context;
    this.I32 = pd.context.adapter.hardware.space.I32;
    this.attributes = newAttributes();
  }

  get state(): number {
    return Atomics.load(this.I32, this.entry + STATE);
  }

  set state(state: number) {
    Atomics.store(this.I32, this.entry + STATE, state);
  }
}

/** Null: EINVAL for sizes beyond the device's, EOPNOTSUPP for types other than RC and UD, ENOMEM. */
export function ibv_create_qp(pd: ProtectionDomain, init: IbvQpInitAttr): QueuePair | null {
  if (init.qp_type !== IBV_QPT_RC && init.qp_type !== IBV_QPT_UD) return failed(EOPNOTSUPP);
  if (!fits(init)) return failed(EINVAL);
  const { context } = pd;
  const slots = init.srq === null ? slotsFor(init.cap.max_recv_wr) : 0;
  const address = init.srq?.address ?? context.adapter.heap.take(receiveQueueBytes(slots));
  const number = address === 0 ? 0 : context.queuePairs.enter();
  if (number === 0) return failed(ENOMEM);
  const receives = init.srq === null ? new ReceiveQueue(context.adapter.hardware.space, address) : null;
  receives?.open(slots);
  const qp = new QueuePair(
    pd,
    init,
    number,
    receives,
    address,
    context.adapter.contextOf(context.adapter.rank, number),
  );
  context.queuePairs.set(number, qp);
  publish(qp);
  for (const object of [pd, init.send_cq, init.recv_cq, ...(init.srq ? [init.srq] : [])]) object.users++;
  return qp;
}

function fits({ cap }: IbvQpInitAttr): boolean {
  return (
    inRange(cap.max_send_wr, MAX_QP_WR) &&
    inRange(cap.max_recv_wr, MAX_QP_WR) &&
    inRange(cap.max_send_sge, MAX_SGE) &&
    inRange(cap.max_recv_sge, MAX_SGE) &&
    inRange(cap.max_inline_data, MAX_INLINE_DATA)
  );
}

function inRange(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

/** Writes the context for peers. */
function publish({ context, entry, init, pd, receivesAddress }: QueuePair): void {
  const { I32 } = context.adapter.hardware.space;
  I32[entry + TYPE] = init.qp_type;
  I32[entry + PD] = pd.handle;
  I32[entry + RECEIVE_QUEUE] = receivesAddress;
  I32[entry + RECEIVE_CQ] = init.recv_cq.address;
  I32[entry + SRQ] = init.srq?.number ?? 0;
  Atomics.store(I32, entry + STATE, IBV_QPS_RESET);
}

export function ibv_destroy_qp(qp: QueuePair): number {
  const { context, init } = qp;
  const { adapter } = context;
  context.driver.forget(qp);
  qp.state = IBV_QPS_RESET;
  adapter.hardware.bulk.fill(qp.entry << 2, 0, 64);
  context.queuePairs.remove(qp.qp_num);
  if (qp.receives !== null) adapter.heap.give(qp.receivesAddress, receiveQueueBytes(slotsFor(init.cap.max_recv_wr)));
  for (const object of [qp.pd, init.send_cq, init.recv_cq, ...(init.srq ? [init.srq] : [])]) object.users--;
  return 0;
}

/** EINVAL: no such transition, or an attribute is missing, superfluous or out of range. */
export function ibv_modify_qp(qp: QueuePair, attr: IbvQpAttr, attr_mask: number): number {
  const from = qp.state;
  const to = (attr_mask & IBV_QP_STATE) !== 0 ? attr.qp_state : from;
  if ((attr_mask & IBV_QP_CUR_STATE) !== 0 && attr.cur_qp_state !== from) return EINVAL;
  if (!mayModify(qp.init.qp_type, from, to, attr_mask)) return EINVAL;
  if (!valid(qp, attr, attr_mask)) return EINVAL;
  setAttributes(qp.attributes, attr, attr_mask);
  publishAttributes(qp, attr, attr_mask);
  if (to === IBV_QPS_RESET) reset(qp);
  qp.state = to;
  qp.context.driver.stateChanged(qp, from, to);
  return 0;
}

function valid(qp: QueuePair, attr: IbvQpAttr, mask: number): boolean {
  const { THREADS } = qp.context.adapter.hardware.space;
  if ((mask & IBV_QP_PORT) !== 0 && attr.port_num !== 1) return false;
  if ((mask & IBV_QP_AV) !== 0 && !(attr.ah_attr.dlid >= 1 && attr.ah_attr.dlid <= THREADS)) return false;
  return (mask & IBV_QP_MIN_RNR_TIMER) === 0 || inRange(attr.min_rnr_timer, 31);
}

function publishAttributes(qp: QueuePair, attr: IbvQpAttr, mask: number): void {
  const { I32 } = qp.context.adapter.hardware.space;
  const { entry } = qp;
  if ((mask & IBV_QP_ACCESS_FLAGS) !== 0) I32[entry + ACCESS] = attr.qp_access_flags;
  if ((mask & IBV_QP_DEST_QPN) !== 0) I32[entry + DEST_QPN] = attr.dest_qp_num;
  if ((mask & IBV_QP_AV) !== 0) I32[entry + DEST_LID] = attr.ah_attr.dlid;
  if ((mask & IBV_QP_QKEY) !== 0) I32[entry + QKEY] = attr.qkey;
  if ((mask & IBV_QP_MIN_RNR_TIMER) !== 0) I32[entry + MIN_RNR_TIMER] = attr.min_rnr_timer;
}

/** Drops posted requests and receives. */
function reset(qp: QueuePair): void {
  qp.context.driver.forget(qp);
  qp.retired = qp.posted;
  qp.receives?.clear();
}

/** Current attributes, and in `init` those of its creation. */
export function ibv_query_qp(qp: QueuePair, attr: IbvQpAttr, _attr_mask: number): IbvQpInitAttr {
  Object.assign(attr, qp.attributes);
  attr.qp_state = qp.state;
  attr.cur_qp_state = qp.state;
  return qp.init;
}

/** Posts the list up to the first request it cannot take, which `bad_wr` gets; the reason is EINVAL or ENOMEM. */
export function ibv_post_send(qp: QueuePair, wr: IbvSendWr, bad_wr: Bad<IbvSendWr>): number {
  return qp.context.driver.postSend(qp, wr, bad_wr);
}

/** EINVAL in RESET, and on a queue pair with a shared receive queue. */
export function ibv_post_recv(qp: QueuePair, wr: IbvRecvWr, bad_wr: Bad<IbvRecvWr>): number {
  if (qp.receives === null || qp.state === IBV_QPS_RESET) {
    bad_wr.wr = wr;
    return EINVAL;
  }
  const error = postReceives(qp.receives, wr, bad_wr);
  if (qp.state === IBV_QPS_ERR) qp.context.driver.stateChanged(qp, IBV_QPS_RESET, IBV_QPS_ERR);
  return error;
}
