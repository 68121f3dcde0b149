/**
 * Received frames of other processes: whoever has read their completions delivers them.
 *
 * A packet for the poller itself goes to its receiver, any other one into the ring of its receiver, as a thread of this process would put it
 * there. A request is executed at once (requests.ts). What cannot be delivered stays in its buffer (parking.ts), and its credit with it; so nobody
 * waits, and nothing is lost. Other buffers go back to libfabric (buffers.ts).
 */
import type { Ring } from '../../../../memory/ring.ts';
import { addressOf, type Space, wordOf } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import { NAME_CAPACITY, NAME_CONTEXTS } from '../../endpoint.ts';
import { ringOf } from '../shm/peers.ts';
import type { Answers } from './answers.ts';
import type { Buffers } from './buffers.ts';
import type { Credits } from './credits.ts';
import { DONE, STATE } from './entry.ts';
import {
  ACKNOWLEDGEMENT,
  ANSWER,
  contextOf,
  isRequest,
  kindOf,
  PACKET,
  PACKET_AT,
  RETURNED,
  rankOf,
  SIZE,
  senderOf,
  sizeOf,
  TARGET,
  WHAT,
} from './frame.ts';
import { ANSWER_AT } from './operations.ts';
import type { Parking } from './parking.ts';
import type { Requests } from './requests.ts';
import { ENTRY_BYTES, WIRE_HEADER } from './sizes.ts';

/** A receive context of this rank. */
export interface PacketReceiver {
  /** Takes the packet, which does not stay there; false if it must go into the ring. */
  takes(packet: number): boolean;
}

export class Arrivals {
  private readonly space: Space;
  private readonly rings = new Map<number, Ring>();
  /** Receive contexts of this rank, by endpoint and context. */
  private readonly receivers = new Map<number, PacketReceiver>();

  constructor(
    private readonly hardware: Hardware,
    private readonly credits: Credits,
    private readonly requests: Requests,
    private readonly answers: Answers,
    private readonly buffers: Buffers,
    private readonly parking: Parking,
    private readonly processOf: (rank: number) => number,
  ) {
    this.space = hardware.space;
  }

  /** What comes for a context of the endpoint at this address is for `receiver`, when this rank polls. */
  receiveFor(endpoint: number, context: number, receiver: PacketReceiver): void {
    this.receivers.set(endpoint + context, receiver);
  }

  /** A frame has come into this buffer. */
  take(entry: number): void {
    const { I32 } = this.space;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    if (this.hardware.isGone(senderOf(I32[frame + SIZE]!))) {
      this.buffers.post(entry);
      return;
    }
    const returned = I32[frame + RETURNED]!;
    if (returned !== 0) this.credits.receive(senderOf(I32[frame + SIZE]!), returned);
    const what = I32[frame + WHAT]!;
    const kind = kindOf(what);
    if (kind === PACKET || isRequest(kind)) {
      if (this.parking.holdsUp(entry) || !this.deliver(entry)) this.parking.add(entry);
      return;
    }
    if (kind === ACKNOWLEDGEMENT) this.acknowledged(rankOf(what), I32[frame + TARGET]!);
    else if (kind === ANSWER) this.answered(frame);
    this.buffers.post(entry);
  }

  /** Does what was put off; `isIdle`: nothing has come. */
  goOn(isIdle: boolean): void {
    if (!this.parking.isEmpty) this.parking.release((entry) => this.deliver(entry));
    this.buffers.goOn(isIdle);
    if (this.answers.wait) this.answers.sendAgain();
  }

  /** Whether something waits for a rank to make room, or for libfabric. */
  get hasMore(): boolean {
    return !this.parking.isEmpty || this.buffers.hasMore || this.answers.wait;
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
      this.buffers.spend(entry);
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
    this.buffers.spend(entry);
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
    this.buffers.spend(entry);
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
}
