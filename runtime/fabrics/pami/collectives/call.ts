/**
 * One member's part of a collective operation: the primitives that algorithms are written with.
 *
 * Data are packed from their type into packets in the receiver's ring; the receiver takes them out of its box.
 * Algorithms are generators that yield where they have to wait.
 */
import type { Steps } from '../algorithms.ts';
import type { Context } from '../context.ts';
import type { Transformer } from '../datafunctions.ts';
import { indexOf, taskOf } from '../endpoint.ts';
import type { Geometry } from '../geometry.ts';
import { COLLECTIVE, headerAt, PACKET_HEADER } from '../packets.ts';
import { PredefinedType } from '../predefined.ts';
import { type Side, transformData } from '../transform.ts';
import type { Type } from '../type.ts';
import type { Command } from '../xfer.ts';
import { type Arrivals, boxOf } from './boxes.ts';
import { type Collectives, DOWN, dataBytes, TOGETHER, UP } from './collectives.ts';

export class Call {
  readonly count: number;
  private readonly copy: Transformer;
  private arrivals: Arrivals | undefined;

  constructor(
    readonly context: Context,
    private readonly collectives: Collectives,
    readonly geometry: Geometry,
    readonly me: number,
    readonly sequence: number,
    /** Initiator of a one-sided collective. */
    readonly starter: number | undefined,
    /** Distinguishes the operation of all members from others; 0: one-sided. */
    readonly signature: number,
    /** Tells that a member makes another one. */
    readonly differs: ((member: number) => void) | undefined,
  ) {
    this.count = geometry.members.count;
    this.copy = context.adapter.bulk.copy;
  }

  /** Scratch room for two chunks of data to combine; not preserved across a yield. */
  get room(): number {
    return this.context.adapter.roomOf(this.context.offset);
  }

  /** Bytes of one packet, such that two fit in the room. */
  chunk(unit: number): number {
    const most = dataBytes(this.context.adapter.largest) >>> 1;
    return Math.floor(most / unit) * unit;
  }

  /** The data function of the command's operation. */
  combiner({ op, stype, rtype }: Command): Transformer | undefined {
    const type = stype ?? rtype;
    return this.context.dataFunctions.on(op, type instanceof PredefinedType ? type : undefined);
  }

  /** Sends `bytes` bytes of data to another member; one empty packet if there are none. */
  *send(to: number, source: Side, bytes: number): Steps {
    const most = wholeElements(dataBytes(this.context.adapter.largest), source.type);
    for (let sent = 0; sent === 0 || sent < bytes; sent += most) {
      const here = Math.min(most, bytes - sent);
      const packet = yield* this.reserve(to, here, 0);
      this.packInto(to, packet, { ...source, offset: source.offset + sent }, here);
      this.publish(to, packet);
    }
  }

  /** Sends the first packet of a one-sided collective. */
  *sendBeginning(to: number, dispatch: number, bytes: Uint8Array): Steps {
    const packet = yield* this.reserve(to, bytes.length, dispatch + 1);
    this.context.adapter.memoryOf(this.taskOf(to)).U8.set(bytes, headerAt(packet) >>> 0);
    this.publish(to, packet);
  }

  /** Receives `bytes` bytes from another member; `move` stores or combines them. */
  *receive(from: number, target: Side, bytes: number, move: Transformer = this.copy, cookie = 0): Steps {
    for (let received = 0, first = true; first || received < bytes; first = false) {
      const packet = yield* this.next(from);
      this.lay(packet, this.room);
      const to = { ...target, offset: target.offset + received };
      transformData(move, cookie, to, { address: this.room, type: undefined, offset: 0 }, packet.length);
      received += packet.length;
    }
  }

  /** The next packet from a member. */
  *next(from: number): Generator<void, Uint8Array, void> {
    const { boxes } = this.collectives;
    this.arrivals ??= boxes.of(this.geometry.id, this.sequence, this.starter);
    const box = boxOf(this.arrivals, from);
    while (box.length === 0) yield;
    const { data, signature } = box.shift()!;
    if (signature !== this.signature) this.differs?.(from);
    return data;
  }

  /** Reserves a packet of so many bytes in a member's ring: it must be published before the next yield. */
  *reserve(to: number, bytes: number, begins: number): Generator<void, number, void> {
    const { adapter, endpoint } = this.context;
    const ring = adapter.packets(indexOf(this.geometry.members.endpointOf(to)))!;
    let packet = ring.reserve(PACKET_HEADER + bytes);
    for (; packet === 0; packet = ring.reserve(PACKET_HEADER + bytes)) yield;
    const way = this.starter === undefined ? TOGETHER : this.starter === this.me ? DOWN : UP;
    const word = packet >>> 2;
    const fourth = way === TOGETHER ? this.signature : begins;
    const words = [COLLECTIVE | (way << 8), endpoint, this.geometry.id, this.sequence, fourth, bytes];
    adapter.memoryOf(this.taskOf(to)).I32.set(words, word);
    return packet;
  }

  /** Fills the reserved packet from `place` and publishes it. */
  sendFrom(place: number, bytes: number, to: number, packet: number): void {
    this.context.adapter.storeTo(this.taskOf(to))(headerAt(packet), place, bytes, 0);
    this.publish(to, packet);
  }

  publish(to: number, packet: number): void {
    const { adapter } = this.context;
    const dest = this.geometry.members.endpointOf(to);
    adapter.packets(indexOf(dest))!.publish(packet);
    adapter.arrived(taskOf(dest));
    this.collectives.sent++;
  }

  /** Task of a member. */
  private taskOf(member: number): number {
    return taskOf(this.geometry.members.endpointOf(member));
  }

  /** Packs typed data into a packet to a member. */
  private packInto(to: number, packet: number, source: Side, bytes: number): void {
    const target = { address: headerAt(packet), type: undefined, offset: 0 };
    transformData(this.context.adapter.storeTo(this.taskOf(to)), 0, target, source, bytes);
  }

  /** Packs typed data at an address of this member's. */
  pack(target: number, source: Side, bytes: number): void {
    transformData(this.copy, 0, { address: target, type: undefined, offset: 0 }, source, bytes);
  }

  unpack(target: Side, source: number, bytes: number): void {
    transformData(this.copy, 0, target, { address: source, type: undefined, offset: 0 }, bytes);
  }

  /** Contiguous, of a typed buffer. */
  bytesOf(source: Side, bytes: number): Uint8Array {
    const all = new Uint8Array(bytes);
    const most = this.chunk(1);
    for (let done = 0; done < bytes; done += most) {
      const here = Math.min(most, bytes - done);
      this.pack(this.room, { ...source, offset: source.offset + done }, here);
      all.set(this.laid(this.room, here), done);
    }
    return all;
  }

  /** And back. */
  store(target: Side, bytes: Uint8Array): void {
    const most = this.chunk(1);
    for (let done = 0; done < bytes.length; done += most) {
      const piece = bytes.subarray(done, done + most);
      this.lay(piece, this.room);
      this.unpack({ ...target, offset: target.offset + done }, this.room, piece.length);
    }
  }

  /** Both fit in the room. */
  combine(by: Transformer, one: Uint8Array, other: Uint8Array): Uint8Array {
    const second = (this.room + ((this.context.adapter.largest >>> 1) & -16)) | 0;
    this.lay(one, this.room);
    this.lay(other, second);
    by(this.room, second, one.length, 0);
    return this.laid(this.room, one.length);
  }

  /** It may go on, which it sees as its task polls. */
  roused(): void {
    const { adapter } = this.context;
    adapter.arrived(adapter.task);
  }

  private laid(address: number, bytes: number): Uint8Array {
    return this.context.adapter.space.U8.slice(address >>> 0, (address >>> 0) + bytes);
  }

  /** This member's own block: from one typed buffer to another. */
  move(target: Side, source: Side, bytes: number): void {
    if (bytes > 0) transformData(this.copy, 0, target, source, bytes);
  }

  /** Copies a packet's data to an address. */
  lay(packet: Uint8Array, address: number): void {
    this.context.adapter.space.U8.set(packet, address >>> 0);
  }

  /** Ends this member's part; its boxes are dropped. What all members sent together has been received, if they make the same operation. */
  close(): void {
    const arrivals = this.collectives.boxes.drop(this.geometry.id, this.sequence, this.starter);
    const left = [...(arrivals ?? [])].filter(([, { length }]) => length > 0).map(([from]) => from);
    if (left.length > 0 && this.starter === undefined) this.differs?.(Math.min(...left));
  }

  /** Why a command is invalid, if it is. */
  refuses(command: Command): string | undefined {
    const { root = 0, stype, rtype, op } = command;
    if (!(root >= 0 && root < this.count)) return `root ${root}: there are members 0 to ${this.count - 1}`;
    if (stype?.isUsable === false || rtype?.isUsable === false) return 'a type has not been completed';
    if (op === undefined) return undefined;
    if (this.combiner(command) === undefined)
      return `the data function ${String(op)} does not know elements of this type`;
    return this.chunk((stype ?? rtype)!.dataSize) === 0 ? 'an element of the type is larger than a packet' : undefined;
  }
}

/** A typed buffer from element `element` on. */
export function side(address: number | undefined, type: Type | undefined, element = 0): Side {
  return { address: (address ?? 0) + element * (type?.dataExtent ?? 1), type, offset: 0 };
}

/** Maximum bytes that are whole elements, if an element fits. */
function wholeElements(most: number, type: Type | undefined): number {
  const unit = type?.dataSize ?? 1;
  return unit > most ? most : Math.floor(most / unit) * unit;
}

/** Bytes of so many elements. */
export const bytesOf = (type: Type | undefined, count = 0): number => count * (type?.dataSize ?? 1);
