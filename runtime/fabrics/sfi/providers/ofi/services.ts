/**
 * Services of other processes for a rank here: requests that whoever polls there executes (requests.ts).
 */
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';
import type { ServiceOperations } from '../../provider.ts';
import { UNDER_WAY } from './entry.ts';
import { REQUEST } from './frame.ts';
import type { Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { ANSWER_WORDS, REQUEST_LANE } from './sizes.ts';

/** It has no slot: nothing is answered. */
const NO_SLOT = 0;

export class OfiServices implements ServiceOperations {
  private readonly I32: Int32Array;

  constructor(
    { space }: Hardware,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
  ) {
    this.I32 = space.I32;
  }

  call(rank: number, number: number, words: readonly number[]): number {
    return this.operations.request(rank, 0, 0, (slot) => {
      const packet = this.outgoing.reserve(rank, REQUEST_LANE);
      if (packet === 0) return this.port.retry();
      this.I32.set(words, packet >>> 2);
      return this.sent(this.outgoing.ask(packet, REQUEST, number, rank, slot, words.length));
    });
  }

  answer(slot: number): readonly number[] | undefined {
    if (this.operations.stateOf(slot) === UNDER_WAY) return undefined;
    const at = this.operations.answerOf(slot) >>> 2;
    const words = this.operations.isLost(slot) ? [] : Array.from(this.I32.subarray(at, at + ANSWER_WORDS));
    this.operations.release(slot);
    return words;
  }

  tell(rank: number, number: number, one: number, two: number, from: number, count: number): number {
    const packet = this.outgoing.reserve(rank, REQUEST_LANE);
    if (packet === 0) return this.port.retry();
    const at = packet >>> 2;
    this.I32[at] = one;
    this.I32[at + 1] = two;
    this.I32.copyWithin(at + 2, from, from + count);
    return this.sent(this.outgoing.ask(packet, REQUEST, number, rank, NO_SLOT, 2 + count));
  }

  private sent(status: number): number {
    return status === -FI_EAGAIN ? this.port.retry() : status;
  }
}
