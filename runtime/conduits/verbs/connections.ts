/**
 * Connections: one queue pair per peer, created on first use by a handshake of datagrams, which may get lost.
 *
 *     initiator                   target
 *     ASKED      -- request -->   makes its end and connects it
 *                <-- answer ---   ANSWERED: it may receive
 *     CONNECTED  -- ready ---->   CONNECTED: it may send
 *
 * Both ends may initiate at once: each takes the other's request as one. A waiting end repeats its last datagram, and a
 * duplicate is answered again. A message on the connection implies "ready".
 */
import {
  IBV_ACCESS_LOCAL_WRITE,
  IBV_ACCESS_REMOTE_ATOMIC,
  IBV_ACCESS_REMOTE_READ,
  IBV_ACCESS_REMOTE_WRITE,
  type QueuePair,
} from '../../fabrics/verbs/index.ts';
import { SparseWords } from '../../memory/sparse.ts';
import type { Endpoint } from './endpoint.ts';
import { rcStates } from './states.ts';

export const REQUEST = 1;
export const ANSWER = 2;
export const READY = 3;
export type Datagram = typeof REQUEST | typeof ANSWER | typeof READY;

export const NONE = 0;
export const ASKED = 1;
export const ANSWERED = 2;
export const CONNECTED = 3;

export const ALL_ACCESS =
  IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

/** Sends a datagram of this kind to a rank, with the number of our queue pair; it may get lost. */
export type SendDatagram = (rank: number, kind: Datagram, number: number) => void;

export class Connections {
  readonly states: SparseWords;
  /** By rank; posting is allowed only to existing ones. */
  readonly queuePairs = new Map<number, QueuePair>();
  /** Connections established. */
  made = 0;

  constructor(
    ranks: number,
    private readonly endpoint: Endpoint,
    private readonly send: SendDatagram,
  ) {
    this.states = new SparseWords(ranks);
  }

  /** Sends, or repeats, the datagram of this end's state. */
  say(rank: number): void {
    const state = this.states.get(rank);
    if (state === NONE) this.make(rank, ASKED);
    this.send(rank, this.states.get(rank) === ASKED ? REQUEST : ANSWER, this.queuePairs.get(rank)!.qp_num);
  }

  /** Receives a datagram. */
  hear(rank: number, kind: Datagram, number: number): void {
    if (kind === REQUEST) this.answer(rank, number);
    else if (kind === ANSWER) this.finish(rank, number);
    else this.confirm(rank);
  }

  /** The peer is ready to receive: it said so, or has sent a message. */
  confirm(rank: number): void {
    if (this.states.get(rank) === ANSWERED) this.states.set(rank, CONNECTED);
  }

  private answer(rank: number, number: number): void {
    if (this.states.get(rank) === NONE) this.make(rank, ASKED);
    if (this.states.get(rank) === ASKED) this.connect(rank, number, ANSWERED);
    this.send(rank, ANSWER, this.queuePairs.get(rank)!.qp_num);
  }

  private finish(rank: number, number: number): void {
    if (this.states.get(rank) === ASKED) this.connect(rank, number, CONNECTED);
    this.confirm(rank);
    if (this.states.get(rank) === CONNECTED) this.send(rank, READY, this.queuePairs.get(rank)!.qp_num);
  }

  private make(rank: number, state: number): void {
    this.queuePairs.set(rank, this.endpoint.connection());
    this.states.set(rank, state);
  }

  private connect(rank: number, number: number, state: number): void {
    this.endpoint.bringUp(this.queuePairs.get(rank)!, rcStates(rank, number, ALL_ACCESS));
    this.states.set(rank, state);
    this.made++;
  }
}
