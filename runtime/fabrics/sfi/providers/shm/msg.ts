/** The message queue of the provider "shm". */
import type { Endpoint } from '../../endpoint.ts';
import { FI_EINVAL, FI_EOPNOTSUPP } from '../../errno.ts';
import { FI_ADDR_UNSPEC, FI_DIRECTED_RECV, FI_MULTI_RECV, FI_REMOTE_CQ_DATA } from '../../flags.ts';
import type { Iovec, Message, MessageOperations } from '../../msg.ts';
import { DATA, MESSAGE } from './packet.ts';
import type { Receiver } from './receiver.ts';
import type { Sender } from './sender.ts';

/** The name of the only sender that a receive wants; 0 for any. (Only FI_DIRECTED_RECV looks at it.) */
export function wantedSource(endpoint: Endpoint, address: number): number {
  if (address === FI_ADDR_UNSPEC || (endpoint.info.caps & FI_DIRECTED_RECV) === 0) return 0;
  return endpoint.vector!.nameOf(address);
}

/** One piece, used again and again. */
export class OnePiece {
  private readonly piece = { base: 0, len: 0 };
  private readonly pieces: readonly Iovec[] = [this.piece];

  at(base: number, len: number): readonly Iovec[] {
    this.piece.base = base;
    this.piece.len = len;
    return this.pieces;
  }
}

export class ShmMessages implements MessageOperations {
  private readonly piece = new OnePiece();

  constructor(
    private readonly endpoint: Endpoint,
    private readonly sender: Sender | undefined,
    private readonly receiver: Receiver | undefined,
  ) {}

  recv(buf: number, len: number, _desc: unknown, src_addr: number, context: number): number {
    return this.post([{ base: buf, len }], src_addr, context, this.endpoint.op_flags);
  }

  recvv(iov: readonly Iovec[], _desc: unknown, src_addr: number, context: number): number {
    return this.post(iov, src_addr, context, this.endpoint.op_flags);
  }

  recvmsg({ msg_iov, addr, context }: Message, flags: number): number {
    return this.post(msg_iov, addr, context, flags);
  }

  send(buf: number, len: number, _desc: unknown, dest_addr: number, context: number): number {
    return this.transmit(MESSAGE, this.piece.at(buf, len), dest_addr, this.endpoint.op_flags, 0n, context);
  }

  sendv(iov: readonly Iovec[], _desc: unknown, dest_addr: number, context: number): number {
    return this.transmit(MESSAGE, iov, dest_addr, this.endpoint.op_flags, 0n, context);
  }

  sendmsg({ msg_iov, addr, context, data }: Message, flags: number): number {
    const kind = flags & FI_REMOTE_CQ_DATA ? MESSAGE | DATA : MESSAGE;
    return this.transmit(kind, msg_iov, addr, flags, data ?? 0n, context);
  }

  inject(buf: number, len: number, dest_addr: number): number {
    return this.sender === undefined ? -FI_EOPNOTSUPP : this.sender.inject(MESSAGE, buf, len, dest_addr, 0n, 0n);
  }

  senddata(buf: number, len: number, _desc: unknown, data: bigint, dest_addr: number, context: number): number {
    const pieces = this.piece.at(buf, len);
    return this.transmit(MESSAGE | DATA, pieces, dest_addr, this.endpoint.op_flags, data, context);
  }

  injectdata(buf: number, len: number, data: bigint, dest_addr: number): number {
    if (this.sender === undefined) return -FI_EOPNOTSUPP;
    return this.sender.inject(MESSAGE | DATA, buf, len, dest_addr, data, 0n);
  }

  private transmit(
    kind: number,
    pieces: readonly Iovec[],
    dest: number,
    flags: number,
    data: bigint,
    context: number,
  ): number {
    return this.sender === undefined ? -FI_EOPNOTSUPP : this.sender.send(kind, pieces, dest, flags, data, 0n, context);
  }

  private post(pieces: readonly Iovec[], address: number, context: number, flags: number): number {
    if (this.receiver === undefined) return -FI_EOPNOTSUPP;
    if (flags & FI_MULTI_RECV && pieces.length !== 1) return -FI_EINVAL;
    const source = wantedSource(this.endpoint, address);
    return this.receiver.post({ kind: MESSAGE, pieces, context, flags, source, tag: 0n, ignore: 0n });
  }
}
