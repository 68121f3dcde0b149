/**
 * Receiving half of active messages: takes packets out of the context's ring and calls their dispatch functions.
 *
 * Data of a single-packet message are passed to the dispatch function in place. Those of a stream go, fragment by
 * fragment, where the function said. Packets whose dispatch is not set are held, and retried when one is set.
 */
import type { Context } from './context.ts';
import type { Transformer } from './datafunctions.ts';
import type { Endpoint } from './endpoint.ts';
import { COLLECTIVE, dataAt, dispatchOf, EAGER, FRAGMENT, headerAt, kindOf, STREAM } from './packets.ts';
import { Recv } from './parameters.ts';
import { PAMI_INVAL, PAMI_SUCCESS, PamiError } from './results.ts';
import { transformData } from './transform.ts';

/** Maximum packets of one turn. */
const BATCH = 16;

/** A message whose data are arriving. */
interface Reception {
  readonly recv: Recv;
  readonly move: Transformer;
  readonly bytes: number;
  received: number;
}

export class Receiver {
  /** Streams by origin and number of the send. */
  private readonly receptions = new Map<string, Reception>();
  private held: Uint8Array[] = [];
  private heldAt = 0;
  private readonly recv = new Recv();

  constructor(private readonly context: Context) {}

  /** Whether `serve` would take any. */
  get hasWork(): boolean {
    return (
      this.context.ring.first() !== 0 || (this.held.length !== 0 && this.heldAt !== this.context.dispatches.version)
    );
  }

  /** Takes up to BATCH packets; returns their number. */
  serve(): number {
    const { context } = this;
    const { ring } = context;
    if (this.held.length !== 0 && this.heldAt !== context.dispatches.version) this.lookAgain();
    let packet = ring.first();
    if (packet === 0) return 0;
    let served = 0;
    for (; packet !== 0 && served < BATCH; served++) {
      if (!this.take(packet)) this.hold(packet);
      ring.release();
      packet = ring.first();
    }
    return served;
  }

  /** Drops the streams and held packets of an origin. */
  purge(origin: Endpoint): void {
    for (const key of this.receptions.keys()) if (key.startsWith(`${origin} `)) this.receptions.delete(key);
    this.held = this.held.filter((bytes) => new Int32Array(bytes.buffer)[1] !== origin);
  }

  /** False if the packet must be held. */
  private take(packet: number): boolean {
    const { context } = this;
    const { I32 } = context.adapter.space;
    const word = packet >>> 2;
    const kind = kindOf(I32[word]!);
    if (context.isPurged(I32[word + 1]!)) return true;
    if (kind === EAGER) return this.message(packet, word);
    if (kind === STREAM) return this.stream(packet, word);
    if (kind === FRAGMENT) return this.fragment(packet, word);
    if (kind === COLLECTIVE) return context.collectives.arrived(packet);
    context.sender.acknowledged(I32[word + 4]!);
    return true;
  }

  private message(packet: number, word: number): boolean {
    const { context, recv } = this;
    const { I32 } = context.adapter.space;
    const dispatch = context.dispatches.get(dispatchOf(I32[word]!));
    if (dispatch === undefined) return false;
    const origin = I32[word + 1]!;
    const headerBytes = I32[word + 2]!;
    const number = I32[word + 4]!;
    const data = dataAt(packet, headerBytes);
    dispatch.call(context, dispatch.cookie, headerAt(packet), headerBytes, data, I32[word + 3]!, origin, recv);
    if (number !== 0) context.sender.acknowledge(origin, number);
    return true;
  }

  private stream(packet: number, word: number): boolean {
    const { context } = this;
    const { I32 } = context.adapter.space;
    const id = dispatchOf(I32[word]!);
    const dispatch = context.dispatches.get(id);
    if (dispatch === undefined) return false;
    const recv = new Recv();
    const [origin, headerBytes, bytes] = [I32[word + 1]!, I32[word + 2]!, I32[word + 3]!];
    dispatch.call(context, dispatch.cookie, headerAt(packet), headerBytes, 0, bytes, origin, recv);
    const move = recv.addr === 0 ? undefined : context.dataFunctions.on(recv.dataFn, undefined);
    if (move === undefined)
      throw new PamiError(PAMI_INVAL, `dispatch ${id}`, `must say where ${bytes} bytes of data go (recv.addr) and how`);
    this.receptions.set(`${origin} ${I32[word + 4]}`, { recv, move, bytes, received: 0 });
    return true;
  }

  private fragment(packet: number, word: number): boolean {
    const { I32 } = this.context.adapter.space;
    const key = `${I32[word + 1]} ${I32[word + 4]}`;
    const reception = this.receptions.get(key);
    if (reception === undefined) return false;
    const { recv, move } = reception;
    const [start, size] = [I32[word + 2]!, I32[word + 5]!];
    const target = { address: recv.addr, type: recv.type, offset: recv.offset + start };
    transformData(move, recv.dataCookie, target, { address: headerAt(packet), type: undefined, offset: 0 }, size);
    reception.received += size;
    if (reception.received === reception.bytes) this.complete(key, reception, I32[word + 1]!, I32[word + 4]!);
    return true;
  }

  private complete(key: string, { recv }: Reception, origin: Endpoint, number: number): void {
    this.receptions.delete(key);
    recv.localFn?.(this.context, recv.cookie, PAMI_SUCCESS);
    this.context.sender.acknowledge(origin, number);
  }

  private hold(packet: number): void {
    const { U8, I32 } = this.context.adapter.space;
    const word = packet >>> 2;
    const kind = kindOf(I32[word]!);
    const end = kind === FRAGMENT || kind === COLLECTIVE ? headerAt(packet) : dataAt(packet, I32[word + 2]!);
    this.held.push(U8.slice(packet >>> 0, (end + I32[word + 5]!) >>> 0));
    this.heldAt = this.context.dispatches.version;
  }

  /** Retries held packets after a dispatch was set. Each is copied to the context's scratch room first. */
  private lookAgain(): void {
    const { context } = this;
    const { adapter } = context;
    const room = adapter.roomOf(context.offset);
    this.heldAt = context.dispatches.version;
    this.held = this.held.filter((bytes) => {
      adapter.space.U8.set(bytes, room >>> 0);
      return !this.take(room);
    });
  }
}
