/**
 * Sends packets, and learns when they have been received.
 *
 * Short messages travel in the packet: they are complete when they are in the ring of the receiver. Of long ones, and of
 * those with FI_DELIVERY_COMPLETE, the receiver tells in a word of this rank when he has them. What a process that is gone has no room for,
 * or does not tell of, is complete too.
 */
import { offsetOf } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import type { Packets } from '../../../packets.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_EHOSTUNREACH, FI_EINVAL, FI_EMSGSIZE } from '../../errno.ts';
import { FI_DELIVERY_COMPLETE, FI_INJECT, FI_MSG, FI_SEND, FI_TAGGED } from '../../flags.ts';
import type { Iovec } from '../../msg.ts';
import {
  ACKNOWLEDGE,
  BY_REFERENCE,
  DATA,
  DATA_WORD,
  FIRST,
  fromRank,
  headerOf,
  KIND,
  LENGTH,
  MOST_PIECES,
  PIECES_SHIFT,
  REMOTE_WRITE,
  SOURCE,
  TAG_WORD,
  TAGGED,
} from './packet.ts';
import type { Peers } from './peers.ts';

/** Messages under way of whose end the receiver tells. */
export const ACKNOWLEDGEMENTS = 64;
/** Longer messages are fetched by the receiver, if the ring is large enough to hold several of this size. */
const LONGEST_IN_PACKET = 4096;
const SHARE_OF_RING = 8;

export class Sender {
  protected readonly hardware: Hardware;
  /** What each packet tells of the endpoint: the rank, as word 0 has it, and the offset of its bytes. */
  private readonly from: number;
  private readonly source: number;
  protected readonly rank: number;
  protected readonly injectSize: number;
  /** Longer messages are fetched by the receiver. */
  protected longest: number;
  protected readonly ends: Ends;
  /** Index of the first word in which receivers tell. */
  private readonly words: number;
  /** By slot, of those that have been used. */
  private readonly contexts: number[] = [];
  private readonly flags: number[] = [];
  private readonly lengths: number[] = [];
  private readonly asked: boolean[] = [];
  private readonly receivers: number[] = [];
  private readonly underWay: number[] = [];
  private readonly free: number[];

  constructor(
    endpoint: Endpoint,
    protected readonly peers: Peers,
  ) {
    const { domain, info } = endpoint;
    this.hardware = domain.fabric.hardware;
    this.rank = this.hardware.space.MYTHREAD;
    this.from = fromRank(this.rank);
    this.source = offsetOf(this.hardware.space, endpoint.name);
    this.injectSize = info.tx_attr.inject_size;
    this.longest = Math.min(LONGEST_IN_PACKET, info.rx_attr.total_buffered_recv / SHARE_OF_RING);
    this.ends = new Ends(endpoint, endpoint.transmit, FI_SEND);
    this.words = domain.take(4 * ACKNOWLEDGEMENTS) >>> 2;
    this.free = Array.from({ length: ACKNOWLEDGEMENTS }, (_, slot) => slot);
  }

  /** Sends a short message; no completion. */
  inject(kind: number, buf: number, len: number, dest: number, data: bigint, tag: bigint): number {
    if (len > this.injectSize) return -FI_EMSGSIZE;
    const ring = this.peers.ringOf(dest);
    if (ring === undefined) return this.unreachable(dest);
    const rank = this.peers.rankOf(dest);
    const header = headerOf(kind);
    const packet = ring.reserve(header + len);
    if (packet !== 0) {
      this.fill(rank, packet, kind, len, 0, data, tag);
      this.hardware.memories.write(rank, offsetOf(this.hardware.space, packet + header), buf, len);
      this.publish(ring, packet, rank);
    } else if (!this.hardware.isGone(rank)) return -FI_EAGAIN;
    if ((kind & KIND) !== REMOTE_WRITE) this.ends.count();
    return 0;
  }

  /** Sends a message that lies in pieces. */
  send(
    kind: number,
    pieces: readonly Iovec[],
    dest: number,
    flags: number,
    data: bigint,
    tag: bigint,
    context: number,
  ): number {
    if (pieces.length > MOST_PIECES) return -FI_EINVAL;
    const len = totalLength(pieces);
    if (flags & FI_INJECT && len > this.injectSize) return -FI_EMSGSIZE;
    const asked = this.ends.asked(flags);
    if (asked && !this.ends.hasRoom(1)) return -FI_EAGAIN;
    const told = len > this.longest || (flags & FI_DELIVERY_COMPLETE) !== 0;
    if (told && this.free.length === 0) return -FI_EAGAIN;
    const status = this.post(kind, pieces, len, dest, data, tag, told);
    if (status !== 0) return status;
    const kindFlag = (kind & KIND) === TAGGED ? FI_TAGGED : FI_MSG;
    if (told) this.remember(asked, context, FI_SEND | kindFlag, len, this.peers.rankOf(dest));
    else this.ends.succeed(asked, context, FI_SEND | kindFlag, len);
    return 0;
  }

  /** Tells of what has been received. */
  progress(): void {
    const { hardware } = this;
    for (let i = 0; i < this.underWay.length; ) {
      const slot = this.underWay[i]!;
      const isTold = Atomics.load(hardware.space.I32, this.words + slot) !== 0;
      if (!isTold && !hardware.isGone(this.receivers[slot]!)) i++;
      else this.finish(i, slot);
    }
  }

  protected post(
    kind: number,
    pieces: readonly Iovec[],
    len: number,
    dest: number,
    data: bigint,
    tag: bigint,
    told: boolean,
  ): number {
    const ring = this.peers.ringOf(dest);
    if (ring === undefined) return this.unreachable(dest);
    const byReference = len > this.longest;
    const header = headerOf(kind);
    const rank = this.peers.rankOf(dest);
    const packet = ring.reserve(header + (byReference ? 8 * pieces.length : len), header + len);
    if (packet === 0) return this.hardware.isGone(rank) ? 0 : -FI_EAGAIN;
    const first = byReference ? kind | BY_REFERENCE | (pieces.length << PIECES_SHIFT) : kind;
    this.fill(rank, packet, first, len, told ? this.nextWord() : 0, data, tag);
    if (byReference) this.refer(rank, packet + header, pieces);
    else this.gather(rank, packet + header, pieces);
    this.publish(ring, packet, rank);
    return 0;
  }

  protected fill(
    rank: number,
    packet: number,
    first: number,
    len: number,
    acknowledge: number,
    data: bigint,
    tag: bigint,
  ): void {
    const { I32, I64 } = this.hardware.memories.at(rank);
    const word = packet >>> 2;
    I32[word + FIRST] = first | this.from;
    I32[word + LENGTH] = len;
    I32[word + SOURCE] = this.source;
    I32[word + ACKNOWLEDGE] = acknowledge;
    if (first & DATA) I64[(word + DATA_WORD) >>> 1] = data;
    if ((first & KIND) === TAGGED) I64[(word + TAG_WORD) >>> 1] = tag;
  }

  protected gather(rank: number, to: number, pieces: readonly Iovec[]): void {
    let offset = offsetOf(this.hardware.space, to);
    for (const { base, len } of pieces) {
      this.hardware.memories.write(rank, offset, base, len);
      offset += len;
    }
  }

  protected refer(rank: number, to: number, pieces: readonly Iovec[]): void {
    const { memories, space } = this.hardware;
    const { I32 } = memories.at(rank);
    pieces.forEach(({ base, len }, i) => {
      I32[(to >>> 2) + 2 * i] = offsetOf(space, base);
      I32[(to >>> 2) + 2 * i + 1] = len;
    });
  }

  protected publish(ring: Packets, packet: number, rank: number): void {
    ring.publish(packet);
    if (rank !== this.rank) this.hardware.rouse(rank);
  }

  /** An address that nobody has is an error; an endpoint that is not there yet may come. */
  private unreachable(dest: number): number {
    return this.peers.mayCome(dest) ? -FI_EAGAIN : -FI_EHOSTUNREACH;
  }

  /** Offset of the word in which the receiver is to tell. */
  protected nextWord(): number {
    return offsetOf(this.hardware.space, 4 * (this.words + this.free[this.free.length - 1]!));
  }

  private remember(asked: boolean, context: number, flags: number, len: number, receiver: number): void {
    const slot = this.free.pop()!;
    this.underWay.push(slot);
    this.contexts[slot] = context;
    this.flags[slot] = flags;
    this.lengths[slot] = len;
    this.asked[slot] = asked;
    this.receivers[slot] = receiver;
    if (asked) this.ends.promise();
  }

  private finish(index: number, slot: number): void {
    this.underWay.splice(index, 1);
    this.free.push(slot);
    Atomics.store(this.hardware.space.I32, this.words + slot, 0);
    const asked = this.asked[slot]!;
    if (asked) this.ends.keepPromise();
    this.ends.succeed(asked, this.contexts[slot]!, this.flags[slot]!, this.lengths[slot]!);
  }
}

export function totalLength(pieces: readonly Iovec[]): number {
  let total = 0;
  for (const { len } of pieces) total += len;
  return total;
}
