/** Tagged messages of the provider "shm". */
import type { Endpoint } from '../../endpoint.ts';
import { FI_EINVAL, FI_EOPNOTSUPP } from '../../errno.ts';
import { FI_MULTI_RECV, FI_PEEK, FI_REMOTE_CQ_DATA } from '../../flags.ts';
import type { Iovec } from '../../msg.ts';
import type { TaggedMessage, TaggedOperations } from '../../tagged.ts';
import { OnePiece, wantedSource } from './msg.ts';
import { DATA, TAGGED } from './packet.ts';
import type { Posted, Receiver } from './receiver.ts';
import type { Sender } from './sender.ts';

export class ShmTagged implements TaggedOperations {
  private readonly piece = new OnePiece();

  constructor(
    private readonly endpoint: Endpoint,
    private readonly sender: Sender | undefined,
    private readonly receiver: Receiver | undefined,
  ) {}

  trecv(
    buf: number,
    len: number,
    desc: unknown,
    src_addr: number,
    tag: bigint,
    ignore: bigint,
    context: number,
  ): number {
    return this.trecvv([{ base: buf, len }], desc, src_addr, tag, ignore, context);
  }

  trecvv(
    iov: readonly Iovec[],
    _desc: unknown,
    src_addr: number,
    tag: bigint,
    ignore: bigint,
    context: number,
  ): number {
    return this.trecvmsg({ msg_iov: iov, addr: src_addr, tag, ignore, context }, this.endpoint.op_flags);
  }

  trecvmsg({ msg_iov, addr, tag, ignore, context }: TaggedMessage, flags: number): number {
    if (this.receiver === undefined) return -FI_EOPNOTSUPP;
    if (flags & FI_MULTI_RECV) return -FI_EINVAL;
    const source = wantedSource(this.endpoint, addr);
    const posted: Posted = { kind: TAGGED, pieces: msg_iov, context, flags, source, tag, ignore: ignore ?? 0n };
    if ((flags & FI_PEEK) === 0) return this.receiver.post(posted);
    this.receiver.peek(posted);
    return 0;
  }

  tsend(buf: number, len: number, _desc: unknown, dest_addr: number, tag: bigint, context: number): number {
    return this.transmit(TAGGED, this.piece.at(buf, len), dest_addr, this.endpoint.op_flags, 0n, tag, context);
  }

  tsendv(iov: readonly Iovec[], _desc: unknown, dest_addr: number, tag: bigint, context: number): number {
    return this.transmit(TAGGED, iov, dest_addr, this.endpoint.op_flags, 0n, tag, context);
  }

  tsendmsg({ msg_iov, addr, tag, context, data }: TaggedMessage, flags: number): number {
    const kind = flags & FI_REMOTE_CQ_DATA ? TAGGED | DATA : TAGGED;
    return this.transmit(kind, msg_iov, addr, flags, data ?? 0n, tag, context);
  }

  tinject(buf: number, len: number, dest_addr: number, tag: bigint): number {
    return this.sender === undefined ? -FI_EOPNOTSUPP : this.sender.inject(TAGGED, buf, len, dest_addr, 0n, tag);
  }

  tsenddata(
    buf: number,
    len: number,
    _desc: unknown,
    data: bigint,
    dest_addr: number,
    tag: bigint,
    context: number,
  ): number {
    const pieces = this.piece.at(buf, len);
    return this.transmit(TAGGED | DATA, pieces, dest_addr, this.endpoint.op_flags, data, tag, context);
  }

  tinjectdata(buf: number, len: number, data: bigint, dest_addr: number, tag: bigint): number {
    if (this.sender === undefined) return -FI_EOPNOTSUPP;
    return this.sender.inject(TAGGED | DATA, buf, len, dest_addr, data, tag);
  }

  private transmit(
    kind: number,
    pieces: readonly Iovec[],
    dest: number,
    flags: number,
    data: bigint,
    tag: bigint,
    context: number,
  ): number {
    if (this.sender === undefined) return -FI_EOPNOTSUPP;
    return this.sender.send(kind, pieces, dest, flags, data, tag, context);
  }
}
