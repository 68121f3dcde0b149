/**
 * What fi_writemsg and fi_readmsg are given: an fi_msg_rma, with its vectors of one piece behind it.
 */
import { IOVEC, MSG_RMA, RMA_IOV, setLong } from './abi.ts';
import type { Wire } from './wire.ts';

/** Offsets behind the fi_msg_rma: an iovec, an fi_rma_iov, the descriptor of the memory here. */
const LOCAL = MSG_RMA.BYTES;
const REMOTE = LOCAL + IOVEC.BYTES;
export const DESCRIPTOR_AT = REMOTE + RMA_IOV.BYTES;
/** Of the number of bytes. */
export const LENGTH_AT = LOCAL + IOVEC.LEN;
export const MESSAGE_BYTES = DESCRIPTOR_AT + 8;

/** Sets, in a message at `at`, what is the same for all accesses with this context. All are addresses of this memory. */
export function prepareMessage(I32: Int32Array, wire: Wire, at: number, context: number): void {
  setLong(I32, at + MSG_RMA.IOV, wire.base + at + LOCAL);
  setLong(I32, at + MSG_RMA.DESC, wire.base + at + DESCRIPTOR_AT);
  setLong(I32, at + MSG_RMA.IOV_COUNT, 1);
  setLong(I32, at + MSG_RMA.RMA_IOV, wire.base + at + REMOTE);
  setLong(I32, at + MSG_RMA.RMA_IOV_COUNT, 1);
  setLong(I32, at + MSG_RMA.CONTEXT, wire.base + context);
  setLong(I32, at + DESCRIPTOR_AT, wire.descriptorOf(at));
}

/** Sets the rest: `len` bytes at `local` here, and at `offset` of the region of `rank`, which is of this process. */
export function addressMessage(
  I32: Int32Array,
  wire: Wire,
  at: number,
  local: number,
  process: number,
  rank: number,
  offset: number,
  len: number,
): void {
  setLong(I32, at + LOCAL + IOVEC.BASE, wire.base + local);
  setLong(I32, at + LENGTH_AT, len);
  setLong(I32, at + MSG_RMA.ADDR, wire.addressOf(process));
  wire.aim(at + REMOTE, rank, offset, len);
}
