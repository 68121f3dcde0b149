/**
 * Polling: takes the completions of requests, serves received messages, and resumes waiting transfers.
 *
 * While a handler waits to reply no other request may run: requests that arrive then are deferred to the next poll.
 */
import { IBV_WC_SUCCESS, IbvWc, ibv_poll_cq } from '../../fabrics/verbs/index.ts';
import type { Host } from '../conduit.ts';
import type { Endpoint } from './endpoint.ts';
import { failedReceive, overrun } from './errors.ts';
import { MOVE_WORDS, type Moves } from './firehose/moves.ts';
import { CREDITS, creditsOf, kindOf, type Links, MOVE, MOVED, REPLY, REQUEST, rankOf } from './links.ts';
import type { VerbsMessages } from './messages.ts';
import type { Requests } from './requests.ts';
import type { Transfers } from './transfers.ts';

/** Maximum receives of one poll. */
const BATCH = 16;

export class Progress {
  /** Serves everything. */
  readonly pollAll = (): void => void this.poll(false);
  private readonly wc = [new IbvWc()];
  private readonly words = new Int32Array(MOVE_WORDS);
  /** Where a deferred request is handled. */
  private readonly room: number;
  /** Deferred requests: copies, as their buffers are needed for replies, and their immediates. */
  private readonly aside: { readonly bytes: Uint8Array; readonly imm: number }[] = [];

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
    private readonly requests: Requests,
    private readonly links: Links,
    private readonly messages: VerbsMessages,
    private readonly moves: Moves,
    private readonly transfers: Transfers,
  ) {
    this.room = (host.space.BASE + host.area.take(messages.largest)) | 0;
  }

  /** True if there was any progress. */
  poll(repliesOnly: boolean): boolean {
    const reaped = this.requests.reap();
    const received = this.receive(repliesOnly);
    const resumed = !repliesOnly && this.aside.length > 0 && this.resume();
    if (this.moves.isWaiting) this.moves.ask();
    if (this.transfers.isReady) this.transfers.goOn();
    return reaped || received || resumed;
  }

  private receive(repliesOnly: boolean): boolean {
    const { wc } = this;
    for (let served = 0; served < BATCH; served++) {
      const count = ibv_poll_cq(this.endpoint.received, 1, wc);
      if (count === 0) return served > 0;
      if (count < 0) this.host.fail(overrun('receives'));
      if (wc[0]!.status !== IBV_WC_SUCCESS) this.host.fail(failedReceive(wc[0]!.status));
      if (wc[0]!.qp_num === this.links.datagrams.qp.qp_num) this.links.hear(wc[0]!.wr_id);
      else this.serve(wc[0]!.wr_id, wc[0]!.imm_data, repliesOnly);
    }
    return true;
  }

  private serve(index: number, imm: number, repliesOnly: boolean): void {
    if (repliesOnly && kindOf(imm) === REQUEST) this.defer(index, imm);
    else this.handle(index, imm);
  }

  private resume(): boolean {
    for (let next = this.aside.shift(); next !== undefined; next = this.aside.shift()) {
      const rank = rankOf(next.imm);
      this.host.space.U8.set(next.bytes, this.room >>> 0);
      this.messages.handleRequest(rank, this.room);
      this.messages.settle(rank);
    }
    return true;
  }

  private defer(index: number, imm: number): void {
    const { U8 } = this.host.space;
    const at = this.endpoint.receiveAt(index) >>> 0;
    this.aside.push({ bytes: U8.slice(at, at + this.messages.largest), imm });
    this.links.confirm(rankOf(imm));
    this.endpoint.postReceive(index);
    this.messages.regain(rankOf(imm), creditsOf(imm));
  }

  /** Credits are returned only after the receives they stand for have been reposted. */
  private handle(index: number, imm: number): void {
    const rank = rankOf(imm);
    const kind = kindOf(imm);
    this.links.confirm(rank);
    const message = this.endpoint.receiveAt(index);
    if (kind === REQUEST) this.messages.handleRequest(rank, message);
    else if (kind === REPLY) this.host.deliver(message);
    else if (kind !== CREDITS) this.readWords(message);
    this.endpoint.postReceive(index);
    this.messages.regain(rank, creditsOf(imm));
    if (kind === REQUEST) this.messages.settle(rank);
    else if (kind === MOVE) this.moves.serve(rank, this.words);
    else if (kind === MOVED) this.moves.finish(rank, this.words);
  }

  private readWords(message: number): void {
    const { I32 } = this.host.space;
    for (let i = 0; i < MOVE_WORDS; i++) this.words[i] = I32[(message >>> 2) + i]!;
  }
}
