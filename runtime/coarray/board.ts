/**
 * The board of a team as one image uses it: waits for all members, and reads their published words.
 *
 * An image arrives by storing the number of its phase; waiting images read the lines of all, which spread over the memories of the
 * job meanwhile (spreading.ts). A member that ended without arriving decides the outcome, identically for all waiting images. Failed
 * members are skipped. A stopped one ends the wait at once, and no later phase ever completes: those write nothing, as slow members may
 * still read the words of the last complete phase.
 */

import { rouse, wakeMany } from '../core/bell.ts';
import { ALL, BoardLetters, type Member } from '../core/boardletters.ts';
import {
  boardCopies,
  boardLine,
  boardLines,
  enlist,
  hasReached,
  LENGTH,
  OPERATION,
  PHASE,
  SHOWN,
  slotOf,
  TEAM_OPERATIONS,
  type TeamOperation,
  VALUE,
} from '../core/boards.ts';
import { endsKnown, hasEnded, hasFailed, isGone } from '../core/standing.ts';
import { AT_BOARD } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { SLEEPERS, WAKE } from '../memory/control.ts';
import { following } from '../memory/counts.ts';
import { startOf } from '../memory/memories.ts';
import { isReached } from '../memory/space.ts';
import { operationMismatch } from './errors.ts';
import { Meeting } from './meeting.ts';
import { type Lines, Spreading } from './spreading.ts';
import { type Outcome, STOPPED_IMAGE, SUCCESS } from './status.ts';

export class Board {
  private readonly I32: Int32Array;
  private readonly own: number;
  /** The members' lines. */
  private readonly lines: Int32Array;
  private readonly spreading: Spreading;
  /** On a simulated machine of several nodes: operations that would read the memory of all members are taken by it. */
  readonly meeting: Meeting | undefined;
  /** The first member in this memory. */
  private readonly speaker: number;
  private phase: number;
  /** Words of the next phase's slot that this image has published, with the operation. */
  private published = SHOWN;
  /** A member has stopped. */
  private stopped: Outcome | undefined;

  constructor(
    private readonly environment: RuntimeEnvironment,
    /** Offset in each region. */
    readonly offset: number,
    /** Threads by image index. */
    readonly members: Int32Array,
    /** Address of a buffer for letters. */
    letter: number,
  ) {
    const { MYTHREAD, I32, runtime } = environment;
    this.I32 = I32;
    this.own = boardLine(environment, offset, MYTHREAD);
    this.lines = boardLines(environment, offset, members);
    this.phase = I32[this.own + PHASE]!;
    enlist(environment, offset, members);
    const memories = byMemory(members, runtime.origins);
    const isApart = memories.length === 1 && !runtime.neighbourhood.isOne;
    this.meeting = isApart ? new Meeting(environment, offset, members) : undefined;
    const index = members.indexOf(MYTHREAD);
    const own = memories.findIndex((images) => images.includes(index));
    const speakers = memories.map((images) => members[images[0]!]!);
    this.speaker = speakers[own]!;
    this.spreading = new Spreading(this.telling(speakers, index, letter), memories, own, index);
  }

  /** What is known of lines, and how it is told. */
  private telling(speakers: readonly number[], own: number, letter: number): Lines {
    const { environment, members, lines, offset } = this;
    const { runtime } = environment;
    const letters = new BoardLetters(environment, runtime.calls, letter, runtime.messages.largestMedium);
    const copies = boardCopies(offset, members.length);
    const member = (index: number): Member => ({ index, thread: members[index]!, line: lines[index]! });
    const others = runtime.leaders.filter((leader) => !isReached(environment, leader));
    return {
      hasReached: (image, phase) => hasReached(environment, lines[image]!, phase),
      ends: () => endsKnown(environment),
      hasEnded: (image) => hasEnded(environment, members[image]!),
      hasFailed: (image) => hasFailed(environment, members[image]!),
      isGone: (image) => isGone(environment, members[image]!),
      tell: (memory, images, phase) =>
        letters.send(speakers[memory]!, copies, speakers[memory]!, phase, images.map(member)),
      tellAll: (phase) => {
        for (const leader of others) letters.send(leader, copies, ALL, phase, [member(own)]);
      },
    };
  }

  /** Publishes at most five words, when this image arrives. */
  show(...words: number[]): void {
    if (this.stopped !== undefined) return;
    this.I32.set(words, slotOf(this.own, this.phase + 1) + SHOWN);
    this.published = Math.max(this.published, SHOWN + words.length);
  }

  /** Publishes a value of at most VALUE_SIZE bytes, when this image arrives. */
  give(address: number, bytes: number): void {
    if (this.stopped !== undefined) return;
    this.environment.copy((slotOf(this.own, this.phase + 1) + VALUE) << 2, address, bytes);
    this.published = VALUE + Math.ceil(bytes / 4);
  }

  /** A word published by an image in the phase just completed. */
  shown(image: number, word: number): number {
    return this.I32[slotOf(this.lines[image]!, this.phase) + SHOWN + word]!;
  }

  /** Address to read the value of `bytes` from that an image has published; valid until the next call. */
  value(image: number, bytes: number): number {
    const { environment, lines, members, phase } = this;
    const address = (slotOf(lines[image]!, phase) + VALUE) << 2;
    const isThere = this.meeting === undefined && isReached(environment, members[image]!);
    return isThere ? environment.runtime.reach.value(address, bytes) : address;
  }

  /** Whether the image took part in the phase just completed. */
  took(image: number): boolean {
    return hasReached(this.environment, this.lines[image]!, this.phase);
  }

  /** Barrier of the members. */
  sync(operation: TeamOperation): Outcome {
    if (this.stopped !== undefined) return this.stopped;
    this.arrive(operation);
    const outcome = this.goOn() ?? this.block();
    if (outcome.status === STOPPED_IMAGE) this.stopped = outcome;
    else this.compare(operation);
    if (outcome.status === SUCCESS) this.meeting?.meet(operation, this.bytesTold());
    return outcome;
  }

  /** This image is about to end: others learn what it has arrived at before that. */
  end(): void {
    this.spreading.end();
  }

  private arrive(operation: TeamOperation): void {
    const { I32, own } = this;
    this.phase = following(this.phase);
    const slot = slotOf(own, this.phase);
    I32[slot + OPERATION] = TEAM_OPERATIONS.indexOf(operation);
    I32[slot + LENGTH] = this.published;
    this.published = SHOWN;
    Atomics.store(I32, own + PHASE, this.phase);
    this.spreading.arrive(this.phase);
  }

  /** The last one to arrive wakes the others, or who speaks for them. */
  private goOn(): Outcome | undefined {
    const { environment, spreading, speaker } = this;
    const outcome = spreading.look();
    if (Atomics.load(this.I32, SLEEPERS >>> 2) === 0) return outcome;
    if (outcome !== undefined) wakeMany(environment);
    else if (spreading.isComplete()) rouse(environment, speaker);
    return outcome;
  }

  /** Who speaks for others has heard for them what they sleep for. */
  private block(): Outcome {
    const { environment, spreading } = this;
    let outcome: Outcome | undefined;
    const wait = { kind: AT_BOARD, on: this.offset, count: this.phase, word: WAKE >>> 2 };
    environment.runtime.job.block(wait, () => (outcome = spreading.look()) !== undefined);
    if (spreading.speaks) wakeMany(environment);
    return outcome!;
  }

  /** Of each member alike: with words that it shows, or without. */
  private bytesTold(): number {
    return this.I32[slotOf(this.own, this.phase) + LENGTH]! > SHOWN ? 4 * LENGTH : 0;
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

/** The members by index whose regions each memory has, in the order of memories. */
function byMemory(members: Int32Array, origins: readonly number[]): number[][] {
  const all = new Map(origins.map((origin): [number, number[]] => [origin, []]));
  for (const [index, thread] of members.entries()) all.get(startOf(origins, thread))!.push(index);
  return [...all.values()].filter((images) => images.length > 0);
}
