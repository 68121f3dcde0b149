/**
 * Messages between two ranks: an envelope is matched with the first receive of its communicator, source and tag, in the order of sending.
 *
 * A message of at most EAGER bytes travels in its envelope, and is kept until it is received. Of a larger one the envelope tells where it
 * is (rendezvous): who receives it copies it straight into its buffer, and tells the sender. So no copy of a large one is ever kept.
 * A synchronous send is told too. Handlers match alone; copies and answers, which send, come behind a poll.
 */
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { InOrder } from '../../runtime/core/am/inorder.ts';
import { argumentsAt } from '../../runtime/core/message.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { following } from '../../runtime/memory/counts.ts';
import { addressOf, offsetOf } from '../../runtime/memory/space.ts';
import { ENVELOPE, RECEIVED, serve } from '../common/handlers.ts';

/** Most bytes of a message that is kept where it is not received yet. */
const EAGER = 4096;

/** What a receive looks for; without a thread or a tag any. */
export interface Pattern {
  /** The number of the communicator's team. */
  readonly context: number;
  readonly from: number | undefined;
  readonly tag: number | undefined;
}

export interface Envelope {
  readonly context: number;
  /** The thread that sends. */
  readonly from: number;
  readonly tag: number;
  readonly bytes: number;
  /** The number under which the sender is to be told; 0 if it does not wait. */
  readonly id: number;
  /** Its data, or at which offset of the sender they are. */
  readonly data: Uint8Array | number;
}

/** A receive with its buffer. */
export interface Receive extends Pattern {
  readonly address: number;
  readonly room: number;
  envelope?: Envelope;
  isDone: boolean;
}

export interface Sending {
  /** The thread that receives. */
  readonly to: number;
  isDone: boolean;
}

export class Mail {
  /** Of messages that no receive has matched, in their order. */
  private unexpected: Envelope[] = [];
  /** Receives without a message, in their order. */
  private posted: Receive[] = [];
  /** Matched, the copy or the answer to be made; those with a copy under way have its handle. */
  private matched: { readonly receive: Receive; copy?: number }[] = [];
  private readonly sendings = new Map<number, Sending>();
  private readonly serials = new Map<number, number>();
  private lastId = 0;
  private isAdvancing = false;

  constructor(private readonly environment: RuntimeEnvironment) {
    const order = new InOrder();
    const arrived = (...[token, payload, size, serial, context, tag, bytes, id, offset]: number[]) => {
      const from = environment.runtime.messages.sourceOf(token!);
      const isHere = size === bytes! >>> 0;
      const data = isHere ? environment.U8.slice(payload! >>> 0, (payload! >>> 0) + size!) : offset!;
      const envelope = { context: context!, from, tag: tag!, bytes: bytes! >>> 0, id: id!, data };
      order.arrived(from, serial!, () => this.come(envelope));
    };
    serve(environment, ENVELOPE, (t, p, s, serial, context, tag, bytes, id, offset) =>
      arrived(t, p, s, serial, context, tag, bytes, id, offset),
    );
    serve(environment, RECEIVED, (_token: number, id: number) => {
      this.sendings.get(id)!.isDone = true;
      this.sendings.delete(id);
    });
  }

  /** From MPI_Init on. */
  attend(): void {
    this.environment.runtime.messages.afterEachPoll(() => this.advance());
  }

  // ---------------------------------------------------------------- sending

  /** The data must stay until it is done. `isSynchronous`: that it is received is waited for. */
  send(
    ...[to, context, tag, address, bytes, isSynchronous]: [number, number, number, number, number, boolean]
  ): Sending {
    const { runtime } = this.environment;
    const isEager = bytes <= Math.min(EAGER, runtime.messages.largestMedium);
    const sending: Sending = { to, isDone: isEager && !isSynchronous };
    const id = sending.isDone ? 0 : this.enter(sending);
    const serial = this.serials.get(to) ?? 0;
    this.serials.set(to, following(serial));
    const message = runtime.messages.requestMedium(to, ENVELOPE, 6, address, isEager ? bytes : 0);
    const offset = offsetOf(this.environment, address);
    this.environment.I32.set([serial, context, tag, bytes, id, offset], argumentsAt(message) >>> 2);
    runtime.messages.send();
    return sending;
  }

  private enter(sending: Sending): number {
    this.lastId = following(this.lastId) || 1;
    this.sendings.set(this.lastId, sending);
    return this.lastId;
  }

  // ---------------------------------------------------------------- receiving

  receive(pattern: Pattern, address: number, room: number): Receive {
    const receive: Receive = { ...pattern, address, room, isDone: false };
    const at = this.unexpected.findIndex((envelope) => isLike(pattern, envelope));
    if (at < 0) this.posted.push(receive);
    else {
      this.match(receive, this.unexpected.splice(at, 1)[0]!);
      this.advance();
    }
    return receive;
  }

  /** The first message like this that has come and is not received. */
  find(pattern: Pattern): Envelope | undefined {
    return this.unexpected.find((envelope) => isLike(pattern, envelope));
  }

  private come(envelope: Envelope): void {
    const at = this.posted.findIndex((receive) => isLike(receive, envelope));
    if (at < 0) this.unexpected.push(envelope);
    else this.match(this.posted.splice(at, 1)[0]!, envelope);
  }

  /** What does not fit is left out; the call that waits for it says so. */
  private match(receive: Receive, envelope: Envelope): void {
    const { data, id } = envelope;
    receive.envelope = envelope;
    if (typeof data !== 'number') {
      this.environment.U8.set(data.subarray(0, receive.room), receive.address >>> 0);
      receive.isDone = true;
    }
    if (id !== 0) this.matched.push({ receive });
  }

  /** Copies, and tells senders. Both may poll, hence the guard. */
  advance(): void {
    if (this.isAdvancing || this.matched.length === 0) return;
    this.isAdvancing = true;
    try {
      const due = this.matched.splice(0);
      this.matched.push(...due.filter((each) => !this.isOver(each)));
    } finally {
      this.isAdvancing = false;
    }
  }

  private isOver(each: { readonly receive: Receive; copy?: number }): boolean {
    const { receive } = each;
    const { movement } = this.environment.runtime.engine;
    if (!receive.isDone) {
      each.copy ??= this.copy(receive);
      if (each.copy !== COMPLETE && movement.test(each.copy) === false) return false;
      receive.isDone = true;
    }
    this.tell(receive.envelope!);
    return true;
  }

  private copy({ address, room, envelope }: Receive): number {
    const { from, data, bytes } = envelope!;
    const source = addressOf(this.environment, from, data as number);
    return this.environment.runtime.engine.movement.copy(address, source, Math.min(room, bytes));
  }

  private tell({ from, id }: Envelope): void {
    const { messages } = this.environment.runtime;
    this.environment.I32[argumentsAt(messages.requestShort(from, RECEIVED, 1)) >>> 2] = id;
    messages.send();
  }
}

function isLike({ context, from, tag }: Pattern, envelope: Envelope): boolean {
  return (
    envelope.context === context &&
    (from === undefined || envelope.from === from) &&
    (tag === undefined || envelope.tag === tag)
  );
}
