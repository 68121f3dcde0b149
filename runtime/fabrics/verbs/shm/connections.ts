/**
 * Reliable connections: sends, RDMA writes and reads, atomics, carried out by the initiator after the checks of both
 * sides.
 *
 * `carryOut` gives the status of the completion, or a negative number if the request must be retried.
 */
import type { Memories } from '../../../memory/memories.ts';
import type { Space } from '../../../memory/space.ts';
import {
  IBV_ACCESS_LOCAL_WRITE,
  IBV_ACCESS_REMOTE_ATOMIC,
  IBV_ACCESS_REMOTE_READ,
  IBV_ACCESS_REMOTE_WRITE,
  IBV_EVENT_SRQ_LIMIT_REACHED,
  IBV_QPS_RTR,
  IBV_QPS_SQD,
  IBV_QPT_RC,
  IBV_SEND_INLINE,
  IBV_SEND_SOLICITED,
  IBV_WC_LOC_LEN_ERR,
  IBV_WC_LOC_PROT_ERR,
  IBV_WC_RECV,
  IBV_WC_RECV_RDMA_WITH_IMM,
  IBV_WC_REM_ACCESS_ERR,
  IBV_WC_REM_INV_REQ_ERR,
  IBV_WC_REM_OP_ERR,
  IBV_WC_SUCCESS,
  IBV_WC_WITH_IMM,
  IBV_WR_ATOMIC_CMP_AND_SWP,
  IBV_WR_ATOMIC_FETCH_AND_ADD,
  IBV_WR_RDMA_READ,
  IBV_WR_RDMA_WRITE,
  IBV_WR_RDMA_WRITE_WITH_IMM,
  IBV_WR_SEND,
  IBV_WR_SEND_WITH_IMM,
} from '../constants.ts';
import {
  ACCESS,
  DEST_LID,
  DEST_QPN,
  MIN_RNR_TIMER,
  PD,
  RECEIVE_CQ,
  RECEIVE_QUEUE,
  SRQ,
  STATE,
  TYPE,
} from '../contexts.ts';
import type { Context } from '../device.ts';
import type { QueuePair } from '../queue-pair.ts';
import { ReceiveQueue, Slot } from '../receive-queue.ts';
import { type IbvSendWr, IbvWc } from '../work-requests.ts';
import { lengthOf } from './acceptance.ts';
import { failPeer } from './failing.ts';
import type { Receipts } from './receipts.ts';
import { deposit, gather, spread } from './scatter.ts';

/** RNR: the peer has no receive posted. */
export const NOT_READY = -1;
/** The peer is not ready to receive, or not connected with this queue pair. */
export const NO_ANSWER = -2;

export class Connections {
  private readonly memories: Memories;
  /** Rank at the other end of the current request, and its memory. */
  private rank = 0;
  private there: Space;
  private readonly slot = new Slot();
  private readonly wc = new IbvWc();
  /** By rank and address. */
  private readonly queues = new Map<number, ReceiveQueue>();

  constructor(
    private readonly context: Context,
    private readonly receipts: Receipts,
  ) {
    const { memories, space } = context.adapter.hardware;
    this.memories = memories;
    this.there = space;
  }

  carryOut(qp: QueuePair, wr: IbvSendWr): number {
    const peer = this.peerOf(qp);
    if (peer === 0) return NO_ANSWER;
    const status = this.checkLocal(qp, wr);
    if (status !== IBV_WC_SUCCESS) return status;
    switch (wr.opcode) {
      case IBV_WR_SEND:
      case IBV_WR_SEND_WITH_IMM:
        return this.send(qp, wr, peer);
      case IBV_WR_RDMA_WRITE:
        return this.write(qp, wr, peer);
      case IBV_WR_RDMA_WRITE_WITH_IMM:
        return this.writeWithImmediate(qp, wr, peer);
      case IBV_WR_RDMA_READ:
        return this.read(qp, wr, peer);
      default:
        return this.atomic(qp, wr, peer);
    }
  }

  /** Whether the peer is there. */
  answers(qp: QueuePair): boolean {
    return this.peerOf(qp) !== 0;
  }

  /** The peer's RNR timer: delay before a sender retries. */
  rnrTimer(qp: QueuePair): number {
    const { I32 } = this.memories.at(qp.attributes.ah_attr.dlid - 1);
    return I32[this.entryOf(qp) + MIN_RNR_TIMER]!;
  }

  private entryOf(qp: QueuePair): number {
    const { dest_qp_num, ah_attr } = qp.attributes;
    return this.context.adapter.contextOf(ah_attr.dlid - 1, dest_qp_num);
  }

  /** Index of the context of the peer's queue pair, if it is connected with this one and ready to receive; else 0. */
  private peerOf(qp: QueuePair): number {
    const rank = (this.rank = qp.attributes.ah_attr.dlid - 1);
    const { I32 } = (this.there = this.memories.at(rank));
    const entry = this.entryOf(qp);
    const state = Atomics.load(I32, entry + STATE);
    const listens = state >= IBV_QPS_RTR && state <= IBV_QPS_SQD && I32[entry + TYPE] === IBV_QPT_RC;
    const connected = I32[entry + DEST_QPN] === qp.qp_num && I32[entry + DEST_LID] === this.context.adapter.rank + 1;
    return listens && connected ? entry : 0;
  }

  private checkLocal(qp: QueuePair, wr: IbvSendWr): number {
    if ((wr.send_flags & IBV_SEND_INLINE) !== 0) return IBV_WC_SUCCESS;
    const { keys } = this.context;
    const access = wr.opcode >= IBV_WR_RDMA_READ ? IBV_ACCESS_LOCAL_WRITE : 0;
    for (let i = 0; i < wr.num_sge; i++) {
      const { addr, length, lkey } = wr.sg_list[i]!;
      if (length > 0 && !keys.allowsHere(lkey, addr, length, access, qp.pd.handle)) return IBV_WC_LOC_PROT_ERR;
    }
    return IBV_WC_SUCCESS;
  }

  /** The responder's check of an access to `size` bytes at wr.remote_addr. */
  private checkRemote(qp: QueuePair, wr: IbvSendWr, peer: number, size: number, access: number): number {
    const { rank } = this;
    const { I32 } = this.there;
    if ((I32[peer + ACCESS]! & access) === 0) return this.refuse(qp, peer, IBV_WC_REM_INV_REQ_ERR);
    if (size === 0 || this.context.keys.allows(rank, wr.rkey, wr.remote_addr, size, access, I32[peer + PD]!))
      return IBV_WC_SUCCESS;
    return this.refuse(qp, peer, IBV_WC_REM_ACCESS_ERR);
  }

  private refuse(qp: QueuePair, peer: number, status: number): number {
    failPeer(this.context.adapter, this.rank, qp.attributes.dest_qp_num, peer);
    return status;
  }

  private write(qp: QueuePair, wr: IbvSendWr, peer: number): number {
    const status = this.checkRemote(qp, wr, peer, lengthOf(wr), IBV_ACCESS_REMOTE_WRITE);
    if (status === IBV_WC_SUCCESS) gather(this.memories, this.rank, wr.remote_addr | 0, wr);
    return status;
  }

  private read(qp: QueuePair, wr: IbvSendWr, peer: number): number {
    const status = this.checkRemote(qp, wr, peer, lengthOf(wr), IBV_ACCESS_REMOTE_READ);
    if (status === IBV_WC_SUCCESS) spread(this.memories, this.rank, wr, wr.remote_addr | 0);
    return status;
  }

  /** 64 bits; the old value goes to the only piece. Atomic with respect to processors too (IBV_ATOMIC_GLOB). */
  private atomic(qp: QueuePair, wr: IbvSendWr, peer: number): number {
    const { I64 } = this.context.adapter.hardware.space;
    const status = this.checkRemote(qp, wr, peer, 8, IBV_ACCESS_REMOTE_ATOMIC);
    if (status !== IBV_WC_SUCCESS) return status;
    if (lengthOf(wr) !== 8 || wr.num_sge !== 1) return IBV_WC_LOC_LEN_ERR;
    if ((wr.remote_addr & 7) !== 0) return this.refuse(qp, peer, IBV_WC_REM_INV_REQ_ERR);
    const old = this.update(wr);
    const to = wr.sg_list[0]!.addr;
    if ((to & 7) === 0) I64[to >>> 3] = old;
    else new DataView(I64.buffer).setBigInt64(to >>> 0, old, true);
    return IBV_WC_SUCCESS;
  }

  private update(wr: IbvSendWr): bigint {
    const { I64 } = this.there;
    const index = wr.remote_addr >>> 3;
    if (wr.opcode === IBV_WR_ATOMIC_FETCH_AND_ADD) return Atomics.add(I64, index, wr.compare_add);
    if (wr.opcode === IBV_WR_ATOMIC_CMP_AND_SWP) return Atomics.compareExchange(I64, index, wr.compare_add, wr.swap);
    return 0n;
  }

  private send(qp: QueuePair, wr: IbvSendWr, peer: number): number {
    const { slot } = this;
    if (!this.takeReceive(peer)) return NOT_READY;
    const length = lengthOf(wr);
    if (length > slot.size) return this.fault(qp, wr, peer, IBV_WC_LOC_LEN_ERR, IBV_WC_REM_INV_REQ_ERR);
    if (!this.mayDeposit(peer)) return this.fault(qp, wr, peer, IBV_WC_LOC_PROT_ERR, IBV_WC_REM_OP_ERR);
    deposit(this.memories, this.rank, slot, 0, wr);
    this.arrive(qp, wr, peer, IBV_WC_SUCCESS, IBV_WC_RECV);
    return IBV_WC_SUCCESS;
  }

  /** The write, then consumes a receive, whose buffer is not written. */
  private writeWithImmediate(qp: QueuePair, wr: IbvSendWr, peer: number): number {
    if (this.queueAt(this.there.I32[peer + RECEIVE_QUEUE]!).left === 0) return NOT_READY;
    const status = this.write(qp, wr, peer);
    if (status !== IBV_WC_SUCCESS) return status;
    if (!this.takeReceive(peer)) return NOT_READY;
    this.arrive(qp, wr, peer, IBV_WC_SUCCESS, IBV_WC_RECV_RDMA_WITH_IMM);
    return IBV_WC_SUCCESS;
  }

  private takeReceive(peer: number): boolean {
    const { I32 } = this.there;
    const queue = this.queueAt(I32[peer + RECEIVE_QUEUE]!);
    const taken = queue.take(this.slot);
    if (I32[peer + SRQ] !== 0 && queue.fellBelowLimit())
      this.context.adapter.raise(this.rank, IBV_EVENT_SRQ_LIMIT_REACHED, I32[peer + SRQ]!);
    return taken;
  }

  private queueAt(address: number): ReceiveQueue {
    const key = this.rank * 2 ** 32 + (address >>> 0);
    let queue = this.queues.get(key);
    if (queue === undefined) {
      queue = new ReceiveQueue(this.there, address);
      this.queues.set(key, queue);
    }
    return queue;
  }

  /** Whether the receiver's posted buffer is registered. */
  private mayDeposit(peer: number): boolean {
    const { rank, slot } = this;
    const pd = this.there.I32[peer + PD]!;
    for (let i = 0; i < slot.num_sge; i++) {
      const size = slot.length[i]! >>> 0;
      if (size > 0 && !this.context.keys.allows(rank, slot.lkey[i]!, slot.addr[i]!, size, IBV_ACCESS_LOCAL_WRITE, pd))
        return false;
    }
    return true;
  }

  /** Reports an error of the receive at both ends. */
  private fault(qp: QueuePair, wr: IbvSendWr, peer: number, receiver: number, sender: number): number {
    this.arrive(qp, wr, peer, receiver, IBV_WC_RECV);
    return this.refuse(qp, peer, sender);
  }

  /** Enters the completion of the receive at the peer. */
  private arrive(qp: QueuePair, wr: IbvSendWr, peer: number, status: number, opcode: number): void {
    const { wc } = this;
    const { adapter } = this.context;
    const immediate = wr.opcode === IBV_WR_SEND_WITH_IMM || wr.opcode === IBV_WR_RDMA_WRITE_WITH_IMM;
    wc.wr_id = this.slot.wr_id;
    wc.status = status;
    wc.opcode = opcode;
    wc.byte_len = lengthOf(wr);
    wc.imm_data = immediate ? wr.imm_data : 0;
    wc.wc_flags = immediate ? IBV_WC_WITH_IMM : 0;
    wc.qp_num = qp.attributes.dest_qp_num;
    wc.src_qp = qp.qp_num;
    wc.slid = adapter.rank + 1;
    const queue = this.there.I32[peer + RECEIVE_CQ]!;
    this.receipts.enter(this.rank, queue, wc, (wr.send_flags & IBV_SEND_SOLICITED) !== 0);
  }
}
