/**
 * What goes wrong with messages and accesses, and when it is told: an error of a process that has died is none where the job goes on without it.
 *
 * libfabric often knows first that a process is gone; who watches the processes says it a little later. So an error waits for that.
 */
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';

/** Milliseconds that an error waits. */
export const PATIENCE_WITH_PEERS = 2000;
/** Words of the process: the first error, and the process that it is of. */
const [ERROR, CULPRIT] = [0, 1];
export const FAULT_WORDS = 2;
/** In CULPRIT: any. */
const UNKNOWN = -1;

export class Faults {
  /** When a process was refused a message or an access first; 0 if it is not. */
  private readonly refusedAt: Float64Array;

  constructor(
    private readonly hardware: Hardware,
    /** Index of the first word. */
    private readonly words: number,
    private readonly isGone: (process: number) => boolean,
  ) {
    this.refusedAt = new Float64Array(hardware.firsts.length);
  }

  /** What is made of the status of a message or access to a process: an error is -FI_EAGAIN for a while. */
  judge(process: number, status: number): number {
    if (status >= 0) this.refusedAt[process] = 0;
    if (status >= 0 || status === -FI_EAGAIN) return status;
    const now = platform.clock.milliseconds();
    this.refusedAt[process] ||= now;
    return now < this.refusedAt[process]! + PATIENCE_WITH_PEERS ? -FI_EAGAIN : status;
  }

  /** The first error of a message from or to others, or of the queue; 0 if there is none. */
  get error(): number {
    return this.hardware.space.I32[this.words + ERROR]!;
  }

  /** `process`: the one that a message was sent to, if it is known. */
  enter(error: number, process = UNKNOWN): void {
    const { I32 } = this.hardware.space;
    if (Atomics.compareExchange(I32, this.words + ERROR, 0, error) === 0) I32[this.words + CULPRIT] = process;
  }

  /** Drops the error if it may be that of a process which is gone. */
  forgive(): void {
    const { I32 } = this.hardware.space;
    const culprit = I32[this.words + CULPRIT]!;
    const mayBe = (process: number) => (culprit === UNKNOWN || culprit === process) && this.isGone(process);
    if (this.hardware.firsts.some((_, process) => mayBe(process))) I32[this.words + ERROR] = 0;
  }
}
