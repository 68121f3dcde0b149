/**
 * Requests of other processes, which whoever polls executes: atomic operations, batches, and functions of the runtime (Hardware.services).
 *
 * They touch the memory of the process alone, so it does not matter which of its threads that is: its ranks may all compute.
 */
import type { Hardware } from '../../../hardware.ts';
import { TargetBatches } from './batch.ts';
import { ATOMIC, BATCH, contextOf, kindOf, rankOf, SIZE, sizeOf, WHAT } from './frame.ts';
import { WIRE_HEADER } from './sizes.ts';
import { CODE, TargetAtomics } from './targetatomics.ts';

/** Words of an old value. */
const OLD_WORDS = 2;
/** This thread has not yet what the request asks for. */
const LATER = -1;

export class Requests {
  private readonly atomics: TargetAtomics;
  private readonly batches: TargetBatches;

  constructor(private readonly hardware: Hardware) {
    this.atomics = new TargetAtomics(hardware.space);
    this.batches = new TargetBatches(hardware.space, hardware.bulk, this.atomics);
  }

  /** Executes the request of the frame at I32[frame]; leaves its answer from I32[answer] on, and gives the number of words, or LATER. */
  execute(frame: number, answer: number): number {
    const { I32 } = this.hardware.space;
    const what = I32[frame + WHAT]!;
    const words = frame + WIRE_HEADER / 4;
    if (kindOf(what) === ATOMIC) {
      this.atomics.perform(I32[words + CODE]!, rankOf(what), words, answer);
      return OLD_WORDS;
    }
    if (kindOf(what) === BATCH) {
      this.batches.perform(words, words + (sizeOf(I32[frame + SIZE]!) >>> 2), answer);
      return 0;
    }
    const service = this.hardware.services[contextOf(what)];
    if (service === undefined) return LATER;
    const given = service(words, sizeOf(I32[frame + SIZE]!) >>> 2);
    for (let i = 0; i < given.length; i++) I32[answer + i] = given[i]!;
    return given.length;
  }
}
