/**
 * Remote memory access (fi_rma(3)): bytes between this rank's memory and a memory region of a peer, which takes no part.
 */
import type { Iovec } from './msg.ts';

/** A piece of a region of the peer: its address, as the domain's regions are addressed, and the key. */
export interface RemoteIovec {
  readonly addr: number;
  readonly len: number;
  readonly key: number;
}

/** fi_msg_rma: as many bytes on both sides. */
export interface RmaMessage {
  readonly msg_iov: readonly Iovec[];
  readonly addr: number;
  readonly rma_iov: readonly RemoteIovec[];
  readonly context: number;
  readonly data?: bigint;
}

/** fi_ops_rma */
export interface RmaOperations {
  read(buf: number, len: number, desc: unknown, src_addr: number, addr: number, key: number, context: number): number;
  readv(iov: readonly Iovec[], desc: unknown, src_addr: number, addr: number, key: number, context: number): number;
  readmsg(msg: RmaMessage, flags: number): number;
  write(buf: number, len: number, desc: unknown, dest_addr: number, addr: number, key: number, context: number): number;
  writev(iov: readonly Iovec[], desc: unknown, dest_addr: number, addr: number, key: number, context: number): number;
  writemsg(msg: RmaMessage, flags: number): number;
  /** The buffer is free on return, and there is no completion in a queue; counters count it. */
  inject_write(buf: number, len: number, dest_addr: number, addr: number, key: number): number;
  /** The data goes into a completion at the target. */
  writedata(
    buf: number,
    len: number,
    desc: unknown,
    data: bigint,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number;
  inject_writedata(buf: number, len: number, data: bigint, dest_addr: number, addr: number, key: number): number;
}

export const RMA_OPERATIONS = [
  'read',
  'readv',
  'readmsg',
  'write',
  'writev',
  'writemsg',
  'inject_write',
  'writedata',
  'inject_writedata',
] as const satisfies readonly (keyof RmaOperations)[];
