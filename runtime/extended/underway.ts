/**
 * Which of the thread's operations without handles may be under way: a word of its region (abi.ts, UNDER_WAY).
 *
 * Takes what begins and what has been waited for, as bits of IMPLICIT. Its thread alone changes it, so loads and stores are plain;
 * a wait that finds no bit is over, without a look at the network.
 */
import { IMPLICIT, UNDER_WAY } from '../abi.ts';
import type { RemoteMemory } from '../conduits/conduit.ts';
import { commutesWhile } from '../core/commuting.ts';
import type { Job } from '../core/job.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { Space } from '../memory/space.ts';

export class UnderWay {
  private readonly I32: Int32Array;
  private readonly word: number;

  constructor({ I32, BASE }: Pick<Space, 'I32' | 'BASE'>) {
    this.I32 = I32;
    this.word = (BASE + UNDER_WAY) >>> 2;
  }

  began(bits: number): void {
    this.I32[this.word]! |= bits;
  }

  ended(bits: number): void {
    this.I32[this.word]! &= ~bits;
  }

  /** Whether any of these is. */
  has(bits: number): boolean {
    return (this.I32[this.word]! & bits) !== 0;
  }
}

/** Gives the wait for this thread's puts, and atomic operations, without handles. */
export function endOfPuts(job: Job, memory: Pick<RemoteMemory, 'putsDone'>): () => void {
  const underWay = new UnderWay(job.space);
  const awaitThem = () => {
    if (!memory.putsDone()) job.block(FOR_TRANSFER, () => memory.putsDone());
    underWay.ended(IMPLICIT.puts);
  };
  const end = () => {
    if (underWay.has(IMPLICIT.puts)) awaitThem();
  };
  commutesWhile(() => !underWay.has(IMPLICIT.puts), end);
  return end;
}
