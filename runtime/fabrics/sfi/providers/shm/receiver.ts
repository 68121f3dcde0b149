/**
 * Receives packets: puts messages into the buffers posted for them.
 *
 * What fits no buffer is kept, as long as there is memory set apart for it, and then stays in the ring, so that senders find
 * no room: nothing is dropped. A message goes to the first buffer that fits, a buffer takes the first message that fits.
 */
import type { Ring } from '../../../../memory/ring.ts';
import { wordOf } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_ECANCELED, FI_ENOENT, FI_ENOMSG, FI_ETRUNC } from '../../errno.ts';
import { FI_MSG, FI_MULTI_RECV, FI_RECV, FI_REMOTE_CQ_DATA, FI_REMOTE_WRITE, FI_RMA, FI_TAGGED } from '../../flags.ts';
import type { Iovec } from '../../msg.ts';
import { Arrival } from './arrival.ts';
import { MESSAGE, REMOTE_WRITE, TAGGED } from './packet.ts';
import { ringOf } from './peers.ts';
import { totalLength } from './sender.ts';

/** A buffer. */
export interface Posted {
  readonly kind: number;
  readonly pieces: readonly Iovec[];
  readonly context: number;
  readonly flags: number;
  /** Name of the only sender wanted, or 0. */
  readonly source: number;
  readonly tag: bigint;
  readonly ignore: bigint;
}

class Buffer {
  readonly length: number;
  readonly several: boolean;
  /** Bytes taken, of one for several messages. */
  used = 0;

  constructor(readonly posted: Posted) {
    this.length = totalLength(posted.pieces);
    this.several = (posted.flags & FI_MULTI_RECV) !== 0;
  }

  fits(arrival: Arrival): boolean {
    const { source, tag, ignore } = this.posted;
    if (source !== 0 && source !== arrival.source) return false;
    return arrival.kind !== TAGGED || ((arrival.tag ^ tag) & ~ignore) === 0n;
  }
}

/** A message may need one entry, and one for the buffer that it did not fit into. */
const ENTRIES = 2;

export class Receiver {
  protected readonly hardware: Hardware;
  protected readonly ring: Ring;
  protected readonly ends: Ends;
  private readonly arrival: Arrival;
  /** Buffers by the kind of message. */
  private readonly buffers: readonly Buffer[][] = [[], []];
  private readonly unexpected: Arrival[] = [];
  private kept = 0;
  private readonly most: number;
  private readonly mostBuffers: number;
  /** A message that is kept may fit a buffer, but there was no room in the queue to tell it. */
  private waiting = false;

  constructor(private readonly endpoint: Endpoint) {
    const { domain, info, name, index } = endpoint;
    this.hardware = domain.fabric.hardware;
    this.most = info.rx_attr.total_buffered_recv;
    this.mostBuffers = info.rx_attr.size;
    this.ring = ringOf(this.hardware, this.hardware.space, name, index, this.most);
    this.ends = new Ends(endpoint, endpoint.receive, FI_RECV);
    this.arrival = new Arrival(this.hardware);
  }

  post(posted: Posted): number {
    const buffers = this.buffers[posted.kind]!;
    if (buffers.length >= this.mostBuffers) return -FI_EAGAIN;
    buffers.push(new Buffer(posted));
    if (this.unexpected.length > 0) this.settle();
    return 0;
  }

  progress(): void {
    if (this.waiting) this.settle();
    const { ring, arrival } = this;
    for (let packet = ring.first(); packet !== 0 && !this.waiting; packet = ring.first()) {
      if (!this.ends.hasRoom(ENTRIES)) return;
      arrival.read(packet);
      if (!this.isLost(arrival)) {
        if (!this.isHere(arrival)) return;
        if (!this.accept(arrival) && !this.keep(arrival)) return;
      }
      ring.release();
    }
  }

  /** Receives a packet that lies elsewhere than in the ring, if nothing is in front of it, and all its bytes are there. */
  protected takesAtOnce(packet: number): boolean {
    if (this.waiting || this.ring.first() !== 0 || !this.ends.hasRoom(ENTRIES)) return false;
    this.arrival.read(packet);
    return !this.arrival.byReference && this.accept(this.arrival);
  }

  cancel(context: number): number {
    for (const buffers of this.buffers) {
      const index = buffers.findIndex(({ posted }) => posted.context === context);
      if (index < 0) continue;
      buffers.splice(index, 1);
      this.ends.fail({ op_context: context, flags: FI_RECV, err: FI_ECANCELED, text: 'receive' });
      return 0;
    }
    return -FI_ENOENT;
  }

  /** Tells of the first message that would fit, and leaves it where it is. */
  peek(posted: Posted): void {
    this.progress();
    const { context, kind } = posted;
    const wanted = new Buffer(posted);
    const found = this.unexpected.find((arrival) => arrival.kind === kind && wanted.fits(arrival));
    if (found === undefined)
      this.ends.fail({ op_context: context, flags: FI_RECV, err: FI_ENOMSG, text: 'look for a message' });
    else this.tell(found, context, 0, found.length, 0);
  }

  /** Gives kept messages to buffers that have been posted since. */
  private settle(): void {
    this.waiting = false;
    for (let i = 0; i < this.unexpected.length; ) {
      if (!this.ends.hasRoom(ENTRIES)) {
        this.waiting = true;
        return;
      }
      const arrival = this.unexpected[i]!;
      if (!this.accept(arrival)) {
        i++;
        continue;
      }
      this.kept -= arrival.buffered;
      this.unexpected.splice(i, 1);
    }
  }

  private keep(arrival: Arrival): boolean {
    if (this.kept + arrival.buffered > this.most || this.unexpected.length >= this.mostBuffers) return false;
    this.kept += arrival.buffered;
    this.unexpected.push(arrival.keep());
    return true;
  }

  /** False if there is no buffer for it. */
  private accept(arrival: Arrival): boolean {
    if (arrival.kind === REMOTE_WRITE) {
      this.ends.receive(
        true,
        0,
        FI_RMA | FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA,
        arrival.length,
        0,
        arrival.data,
        0n,
        arrival.source,
      );
      return true;
    }
    const buffers = this.buffers[arrival.kind]!;
    const index = this.bufferFor(buffers, arrival);
    if (index < 0) return false;
    const buffer = buffers[index]!;
    if (buffer.several) this.append(buffers, index, arrival);
    else {
      buffers.splice(index, 1);
      this.place(buffer, arrival);
    }
    if (arrival.acknowledge !== 0) this.acknowledge(arrival);
    return true;
  }

  /** Index of the first that fits; one for several messages without room for this one is given back. */
  private bufferFor(buffers: Buffer[], arrival: Arrival): number {
    for (let i = 0; i < buffers.length; ) {
      const buffer = buffers[i]!;
      if (!buffer.fits(arrival)) i++;
      else if (buffer.used > 0 && buffer.length - buffer.used < arrival.length) {
        buffers.splice(i, 1);
        this.ends.tell(buffer.posted.context, FI_MULTI_RECV | FI_RECV | FI_MSG);
        return this.ends.hasRoom(ENTRIES - 1) ? this.bufferFor(buffers, arrival) : -1;
      } else return i;
    }
    return -1;
  }

  /** One more message in a buffer for several; each at a multiple of 8. */
  private append(buffers: Buffer[], index: number, arrival: Arrival): void {
    const buffer = buffers[index]!;
    const { pieces, context } = buffer.posted;
    const address = (pieces[0]!.base + buffer.used) | 0;
    const length = Math.min(arrival.length, buffer.length - buffer.used);
    arrival.copy(0, length, address);
    buffer.used += (length + 7) & -8;
    const spent = buffer.length - buffer.used < this.endpoint.min_multi_recv;
    if (spent) buffers.splice(index, 1);
    if (length < arrival.length) this.truncated(buffer, arrival, length, address);
    else this.tell(arrival, context, spent ? FI_MULTI_RECV : 0, length, address);
  }

  private place(buffer: Buffer, arrival: Arrival): void {
    const { pieces, context } = buffer.posted;
    let done = 0;
    for (const { base, len } of pieces) {
      const part = Math.min(len, arrival.length - done);
      if (part > 0) arrival.copy(done, part, base);
      done += part;
    }
    if (done < arrival.length) this.truncated(buffer, arrival, done, 0);
    else this.tell(arrival, context, 0, done, 0);
  }

  private tell(arrival: Arrival, context: number, flags: number, len: number, buf: number): void {
    const kind = arrival.kind === MESSAGE ? FI_MSG : FI_TAGGED;
    const data = arrival.hasData ? FI_REMOTE_CQ_DATA : 0;
    const asked = this.ends.asked(this.endpoint.op_flags) || flags !== 0;
    this.ends.receive(
      asked,
      context,
      FI_RECV | kind | data | flags,
      len,
      buf,
      arrival.data,
      arrival.tag,
      arrival.source,
    );
  }

  private truncated({ posted, several }: Buffer, arrival: Arrival, len: number, buf: number): void {
    this.ends.fail({
      op_context: posted.context,
      flags: FI_RECV | (several ? FI_MULTI_RECV : 0),
      len,
      buf,
      data: arrival.data,
      tag: arrival.tag,
      olen: arrival.length - len,
      err: FI_ETRUNC,
      text: `receive of ${arrival.length} bytes from rank ${arrival.rank} in ${len}`,
    });
  }

  /** Whether its bytes will never be here. */
  protected isLost(_arrival: Arrival): boolean {
    return false;
  }

  /** Whether its bytes can be copied: in one memory they always can. */
  protected isHere(_arrival: Arrival): boolean {
    return true;
  }

  protected acknowledge({ acknowledge, rank }: Arrival): void {
    const there = this.hardware.memories.at(rank);
    Atomics.store(there.I32, wordOf(there, rank, acknowledge), 1);
    this.hardware.rouse(rank);
  }
}
