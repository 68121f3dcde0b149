/**
 * Unreliable datagrams. A datagram without queue pair, matching key or buffer at the receiver is dropped silently.
 * A buffer begins with 40 bytes for the global route header, unused on one subnet.
 */
import {
  GRH_SIZE,
  IBV_ACCESS_LOCAL_WRITE,
  IBV_QPS_RTR,
  IBV_QPS_SQE,
  IBV_QPT_UD,
  IBV_SEND_INLINE,
  IBV_SEND_SOLICITED,
  IBV_WC_LOC_LEN_ERR,
  IBV_WC_LOC_PROT_ERR,
  IBV_WC_RECV,
  IBV_WC_SUCCESS,
  IBV_WC_WITH_IMM,
  IBV_WR_SEND_WITH_IMM,
} from '../constants.ts';
import { PD, QKEY, RECEIVE_CQ, RECEIVE_QUEUE, STATE, TYPE } from '../contexts.ts';
import type { Context } from '../device.ts';
import type { QueuePair } from '../queue-pair.ts';
import { ReceiveQueue, Slot } from '../receive-queue.ts';
import { type IbvSendWr, IbvWc } from '../work-requests.ts';
import { lengthOf } from './acceptance.ts';
import type { Receipts } from './receipts.ts';
import { deposit } from './scatter.ts';

/** One MTU. */
const LARGEST = 4096;

export class Datagrams {
  private readonly slot = new Slot();
  private readonly wc = new IbvWc();

  constructor(
    private readonly context: Context,
    private readonly receipts: Receipts,
  ) {}

  /** Status of the completion: success once sent. */
  carryOut(qp: QueuePair, wr: IbvSendWr): number {
    if (lengthOf(wr) > LARGEST) return IBV_WC_LOC_LEN_ERR;
    if ((wr.send_flags & IBV_SEND_INLINE) === 0 && !this.mayRead(qp, wr)) return IBV_WC_LOC_PROT_ERR;
    const rank = wr.ah!.attr.dlid - 1;
    const entry = this.context.adapter.contextOf(rank, wr.remote_qpn);
    if (this.accepts(wr, rank, entry) && this.deposit(wr, rank, entry)) this.arrive(qp, wr, rank, entry);
    return IBV_WC_SUCCESS;
  }

  private mayRead(qp: QueuePair, wr: IbvSendWr): boolean {
    for (let i = 0; i < wr.num_sge; i++) {
      const { addr, length, lkey } = wr.sg_list[i]!;
      if (length > 0 && !this.context.keys.allowsHere(lkey, addr, length, 0, qp.pd.handle)) return false;
    }
    return true;
  }

  private accepts(wr: IbvSendWr, rank: number, entry: number): boolean {
    const { I32 } = this.context.adapter.hardware.memories.at(rank);
    const state = Atomics.load(I32, entry + STATE);
    const exists = wr.remote_qpn > 0 && wr.remote_qpn < this.context.adapter.limits.max_qp;
    return (
      exists &&
      I32[entry + TYPE] === IBV_QPT_UD &&
      state >= IBV_QPS_RTR &&
      state <= IBV_QPS_SQE &&
      I32[entry + QKEY] === wr.remote_qkey
    );
  }

  /** Copies it behind the header; false if dropped: no buffer, too small a one, or not registered. */
  private deposit(wr: IbvSendWr, rank: number, entry: number): boolean {
    const { slot } = this;
    const { memories } = this.context.adapter.hardware;
    const there = memories.at(rank);
    const { I32 } = there;
    if (!new ReceiveQueue(there, I32[entry + RECEIVE_QUEUE]!).take(slot)) return false;
    if (slot.size < GRH_SIZE + lengthOf(wr) || !this.mayDeposit(rank, I32[entry + PD]!)) return false;
    deposit(memories, rank, slot, GRH_SIZE, wr);
    return true;
  }

  private mayDeposit(rank: number, pd: number): boolean {
    const { slot } = this;
    for (let i = 0; i < slot.num_sge; i++) {
      const size = slot.length[i]! >>> 0;
      if (!this.context.keys.allows(rank, slot.lkey[i]!, slot.addr[i]!, size, IBV_ACCESS_LOCAL_WRITE, pd)) return false;
    }
    return true;
  }

  private arrive(qp: QueuePair, wr: IbvSendWr, rank: number, entry: number): void {
    const { wc } = this;
    const { adapter } = this.context;
    const { memories } = adapter.hardware;
    const immediate = wr.opcode === IBV_WR_SEND_WITH_IMM;
    wc.wr_id = this.slot.wr_id;
    wc.status = IBV_WC_SUCCESS;
    wc.opcode = IBV_WC_RECV;
    wc.byte_len = GRH_SIZE + lengthOf(wr);
    wc.imm_data = immediate ? wr.imm_data : 0;
    wc.wc_flags = immediate ? IBV_WC_WITH_IMM : 0;
    wc.qp_num = wr.remote_qpn;
    wc.src_qp = qp.qp_num;
    wc.slid = adapter.rank + 1;
    const queue = memories.at(rank).I32[entry + RECEIVE_CQ]!;
    this.receipts.enter(rank, queue, wc, (wr.send_flags & IBV_SEND_SOLICITED) !== 0);
  }
}
