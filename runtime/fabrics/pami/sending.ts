/**
 * Sending half of active messages: immediate, with events, typed.
 *
 * A message that fits into a packet is sent eagerly; a larger one as a stream: a packet with the header, then
 * fragments, as the destination's ring has room. Header and data are copied into the ring, so local completion is when
 * the last byte has been copied.
 */
import { followingNumber } from '../../memory/counts.ts';
import type { EventFunction } from './completions.ts';
import type { Context } from './context.ts';
import { type Endpoint, indexOf, taskOf } from './endpoint.ts';
import { REMOTE_ASYNC_PROGRESS } from './hints.ts';
import type { Sending } from './outgoing.ts';
import {
  ACKNOWLEDGEMENT,
  dataAt,
  EAGER,
  FRAGMENT,
  headerAt,
  PACKET_HEADER,
  packetBytes,
  STREAM,
  writeWords,
} from './packets.ts';
import type { Send, SendImmediate, SendTyped } from './parameters.ts';
import { PAMI_EAGAIN, PAMI_ERROR, PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';
import { transformData } from './transform.ts';

/** PAMI_DISPATCH_SEND_IMMEDIATE_MAX: header and data of an immediate message. */
export const SEND_IMMEDIATE_MAX = 512;

/** Event functions of a send without acknowledgement yet. */
interface Unacknowledged {
  readonly dest: Endpoint;
  readonly event: EventFunction;
  readonly cookie: number;
}

export class Sender {
  /** By number of the send. */
  private readonly unacknowledged = new Map<number, Unacknowledged>();
  private lastNumber = 0;

  constructor(private readonly context: Context) {}

  /** Unacknowledged sends. */
  get pending(): number {
    return this.unacknowledged.size;
  }

  /** Whether one of them goes to this destination. */
  isPendingTo(dest: Endpoint): boolean {
    for (const send of this.unacknowledged.values()) if (send.dest === dest) return true;
    return false;
  }

  /** PAMI_Send_immediate. */
  immediate(p: SendImmediate): Result {
    const { context } = this;
    const size = p.headerBytes + p.dataBytes;
    if (size > SEND_IMMEDIATE_MAX) return tooLarge(size);
    const ring = context.adapter.packets(indexOf(p.dest));
    if (ring === undefined) return noContext('PAMI_Send_immediate', p.dest);
    if (context.isPurged(p.dest)) return purged('PAMI_Send_immediate', p.dest);
    const packet = context.outgoing.isBlocked(p.dest) ? 0 : ring.reserve(packetBytes(p.headerBytes, p.dataBytes));
    if (packet === 0) return this.immediateLater(p);
    const { adapter } = context;
    const task = taskOf(p.dest);
    writeWords(
      adapter.memoryOf(task).I32,
      packet,
      EAGER,
      p.dispatch,
      context.endpoint,
      p.headerBytes,
      p.dataBytes,
      0,
      p.dataBytes,
    );
    if (p.headerBytes !== 0) adapter.storeTo(task)(headerAt(packet), p.header, p.headerBytes, 0);
    if (p.dataBytes !== 0) adapter.storeTo(task)(dataAt(packet, p.headerBytes), p.data, p.dataBytes, 0);
    ring.publish(packet);
    this.tell(p);
    return PAMI_SUCCESS;
  }

  /** PAMI_Send. */
  send(p: Send): Result {
    const { dest, data } = p; // the record is the caller's again on return
    return this.start('PAMI_Send', p, (target, offset, bytes) =>
      this.context.adapter.storeTo(taskOf(dest))(target, data + offset, bytes, 0),
    );
  }

  /** PAMI_Send_typed. */
  sendTyped(p: SendTyped): Result {
    const { type, dataCookie, data: address, offset: first } = p;
    if (type?.isUsable === false) return refuse(PAMI_INVAL, 'PAMI_Send_typed', 'the type has not been completed');
    const { adapter, dataFunctions, offset: own } = this.context;
    const copies = dataFunctions.on(p.dataFn, undefined);
    if (copies === undefined)
      return refuse(PAMI_INVAL, 'PAMI_Send_typed', `the data function ${p.dataFn} computes: messages copy`);
    const move = adapter.storing(copies, taskOf(p.dest), own);
    return this.start('PAMI_Send_typed', p, (target, offset, bytes) =>
      transformData(
        move,
        dataCookie,
        { address: target, type: undefined, offset: 0 },
        { address, type, offset: first + offset },
        bytes,
      ),
    );
  }

  /** Remote completion of the send with this number. */
  acknowledged(number: number): void {
    const send = this.unacknowledged.get(number);
    if (send === undefined) return;
    this.unacknowledged.delete(number);
    this.context.completions.push(send.event, send.cookie);
  }

  /** Sends the acknowledgement of a message. */
  acknowledge(origin: Endpoint, number: number): void {
    this.context.outgoing.send(new PacketSending(this.context, origin, acknowledgement(this.context, number), 0));
  }

  /** Drops the unacknowledged sends to a purged destination. */
  purge(dest: Endpoint): void {
    for (const [number, send] of this.unacknowledged) if (send.dest === dest) this.unacknowledged.delete(number);
  }

  private start(call: string, p: Send, pack: Pack): Result {
    const { context } = this;
    if (!context.adapter.hasContext(p.dest)) return noContext(call, p.dest);
    if (context.isPurged(p.dest)) return purged(call, p.dest);
    const most = context.adapter.largest - PACKET_HEADER - 8;
    if (p.headerBytes > most)
      return refuse(PAMI_INVAL, call, `header of ${p.headerBytes} bytes: at most ${most} are allowed`);
    const isEager = packetBytes(p.headerBytes, p.dataBytes) <= context.adapter.largest;
    const number = isEager && p.remoteFn === undefined ? 0 : this.nextNumber();
    if (p.remoteFn !== undefined)
      this.unacknowledged.set(number, { dest: p.dest, event: p.remoteFn, cookie: p.cookie });
    context.outgoing.send(new MessageSending(context, p, number, isEager, pack));
    return PAMI_SUCCESS;
  }

  private nextNumber(): number {
    this.lastNumber = followingNumber(this.lastNumber);
    return this.lastNumber;
  }

  private immediateLater(p: SendImmediate): Result {
    const { context } = this;
    if (context.dispatches.get(p.dispatch)?.queues === false) return PAMI_EAGAIN;
    const bytes = new Uint8Array(packetBytes(p.headerBytes, p.dataBytes));
    const { U8 } = context.adapter.space;
    writeWords(
      new Int32Array(bytes.buffer, 0, 6),
      0,
      EAGER,
      p.dispatch,
      context.endpoint,
      p.headerBytes,
      p.dataBytes,
      0,
      p.dataBytes,
    );
    bytes.set(U8.subarray(p.header >>> 0, (p.header >>> 0) + p.headerBytes), PACKET_HEADER);
    bytes.set(U8.subarray(p.data >>> 0, (p.data >>> 0) + p.dataBytes), dataAt(0, p.headerBytes));
    context.outgoing.send(new PacketSending(context, p.dest, bytes, p.hints));
    return PAMI_SUCCESS;
  }

  private tell({ dest, hints }: SendImmediate): void {
    const { adapter } = this.context;
    if ((hints & REMOTE_ASYNC_PROGRESS) !== 0) adapter.interrupt(indexOf(dest));
    else adapter.arrived(taskOf(dest));
  }
}

/** Copies `bytes` bytes of the data, from `offset` on, to `target`. */
type Pack = (target: number, offset: number, bytes: number) => void;

/** A packet that is already composed. */
export class PacketSending implements Sending {
  constructor(
    private readonly context: Context,
    readonly dest: Endpoint,
    private readonly bytes: Uint8Array,
    private readonly hints: number,
  ) {}

  goOn(): boolean {
    const { adapter } = this.context;
    const ring = adapter.packets(indexOf(this.dest))!;
    const packet = ring.reserve(this.bytes.length);
    if (packet === 0) return false;
    adapter.memoryOf(taskOf(this.dest)).U8.set(this.bytes, packet >>> 0);
    ring.publish(packet);
    if ((this.hints & REMOTE_ASYNC_PROGRESS) !== 0) adapter.interrupt(indexOf(this.dest));
    else adapter.arrived(taskOf(this.dest));
    return true;
  }

  drop(): void {}
}

/** A message with events: one packet, or a stream. */
class MessageSending implements Sending {
  readonly dest: Endpoint;
  private readonly dispatch: number;
  private readonly hints: number;
  private readonly dataBytes: number;
  private readonly cookie: number;
  private readonly localFn: EventFunction | undefined;
  private readonly header: Uint8Array;
  private begun = false;
  private sent = 0;

  constructor(
    private readonly context: Context,
    p: Send,
    private readonly number: number,
    private readonly isEager: boolean,
    private readonly pack: Pack,
  ) {
    this.dest = p.dest;
    this.dispatch = p.dispatch;
    this.hints = p.hints;
    this.dataBytes = p.dataBytes;
    this.cookie = p.cookie;
    this.localFn = p.localFn;
    this.header = context.adapter.space.U8.slice(p.header >>> 0, (p.header >>> 0) + p.headerBytes);
  }

  goOn(): boolean {
    if (!this.begun && !this.begin()) return false;
    while (this.sent < this.dataBytes) if (!this.fragment()) return false;
    if (this.localFn !== undefined) this.context.completions.push(this.localFn, this.cookie);
    return true;
  }

  drop(): void {}

  private begin(): boolean {
    const { header, dataBytes, isEager } = this;
    const here = isEager ? dataBytes : 0;
    const packet = this.reserve(packetBytes(header.length, here));
    if (packet === 0) return false;
    this.write(packet, isEager ? EAGER : STREAM, header.length, here);
    this.context.adapter.memoryOf(taskOf(this.dest)).U8.set(header, headerAt(packet) >>> 0);
    if (here !== 0) this.pack(dataAt(packet, header.length), 0, here);
    this.publish(packet);
    this.begun = true;
    this.sent = here;
    return true;
  }

  private fragment(): boolean {
    const most = (this.context.adapter.largest - PACKET_HEADER) & -16;
    const here = Math.min(most, this.dataBytes - this.sent);
    const packet = this.reserve(PACKET_HEADER + here);
    if (packet === 0) return false;
    this.write(packet, FRAGMENT, this.sent, here);
    this.pack(headerAt(packet), this.sent, here);
    this.publish(packet);
    this.sent += here;
    return true;
  }

  private write(packet: number, kind: number, second: number, here: number): void {
    writeWords(
      this.context.adapter.memoryOf(taskOf(this.dest)).I32,
      packet,
      kind,
      this.dispatch,
      this.context.endpoint,
      second,
      this.dataBytes,
      this.number,
      here,
    );
  }

  private reserve(size: number): number {
    return this.context.adapter.packets(indexOf(this.dest))!.reserve(size);
  }

  private publish(packet: number): void {
    const { adapter } = this.context;
    adapter.packets(indexOf(this.dest))!.publish(packet);
    if ((this.hints & REMOTE_ASYNC_PROGRESS) !== 0) adapter.interrupt(indexOf(this.dest));
    else adapter.arrived(taskOf(this.dest));
  }
}

function acknowledgement(context: Context, number: number): Uint8Array {
  const bytes = new Uint8Array(PACKET_HEADER);
  writeWords(new Int32Array(bytes.buffer), 0, ACKNOWLEDGEMENT, 0, context.endpoint, 0, 0, number, 0);
  return bytes;
}

function tooLarge(size: number): Result {
  const reason = `header and data of ${size} bytes: at most ${SEND_IMMEDIATE_MAX} are sent immediately; use PAMI_Send`;
  return refuse(PAMI_INVAL, 'PAMI_Send_immediate', reason);
}

function noContext(call: string, dest: Endpoint): Result {
  return refuse(PAMI_INVAL, call, `endpoint 0x${dest.toString(16)}: there is no such task or context in this client`);
}

export function purged(call: string, dest: Endpoint): Result {
  return refuse(PAMI_ERROR, call, `task ${taskOf(dest)} was purged: resume it first`);
}
