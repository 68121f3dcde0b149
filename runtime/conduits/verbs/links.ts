/**
 * Links to other ranks: a connection each, established on demand, and control messages over it.
 *
 * Immediate data of every send: its kind, the rank of the sender, and the number of credits returned (messages.ts).
 */

import {
  IBV_SEND_INLINE,
  IBV_SEND_SIGNALED,
  IBV_WR_SEND_WITH_IMM,
  IbvSendWr,
  IbvSge,
  type QueuePair,
} from '../../fabrics/verbs/index.ts';
import { platform } from '../../platform/linked.ts';
import type { Host } from '../conduit.ts';
import type { AbsentPeers } from './absent.ts';
import { CONNECTED, Connections, type Datagram } from './connections.ts';
import { Datagrams } from './datagrams.ts';
import type { Endpoint } from './endpoint.ts';
import { MOVE_WORDS, type MoveChannel } from './firehose/moves.ts';
import { CONTROL, type Requests } from './requests.ts';

/** Kinds of messages. */
export const REQUEST = 0;
export const REPLY = 1;
export const MOVE = 2;
export const MOVED = 3;
export const CREDITS = 4;

const RANK_SHIFT = 3;
const CREDIT_SHIFT = 16;

export const immediate = (kind: number, rank: number, credits: number): number =>
  kind | (rank << RANK_SHIFT) | (credits << CREDIT_SHIFT);
export const kindOf = (imm: number): number => imm & 7;
export const rankOf = (imm: number): number => (imm >>> RANK_SHIFT) & 0x1fff;
export const creditsOf = (imm: number): number => imm >>> CREDIT_SHIFT;

/** Milliseconds before an unanswered datagram is first repeated; the delay doubles each time. */
const FIRST_PATIENCE = 1;
const LAST_PATIENCE = 64;

const NOTHING = new Int32Array(0);

export class Links implements MoveChannel {
  readonly connections: Connections;
  readonly datagrams: Datagrams;
  private readonly rank: number;
  private readonly words: number;
  private readonly wr = new IbvSendWr([new IbvSge()]);

  constructor(
    private readonly host: Host,
    endpoint: Endpoint,
    private readonly requests: Requests,
    /** Stand-in for peers with the null provider. */
    private readonly absent?: AbsentPeers,
  ) {
    this.rank = host.space.MYTHREAD;
    this.datagrams = new Datagrams(host, endpoint);
    const send = (rank: number, kind: Datagram, number: number) => this.sendDatagram(rank, kind, number);
    this.connections = new Connections(host.space.THREADS, endpoint, send);
    this.words = (host.space.BASE + host.area.take(4 * MOVE_WORDS)) >>> 2;
  }

  isConnected(rank: number): boolean {
    return this.connections.states.get(rank) === CONNECTED;
  }

  queuePair(rank: number): QueuePair {
    return this.connections.queuePairs.get(rank)!;
  }

  /** Establishes the connection; `poll` serves messages meanwhile. */
  connect(rank: number, poll: () => void): void {
    let patience = FIRST_PATIENCE;
    let again = 0;
    const isConnected = () => {
      const now = platform.clock.milliseconds();
      if (now >= again) {
        this.connections.say(rank);
        again = now + patience;
        patience = Math.min(2 * patience, LAST_PATIENCE);
      }
      poll();
      return this.isConnected(rank);
    };
    this.host.waitFor(rank, isConnected, undefined, () => again);
  }

  request(rank: number, words: Int32Array): void {
    this.sendWords(MOVE, rank, words);
  }

  answer(rank: number, words: Int32Array): void {
    this.sendWords(MOVED, rank, words);
  }

  /** Returns credits in a message of their own. */
  sendCredits(rank: number, credits: number): void {
    this.send(CREDITS, rank, credits, NOTHING);
  }

  private sendWords(kind: number, rank: number, words: Int32Array): void {
    this.send(kind, rank, 0, words.slice(0, 1 + 2 * words[0]!));
  }

  /** The words are put where they are sent from behind the wait for a slot, in which others may be. */
  private send(kind: number, rank: number, credits: number, words: Int32Array): void {
    const { wr } = this;
    const slot = this.requests.claim(CONTROL, rank);
    this.host.space.I32.set(words, this.words);
    wr.opcode = IBV_WR_SEND_WITH_IMM;
    wr.send_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED;
    wr.imm_data = immediate(kind, this.rank, credits);
    wr.sg_list[0]!.addr = this.words << 2;
    wr.sg_list[0]!.length = 4 * words.length;
    this.requests.post(this.queuePair(rank), wr, slot);
  }

  private sendDatagram(rank: number, kind: Datagram, number: number): void {
    if (this.absent !== undefined) this.absent.datagram(rank, kind);
    else this.datagrams.send(rank, kind, number, this.requests.claim(CONTROL, this.rank), this.requests);
  }

  /** Receives the datagram in buffer `index`. */
  hear(index: number): void {
    const { I32 } = this.host.space;
    const word = this.datagrams.wordsOf(index);
    this.connections.hear(I32[word + 1]!, I32[word]! as Datagram, I32[word + 2]!);
    this.datagrams.postReceive(index);
  }

  /** A message arrived on the connection with the rank. */
  confirm(rank: number): void {
    if (this.connections.states.get(rank) !== CONNECTED) this.connections.confirm(rank);
  }
}
