/**
 * Active messages over PAMI: small ones by PAMI_Send_immediate, larger ones by PAMI_Send.
 *
 * A message is composed in a buffer of this rank, one for requests and two for replies, from which PAMI copies it. The
 * buffer of a larger message is reused after its local completion; a small one that must wait is copied, as what is served meanwhile
 * may send from there. A reply that finds the first buffer in use, or no room, is kept (keptreplies.ts).
 */
import type { Context } from '../../fabrics/pami/context.ts';
import { PACKET_HEADER } from '../../fabrics/pami/packets.ts';
import { Send } from '../../fabrics/pami/parameters.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { SEND_IMMEDIATE_MAX } from '../../fabrics/pami/sending.ts';
import type { Host, Messages } from '../conduit.ts';
import { KeptReplies } from '../keptreplies.ts';
import { ASKS, type Ports, REPLY, REQUEST } from './ports.ts';

/** The largest packet of any ring, which bounds messages. */
const ROOM = 16384;

/** Bytes of each region, where packets have so many at most. */
export const messagesArea = (largest: number): number => 3 * roomFor(largest) + 64;

const roomFor = (largest: number): number => Math.min(ROOM, (largest + 63) & -64);

export class PamiMessages implements Messages {
  readonly largest: number;
  /** Not with a progress thread, which takes time of its rank: there the order matters. */
  readonly commute: boolean;
  private readonly host: Host;
  private readonly requestRoom: number;
  private readonly replyRoom: number;
  private readonly spareRoom: number;
  private readonly kept: KeptReplies;
  private readonly request = new Send();
  private readonly reply = new Send();
  /** A larger request has not completed locally. */
  private requestLeaves = false;
  private replyLeaves = false;

  constructor(private readonly ports: Ports) {
    const { host, client, settings } = ports;
    const { area, space } = host;
    this.host = host;
    this.commute = host.model !== undefined && !settings.isAsync;
    this.largest = Math.min(ROOM, client.adapter.largest) - PACKET_HEADER - 8;
    const room = roomFor(client.adapter.largest);
    this.requestRoom = (space.BASE + area.take(room)) | 0;
    this.replyRoom = (space.BASE + area.take(room)) | 0;
    this.spareRoom = (space.BASE + area.take(room)) | 0;
    this.kept = new KeptReplies(
      host,
      () => this.poll(true),
      (rank, bytes) => this.sendKept(rank, bytes),
    );
    this.request.dispatch = REQUEST;
    this.request.localFn = () => {
      this.requestLeaves = false;
    };
    this.reply.dispatch = REPLY;
    this.reply.localFn = () => {
      this.replyLeaves = false;
    };
    this.receive(ports.requests);
    this.receive(ports.replies);
  }

  prepare(rank: number, _size: number, reply: boolean): number {
    if (reply) return this.replyLeaves ? this.spareRoom : this.replyRoom;
    if (this.requestLeaves) this.waitUntilRequestHasLeft(rank);
    return this.requestRoom;
  }

  commit(rank: number, message: number, size: number, reply: boolean): void {
    if (!reply) this.sendRequest(rank, message, size);
    else if (message !== this.replyRoom || this.replyLeaves || !this.kept.isEmpty || !this.isReplySent(rank, size))
      this.kept.keep(rank, message, size);
  }

  poll(repliesOnly: boolean): boolean {
    const { replies, requests } = this.ports;
    return (replies.hasWork || (!repliesOnly && requests.hasWork)) && this.advance(repliesOnly);
  }

  get isHeldUp(): boolean {
    return this.kept.isSending;
  }

  private advance(repliesOnly: boolean): boolean {
    const { replies, requests } = this.ports;
    const replied = replies.hasWork && replies.advance(1) === PAMI_SUCCESS;
    if (repliesOnly || this.kept.isSending) return replied;
    const served = requests.hasWork && requests.advance(1) === PAMI_SUCCESS;
    if (!this.kept.isEmpty) this.kept.sendAll();
    if (this.replyLeaves) this.kept.wait(undefined, () => !this.replyLeaves);
    return served || replied;
  }

  private sendRequest(rank: number, message: number, size: number): void {
    const { request, ports } = this;
    request.dest = ports.requestsOf(rank);
    request.data = message;
    request.dataBytes = size;
    if (size <= SEND_IMMEDIATE_MAX) {
      if (!this.isSent(ports.requests, request)) this.insist(ports.requests, request);
      return;
    }
    this.requestLeaves = true;
    ports.check(ports.requests.send(request));
    this.waitUntilRequestHasLeft(rank);
  }

  /** Whether the reply in its buffer has found room; a larger one leaves the buffer later. */
  private isReplySent(rank: number, size: number): boolean {
    const { reply, ports } = this;
    reply.dest = ports.repliesOf(rank);
    reply.data = this.replyRoom;
    reply.dataBytes = size;
    if (size <= SEND_IMMEDIATE_MAX) return this.isSent(ports.replies, reply);
    this.replyLeaves = true;
    ports.check(ports.replies.send(reply));
    return true;
  }

  private sendKept(rank: number, bytes: Uint8Array): boolean {
    if (this.replyLeaves) return false;
    this.host.space.U8.set(bytes, this.replyRoom >>> 0);
    return this.isReplySent(rank, bytes.length);
  }

  private waitUntilRequestHasLeft(rank: number): void {
    this.host.waitFor(rank, () => {
      this.poll(false);
      return !this.requestLeaves;
    });
  }

  private insist(context: Context, send: Send): void {
    const { dest, data, dataBytes } = send;
    const { U8 } = this.host.space;
    const bytes = U8.slice(data >>> 0, (data >>> 0) + dataBytes);
    this.host.waitFor(undefined, () => {
      this.poll(false);
      Object.assign(send, { dest, dataBytes });
      U8.set(bytes, data >>> 0);
      return this.isSent(context, send);
    });
  }

  private isSent(context: Context, send: Send): boolean {
    const result = context.sendImmediate(send);
    if (result !== PAMI_SUCCESS && result !== PAMI_EAGAIN) this.ports.refused(result);
    return result === PAMI_SUCCESS;
  }

  /** The whole message has arrived when its dispatch function is called: none is larger than a packet. */
  private receive(context: Context): void {
    const { host } = this;
    for (const id of [REQUEST, REPLY])
      this.ports.check(
        context.dispatchSet(id, (_context, _cookie, _header, _headerBytes, pipe) => host.deliver(pipe), 0, ASKS),
      );
  }
}
