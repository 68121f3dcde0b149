/** Effects of an error on both ends of a connection. */
import type { Adapter } from '../adapter.ts';
import { enterReceived } from '../completion-queue.ts';
import { IBV_EVENT_QP_ACCESS_ERR, IBV_QPS_ERR, IBV_WC_RECV, IBV_WC_WR_FLUSH_ERR } from '../constants.ts';
import { RECEIVE_CQ, RECEIVE_QUEUE, SRQ, STATE } from '../contexts.ts';
import { ReceiveQueue, Slot } from '../receive-queue.ts';
import { IbvWc } from '../work-requests.ts';

/** The responder detected the error: its queue pair, with this context, goes to ERR too. */
export function failPeer(adapter: Adapter, rank: number, number: number, entry: number): void {
  Atomics.store(adapter.hardware.memories.at(rank).I32, entry + STATE, IBV_QPS_ERR);
  flushReceives(adapter, rank, number, entry);
  adapter.raise(rank, IBV_EVENT_QP_ACCESS_ERR, number);
}

/** Flushes receives posted to a queue pair of a rank in error; those of a shared queue stay for the others. */
export function flushReceives(adapter: Adapter, rank: number, number: number, entry: number): void {
  const space = adapter.memoryOf(rank);
  if (space.I32[entry + SRQ] !== 0) return;
  const queue = new ReceiveQueue(space, space.I32[entry + RECEIVE_QUEUE]!);
  const slot = new Slot();
  const wc = new IbvWc();
  wc.status = IBV_WC_WR_FLUSH_ERR;
  wc.opcode = IBV_WC_RECV;
  wc.qp_num = number;
  while (queue.take(slot)) {
    wc.wr_id = slot.wr_id;
    enterReceived(adapter, rank, space.I32[entry + RECEIVE_CQ]!, wc, false);
  }
}
