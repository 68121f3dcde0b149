/** Shared receive queues: receives for all attached queue pairs. */
import { IBV_SRQ_LIMIT, IBV_SRQ_MAX_WR } from './constants.ts';
import { EBUSY, EINVAL, ENOMEM, EOPNOTSUPP, failed } from './errors.ts';
import type { ProtectionDomain } from './protection-domain.ts';
import { MAX_SGE, ReceiveQueue, receiveQueueBytes } from './receive-queue.ts';
import type { Bad, IbvRecvWr } from './work-requests.ts';

export const MAX_SRQ_WR = 65536;

/** ibv_srq_attr */
export interface IbvSrqAttr {
  max_wr: number;
  max_sge: number;
  srq_limit: number;
}

export class SharedReceiveQueue {
  /** Attached queue pairs. */
  users = 0;

  constructor(
    readonly pd: ProtectionDomain,
    readonly attr: IbvSrqAttr,
    readonly address: number,
    readonly number: number,
    readonly queue: ReceiveQueue,
  ) {}
}

/** A queue for at least attr.max_wr buffers; `attr` gets the actual number. Null: EINVAL, ENOMEM. */
export function ibv_create_srq(pd: ProtectionDomain, attr: IbvSrqAttr): SharedReceiveQueue | null {
  if (!(attr.max_wr >= 1 && attr.max_wr <= MAX_SRQ_WR) || attr.max_sge > MAX_SGE) return failed(EINVAL);
  const { adapter } = pd.context;
  attr.max_wr = slotsFor(attr.max_wr);
  attr.max_sge = MAX_SGE;
  const address = adapter.heap.take(receiveQueueBytes(attr.max_wr));
  if (address === 0) return failed(ENOMEM);
  const queue = new ReceiveQueue(adapter.hardware.space, address);
  queue.open(attr.max_wr);
  pd.users++;
  return new SharedReceiveQueue(pd, { ...attr, srq_limit: 0 }, address, pd.context.nextNumber(), queue);
}

export function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

/** IBV_SRQ_LIMIT requests one IBV_EVENT_SRQ_LIMIT_REACHED when fewer buffers are left. Resizing is not supported. */
export function ibv_modify_srq(srq: SharedReceiveQueue, attr: IbvSrqAttr, srq_attr_mask: number): number {
  if ((srq_attr_mask & IBV_SRQ_MAX_WR) !== 0) return EOPNOTSUPP;
  if (srq_attr_mask !== IBV_SRQ_LIMIT || attr.srq_limit >= srq.attr.max_wr) return EINVAL;
  srq.queue.limit = attr.srq_limit;
  return 0;
}

export function ibv_query_srq(srq: SharedReceiveQueue, attr: IbvSrqAttr): number {
  attr.max_wr = srq.attr.max_wr;
  attr.max_sge = srq.attr.max_sge;
  attr.srq_limit = srq.queue.limit;
  return 0;
}

/** EBUSY while a queue pair is attached. */
export function ibv_destroy_srq(srq: SharedReceiveQueue): number {
  if (srq.users > 0) return EBUSY;
  srq.pd.context.adapter.heap.give(srq.address, receiveQueueBytes(srq.attr.max_wr));
  srq.pd.users--;
  return 0;
}

/** Posts the list up to the first request it cannot take, which `bad_wr` gets; the reason is EINVAL or ENOMEM. */
export function ibv_post_srq_recv(srq: SharedReceiveQueue, recv_wr: IbvRecvWr, bad_wr: Bad<IbvRecvWr>): number {
  return postReceives(srq.queue, recv_wr, bad_wr);
}

export function postReceives(queue: ReceiveQueue, first: IbvRecvWr, bad: Bad<IbvRecvWr>): number {
  for (let wr: IbvRecvWr | null = first; wr !== null; wr = wr.next) {
    const error = wr.num_sge > MAX_SGE || wr.num_sge > wr.sg_list.length ? EINVAL : queue.post(wr) ? 0 : ENOMEM;
    if (error === 0) continue;
    bad.wr = wr;
    return error;
  }
  return 0;
}
