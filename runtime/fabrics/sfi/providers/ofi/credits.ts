/**
 * Credits: how many messages more may be sent to each lane (sizes.ts), and which are to be given back.
 *
 * All threads of the process use the same; each credit stands for a native buffer in the process of the receiver.
 */
import type { Space } from '../../../../memory/space.ts';
import { creditsOf, LANES, lanesOf } from './sizes.ts';

const BITS = 10;
const MASK = (1 << BITS) - 1;

export class Credits {
  private readonly I32: Int32Array;
  private readonly first: number;
  private readonly lanes: number;
  private readonly most: number;
  /** So many are given back without waiting for a message that goes there anyway. */
  private readonly due: number;

  /** Indexes of words: of credits by lane; of what is owed, by process and lane of this process. */
  constructor(
    space: Space,
    firsts: readonly number[],
    private readonly available: number,
    private readonly owed: number,
  ) {
    this.I32 = space.I32;
    this.first = space.FIRST;
    this.lanes = lanesOf(space.THREADS, firsts);
    this.most = creditsOf(space.THREADS);
    this.due = Math.max(1, this.most >> 1);
  }

  /** Of all lanes; once, before anything is sent. */
  fill(ranks: number): void {
    this.I32.fill(this.most, this.available, this.available + LANES * ranks);
  }

  take(rank: number, context: number): boolean {
    const { I32 } = this;
    const word = this.available + LANES * rank + context;
    for (let left = Atomics.load(I32, word); left > 0; left = Atomics.load(I32, word))
      if (Atomics.compareExchange(I32, word, left, left - 1) === left) return true;
    return false;
  }

  giveBack(rank: number, context: number): void {
    Atomics.add(this.I32, this.available + LANES * rank + context, 1);
  }

  /** Those that a frame brings. */
  receive(rank: number, returned: number): void {
    for (let context = 0; context < LANES; context++) {
      const count = (returned >>> (BITS * context)) & MASK;
      if (count !== 0) Atomics.add(this.I32, this.available + LANES * rank + context, count);
    }
  }

  /** A message has left its buffer; true if it is time to tell its sender. */
  owe(process: number, rank: number, context: number): boolean {
    return Atomics.add(this.I32, this.owedAt(process, rank) + context, 1) + 1 >= this.due;
  }

  isDue(process: number, rank: number): boolean {
    const at = this.owedAt(process, rank);
    for (let context = 0; context < LANES; context++) if (Atomics.load(this.I32, at + context) >= this.due) return true;
    return false;
  }

  /** Takes the credits owed to a process for the lanes to `rank`, as they travel in a frame. */
  takeOwed(process: number, rank: number): number {
    const at = this.owedAt(process, rank);
    let returned = 0;
    for (let context = 0; context < LANES; context++)
      if (this.I32[at + context] !== 0) returned |= Atomics.exchange(this.I32, at + context, 0) << (BITS * context);
    return returned;
  }

  /** It could not be sent. */
  oweAgain(process: number, rank: number, returned: number): void {
    const at = this.owedAt(process, rank);
    for (let context = 0; context < LANES; context++)
      Atomics.add(this.I32, at + context, (returned >>> (BITS * context)) & MASK);
  }

  private owedAt(process: number, rank: number): number {
    return this.owed + process * this.lanes + LANES * (rank - this.first);
  }
}
