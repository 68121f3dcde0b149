/**
 * A probe of the progress thread: it reads a few bytes of the next process, in the order of numbers and round.
 *
 * A rank that waits for a message that never comes has nothing under way that could tell; a read that is not answered does. Of a network
 * that falls into parts, each has a process whose next one is in another part: so one connection a process suffices, which a barrier has anyway.
 */
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { DONE, UNDER_WAY } from './entry.ts';
import { Operations } from './operations.ts';
import type { Port } from './port.ts';

/** At the start of each region. */
const BYTES = 8;

export class Probe {
  private readonly operations: Operations;
  /** The process that is read. */
  readonly next: number;
  /** It has not answered the read of an earlier look, or the network has refused to carry it. */
  isUnanswered = false;
  private slot = -1;

  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
  ) {
    this.operations = new Operations(hardware, port, undefined, port.probeAt, 1);
    this.next = (port.process + 1) % hardware.firsts.length;
  }

  /** Begins a read, unless one is under way. */
  look(): void {
    const { operations, port, hardware, next } = this;
    if (this.slot >= 0) {
      const state = operations.stateOf(this.slot);
      this.isUnanswered = state !== DONE;
      if (state === UNDER_WAY) return;
      operations.release(this.slot);
      this.slot = -1;
    }
    if (port.isGone(next)) return;
    this.slot = operations.begin(false, hardware.firsts[next]!, operations.answerOf(0), 0, BYTES, false);
    if (this.slot < 0 && this.slot !== -FI_EAGAIN) this.isUnanswered = true;
  }
}
