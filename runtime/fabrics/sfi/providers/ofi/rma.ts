/**
 * Remote memory access of the provider "ofi": to ranks of this process as the provider "shm" does it, to others by libfabric.
 *
 * A write is complete when it is done at the target. Regions have the same keys and places on all ranks, as FI_MR_SCALABLE has it, so this
 * rank's own table says which access is permitted.
 */
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_EHOSTUNREACH, FI_EINVAL, FI_EMSGSIZE, FI_EOPNOTSUPP } from '../../errno.ts';
import {
  FI_INJECT,
  FI_READ,
  FI_REMOTE_CQ_DATA,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_RMA,
  FI_WRITE,
} from '../../flags.ts';
import type { Iovec } from '../../msg.ts';
import type { RmaMessage, RmaOperations } from '../../rma.ts';
import type { Peers } from '../shm/peers.ts';
import { UNDER_WAY } from './entry.ts';
import type { Gathering } from './gathering.ts';
import type { Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { OPERATIONS } from './sizes.ts';

/** So many turns of a wait, or a sleep, say that the target computes; else this many accesses need no nudge. */
const MANY_TURNS = 64;
const QUICK = 16;

export class OfiRma implements RmaOperations {
  private readonly reads: Ends;
  private readonly writes: Ends;
  private readonly injectSize: number;
  /** Slots of what has been begun here. */
  private readonly underWay: number[] = [];
  /** By slot. */
  private readonly contexts = new Float64Array(OPERATIONS);
  private readonly lengths = new Float64Array(OPERATIONS);
  private readonly asked = new Uint8Array(OPERATIONS);
  private readonly kinds = new Uint8Array(OPERATIONS);
  private readonly ranks = new Int32Array(OPERATIONS);
  private readonly offsets = new Float64Array(OPERATIONS);

  /** So many accesses more need no nudge, unless these wait for many turns. */
  private quick = 0;
  private turns = 0;
  private rests = 0;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly peers: Peers,
    private readonly near: RmaOperations,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
    private readonly gathering: Gathering | undefined,
  ) {
    this.reads = new Ends(endpoint, endpoint.transmit, FI_READ);
    this.writes = new Ends(endpoint, endpoint.transmit, FI_WRITE);
    this.injectSize = endpoint.info.tx_attr.inject_size;
  }

  /** Tells of what is complete. */
  progress(): void {
    this.turns++;
    if (this.underWay.length === 0 || this.finishDone() || !this.port.poll()) return;
    this.finishDone();
  }

  /** True if any was. */
  private finishDone(): boolean {
    const { length } = this.underWay;
    for (let i = 0; i < this.underWay.length; ) {
      const state = this.operations.stateOf(this.underWay[i]!);
      if (state === UNDER_WAY) i++;
      else this.finish(i, state);
    }
    return this.underWay.length < length;
  }

  read(buf: number, len: number, desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    const rank = this.peers.rankOf(src_addr);
    if (this.isNear(rank)) return this.near.read(buf, len, desc, src_addr, addr, key, context);
    return this.begin(false, rank, buf, len, addr, key, context, this.endpoint.op_flags);
  }

  readv(iov: readonly Iovec[], _desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    const rma_iov = [{ addr, len: iov[0]!.len, key }];
    return this.readmsg({ msg_iov: iov, addr: src_addr, rma_iov, context }, this.endpoint.op_flags);
  }

  readmsg(msg: RmaMessage, flags: number): number {
    const rank = this.peers.rankOf(msg.addr);
    return this.isNear(rank) ? this.near.readmsg(msg, flags) : this.beginMessage(false, rank, msg, flags);
  }

  write(
    buf: number,
    len: number,
    desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number {
    const rank = this.peers.rankOf(dest_addr);
    if (this.isNear(rank)) return this.near.write(buf, len, desc, dest_addr, addr, key, context);
    return this.begin(true, rank, buf, len, addr, key, context, this.endpoint.op_flags);
  }

  writev(iov: readonly Iovec[], _desc: unknown, dest_addr: number, addr: number, key: number, context: number): number {
    const rma_iov = [{ addr, len: iov[0]!.len, key }];
    return this.writemsg({ msg_iov: iov, addr: dest_addr, rma_iov, context }, this.endpoint.op_flags);
  }

  writemsg(msg: RmaMessage, flags: number): number {
    const rank = this.peers.rankOf(msg.addr);
    return this.isNear(rank) ? this.near.writemsg(msg, flags) : this.beginMessage(true, rank, msg, flags);
  }

  inject_write(buf: number, len: number, dest_addr: number, addr: number, key: number): number {
    const rank = this.peers.rankOf(dest_addr);
    if (this.isNear(rank)) return this.near.inject_write(buf, len, dest_addr, addr, key);
    return this.begin(true, rank, buf, len, addr, key, 0, FI_INJECT);
  }

  /** Immediate data is not offered. */
  writedata(): number {
    return -FI_EOPNOTSUPP;
  }

  inject_writedata(): number {
    return -FI_EOPNOTSUPP;
  }

  /** An address that nobody has is refused there. */
  private isNear(rank: number): boolean {
    return rank < 0 || this.port.isHere(rank);
  }

  private beginMessage(isWrite: boolean, rank: number, msg: RmaMessage, flags: number): number {
    const { msg_iov, rma_iov, context } = msg;
    if (msg_iov.length !== 1 || rma_iov.length !== 1 || flags & FI_REMOTE_CQ_DATA) return -FI_EINVAL;
    const [{ base, len }, { addr, key }] = [msg_iov[0]!, rma_iov[0]!];
    return this.begin(isWrite, rank, base, len, addr, key, context, flags);
  }

  private begin(
    isWrite: boolean,
    rank: number,
    buf: number,
    len: number,
    addr: number,
    key: number,
    context: number,
    flags: number,
  ): number {
    if (rank < 0) return -FI_EHOSTUNREACH;
    const injected = (flags & FI_INJECT) !== 0;
    if (injected && len > this.injectSize) return -FI_EMSGSIZE;
    const ends = isWrite ? this.writes : this.reads;
    const asked = ends.asked(flags);
    if (asked && !ends.hasRoom(1)) return -FI_EAGAIN;
    const { regions, fabric } = this.endpoint.domain;
    const { MYTHREAD } = fabric.hardware.space;
    const offset = regions.locate(MYTHREAD, key, addr, len, isWrite ? FI_REMOTE_WRITE : FI_REMOTE_READ);
    if (offset < 0) return this.failed(ends, isWrite, context, rank, addr, len, -offset);
    if (injected && !asked && this.gathering !== undefined) return this.gathering.write(rank, offset, buf, len);
    if (!this.port.wire.waits) this.nudge(rank);
    const slot = this.operations.begin(isWrite, rank, buf, offset, len, injected);
    if (slot < 0) {
      this.progress();
      return slot;
    }
    if (asked) ends.promise();
    this.underWay.push(slot);
    this.contexts[slot] = context;
    this.lengths[slot] = len;
    this.asked[slot] = asked ? 1 : 0;
    this.kinds[slot] = isWrite ? 1 : 0;
    this.ranks[slot] = rank;
    this.offsets[slot] = offset;
    return 0;
  }

  /**
   * Before the access: libfabric's provider shm has no room behind a write that is not acknowledged. Seldom, where targets answer at once.
   */
  private nudge(rank: number): void {
    const { rests } = this.port.handover;
    if (this.turns > MANY_TURNS || rests !== this.rests) this.quick = 0;
    this.turns = 0;
    this.rests = rests;
    if (--this.quick >= 0) return;
    this.quick = QUICK;
    this.outgoing.nudge(this.port.processOf(rank));
  }

  private finish(index: number, state: number): void {
    const slot = this.underWay[index]!;
    this.underWay[index] = this.underWay[this.underWay.length - 1]!;
    this.underWay.pop();
    this.operations.release(slot);
    const isWrite = this.kinds[slot] === 1;
    const ends = isWrite ? this.writes : this.reads;
    const asked = this.asked[slot] === 1;
    if (asked) ends.keepPromise();
    const [context, len] = [this.contexts[slot]!, this.lengths[slot]!];
    if (state > 0) ends.succeed(asked, context, FI_RMA | (isWrite ? FI_WRITE : FI_READ), len);
    else this.failed(ends, isWrite, context, this.ranks[slot]!, this.offsets[slot]!, len, -state);
  }

  /** A refusal by the target is an error of the completion, not of the call. */
  private failed(
    ends: Ends,
    isWrite: boolean,
    context: number,
    rank: number,
    addr: number,
    len: number,
    err: number,
  ): number {
    const text = `${isWrite ? 'write' : 'read'} of ${len} bytes at 0x${addr.toString(16)} of rank ${rank}`;
    ends.fail({ op_context: context, flags: FI_RMA, len: 0, err, text });
    return 0;
  }
}
