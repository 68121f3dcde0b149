/**
 * Buffers that frames of other processes come into, and the credits that go back to their senders.
 *
 * A buffer whose frame has been read goes back to libfabric when there is time, and then its credit to the sender: with a frame that goes there
 * anyway, or, when several are owed, in a frame of their own.
 */
import type { Space } from '../../../../memory/space.ts';
import type { Credits } from './credits.ts';
import { CREDIT, KIND, NEXT, RECEIVE } from './entry.ts';
import { CREDITS, laneOf, RETURNED, rankOf, SIZE, senderOf, sizeFrom, WHAT } from './frame.ts';
import { ENTRY_BYTES, frameBytes, spentFrames, WIRE_HEADER } from './sizes.ts';
import type { Wire } from './wire.ts';

/** Words of the process: whether credits are to be told; a list of buffers that libfabric does not have, and how many of them have been read. */
const [DUE, UNPOSTED, SPENT] = [0, 1, 2];
export const BUFFER_WORDS = 3;

export class Buffers {
  private readonly I32: Int32Array;
  private readonly bytes: number;
  private readonly mostSpent: number;

  constructor(
    private readonly space: Space,
    private readonly processes: number,
    private readonly wire: Wire,
    private readonly credits: Credits,
    /** Index of the first word. */
    private readonly words: number,
    /** Address of the frame that is sent from. */
    private readonly control: number,
    private readonly processOf: (rank: number) => number,
  ) {
    this.I32 = space.I32;
    this.bytes = frameBytes(space.THREADS);
    this.mostSpent = spentFrames(space.THREADS);
  }

  /** Gives libfabric a buffer to receive in; one that it has no room for waits. */
  post(entry: number): void {
    const { I32 } = this;
    I32[(entry >>> 2) + KIND] = RECEIVE;
    I32[(entry >>> 2) + CREDIT] = 0;
    if (this.wire.receive(entry + ENTRY_BYTES, this.bytes - ENTRY_BYTES, entry) !== 0) this.setAside(entry);
  }

  /** The frame of a message has been read. */
  spend(entry: number): void {
    const { I32 } = this;
    I32[(entry >>> 2) + CREDIT] = 1;
    I32[this.words + SPENT]!++;
    this.setAside(entry);
  }

  /** Does what was put off; `isIdle`: nothing has come. */
  goOn(isIdle: boolean): void {
    const { I32, words } = this;
    if (I32[words + UNPOSTED] !== 0 && (isIdle || I32[words + SPENT]! > this.mostSpent)) this.postAgain();
    if (I32[words + DUE] !== 0) this.returnCredits();
  }

  /** Whether something waits for libfabric. */
  get hasMore(): boolean {
    return (this.I32[this.words + DUE]! | this.I32[this.words + UNPOSTED]!) !== 0;
  }

  /** Sends a frame that says nothing; false if there is no room. */
  greet(process: number): boolean {
    return this.tell(process, 0, 0);
  }

  private setAside(entry: number): void {
    const { I32 } = this;
    I32[(entry >>> 2) + NEXT] = I32[this.words + UNPOSTED]!;
    I32[this.words + UNPOSTED] = entry;
  }

  private postAgain(): void {
    const { I32 } = this;
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
    const { I32 } = this;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const [process, rank] = [this.processOf(senderOf(I32[frame + SIZE]!)), rankOf(I32[frame + WHAT]!)];
    if (this.credits.owe(process, rank, laneOf(I32[frame + WHAT]!))) I32[this.words + DUE] = 1;
  }

  private returnCredits(): void {
    const { FIRST, REACH } = this.space;
    this.I32[this.words + DUE] = 0;
    for (let process = 0; process < this.processes; process++)
      for (let rank = FIRST; rank < FIRST + REACH; rank++)
        if (this.credits.isDue(process, rank)) this.tellCredits(process, rank);
  }

  private tellCredits(process: number, rank: number): void {
    const returned = this.credits.takeOwed(process, rank);
    if (returned === 0 || this.tell(process, sizeFrom(0, rank), returned)) return;
    this.credits.oweAgain(process, rank, returned);
    this.I32[this.words + DUE] = 1;
  }

  private tell(process: number, size: number, returned: number): boolean {
    const { I32 } = this;
    const frame = this.control >>> 2;
    I32[frame + WHAT] = CREDITS;
    I32[frame + SIZE] = size;
    I32[frame + RETURNED] = returned;
    return this.wire.inject(process, this.control, WIRE_HEADER) === 0;
  }
}
