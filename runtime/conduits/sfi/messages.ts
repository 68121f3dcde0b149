/**
 * Active messages through the AM endpoint: packed, then injected if they are short, else sent from a pooled buffer.
 *
 * They arrive in large buffers that take many of them; one that is used up is posted again when its messages have been
 * served. A request that finds no room serves everything meanwhile. A reply that finds none is kept, as handlers do not wait: it goes
 * before the next requests are served, and only replies are served meanwhile, whose handlers send nothing.
 */
import { fi_rx_addr } from '../../fabrics/sfi/av.ts';
import type { Completion, CompletionQueue } from '../../fabrics/sfi/cq.ts';
import { FI_EAGAIN, FI_EAVAIL, fi_strerror } from '../../fabrics/sfi/errno.ts';
import { FI_ADDR_UNSPEC, FI_COMPLETION, FI_MULTI_RECV } from '../../fabrics/sfi/flags.ts';
import type { Message, MessageOperations } from '../../fabrics/sfi/msg.ts';
import type { Host, Messages } from '../conduit.ts';
import { KeptReplies } from '../keptreplies.ts';
import { type Box, CONTEXT_BITS, type Endpoints, REPLIES } from './endpoints.ts';
import { Pool } from './pool.ts';
import { BUFFERS, bufferBytes, largestMessage, REPLY_BUFFERS, REQUEST_BUFFERS, STAGE_BYTES } from './sizes.ts';

/** Messages that one poll serves at most. */
const BATCH = 16;

/** Receive buffers of one kind of messages, and their queue. */
class Arrivals {
  private readonly msg: MessageOperations;
  private readonly queue: CompletionQueue;
  private readonly buffers: Message[];
  private readonly batch: Completion[] = [];
  private serving = false;
  /** Contexts of buffers that the fabric has refused for the time being. */
  private unposted: number[] = [];

  constructor(
    private readonly host: Host,
    { endpoint, queue }: Box,
    private readonly events: Record<string, number>,
  ) {
    this.msg = endpoint.msg;
    this.queue = queue;
    const len = bufferBytes(host.space.THREADS);
    const first = host.space.BASE + host.area.take(BUFFERS * len);
    this.buffers = Array.from({ length: BUFFERS }, (_, context) => ({
      msg_iov: [{ base: (first + context * len) | 0, len }],
      addr: FI_ADDR_UNSPEC,
      context,
    }));
    for (let context = 0; context < BUFFERS; context++) this.post(context);
  }

  /** A handler runs. */
  get isServing(): boolean {
    return this.serving;
  }

  /** Serves what has arrived; true if there was anything. A handler does not serve more of its own kind. */
  serve(): boolean {
    if (this.serving) return false;
    const count = this.queue.read(this.batch, BATCH);
    if (count === -FI_EAGAIN) return this.unposted.length > 0 && this.postAgain();
    if (count < 0) return failed(this.host, this.queue, count);
    this.serving = true;
    for (let i = 0; i < count; i++) this.take(this.batch[i]!);
    this.serving = false;
    return true;
  }

  private take({ len, buf, flags, op_context }: Completion): void {
    if (len !== 0) this.host.deliver(buf);
    if ((flags & FI_MULTI_RECV) === 0) return;
    this.events['receive buffers used up']!++;
    this.post(op_context);
  }

  private post(context: number): void {
    const status = this.msg.recvmsg(this.buffers[context]!, FI_MULTI_RECV | FI_COMPLETION);
    if (status === -FI_EAGAIN) this.unposted.push(context);
    else if (status !== 0) this.host.fail(`sfi: cannot post a receive buffer: ${fi_strerror(status)}`);
  }

  /** True: messages may have waited for a buffer. */
  private postAgain(): true {
    const contexts = this.unposted;
    this.unposted = [];
    for (const context of contexts) this.post(context);
    return true;
  }
}

/** Sends messages of one kind, and gives the buffers back from which they have been sent. */
class Departures {
  readonly msg: MessageOperations;
  private readonly queue: CompletionQueue;
  private readonly done: Completion[] = [];
  /** Messages that are sent from pooled buffers, and are still on their way. */
  sending = 0;

  constructor(
    private readonly host: Host,
    { endpoint, queue }: Box,
    readonly pool: Pool,
  ) {
    this.msg = endpoint.msg;
    this.queue = queue;
  }

  recycle(): void {
    const count = this.queue.read(this.done, BATCH);
    if (count === -FI_EAGAIN) return;
    if (count < 0) failed(this.host, this.queue, count);
    for (let i = 0; i < count; i++) this.pool.give(this.done[i]!.op_context);
    this.sending -= count;
  }
}

export class SfiMessages implements Messages {
  readonly largest: number;
  private readonly injectSize: number;
  private readonly toReplies: number;
  private readonly requests: Arrivals;
  private readonly replies: Arrivals;
  private readonly requestStage: number;
  private readonly replyStage: number;
  /** Where a reply is composed that must wait. */
  private readonly spare: number;
  private readonly kept: KeptReplies;
  private readonly sentRequests: Departures;
  private readonly sentReplies: Departures;

  constructor(
    private readonly host: Host,
    endpoints: Endpoints,
    private readonly events: Record<string, number>,
  ) {
    const { THREADS, BASE } = host.space;
    const take = (bytes: number) => (BASE + host.area.take(bytes)) | 0;
    this.largest = largestMessage(THREADS);
    this.injectSize = Math.min(endpoints.info.tx_attr.inject_size, STAGE_BYTES);
    this.toReplies = fi_rx_addr(0, REPLIES, CONTEXT_BITS);
    this.requestStage = take(STAGE_BYTES);
    this.replyStage = take(STAGE_BYTES);
    const first = take((REQUEST_BUFFERS + REPLY_BUFFERS) * this.largest);
    const requestPool = new Pool(first, this.largest, REQUEST_BUFFERS);
    this.spare = (first + REQUEST_BUFFERS * this.largest) | 0;
    const replyPool = new Pool((this.spare + this.largest) | 0, this.largest, REPLY_BUFFERS - 1);
    const { requests, replies } = endpoints;
    this.sentRequests = new Departures(host, requests.outbox, requestPool);
    this.sentReplies = new Departures(host, replies.outbox, replyPool);
    this.requests = new Arrivals(host, requests.inbox, events);
    this.replies = new Arrivals(host, replies.inbox, events);
    this.kept = new KeptReplies(
      host,
      () => this.poll(true),
      (rank, bytes) => this.sendKept(rank, bytes),
    );
  }

  prepare(_rank: number, size: number, reply: boolean): number {
    if (size <= this.injectSize) return reply ? this.replyStage : this.requestStage;
    return reply ? this.sentReplies.pool.take() || this.spare : this.takeBuffer();
  }

  commit(rank: number, message: number, size: number, reply: boolean): void {
    if (reply) this.reply(rank, message, size);
    else {
      const status = this.give(this.sentRequests, rank, message, size);
      if (status !== 0) this.insist(status, rank, message, size);
    }
  }

  poll(repliesOnly: boolean): boolean {
    if (this.sentReplies.sending !== 0) this.sentReplies.recycle();
    if (this.sentRequests.sending !== 0) this.sentRequests.recycle();
    const replied = this.replies.serve();
    return repliesOnly || this.kept.isSending ? replied : this.serveRequests() || replied;
  }

  get isHeldUp(): boolean {
    return this.kept.isSending;
  }

  private serveRequests(): boolean {
    const served = this.requests.serve();
    if (!this.kept.isEmpty && !this.requests.isServing) this.kept.sendAll();
    return served;
  }

  private takeBuffer(): number {
    const { pool } = this.sentRequests;
    let buffer = pool.take();
    if (buffer !== 0) return buffer;
    this.events['waits for a pooled buffer']!++;
    this.host.waitFor(undefined, () => {
      this.poll(false);
      buffer = pool.take();
      return buffer !== 0;
    });
    return buffer;
  }

  /** Gives the fabric a message; its status. */
  private give(departures: Departures, address: number, message: number, size: number): number {
    const { msg } = departures;
    if (size <= this.injectSize) return msg.inject(message, size, address);
    const status = msg.send(message, size, null, address, message);
    if (status !== 0) return status;
    departures.sending++;
    this.events['messages from pooled buffers']!++;
    return 0;
  }

  // ---------------------------------------------------------------- replies

  private reply(rank: number, message: number, size: number): void {
    const isFree = message !== this.spare && this.kept.isEmpty;
    const status = isFree ? this.give(this.sentReplies, rank | this.toReplies, message, size) : -FI_EAGAIN;
    if (status === 0) return;
    this.refuse(status);
    this.events['replies that waited for room']!++;
    this.kept.keep(rank, message, size);
    if (size > this.injectSize && message !== this.spare) this.sentReplies.pool.give(message);
  }

  private sendKept(rank: number, bytes: Uint8Array): boolean {
    const { pool } = this.sentReplies;
    const isPooled = bytes.length > this.injectSize;
    const message = isPooled ? pool.take() : this.replyStage;
    if (message === 0) return false;
    this.host.space.U8.set(bytes, message >>> 0);
    const status = this.give(this.sentReplies, rank | this.toReplies, message, bytes.length);
    if (status === 0) return true;
    this.refuse(status);
    if (isPooled) pool.give(message);
    return false;
  }

  // ---------------------------------------------------------------- requests, apart from the first attempts, which need no function made for them

  /** Sends as soon as the receiver has room; it may be waiting for this rank. `status`: of the first attempt. */
  private insist(status: number, rank: number, message: number, size: number): void {
    this.refuse(status);
    this.events['waits for room at a receiver']!++;
    const { U8 } = this.host.space;
    const bytes = U8.slice(message >>> 0, (message >>> 0) + size);
    this.host.waitFor(rank, () => {
      this.poll(false);
      if (size <= this.injectSize) U8.set(bytes, message >>> 0); // the wait may have sent another one from there
      const again = this.give(this.sentRequests, rank, message, size);
      if (again !== 0) this.refuse(again);
      return again === 0;
    });
  }

  /** Ends the job, unless there is just no room. */
  private refuse(status: number): void {
    if (status !== -FI_EAGAIN) this.host.fail(`sfi: cannot send an active message: ${fi_strerror(status)}`);
  }
}

/** Ends the job with what the fabric says. */
function failed(host: Host, queue: CompletionQueue, status: number): never {
  const error = status === -FI_EAVAIL ? queue.readerr() : status;
  return host.fail(`sfi: active messages: ${typeof error === 'number' ? fi_strerror(error) : queue.strerror(error)}`);
}
