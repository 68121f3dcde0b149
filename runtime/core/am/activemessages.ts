/**
 * Active messages: requests and replies, short, medium and long (GASNet 1.8, core API).
 *
 * Sending has two steps, so that nothing is copied twice and no array of arguments is allocated: `requestShort` and its
 * like return the address of a message complete but for its arguments, which the caller writes at `argumentsAt`; `send`
 * sends it. A long message names its destination by the offset in the target's region, whose handler gets the address. Its payload goes
 * by one-sided access before the message, or, if small or in a reply, in
 * the message. A message to oneself is handled within `send`.
 *
 * A handler runs when its message is polled, in any call of this rank that waits. Its token is the address of the
 * message, through which it replies: `replyShort` and its like, then `send`.
 */
import type { Heap } from '../../abi.ts';
import type { Messages } from '../../conduits/conduit.ts';
import type { BulkOperations } from '../../memory/copy.ts';
import type { Job } from '../job.ts';
import {
  argumentCountOf,
  argumentsAt,
  type Category,
  categoryOf,
  firstWord,
  handlerOf,
  isPacked,
  isReply,
  LONG,
  MAX_ARGUMENTS,
  MEDIUM,
  messageSize,
  payloadAt,
  SHORT,
} from '../message.ts';
import { roomFor } from '../room.ts';
import { callShort, callWithPayload } from './arguments.ts';
import { badNode, noHandler, operationName, tooLarge } from './errors.ts';
import type { Handler } from './handlers.ts';

/** Maximum bytes of a long request's payload that travel in the message. */
const PACKED_REQUEST = 4096;
/** With memory accessible by load and store payloads are limited only by addresses. */
const UNLIMITED = 0x7fffffff;

/** Puts the payload of a long message to an offset in the region of another rank; blocks until it is there. */
export type PutPayload = (rank: number, offset: number, source: number, size: number) => void;

/** Properties of the network. */
export interface Transport {
  readonly messages: Messages;
  /** Payloads are stored by a copy, also in handlers. */
  readonly direct: boolean;
  readonly put: PutPayload;
}

export class ActiveMessages {
  /** Maximum bytes of payload. */
  readonly largestMedium: number;
  readonly largestLongRequest: number;
  readonly largestLongReply: number;
  /** Token of the running handler; 0 outside of handlers. */
  protected running = 0;
  protected readonly handlers: (Handler | undefined)[] = [];
  protected readonly I32: Int32Array;
  private readonly messages: Messages;
  /** What is done behind each poll. */
  private readonly afterwards: (() => void)[] = [];
  private readonly put: PutPayload;
  private readonly rank: number;
  /** Address of this rank's region. */
  private readonly base: number;
  private readonly ranks: number;
  /** Maximum bytes of a long payload that travel in the message. */
  private readonly packedRequest: number;
  private readonly packedReply: number;
  /** Target of the message being composed. */
  private target = 0;
  private message = 0;
  private size = 0;
  private isReply = false;
  /** Buffers for messages to oneself: a request and its reply; 0 until first used. */
  private ownRequest = 0;
  private ownReply = 0;

  constructor(
    protected readonly job: Job,
    private readonly bulk: BulkOperations,
    { messages, direct, put }: Transport,
    private readonly heap: Pick<Heap, 'allocate'>,
  ) {
    const { I32, MYTHREAD, THREADS, BASE } = job.space;
    this.I32 = I32;
    this.messages = messages;
    this.put = put;
    this.rank = MYTHREAD;
    this.base = BASE;
    this.ranks = THREADS;
    this.largestMedium = messages.largest - messageSize(MAX_ARGUMENTS, 0);
    this.largestLongRequest = UNLIMITED;
    this.largestLongReply = direct ? UNLIMITED : this.largestMedium;
    this.packedRequest = direct ? 0 : Math.min(PACKED_REQUEST, this.largestMedium);
    this.packedReply = direct ? 0 : this.largestMedium;
  }

  get isHandling(): boolean {
    return this.running !== 0;
  }

  /** See Messages. */
  get commute(): boolean {
    return this.messages.commute === true;
  }

  /** Whether a request to a rank commutes, where messages do: one to this rank itself is there at once. */
  readonly commutes = (rank: number): boolean => rank !== this.rank;

  /** See Messages. */
  get requestRing(): Messages['requestRing'] {
    return this.messages.requestRing;
  }

  /** Registers a handler; the index must be free. */
  register(index: number, handler: Handler): void {
    this.handlers[index] = handler;
  }

  // -------------------------------------------------------------- sending

  requestShort(rank: number, handler: number, count: number): number {
    return this.begun(rank, this.composeShort(rank, handler, count), messageSize(count, 0), false);
  }

  /** The shortest way: like `requestShort`, but to be sent by `sendShort`, before any other message is begun. */
  composeShort(rank: number, handler: number, count: number): number {
    return this.compose(rank, firstWord(SHORT, handler, count, false, false), messageSize(count, 0), false);
  }

  sendShort(rank: number, message: number, count: number): void {
    if (rank === this.rank) this.deliver(message);
    else this.messages.commit(rank, message, messageSize(count, 0), false);
  }

  requestMedium(rank: number, handler: number, count: number, source: number, size: number): number {
    if (size >>> 0 > this.largestMedium) this.refuse(false, MEDIUM, count, size, rank, this.largestMedium);
    const word = firstWord(MEDIUM, handler, count, false, true);
    return this.load(this.begin(rank, word, messageSize(count, size), false), count, source, size, 0);
  }

  requestLong(rank: number, handler: number, count: number, source: number, size: number, offset: number): number {
    if (size >>> 0 > this.largestLongRequest) this.refuse(false, LONG, count, size, rank, this.largestLongRequest);
    return this.long(rank, handler, count, source, size, offset, false, this.packedRequest);
  }

  replyShort(token: number, handler: number, count: number): number {
    const word = firstWord(SHORT, handler, count, true, false);
    return this.begin(this.sourceOf(token), word, messageSize(count, 0), true);
  }

  replyMedium(token: number, handler: number, count: number, source: number, size: number): number {
    const rank = this.sourceOf(token);
    if (size >>> 0 > this.largestMedium) this.refuse(true, MEDIUM, count, size, rank, this.largestMedium);
    const word = firstWord(MEDIUM, handler, count, true, true);
    return this.load(this.begin(rank, word, messageSize(count, size), true), count, source, size, 0);
  }

  replyLong(token: number, handler: number, count: number, source: number, size: number, offset: number): number {
    const rank = this.sourceOf(token);
    if (size >>> 0 > this.largestLongReply) this.refuse(true, LONG, count, size, rank, this.largestLongReply);
    return this.long(rank, handler, count, source, size, offset, true, this.packedReply);
  }

  /** Sends the message being composed. */
  send(): void {
    if (this.target === this.rank) this.deliver(this.message);
    else this.messages.commit(this.target, this.message, this.size, this.isReply);
  }

  /** The rank that sent the message of a token. */
  sourceOf(token: number): number {
    return this.I32[(token >>> 2) + 1]!;
  }

  private begin(rank: number, word: number, size: number, reply: boolean): number {
    return this.begun(rank, this.compose(rank, word, size, reply), size, reply);
  }

  private compose(rank: number, word: number, size: number, reply: boolean): number {
    if (rank >>> 0 >= this.ranks) this.job.fail(badNode(this.nameOf(word), rank, this.ranks));
    const message = rank === this.rank ? this.own(reply) : this.messages.prepare(rank, size, reply);
    this.I32[message >>> 2] = word;
    this.I32[(message >>> 2) + 1] = this.rank;
    return message;
  }

  private begun(rank: number, message: number, size: number, reply: boolean): number {
    // Only now: handlers served while waiting for room may have replied.
    this.target = rank;
    this.message = message;
    this.size = size;
    this.isReply = reply;
    return message;
  }

  private long(
    rank: number,
    handler: number,
    count: number,
    source: number,
    size: number,
    offset: number,
    reply: boolean,
    packed: number,
  ): number {
    const isInMessage = size <= packed && rank !== this.rank;
    if (!isInMessage && size !== 0) this.place(rank, offset, source, size);
    const word = firstWord(LONG, handler, count, reply, isInMessage);
    const message = this.begin(rank, word, messageSize(count, isInMessage ? size : 0), reply);
    if (isInMessage) return this.load(message, count, source, size, offset);
    return this.describe(message, size, offset);
  }

  private place(rank: number, offset: number, source: number, size: number): void {
    if (rank === this.rank) this.bulk.copy((this.base + offset) | 0, source, size);
    else this.put(rank, offset, source, size);
  }

  private load(message: number, count: number, source: number, size: number, offset: number): number {
    if (size !== 0) this.bulk.copy(payloadAt(message, count), source, size);
    return this.describe(message, size, offset);
  }

  private describe(message: number, size: number, offset: number): number {
    this.I32[(message >>> 2) + 2] = size;
    this.I32[(message >>> 2) + 3] = offset;
    return message;
  }

  /** Buffer for a message to oneself: it is handled before the next of its kind can be composed. */
  private own(reply: boolean): number {
    if (this.ownRequest === 0) {
      const room = align(this.messages.largest);
      this.ownRequest = roomFor(this.job, this.heap, 2 * room, 'messages to this node itself');
      this.ownReply = (this.ownRequest + room) | 0;
    }
    return reply ? this.ownReply : this.ownRequest;
  }

  private refuse(reply: boolean, category: Category, count: number, size: number, rank: number, most: number): never {
    const query = category === MEDIUM ? 'gasnet_AMMaxMedium' : `gasnet_AMMaxLong${reply ? 'Reply' : 'Request'}`;
    return this.job.fail(tooLarge(operationName(reply, category, count), size >>> 0, rank, most, query));
  }

  protected nameOf(word: number): string {
    return operationName(isReply(word), categoryOf(word), argumentCountOf(word));
  }

  // -------------------------------------------------------------- receiving

  /** Polls; true if there was any message. No-op within a handler: only replies interrupt those waiting to reply. */
  poll(): boolean {
    if (this.running !== 0) return false;
    return this.afterwards.length === 0 ? this.messages.poll(false) : this.pollAndFollow();
  }

  private pollAndFollow(): boolean {
    const served = this.messages.poll(false);
    this.follow();
    return served;
  }

  /** Polls for replies alone, for who takes requests elsewhere (Messages.requestRing). */
  tend(): void {
    if (this.running !== 0) return;
    this.messages.poll(true);
    this.follow();
  }

  /** What follows polls may send requests. It is not done while a message waits for room: other ranks may wait for that message, or for a credit that its sender holds. */
  private follow(): void {
    if (this.messages.isHeldUp === true) return;
    for (let i = 0; i < this.afterwards.length; i++) this.afterwards[i]!();
  }

  /**
   * Has something done behind each poll that may send requests. Never within a handler: a request that waits for room there would serve
   * the message again that the handler has not left.
   */
  afterEachPoll(action: () => void): void {
    this.afterwards.push(action);
  }

  /** For waits of the conduit below this. */
  whileConduitWaits(wait: () => void): void {
    wait();
  }

  /** Runs the handler of a message, which must stay at its address until this returns. */
  deliver(message: number): void {
    const interrupted = this.running;
    this.running = message;
    this.handle(message, this.I32[message >>> 2]!);
    this.running = interrupted;
  }

  private handle(message: number, word: number): void {
    const { I32 } = this;
    const handler = this.handlers[handlerOf(word)];
    if (handler === undefined) this.job.fail(noHandler(handlerOf(word), this.sourceOf(message), isReply(word)));
    const count = argumentCountOf(word);
    const at = argumentsAt(message) >>> 2;
    if (categoryOf(word) === SHORT) callShort(handler, message, I32, at, count);
    else {
      const size = I32[(message >>> 2) + 2]!;
      callWithPayload(handler, message, this.payloadOf(message, word, count, size), size, I32, at, count);
    }
  }

  /** Address of the handler's payload: a long one packed in the message is copied to its destination first. */
  private payloadOf(message: number, word: number, count: number, size: number): number {
    if (categoryOf(word) === MEDIUM) return payloadAt(message, count);
    const destination = (this.base + this.I32[(message >>> 2) + 3]!) | 0;
    if (isPacked(word) && size !== 0) this.bulk.copy(destination, payloadAt(message, count), size);
    return destination;
  }
}

function align(size: number): number {
  return (size + 63) & -64;
}
