/**
 * The board of a team as one image uses it: waits for all members, and reads their published words.
 *
 * An image arrives by storing the number of its phase; waiting images read the lines of all. A member that ended
 * without arriving decides the outcome, identically for all waiting images. Failed members are skipped. A stopped one
 * ends the wait at once, and no later phase ever completes: those write nothing, as slow members may still read the
 * words of the last complete phase.
 */

import { wake } from '../core/bell.ts';
import {
  boardCopy,
  boardLine,
  boardLines,
  enlist,
  hasReached,
  LINE_WORDS,
  OPERATION,
  PHASE,
  SHOWN,
  slotOf,
  TEAM_OPERATIONS,
  type TeamOperation,
  VALUE,
} from '../core/boards.ts';
import { hasEnded, hasFailed } from '../core/standing.ts';
import { AT_BOARD } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { SLEEPERS, WAKE } from '../memory/control.ts';
import { following } from '../memory/counts.ts';
import { isReached } from '../memory/space.ts';
import { operationMismatch } from './errors.ts';
import { DONE, FAILED_IMAGE, type Outcome, STOPPED_IMAGE } from './status.ts';

export class Board {
  private readonly I32: Int32Array;
  private readonly own: number;
  /** Where the copy of the own line would be in this process: it is there in others. */
  private readonly copy: number;
  /** The members' lines. */
  private readonly lines: Int32Array;
  private phase: number;
  /** A member has stopped. */
  private stopped: Outcome | undefined;

  constructor(
    private readonly environment: RuntimeEnvironment,
    /** Offset in each region. */
    readonly offset: number,
    /** Threads by image index. */
    readonly members: Int32Array,
  ) {
    const { MYTHREAD, I32 } = environment;
    this.I32 = I32;
    this.own = boardLine(environment, offset, MYTHREAD);
    this.lines = boardLines(environment, offset, members);
    this.copy = boardCopy(environment, offset, members, members.indexOf(MYTHREAD));
    this.phase = I32[this.own + PHASE]!;
    enlist(environment, offset, members);
  }

  /** Publishes at most five words, when this image arrives. */
  show(...words: number[]): void {
    if (this.stopped === undefined) this.I32.set(words, slotOf(this.own, this.phase + 1) + SHOWN);
  }

  /** Publishes a value of at most VALUE_SIZE bytes, when this image arrives. */
  give(address: number, bytes: number): void {
    const place = (slotOf(this.own, this.phase + 1) + VALUE) << 2;
    if (this.stopped === undefined) this.environment.copy(place, address, bytes);
  }

  /** A word published by an image in the phase just completed. */
  shown(image: number, word: number): number {
    return this.I32[slotOf(this.lines[image]!, this.phase) + SHOWN + word]!;
  }

  /** Address to read the value of `bytes` from that an image has published; valid until the next call. */
  value(image: number, bytes: number): number {
    const { environment, lines, members, phase } = this;
    const address = (slotOf(lines[image]!, phase) + VALUE) << 2;
    return isReached(environment, members[image]!) ? environment.runtime.reach.value(address, bytes) : address;
  }

  /** Whether the image took part in the phase just completed. */
  took(image: number): boolean {
    return hasReached(this.environment, this.lines[image]!, this.phase);
  }

  /** Barrier of the members. */
  sync(operation: TeamOperation): Outcome {
    if (this.stopped !== undefined) return this.stopped;
    this.arrive(operation);
    const outcome = this.outcome() ?? this.block();
    if (outcome.status === STOPPED_IMAGE) this.stopped = outcome;
    else this.compare(operation);
    return outcome;
  }

  private arrive(operation: TeamOperation): void {
    const { I32, own } = this;
    this.phase = following(this.phase);
    I32[slotOf(own, this.phase) + OPERATION] = TEAM_OPERATIONS.indexOf(operation);
    Atomics.store(I32, own + PHASE, this.phase);
    this.environment.runtime.job.show(own, LINE_WORDS, own + PHASE, this.copy);
    if (Atomics.load(I32, SLEEPERS >>> 2) !== 0 && this.outcome() !== undefined) {
      Atomics.add(I32, WAKE >>> 2, 1);
      wake(this.environment, WAKE >>> 2);
    }
  }

  private block(): Outcome {
    let outcome: Outcome | undefined;
    const wait = { kind: AT_BOARD, on: this.offset, count: this.phase, word: WAKE >>> 2 };
    this.environment.runtime.job.block(wait, () => (outcome = this.outcome()) !== undefined);
    return outcome!;
  }

  /** Outcome of the phase; undefined while incomplete. */
  private outcome(): Outcome | undefined {
    const { environment, lines, members, phase } = this;
    let outcome = DONE;
    let open = false;
    for (let image = 0; image < lines.length; image++) {
      if (hasReached(environment, lines[image]!, phase)) continue;
      const ended = hasEnded(environment, members[image]!);
      // It may have arrived and then ended.
      if (ended && hasReached(environment, lines[image]!, phase)) continue;
      if (!ended) open = true;
      else if (hasFailed(environment, members[image]!)) outcome = { status: FAILED_IMAGE, image };
      else return { status: STOPPED_IMAGE, image };
    }
    return open ? undefined : outcome;
  }

  private compare(operation: TeamOperation): void {
    const { I32, lines, phase } = this;
    const wanted = TEAM_OPERATIONS.indexOf(operation);
    for (let image = 0; image < lines.length; image++) {
      const other = I32[slotOf(lines[image]!, phase) + OPERATION]!;
      if (other !== wanted && this.took(image))
        this.environment.runtime.job.fail(operationMismatch(operation, image, TEAM_OPERATIONS[other]!));
    }
  }
}
