/**
 * Active messages: sends with immediate data from a pool of buffers into buffers of the shared receive queue.
 *
 * Flow control is by credits. A rank may have a fixed number of requests at each peer; each credit comes back with the
 * reply, or, if the handler sends none, with the next message of any kind, or, once more than SLACK have gathered, in a
 * message of its own. Up to 256 ranks all have posted receives for all requests under credits, and for the responses to them, so
 * a send never meets RNR, and a reply needs nothing but a send buffer. With more ranks a send that finds no receive is tried again.
 */
import {
  IBV_SEND_INLINE,
  IBV_SEND_SIGNALED,
  IBV_WR_SEND_WITH_IMM,
  IbvSendWr,
  IbvSge,
} from '../../fabrics/verbs/index.ts';
import { SparseWords } from '../../memory/sparse.ts';
import type { Host, Messages } from '../conduit.ts';
import type { Endpoint } from './endpoint.ts';
import { tooLargeMessage } from './errors.ts';
import { immediate, type Links, REPLY, REQUEST } from './links.ts';
import type { Progress } from './progress.ts';
import { MESSAGE, type Requests } from './requests.ts';
import { CONTROL_INLINE } from './settings.ts';

/** Credits held back for the next message, as long as the peer has others. */
const SLACK = 1;
const NOBODY = -1;
const NEVER_OUT = 2 ** 30;

export class VerbsMessages implements Messages {
  readonly largest: number;
  /** Credits left, by target. */
  private readonly credits: SparseWords;
  /** Credits not returned yet, by initiator. */
  private readonly banked: SparseWords;
  private readonly slack: number;
  /** Initiator of the request being handled, while its credit has not been returned. */
  private owed = NOBODY;
  private readonly wr = new IbvSendWr([new IbvSge()]);
  private progress!: Progress;

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
    private readonly links: Links,
    private readonly requests: Requests,
    mostCredits: number,
    /** Null provider: no credits come back, so there are enough. */
    alone: boolean,
  ) {
    this.largest = endpoint.messageBuffers.bytes;
    this.credits = new SparseWords(host.space.THREADS, alone ? NEVER_OUT : mostCredits);
    this.banked = new SparseWords(host.space.THREADS);
    this.slack = Math.min(SLACK, mostCredits - 1);
  }

  /** Sets the progress engine, which is constructed after it. */
  drivenBy(progress: Progress): void {
    this.progress = progress;
  }

  prepare(rank: number, size: number, reply: boolean): number {
    if (size > this.largest) this.host.fail(tooLargeMessage(size, this.largest));
    if (!reply) this.takeCredit(rank);
    return this.endpoint.messageBuffers.take() || this.waitForBuffer(reply);
  }

  private waitForBuffer(reply: boolean): number {
    let buffer = 0;
    this.requests.waitFor(undefined, () => {
      this.progress.poll(reply);
      buffer = this.endpoint.messageBuffers.take();
      return buffer !== 0;
    });
    return buffer;
  }

  commit(rank: number, message: number, size: number, reply: boolean): void {
    const { wr, requests } = this;
    const inline = size <= CONTROL_INLINE;
    const slot = requests.claim(MESSAGE, rank);
    requests.buffers[slot] = message;
    wr.opcode = IBV_WR_SEND_WITH_IMM;
    wr.send_flags = inline ? IBV_SEND_SIGNALED | IBV_SEND_INLINE : IBV_SEND_SIGNALED;
    wr.imm_data = immediate(reply ? REPLY : REQUEST, this.host.space.MYTHREAD, this.creditsFor(rank));
    const sge = wr.sg_list[0]!;
    sge.addr = message;
    sge.length = size;
    sge.lkey = this.endpoint.messageBuffers.lkey;
    requests.post(this.links.queuePair(rank), wr, slot);
  }

  /** The rank may hold a credit then, or owe one, that others wait for. */
  get isHeldUp(): boolean {
    return this.requests.waits > 0;
  }

  poll(repliesOnly: boolean): boolean {
    return this.progress.poll(repliesOnly);
  }

  /** Runs the handler of a request. A reply returns the credit. */
  handleRequest(rank: number, message: number): void {
    this.owed = rank;
    this.host.deliver(message);
    if (this.owed === NOBODY) return;
    this.owed = NOBODY;
    this.banked.add(rank, 1);
  }

  /** Returns credits in a message of their own, if too many have gathered. Their receives must have been reposted. */
  settle(rank: number): void {
    if (this.banked.get(rank) <= this.slack) return;
    this.links.sendCredits(rank, this.creditsFor(rank));
  }

  /** Credits were returned. */
  regain(rank: number, credits: number): void {
    if (credits !== 0) this.credits.add(rank, credits);
  }

  private takeCredit(rank: number): void {
    if (!this.links.isConnected(rank)) this.links.connect(rank, this.progress.pollAll);
    if (this.credits.get(rank) === 0) this.waitForCredit(rank);
    this.credits.add(rank, -1);
  }

  private waitForCredit(rank: number): void {
    this.requests.waitFor(rank, () => {
      this.progress.poll(false);
      return this.credits.get(rank) !== 0;
    });
  }

  /** Credits to return with a message to the rank. */
  private creditsFor(rank: number): number {
    let credits = this.banked.get(rank);
    if (credits !== 0) this.banked.set(rank, 0);
    if (this.owed !== rank) return credits;
    this.owed = NOBODY;
    return ++credits;
  }
}
