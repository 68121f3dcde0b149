/**
 * Remote memory access of the provider "shm": a copy by the initiator, at once.
 *
 * So whatever is begun later comes later, in every sense of FI_ORDER; with FI_DELIVERY_COMPLETE a fence makes it visible
 * to all before it is told complete.
 */
import type { Hardware } from '../../../hardware.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_EHOSTUNREACH, FI_EINVAL, FI_EMSGSIZE } from '../../errno.ts';
import {
  FI_DELIVERY_COMPLETE,
  FI_FENCE,
  FI_INJECT,
  FI_READ,
  FI_REMOTE_CQ_DATA,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_RMA,
  FI_WRITE,
} from '../../flags.ts';
import type { RegionTable } from '../../mr.ts';
import type { Iovec } from '../../msg.ts';
import type { RemoteIovec, RmaMessage, RmaOperations } from '../../rma.ts';
import { DATA, REMOTE_WRITE } from './packet.ts';
import type { Peers } from './peers.ts';
import { type Sender, totalLength } from './sender.ts';

const MOST_PIECES = 4;

export class ShmRma implements RmaOperations {
  protected readonly hardware: Hardware;
  private readonly regions: RegionTable;
  protected readonly injectSize: number;
  protected readonly reads: Ends;
  protected readonly writes: Ends;

  constructor(
    protected readonly endpoint: Endpoint,
    private readonly peers: Peers,
    private readonly sender: Sender,
  ) {
    this.hardware = endpoint.domain.fabric.hardware;
    this.regions = endpoint.domain.regions;
    this.injectSize = endpoint.info.tx_attr.inject_size;
    this.reads = new Ends(endpoint, endpoint.transmit, FI_READ);
    this.writes = new Ends(endpoint, endpoint.transmit, FI_WRITE);
  }

  read(buf: number, len: number, _desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    const { op_flags } = this.endpoint;
    const asked = this.reads.asked(op_flags);
    const rank = this.peers.rankOf(src_addr);
    if (rank < 0) return -FI_EHOSTUNREACH;
    if (asked && !this.reads.hasRoom(1)) return -FI_EAGAIN;
    const fault = this.fetch(rank, src_addr, buf, len, addr, key);
    if (fault < 0) return this.failed(this.reads, 'read', context, rank, addr, len, key, fault);
    this.reads.succeed(asked, context, FI_RMA | FI_READ, len);
    return 0;
  }

  readv(iov: readonly Iovec[], _desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    const rma_iov = [{ addr, len: totalLength(iov), key }];
    return this.readmsg({ msg_iov: iov, addr: src_addr, rma_iov, context }, this.endpoint.op_flags);
  }

  readmsg(msg: RmaMessage, flags: number): number {
    const asked = this.reads.asked(flags);
    const rank = this.checked(msg, this.reads, asked, flags);
    if (rank < 0) return rank;
    const fault = this.fetchAll(msg, rank);
    return this.end(this.reads, 'read', msg, rank, asked, FI_READ, fault);
  }

  write(
    buf: number,
    len: number,
    _desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number {
    const { op_flags } = this.endpoint;
    const asked = this.writes.asked(op_flags);
    const rank = this.peers.rankOf(dest_addr);
    if (rank < 0) return -FI_EHOSTUNREACH;
    if (asked && !this.writes.hasRoom(1)) return -FI_EAGAIN;
    const fault = this.store(rank, dest_addr, buf, len, addr, key);
    if (fault < 0) return this.failed(this.writes, 'write', context, rank, addr, len, key, fault);
    if (op_flags & FI_DELIVERY_COMPLETE) this.hardware.fence();
    this.writes.succeed(asked, context, FI_RMA | FI_WRITE, len);
    return 0;
  }

  writev(iov: readonly Iovec[], _desc: unknown, dest_addr: number, addr: number, key: number, context: number): number {
    const rma_iov = [{ addr, len: totalLength(iov), key }];
    return this.writemsg({ msg_iov: iov, addr: dest_addr, rma_iov, context }, this.endpoint.op_flags);
  }

  writemsg(msg: RmaMessage, flags: number): number {
    const asked = this.writes.asked(flags);
    const rank = this.checked(msg, this.writes, asked, flags);
    if (rank < 0) return rank;
    const fault = this.storeAll(msg, rank);
    if (fault === 0 && flags & FI_REMOTE_CQ_DATA) {
      const status = this.tellTarget(msg.addr, msg.data ?? 0n);
      if (status !== 0) return status;
    }
    if (flags & FI_DELIVERY_COMPLETE) this.hardware.fence();
    return this.end(this.writes, 'write', msg, rank, asked, FI_WRITE, fault);
  }

  inject_write(buf: number, len: number, dest_addr: number, addr: number, key: number): number {
    if (len > this.injectSize) return -FI_EMSGSIZE;
    const rank = this.peers.rankOf(dest_addr);
    if (rank < 0) return -FI_EHOSTUNREACH;
    if (this.store(rank, dest_addr, buf, len, addr, key) < 0) this.writes.countError();
    else {
      if (this.endpoint.op_flags & FI_DELIVERY_COMPLETE) this.hardware.fence();
      this.writes.count();
    }
    return 0;
  }

  writedata(
    buf: number,
    len: number,
    _desc: unknown,
    data: bigint,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number {
    const msg = { msg_iov: [{ base: buf, len }], addr: dest_addr, rma_iov: [{ addr, len, key }], context, data };
    return this.writemsg(msg, this.endpoint.op_flags | FI_REMOTE_CQ_DATA);
  }

  inject_writedata(buf: number, len: number, data: bigint, dest_addr: number, addr: number, key: number): number {
    if (len > this.injectSize) return -FI_EMSGSIZE;
    const rank = this.peers.rankOf(dest_addr);
    if (rank < 0) return -FI_EHOSTUNREACH;
    if (this.store(rank, dest_addr, buf, len, addr, key) < 0) this.writes.countError();
    else {
      const status = this.tellTarget(dest_addr, data);
      if (status !== 0) return status;
      this.writes.count();
    }
    return 0;
  }

  /** Moves all pieces; 0 or a negative error. */
  protected storeAll(msg: RmaMessage, rank: number): number {
    return this.inPieces(msg, (local, len, { addr, key }, offset) =>
      this.store(rank, msg.addr, local, len, addr + offset, key),
    );
  }

  protected fetchAll(msg: RmaMessage, rank: number): number {
    return this.inPieces(msg, (local, len, { addr, key }, offset) =>
      this.fetch(rank, msg.addr, local, len, addr + offset, key),
    );
  }

  /** 0 or a negative error. */
  private store(rank: number, dest: number, buf: number, len: number, addr: number, key: number): number {
    const to = this.regions.locate(rank, key, addr, len, FI_REMOTE_WRITE);
    if (to < 0) return to;
    this.hardware.memories.write(rank, to, buf, len);
    this.regions.count(FI_REMOTE_WRITE);
    this.peers.countAccess(rank, dest, FI_REMOTE_WRITE);
    return 0;
  }

  private fetch(rank: number, src: number, buf: number, len: number, addr: number, key: number): number {
    const from = this.regions.locate(rank, key, addr, len, FI_REMOTE_READ);
    if (from < 0) return from;
    this.hardware.memories.read(rank, from, buf, len);
    this.regions.count(FI_REMOTE_READ);
    this.peers.countAccess(rank, src, FI_REMOTE_READ);
    return 0;
  }

  /** Immediate data, behind what has been written. */
  protected tellTarget(dest: number, data: bigint): number {
    return this.sender.inject(REMOTE_WRITE | DATA, 0, 0, dest, data, 0n);
  }

  /** The rank of the peer, or why the operation is refused. */
  protected checked({ msg_iov, rma_iov, addr }: RmaMessage, ends: Ends, asked: boolean, flags: number): number {
    if (msg_iov.length > MOST_PIECES || rma_iov.length > MOST_PIECES) return -FI_EINVAL;
    const len = totalLength(msg_iov);
    if (len !== rma_iov.reduce((sum, piece) => sum + piece.len, 0)) return -FI_EINVAL;
    if (flags & FI_INJECT && len > this.injectSize) return -FI_EMSGSIZE;
    if (asked && !ends.hasRoom(1)) return -FI_EAGAIN;
    if (flags & FI_FENCE) this.hardware.fence();
    const rank = this.peers.rankOf(addr);
    return rank < 0 ? -FI_EHOSTUNREACH : rank;
  }

  /** Moves what is in one piece on both sides, one after the other; 0 or the first error. */
  private inPieces(
    { msg_iov, rma_iov }: RmaMessage,
    move: (local: number, len: number, remote: RemoteIovec, offset: number) => number,
  ): number {
    let [i, j, here, there] = [0, 0, 0, 0];
    while (i < msg_iov.length && j < rma_iov.length) {
      const [local, remote] = [msg_iov[i]!, rma_iov[j]!];
      const len = Math.min(local.len - here, remote.len - there);
      const fault = len === 0 ? 0 : move((local.base + here) | 0, len, remote, there);
      if (fault < 0) return fault;
      here += len;
      there += len;
      if (here === local.len) [i, here] = [i + 1, 0];
      if (there === remote.len) [j, there] = [j + 1, 0];
    }
    return 0;
  }

  protected end(
    ends: Ends,
    name: string,
    { context, rma_iov, msg_iov }: RmaMessage,
    rank: number,
    asked: boolean,
    flag: number,
    fault: number,
  ): number {
    const { addr, key } = rma_iov[0]!;
    const len = totalLength(msg_iov);
    if (fault < 0) return this.failed(ends, name, context, rank, addr, len, key, fault);
    ends.succeed(asked, context, FI_RMA | flag, len);
    return 0;
  }

  /** What the target refuses is an error of the completion, not of the call. */
  private failed(
    ends: Ends,
    name: string,
    context: number,
    rank: number,
    addr: number,
    len: number,
    key: number,
    fault: number,
  ): number {
    const text = `${name} of ${len} bytes at 0x${addr.toString(16)} of rank ${rank} with key ${key}`;
    ends.fail({ op_context: context, flags: FI_RMA, len: 0, err: -fault, text });
    return 0;
  }
}
