/**
 * Received frames of other processes: the poller of the completion queue delivers their packets.
 *
 * A packet for the poller itself goes to its receiver, any other one into the ring of its receiver, as a thread of this process would put it
 * there. A request is executed at once (requests.ts). Then its buffer goes back to libfabric, and its credit to the sender, when there is time. A packet whose ring is full stays in its buffer, in a list of its lane, and its credit with it; so nobody waits, and nothing is
 * lost. All state is the process's, as it may be another thread that goes on.
 */
import type { Ring } from '../../../../memory/ring.ts';
import { addressOf, type Space, wordOf } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import { NAME_CAPACITY, NAME_CONTEXTS } from '../../endpoint.ts';
import { ringOf } from '../shm/peers.ts';
import type { Answers } from './answers.ts';
import type { Credits } from './credits.ts';
import { CREDIT, DONE, KIND, NEXT, RECEIVE, STATE } from './entry.ts';
import {
  ACKNOWLEDGEMENT,
  ANSWER,
  CREDITS,
  contextOf,
  isRequest,
  kindOf,
  PACKET,
  PACKET_AT,
  RETURNED,
  rankOf,
  SIZE,
  senderOf,
  sizeFrom,
  sizeOf,
  TARGET,
  WHAT,
} from './frame.ts';
import { ANSWER_AT } from './operations.ts';
import type { Requests } from './requests.ts';
import { ENTRY_BYTES, frameBytes, LANES, REQUEST_LANE, spentFrames, WIRE_HEADER } from './sizes.ts';
import type { Wire } from './wire.ts';

/** Words of the process that this file uses, from `words` on. */
const [PARKED, DUE, UNPOSTED, SPENT] = [0, 1, 2, 3];
/** The same of answers.ts. */
export const UNSENT_AT = 4;
const [HEAD, TAIL] = [0, 1];

/** A receive context of this rank. */
export interface PacketReceiver {
  /** Takes the packet, which does not stay there; false if it must go into the ring. */
  takes(packet: number): boolean;
}

const laneOf = (what: number) => (kindOf(what) === PACKET ? contextOf(what) : REQUEST_LANE);

export class Arrivals {
  private readonly space: Space;
  private readonly rings = new Map<number, Ring>();
  private readonly bytes: number;
  private readonly mostSpent: number;
  /** Receive contexts of this rank, by endpoint and context. */
  private readonly receivers = new Map<number, PacketReceiver>();

  constructor(
    private readonly hardware: Hardware,
    private readonly wire: Wire,
    private readonly credits: Credits,
    private readonly requests: Requests,
    private readonly answers: Answers,
    /** Indexes of words: of this file's, and of the lists of packets that wait, by lane. */
    private readonly words: number,
    private readonly parked: number,
    /** Address of the frame that is sent from. */
    private readonly control: number,
    private readonly processOf: (rank: number) => number,
  ) {
    this.space = hardware.space;
    this.bytes = frameBytes(this.space.THREADS);
    this.mostSpent = spentFrames(this.space.THREADS);
  }

  /** What comes for a context of the endpoint at this address is for `receiver`, when this rank polls. */
  receiveFor(endpoint: number, context: number, receiver: PacketReceiver): void {
    this.receivers.set(endpoint + context, receiver);
  }

  /** Gives libfabric a buffer to receive in; one that it has no room for waits. */
  post(entry: number): void {
    const { I32 } = this.space;
    I32[(entry >>> 2) + KIND] = RECEIVE;
    I32[(entry >>> 2) + CREDIT] = 0;
    if (!this.tryPost(entry)) this.setAside(entry);
  }

  private tryPost(entry: number): boolean {
    return this.wire.receive(entry + ENTRY_BYTES, this.bytes - ENTRY_BYTES, entry) === 0;
  }

  private setAside(entry: number): void {
    const { I32 } = this.space;
    I32[(entry >>> 2) + NEXT] = I32[this.words + UNPOSTED]!;
    I32[this.words + UNPOSTED] = entry;
  }

  /** The frame of a message has been read. */
  private spent(entry: number): void {
    const { I32 } = this.space;
    I32[(entry >>> 2) + CREDIT] = 1;
    I32[this.words + SPENT]!++;
    this.setAside(entry);
  }

  /** A frame has come into this buffer. */
  take(entry: number): void {
    const { I32 } = this.space;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    if (this.hardware.isGone(senderOf(I32[frame + SIZE]!))) {
      this.post(entry);
      return;
    }
    const returned = I32[frame + RETURNED]!;
    if (returned !== 0) this.credits.receive(senderOf(I32[frame + SIZE]!), returned);
    const what = I32[frame + WHAT]!;
    const kind = kindOf(what);
    if (kind === PACKET || isRequest(kind)) {
      if (this.waitsFor(entry) || !this.deliver(entry)) this.park(entry);
      return;
    }
    if (kind === ACKNOWLEDGEMENT) this.acknowledged(rankOf(what), I32[frame + TARGET]!);
    else if (kind === ANSWER) this.answered(frame);
    this.post(entry);
  }

  /** Does what was put off; `isIdle`: nothing has come. */
  goOn(isIdle: boolean): void {
    const { I32 } = this.space;
    if (I32[this.words + PARKED] !== 0) this.enterParked();
    if (I32[this.words + UNPOSTED] !== 0 && (isIdle || I32[this.words + SPENT]! > this.mostSpent)) this.postAgain();
    if (I32[this.words + DUE] !== 0) this.returnCredits();
    if (this.answers.wait) this.answers.sendAgain();
  }

  /** Whether something waits for a rank to make room, or for libfabric. */
  get hasMore(): boolean {
    const { I32 } = this.space;
    return (
      (I32[this.words + PARKED]! | I32[this.words + DUE]! | I32[this.words + UNPOSTED]!) !== 0 || this.answers.wait
    );
  }

  private acknowledged(rank: number, word: number): void {
    Atomics.store(this.space.I32, wordOf(this.space, rank, word), 1);
    this.hardware.rouse(rank);
  }

  /** The request in a slot is done. */
  private answered(frame: number): void {
    const { I32 } = this.space;
    const rank = rankOf(I32[frame + WHAT]!);
    const slot = addressOf(this.space, rank, I32[frame + TARGET]!) >>> 2;
    const from = frame + WIRE_HEADER / 4;
    const size = sizeOf(I32[frame + SIZE]!);
    for (let i = 0; 4 * i < size; i++) I32[slot + ANSWER_AT / 4 + i] = I32[from + i]!;
    Atomics.store(I32, slot + STATE, DONE);
    this.hardware.rouse(rank);
  }

  /** False if it has to wait. One whose sender has been lost meanwhile is dropped. */
  private deliver(entry: number): boolean {
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const what = this.space.I32[frame + WHAT]!;
    if (this.hardware.isGone(senderOf(this.space.I32[frame + SIZE]!))) {
      this.spent(entry);
      return true;
    }
    return kindOf(what) === PACKET ? this.enter(entry) : this.execute(entry);
  }

  /** Executes a request, and answers it if an answer is wanted; false if there is no room for that. */
  private execute(entry: number): boolean {
    const { I32 } = this.space;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const rank = rankOf(I32[frame + WHAT]!);
    const sender = senderOf(I32[frame + SIZE]!);
    const to = { process: this.processOf(sender), rank: sender, slot: I32[frame + TARGET]! };
    const answer = to.slot === 0 ? 0 : this.answers.reserve();
    if (answer === 0 && to.slot !== 0) return false;
    const count = this.requests.execute(frame, (answer + PACKET_AT) >>> 2);
    if (count < 0) return false;
    this.spent(entry);
    if (answer !== 0) this.answers.send(answer, to, count, rank, this.credits.takeOwed(to.process, rank));
    return true;
  }

  /** Puts the packet into its ring; false if that is full, or not there yet. */
  private enter(entry: number): boolean {
    const { I32 } = this.space;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const size = sizeOf(I32[frame + SIZE]!);
    const [rank, context] = [rankOf(I32[frame + WHAT]!), contextOf(I32[frame + WHAT]!)];
    const endpoint = addressOf(this.space, rank, I32[frame + TARGET]!);
    const receiver = this.receivers.get(endpoint + context);
    if (receiver === undefined || !receiver.takes((entry + PACKET_AT) | 0)) {
      const ring = this.ringOf(endpoint, context);
      const packet = ring === undefined ? 0 : ring.reserve(size);
      if (packet === 0) return false;
      this.hardware.bulk.copy(packet, (entry + PACKET_AT) | 0, size);
      ring!.publish(packet);
      this.hardware.rouse(rank);
    }
    this.spent(entry);
    return true;
  }

  private ringOf(endpoint: number, context: number): Ring | undefined {
    const key = endpoint + context; // endpoints lie at multiples of 64
    return this.rings.get(key) ?? this.findRing(endpoint, context, key);
  }

  private findRing(endpoint: number, context: number, key: number): Ring | undefined {
    const { I32 } = this.space;
    if (context >= Atomics.load(I32, (endpoint >>> 2) + NAME_CONTEXTS)) return undefined;
    const capacity = Atomics.load(I32, (endpoint >>> 2) + NAME_CAPACITY);
    const ring = ringOf(this.hardware, this.space, endpoint, context, capacity);
    this.rings.set(key, ring);
    return ring;
  }

  // ---------------------------------------------------------------- packets that wait, first come first served in each lane

  private waitsFor(entry: number): boolean {
    return this.space.I32[this.words + PARKED] !== 0 && this.space.I32[this.listOf(entry) + HEAD] !== 0;
  }

  private park(entry: number): void {
    const { I32 } = this.space;
    const list = this.listOf(entry);
    I32[(entry >>> 2) + NEXT] = 0;
    if (I32[list + HEAD] === 0) I32[list + HEAD] = entry;
    else I32[(I32[list + TAIL]! >>> 2) + NEXT] = entry;
    I32[list + TAIL] = entry;
    I32[this.words + PARKED]!++;
  }

  private enterParked(): void {
    const { I32, REACH } = this.space;
    for (let lane = 0; lane < LANES * REACH; lane++) {
      const list = this.parked + 2 * lane;
      for (let entry = I32[list + HEAD]!; entry !== 0; entry = I32[list + HEAD]!) {
        const next = I32[(entry >>> 2) + NEXT]!;
        if (!this.deliver(entry >>> 0)) break;
        I32[list + HEAD] = next;
        I32[this.words + PARKED]!--;
      }
    }
  }

  private listOf(entry: number): number {
    const { I32, FIRST } = this.space;
    const what = I32[((entry + ENTRY_BYTES) >>> 2) + WHAT]!;
    return this.parked + 2 * (LANES * (rankOf(what) - FIRST) + laneOf(what));
  }

  // ---------------------------------------------------------------- credits and buffers

  private returnCredits(): void {
    const { I32, FIRST, REACH } = this.space;
    I32[this.words + DUE] = 0;
    for (let process = 0; process < this.hardware.firsts.length; process++)
      for (let rank = FIRST; rank < FIRST + REACH; rank++)
        if (this.credits.isDue(process, rank)) this.tellCredits(process, rank);
  }

  /** Sends a frame that says nothing; false if there is no room. */
  greet(process: number): boolean {
    const { I32 } = this.space;
    const frame = this.control >>> 2;
    I32[frame + WHAT] = CREDITS;
    I32[frame + SIZE] = I32[frame + RETURNED] = 0;
    return this.wire.inject(process, this.control, WIRE_HEADER) === 0;
  }

  private tellCredits(process: number, rank: number): void {
    const { I32 } = this.space;
    const returned = this.credits.takeOwed(process, rank);
    if (returned === 0) return;
    const frame = this.control >>> 2;
    I32[frame + WHAT] = CREDITS;
    I32[frame + SIZE] = sizeFrom(0, rank);
    I32[frame + RETURNED] = returned;
    if (this.wire.inject(process, this.control, WIRE_HEADER) === 0) return;
    this.credits.oweAgain(process, rank, returned);
    I32[this.words + DUE] = 1;
  }

  private postAgain(): void {
    const { I32 } = this.space;
    let entry = I32[this.words + UNPOSTED]! >>> 0;
    I32[this.words + UNPOSTED] = I32[this.words + SPENT] = 0;
    while (entry !== 0) {
      const next = I32[(entry >>> 2) + NEXT]! >>> 0;
      if (I32[(entry >>> 2) + CREDIT] !== 0) this.owe(entry);
      this.post(entry);
      entry = next;
    }
  }

  /** Gives back the credit that the frame has come with. */
  private owe(entry: number): void {
    const { I32 } = this.space;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const [process, rank] = [this.processOf(senderOf(I32[frame + SIZE]!)), rankOf(I32[frame + WHAT]!)];
    if (this.credits.owe(process, rank, laneOf(I32[frame + WHAT]!))) I32[this.words + DUE] = 1;
  }
}
