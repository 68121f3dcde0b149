/**
 * Messages between ranks: sending, and matching by context, source and tag, in the order of sending (MPI 3.1, 3.5).
 *
 * A message of few bytes carries its data (eager), and lies with its receiver until a receive matches. Each sender has credit for so
 * many bytes at each receiver, which comes back when they are received. A larger message, one without credit, and a synchronous one, is
 * an offer that says where the data are (rendezvous): the receiver fetches them, and says so. So what lies with a receiver is bounded.
 *
 * Handlers only match and queue: data are fetched, and credit is given back, behind a poll. Between ranks of one memory functions in C send, offer and
 * take messages too (mpi-messages.c), by the words of shortcut.ts.
 */
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { InOrder } from '../../runtime/core/am/inorder.ts';
import { argumentsAt } from '../../runtime/core/message.ts';
import type { Matching } from '../../runtime/launch/simulation.ts';
import { following } from '../../runtime/memory/counts.ts';
import { addressOf, offsetOf, rankOf } from '../../runtime/memory/space.ts';
import { recordedBefore } from '../../runtime/trace/recorder.ts';
import { MPI_CREDIT, MPI_EAGER, MPI_OFFER, MPI_TAKEN, MPI_WITHDRAW, serve } from '../common/handlers.ts';
import { Arrived, type Envelope, isMatch } from './arrived.ts';
import type { Offered } from './offered.ts';
import type { Receive, Send, Wanted } from './operations.ts';
import type { Posted } from './posted.ts';
import { Pulls } from './pulls.ts';
import type { Shortcut } from './shortcut.ts';
import type { State } from './state.ts';
import { Traffic } from './traffic.ts';
import { type Unattended, unattended } from './unattended.ts';
import { Withdrawals } from './withdrawals.ts';

/** Most bytes of an eager message, unless the variable says another number; with 0 none is eager, so that each send waits for its receive. */
const EAGER = 8192;
const EAGER_VARIABLE = 'PGAS_MPI_EAGER';
/** Bytes of a sender that lie with a receiver at most; what a message costs besides its data; what is given back at once. */
const [CREDIT, COST, LEAST_BACK] = [2 ** 18, 64, 2 ** 16];

const badEager = (wanted: string) =>
  `${EAGER_VARIABLE}=${wanted}: it is the most bytes of a message that is sent before its receive is there, 0 for none`;

const sizeOf = (message: Arrived, { room }: Receive): number => Math.min(message.bytes, room);

export class Post {
  private readonly posted: Receive[] = [];
  private readonly arrived: Arrived[] = [];
  private pulls!: Pulls;
  private readonly sends = new Map<number, Send>();
  private lastSend = 0;
  private readonly order: InOrder;
  private readonly withdrawals: Withdrawals;
  private isAdvancing = false;
  private unattended: Unattended | undefined;
  private limit = EAGER;
  /** What messages take on a simulated machine. */
  private matching: Matching | undefined;
  readonly creditLimit = CREDIT;
  readonly traffic: Traffic;

  constructor(
    private readonly state: State,
    private readonly shortcut: Shortcut,
    private readonly inC: Posted,
    private readonly offered: Offered,
  ) {
    inC.takeOver = () => this.takeOver();
    const { environment } = state;
    this.order = new InOrder({
      get: (rank) => shortcut.due[rank],
      set: (rank, number) => {
        shortcut.due[rank] = number;
      },
    });
    const { order } = this;
    this.traffic = new Traffic(shortcut);
    const { U8 } = environment;
    type Eager = [number, number, number, number, number, number];
    serve(environment, MPI_EAGER, (...[token, payload, bytes, serial, context, tag]: Eager) => {
      this.unattended?.hide();
      const from = environment.runtime.messages.sourceOf(token);
      let kept: Uint8Array | undefined;
      let isDone = false;
      order.arrived(from, serial, () => {
        isDone = true;
        this.comeEager({ from, context, tag, bytes }, payload, kept);
      });
      if (!isDone) kept = U8.slice(payload >>> 0, (payload >>> 0) + bytes);
    });
    type Offer = [number, number, number, number, number, number, number, number, number];
    serve(environment, MPI_OFFER, (...[token, serial, context, tag, bytes, owner, offset, send, toldAt]: Offer) => {
      this.unattended?.hide();
      const from = environment.runtime.messages.sourceOf(token);
      const message = new Arrived(from, context, tag, bytes >>> 0, undefined, owner, offset >>> 0, send, toldAt);
      order.arrived(from, serial, () => this.comeOffer(message));
    });
    serve(environment, MPI_TAKEN, (_token: number, send: number) => {
      this.fetched(send);
    });
    serve(environment, MPI_CREDIT, (token: number, bytes: number) => {
      shortcut.spent[environment.runtime.messages.sourceOf(token)]! -= bytes;
    });
    this.withdrawals = new Withdrawals(state, {
      inOrder: (from, serial, act) => {
        this.unattended?.hide();
        order.arrived(from, serial, act);
      },
      drop: (from, send) => this.takenIf((message) => message.from === from && message.send === send),
      withdrawn: (send) => this.withdrawn(send),
      tell: (...message) => this.tell(...message),
    });
  }

  open(): void {
    this.pulls = new Pulls(
      this.state.environment.runtime.engine.movement,
      (message, receive) => this.begin(message, receive),
      (message, receive) => this.finish(message, receive),
    );
    this.matching = this.state.environment.runtime.matching;
    this.eagerLimit = this.eagerWanted();
    this.unattended = this.state.around = unattended(this.state, this.shortcut, {
      receives: this.posted,
      matched: (receive, message) => this.landed(receive, message),
      fetched: (send) => this.fetched(send),
      advance: () => this.advance(),
    });
    if (this.unattended !== undefined)
      this.shortcut.close(); // C does not show its receives
    else this.state.environment.runtime.job.heldOff++; // messages move in calls of MPI, not when the program reads a clock
    this.state.environment.runtime.messages.afterEachPoll(() => {
      if (!this.pulls.isEmpty || this.shortcut.isOwing || this.withdrawals.isOwing) this.advance();
      this.offered.look();
      this.unattended?.tend();
    });
  }

  close(): void {
    if (this.unattended === undefined) this.state.environment.runtime.job.heldOff--;
  }

  /** Most bytes of an eager message; the program may set it. */
  get eagerLimit(): number {
    return this.limit;
  }

  set eagerLimit(bytes: number) {
    this.limit = bytes;
    this.shortcut.limit = Math.min(bytes, this.state.environment.runtime.messages.largestMedium);
  }

  private eagerWanted(): number {
    const { state } = this;
    const wanted = state.environment.variables[EAGER_VARIABLE];
    if (!wanted) return this.eagerUsual();
    if (!/^\d{1,9}$/.test(wanted)) state.environment.runtime.job.misuse(badEager(wanted));
    return Number(wanted) || -1;
  }

  private eagerUsual(): number {
    const { matching } = this;
    matching?.capped(Math.min(this.state.environment.runtime.messages.largestMedium, CREDIT - COST));
    return matching?.eager ?? EAGER;
  }

  // ---------------------------------------------------------------- sending

  send(send: Send, isSynchronous: boolean): void {
    const { to, bytes } = send;
    const cost = bytes + COST;
    const { runtime, recorder } = this.state.environment;
    const { largestMedium } = runtime.messages;
    const isEager = bytes <= this.eagerLimit && bytes <= largestMedium && this.shortcut.spent[to]! + cost <= CREDIT;
    const hasData = isEager && !isSynchronous;
    if (hasData) {
      this.shortcut.spent[to]! += cost;
      this.sendEager(send);
    } else this.offer(send);
    this.traffic.addSent(bytes, hasData);
    recorder?.transferred(to, bytes, true, recorder.now());
  }

  private serial(to: number): number {
    const { serials } = this.shortcut;
    const serial = serials[to]!;
    serials[to] = following(serial);
    return serial;
  }

  private sendEager(send: Send): void {
    const { to, context, tag, address, bytes } = send;
    const { runtime, I32 } = this.state.environment;
    const at = argumentsAt(runtime.messages.requestMedium(to, MPI_EAGER, 3, address, bytes)) >>> 2;
    I32[at] = this.serial(to);
    I32[at + 1] = context;
    I32[at + 2] = tag;
    runtime.messages.send();
    send.complete();
  }

  private offer(send: Send): void {
    const { to, context, tag, address, bytes } = send;
    const { environment } = this.state;
    const { messages } = environment.runtime;
    const number = (this.lastSend = (this.lastSend + 1) & 0x7fffffff); // negative ones are C's
    this.sends.set(number, send);
    const [owner, offset] = [rankOf(environment, address), offsetOf(environment, address)];
    const toldAt = this.unattended?.wordFor(number) ?? 0;
    const at = argumentsAt(messages.requestShort(to, MPI_OFFER, 8)) >>> 2;
    const serial = this.serial(to);
    environment.I32.set([serial, context, tag, bytes, owner, offset, number, toldAt], at);
    messages.send();
    this.unattended?.bring(number, serial, send, { owner, offset, toldAt });
  }

  /** The data of a send have been taken. */
  private fetched(number: number): void {
    if (number < 0) {
      this.offered.taken(~number);
      return;
    }
    const send = this.sends.get(number);
    this.unattended?.forget(number);
    this.sends.delete(number);
    send?.complete();
  }

  /** Asks the receiver to drop the offer of a send, unless it has matched. */
  withdraw(send: Send): void {
    const number = this.offered.numberOf(send) ?? this.numberOf(send);
    this.tell(send.to, MPI_WITHDRAW, this.serial(send.to), number!);
  }

  private numberOf(send: Send): number | undefined {
    for (const [number, each] of this.sends) if (each === send) return number;
    return undefined;
  }

  private withdrawn(number: number): void {
    const send = number < 0 ? this.offered.sendOf(~number) : this.sends.get(number);
    if (send !== undefined) send.isCancelled = true;
    this.fetched(number);
  }

  // ---------------------------------------------------------------- receiving

  receive(receive: Receive): void {
    this.takeOver();
    const message = this.taken(receive);
    if (message === undefined) {
      this.posted.push(receive);
      this.tellQueued();
    } else this.receiveMessage(receive, message);
  }

  /** Of a message that has been taken. */
  receiveMessage(receive: Receive, message: Arrived): void {
    if (message.data === undefined) this.pull(message, receive);
    else this.take(receive, message, 0, message.data);
  }

  /** The first message that is wanted, for a receive of its own. */
  taken(wanted: Wanted): Arrived | undefined {
    return this.takenIf((message) => isMatch(wanted, message));
  }

  private takenIf(isIt: (message: Arrived) => boolean): Arrived | undefined {
    const index = this.arrived.findIndex(isIt);
    this.matching?.looked(index < 0 ? this.arrived.length : index + 1);
    if (index < 0) return undefined;
    const [message] = this.arrived.splice(index, 1);
    this.tellQueued();
    return message;
  }

  /** What functions in C have begun to receive. */
  private takeOver(): void {
    if (this.inC.isEmpty) return;
    this.posted.push(...this.inC.adopted());
    this.tellQueued();
  }

  private tellQueued(): void {
    this.shortcut.queued = this.arrived.length + this.posted.length;
  }

  /** Unless it has matched. */
  cancel(receive: Receive): void {
    this.takeOver();
    const index = this.posted.indexOf(receive);
    if (index < 0) return;
    this.posted.splice(index, 1);
    this.tellQueued();
    receive.isCancelled = true;
    receive.complete();
  }

  /** The first message that would be received. */
  probe(wanted: Wanted): Arrived | undefined {
    return this.arrived.find((message) => isMatch(wanted, message));
  }

  /** Messages and offers that have been sent to each rank. */
  get sentTo(): Int32Array {
    return this.shortcut.serials;
  }

  /** How many of a rank have come. */
  cameFrom(rank: number): number {
    return this.order.count(rank);
  }

  /** The first messages of a context that no receive has matched, so many at most: for messages about a wait. */
  unmatched(context: number, most = Infinity): Arrived[] {
    const found: Arrived[] = [];
    for (const message of this.arrived) {
      if (found.length === most) break;
      if (message.context === context) found.push(message);
    }
    return found;
  }

  private comeEager(envelope: Envelope & Pick<Arrived, 'bytes'>, payload: number, kept?: Uint8Array): void {
    const receive = this.matchPosted(envelope);
    if (receive !== undefined) this.take(receive, envelope, payload, kept);
    else {
      const { U8 } = this.state.environment;
      const data = kept ?? U8.slice(payload >>> 0, (payload >>> 0) + envelope.bytes);
      this.keep(new Arrived(envelope.from, envelope.context, envelope.tag, envelope.bytes, data));
    }
  }

  private comeOffer(message: Arrived): void {
    const receive = this.matchPosted(message);
    if (receive === undefined) this.keep(message);
    else this.pull(message, receive);
  }

  private keep(message: Arrived): void {
    this.arrived.push(message);
    this.tellQueued();
    this.traffic.unexpected++;
    this.traffic.mostUnexpected = Math.max(this.traffic.mostUnexpected, this.arrived.length);
  }

  /** Messages that no receive has matched, and receives that no message has. */
  get lengths(): { readonly arrived: number; readonly posted: number } {
    this.takeOver();
    return { arrived: this.arrived.length, posted: this.posted.length };
  }

  private matchPosted(envelope: Envelope): Receive | undefined {
    this.takeOver();
    const index = this.posted.findIndex((receive) => isMatch(receive, envelope));
    this.matching?.looked(index < 0 ? this.posted.length : index + 1);
    if (index < 0) return undefined;
    const [receive] = this.posted.splice(index, 1);
    this.tellQueued();
    return receive;
  }

  /** Gives a receive the data of an eager message, which are at an address, or kept. */
  private take(
    receive: Receive,
    { from, tag, bytes }: Pick<Arrived, 'from' | 'tag' | 'bytes'>,
    payload: number,
    kept?: Uint8Array,
  ): void {
    const { environment } = this.state;
    const size = Math.min(bytes, receive.room);
    if (kept !== undefined) environment.U8.set(kept.subarray(0, size), receive.address >>> 0);
    else if (size > 0) environment.runtime.bulk.copy(receive.address, payload, size);
    this.noteMatch(receive, { from, tag, bytes });
    receive.complete();
    const { owed } = this.shortcut;
    owed[from]! += bytes + COST;
    if (owed[from]! >= LEAST_BACK) this.shortcut.isOwing = true;
  }

  // ---------------------------------------------------------------- behind polls

  private pull(message: Arrived, receive: Receive): void {
    this.noteMatch(receive, message);
    this.pulls.add(message, receive);
  }

  private noteMatch(receive: Receive, { from, tag, bytes }: Pick<Arrived, 'from' | 'tag' | 'bytes'>): void {
    receive.matched(from, tag, bytes);
    this.traffic.addReceived(bytes);
    this.matching?.matched();
  }

  /** A message has found a receive, and its data move. */
  private landed(receive: Receive, message: Pick<Arrived, 'from' | 'tag' | 'bytes'>): void {
    this.posted.splice(this.posted.indexOf(receive), 1);
    this.tellQueued();
    this.noteMatch(receive, message);
  }

  /** Fetches data and gives credit back. Both may poll, hence the guard. */
  advance(): void {
    if (this.isAdvancing) return;
    this.isAdvancing = true;
    try {
      if (this.shortcut.isOwing) this.giveBack();
      this.withdrawals.tell();
      this.pulls.advance();
    } finally {
      this.isAdvancing = false;
    }
  }

  private giveBack(): void {
    const { owed } = this.shortcut;
    this.shortcut.isOwing = false;
    for (const [to, bytes] of owed.entries()) {
      if (bytes < LEAST_BACK) continue;
      owed[to]! -= bytes;
      this.tell(to, MPI_CREDIT, bytes);
    }
  }

  /** Begins to fetch what the sender has recorded; undefined: who else moves it does that. */
  private begin(message: Arrived, receive: Receive): number | undefined {
    if (this.unattended?.takes(receive, message)) return undefined;
    const { environment } = this.state;
    const { movement } = environment.runtime.engine;
    const size = sizeOf(message, receive);
    const source = addressOf(environment, message.owner, message.offset);
    this.matching?.registered(size);
    if (size === 0) return COMPLETE;
    return recordedBefore(environment.recorder, () => movement.copy(receive.address, source, size));
  }

  /** All is here: its sender is told so. */
  private finish(message: Arrived, receive: Receive): void {
    this.matching?.deregistered(sizeOf(message, receive));
    this.tell(message.from, MPI_TAKEN, message.send);
    receive.complete();
  }

  private tell(to: number, handler: number, ...words: number[]): void {
    const { runtime, I32 } = this.state.environment;
    I32.set(words, argumentsAt(runtime.messages.requestShort(to, handler, words.length)) >>> 2);
    runtime.messages.send();
  }
}
