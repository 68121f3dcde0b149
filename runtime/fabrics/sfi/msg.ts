/**
 * The message queue (fi_msg(3)): messages without tags, received in the order of the buffers posted.
 *
 * All functions give 0 or a negative error; -FI_EAGAIN means that there is no room at the moment. `desc` is for providers that
 * ask for FI_LOCAL_MR; none here does. Contexts are numbers that come back with the completion.
 */

/** A piece of this rank's memory. */
export interface Iovec {
  readonly base: number;
  readonly len: number;
}

/** fi_msg */
export interface Message {
  readonly msg_iov: readonly Iovec[];
  /** Address of the peer. */
  readonly addr: number;
  readonly context: number;
  /** Goes into the completion at the receiver, with the flag FI_REMOTE_CQ_DATA. */
  readonly data?: bigint;
}

/** fi_ops_msg */
export interface MessageOperations {
  recv(buf: number, len: number, desc: unknown, src_addr: number, context: number): number;
  recvv(iov: readonly Iovec[], desc: unknown, src_addr: number, context: number): number;
  /** Flags: FI_MULTI_RECV, FI_COMPLETION. */
  recvmsg(msg: Message, flags: number): number;
  send(buf: number, len: number, desc: unknown, dest_addr: number, context: number): number;
  sendv(iov: readonly Iovec[], desc: unknown, dest_addr: number, context: number): number;
  /** Flags: FI_COMPLETION, FI_INJECT, FI_REMOTE_CQ_DATA, FI_DELIVERY_COMPLETE. */
  sendmsg(msg: Message, flags: number): number;
  /** The buffer is free on return, and there is no completion, ever. */
  inject(buf: number, len: number, dest_addr: number): number;
  senddata(buf: number, len: number, desc: unknown, data: bigint, dest_addr: number, context: number): number;
  injectdata(buf: number, len: number, data: bigint, dest_addr: number): number;
}

export const MESSAGE_OPERATIONS = [
  'recv',
  'recvv',
  'recvmsg',
  'send',
  'sendv',
  'sendmsg',
  'inject',
  'senddata',
  'injectdata',
] as const satisfies readonly (keyof MessageOperations)[];
