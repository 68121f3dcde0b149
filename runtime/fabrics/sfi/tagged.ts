/**
 * Tagged messages (fi_tagged(3)): a message goes to the first buffer whose tag it has, in all bits that are not ignored.
 */
import type { Iovec, Message } from './msg.ts';

/** fi_msg_tagged; bits of `ignore` need not match. */
export interface TaggedMessage extends Message {
  readonly tag: bigint;
  readonly ignore?: bigint;
}

/** fi_ops_tagged */
export interface TaggedOperations {
  trecv(
    buf: number,
    len: number,
    desc: unknown,
    src_addr: number,
    tag: bigint,
    ignore: bigint,
    context: number,
  ): number;
  trecvv(iov: readonly Iovec[], desc: unknown, src_addr: number, tag: bigint, ignore: bigint, context: number): number;
  /** With FI_PEEK: only looks whether there is such a message; the completion, or the error FI_ENOMSG, tells. */
  trecvmsg(msg: TaggedMessage, flags: number): number;
  tsend(buf: number, len: number, desc: unknown, dest_addr: number, tag: bigint, context: number): number;
  tsendv(iov: readonly Iovec[], desc: unknown, dest_addr: number, tag: bigint, context: number): number;
  tsendmsg(msg: TaggedMessage, flags: number): number;
  tinject(buf: number, len: number, dest_addr: number, tag: bigint): number;
  tsenddata(
    buf: number,
    len: number,
    desc: unknown,
    data: bigint,
    dest_addr: number,
    tag: bigint,
    context: number,
  ): number;
  tinjectdata(buf: number, len: number, data: bigint, dest_addr: number, tag: bigint): number;
}

export const TAGGED_OPERATIONS = [
  'trecv',
  'trecvv',
  'trecvmsg',
  'tsend',
  'tsendv',
  'tsendmsg',
  'tinject',
  'tsenddata',
  'tinjectdata',
] as const satisfies readonly (keyof TaggedOperations)[];
