/**
 * Work requests and work completions, reusable by the caller.
 *
 * 64-bit identifiers and addresses are JavaScript numbers (exact to 2^53); operands of atomics are bigints.
 */
import type { AddressHandle } from './address-handle.ts';

/** ibv_sge: `length` bytes at `addr`, registered under `lkey`. */
export class IbvSge {
  addr = 0;
  length = 0;
  lkey = 0;

  constructor(addr = 0, length = 0, lkey = 0) {
    this.addr = addr;
    this.length = length;
    this.lkey = lkey;
  }
}

/** ibv_send_wr, its unions flattened. */
export class IbvSendWr {
  wr_id = 0;
  next: IbvSendWr | null = null;
  sg_list: IbvSge[];
  num_sge = 0;
  opcode = 0;
  send_flags = 0;
  imm_data = 0;
  /** wr.rdma, wr.atomic */
  remote_addr = 0;
  rkey = 0;
  compare_add = 0n;
  swap = 0n;
  /** wr.ud */
  ah: AddressHandle | null = null;
  remote_qpn = 0;
  remote_qkey = 0;

  constructor(sg_list: IbvSge[] = []) {
    this.sg_list = sg_list;
    this.num_sge = sg_list.length;
  }
}

/** ibv_recv_wr */
export class IbvRecvWr {
  wr_id = 0;
  next: IbvRecvWr | null = null;
  sg_list: IbvSge[];
  num_sge = 0;

  constructor(sg_list: IbvSge[] = []) {
    this.sg_list = sg_list;
    this.num_sge = sg_list.length;
  }
}

/** ibv_wc. On an error only wr_id, status, qp_num and vendor_err are valid. */
export class IbvWc {
  wr_id = 0;
  status = 0;
  opcode = 0;
  vendor_err = 0;
  byte_len = 0;
  imm_data = 0;
  qp_num = 0;
  src_qp = 0;
  wc_flags = 0;
  pkey_index = 0;
  slid = 0;
  sl = 0;
  dlid_path_bits = 0;
}

/** Receives the first request that a post function did not take: `struct ibv_send_wr **bad_wr`. */
export interface Bad<Request> {
  wr: Request | null;
}
