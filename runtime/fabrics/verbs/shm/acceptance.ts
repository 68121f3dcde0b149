/** Validation of work requests by ibv_post_send: by type of queue pair, number of pieces, inline bytes. */
import {
  IBV_QPT_UD,
  IBV_SEND_INLINE,
  IBV_WC_COMP_SWAP,
  IBV_WC_FETCH_ADD,
  IBV_WC_RDMA_READ,
  IBV_WC_RDMA_WRITE,
  IBV_WC_SEND,
  IBV_WR_ATOMIC_FETCH_AND_ADD,
  IBV_WR_RDMA_READ,
  IBV_WR_SEND,
  IBV_WR_SEND_WITH_IMM,
} from '../constants.ts';
import type { QueuePair } from '../queue-pair.ts';
import type { IbvSendWr } from '../work-requests.ts';

export function mayPost(qp: QueuePair, wr: IbvSendWr): boolean {
  const { cap, qp_type } = qp.init;
  const { opcode } = wr;
  if (opcode < 0 || opcode > IBV_WR_ATOMIC_FETCH_AND_ADD) return false;
  if (wr.num_sge > cap.max_send_sge || wr.num_sge > wr.sg_list.length) return false;
  if (qp_type === IBV_QPT_UD && !isDatagram(wr)) return false;
  return (wr.send_flags & IBV_SEND_INLINE) === 0 || (opcode < IBV_WR_RDMA_READ && lengthOf(wr) <= cap.max_inline_data);
}

function isDatagram({ opcode, ah }: IbvSendWr): boolean {
  return ah !== null && (opcode === IBV_WR_SEND || opcode === IBV_WR_SEND_WITH_IMM);
}

/** Total bytes of the pieces. */
export function lengthOf(wr: IbvSendWr): number {
  let length = 0;
  for (let i = 0; i < wr.num_sge; i++) length += wr.sg_list[i]!.length;
  return length;
}

const OPCODES = [
  IBV_WC_RDMA_WRITE,
  IBV_WC_RDMA_WRITE,
  IBV_WC_SEND,
  IBV_WC_SEND,
  IBV_WC_RDMA_READ,
  IBV_WC_COMP_SWAP,
  IBV_WC_FETCH_ADD,
];

/** ibv_wc_opcode of an ibv_wr_opcode. */
export function completionOpcode(opcode: number): number {
  return OPCODES[opcode]!;
}
