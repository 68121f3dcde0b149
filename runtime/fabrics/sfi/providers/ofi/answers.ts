/**
 * Answers to requests of other processes: frames of the process's own, sent by whoever has executed the request.
 *
 * A frame is reserved before a request is executed, so an answer always has a place. One that libfabric has no room for stays there,
 * and is sent by the next poll that can.
 */
import type { Space } from '../../../../memory/space.ts';
import { FREE, KIND, NEXT, SEND, STATE, UNDER_WAY } from './entry.ts';
import { ANSWER, RETURNED, SIZE, sizeFrom, sizeOf, TARGET, WHAT, what } from './frame.ts';
import { ANSWER_FRAMES, ANSWER_STRIDE, ENTRY_BYTES, WIRE_HEADER } from './sizes.ts';
import type { Wire } from './wire.ts';

/** State of a frame that is complete, but not sent. */
const UNSENT = 3;
/** Word of an entry: the process that its frame goes to. */
const RECEIVER = NEXT;

/** Where an answer goes: the slot at this offset of the region of `rank`, in `process`. */
export interface Destination {
  readonly process: number;
  readonly rank: number;
  readonly slot: number;
}

export class Answers {
  private readonly I32: Int32Array;

  constructor(
    space: Space,
    private readonly wire: Wire,
    /** Address of the frames. */
    private readonly first: number,
    /** Index of the word that counts those unsent. */
    private readonly unsent: number,
  ) {
    this.I32 = space.I32;
  }

  /** A frame that is free: its address, or 0. */
  reserve(): number {
    for (let i = 0; i < ANSWER_FRAMES; i++) {
      const entry = this.first + i * ANSWER_STRIDE;
      if (Atomics.load(this.I32, (entry >>> 2) + STATE) === FREE) return entry;
    }
    return 0;
  }

  /** Sends the `count` words that lie at the frame's packet. `returned`: credits for the lanes to `lane`, a rank of this process. */
  send(entry: number, { process, rank, slot }: Destination, count: number, lane: number, returned: number): void {
    const { I32 } = this;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    I32[(entry >>> 2) + KIND] = SEND;
    I32[(entry >>> 2) + RECEIVER] = process;
    I32[frame + WHAT] = what(ANSWER, 0, rank);
    I32[frame + TARGET] = slot;
    I32[frame + SIZE] = sizeFrom(4 * count, lane);
    I32[frame + RETURNED] = returned;
    I32[(entry >>> 2) + STATE] = UNSENT;
    if (!this.transmit(entry)) I32[this.unsent]!++;
  }

  sendAgain(): void {
    const { I32 } = this;
    for (let i = 0; i < ANSWER_FRAMES && this.wait; i++) {
      const entry = this.first + i * ANSWER_STRIDE;
      if (I32[(entry >>> 2) + STATE] !== UNSENT) continue;
      if (this.transmit(entry)) I32[this.unsent]!--;
    }
  }

  /** Whether there are any unsent. */
  get wait(): boolean {
    return this.I32[this.unsent] !== 0;
  }

  /** False if there is no room. */
  private transmit(entry: number): boolean {
    const { I32, wire } = this;
    const [process, state] = [I32[(entry >>> 2) + RECEIVER]!, (entry >>> 2) + STATE];
    const len = WIRE_HEADER + sizeOf(I32[((entry + ENTRY_BYTES) >>> 2) + SIZE]!);
    if (len <= wire.injectSize) {
      if (wire.inject(process, entry + ENTRY_BYTES, len) !== 0) return false;
      I32[state] = FREE;
      return true;
    }
    Atomics.store(I32, state, UNDER_WAY); // it may be complete on return
    if (wire.send(process, entry + ENTRY_BYTES, len, entry) === 0) return true;
    I32[state] = UNSENT;
    return false;
  }
}
