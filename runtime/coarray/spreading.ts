/**
 * How the arrivals of a team's images spread over the memories of a job, so that each sees the same last phase of every other.
 *
 * An image arrives by its line, which all images of its memory read; other memories have copies of it. *Lines are facts*: of an image
 * they only grow, and hearing one twice, or from another one, changes nothing. So all that matters is that each line reaches each memory.
 *
 * **Steps.** The first member of each memory is its speaker. In step s it tells the memory 2^s behind it the lines of the 2^s memories up to
 * its own, as soon as they are here: after log2(memories) steps all are everywhere, each by one way (Bruck et al. 1997; the last step
 * tells what is missing). It leaves a phase when it has told all its steps, since then all lines are here. So each phase that all members arrive
 * at is complete everywhere, and lines of one phase come behind those of the last.
 *
 * **To all.** Steps end where a speaker does not go on. Instead an image then tells its own line to every memory itself, with its last two phases:
 *
 * - An image has *ended*, stopped or failed. It has told all memories its lines before its end. Phases that it has arrived at it
 *   has also completed, and done its steps of: they come to their end as above. No other phase ends before who waits there knows of
 *   the end: then each tells all.
 * - A process is *lost* (launch/losses.ts), at any time. First each process marks its images as gone, and enters nothing any more that letters
 *   say of them. Who arrives later sees the mark, and tells all; what came before, its process tells the coordinator, and so all others: own lines, and
 *   the newest ones known of the lost images. Only then have they failed.
 *
 * So who sees that an image has ended has its last line; if that is short of the phase, no memory has a later one, and all come to
 * the same outcome. Once an image of a team has failed, the others tell all in each phase; a team formed anew has steps again.
 */
import { preceding } from '../memory/counts.ts';
import { DONE, FAILED_IMAGE, type Outcome, STOPPED_IMAGE } from './status.ts';

/** What is known here of the members, by index, and how others learn it. */
export interface Lines {
  hasReached(image: number, phase: number): boolean;
  /** Changes when an end becomes known. */
  ends(): number;
  /** Stopped or failed. */
  hasEnded(image: number): boolean;
  hasFailed(image: number): boolean;
  /** Of a process that is lost; it may not have failed yet. */
  isGone(image: number): boolean;
  /** Tells the speaker of a memory the lines of these images in a phase. */
  tell(memory: number, images: readonly number[], phase: number): void;
  /** Tells all other memories the own line in a phase. */
  tellAll(phase: number): void;
}

export class Spreading {
  /** This image tells other memories the lines of its own one. */
  readonly speaks: boolean;
  private readonly steps: number;
  private readonly count: number;
  private phase = 0;
  /** Steps done. */
  private step = 0;
  /** So many memories, this one and those before it, have arrived; and so many images of the next one, and of all, from the first one on. */
  private memoriesHere = 0;
  private membersHere = 0;
  private imagesHere = 0;
  /** Ends that were known when all were looked at and none of the missing had ended. */
  private ends: number | undefined;
  private hasToldAll = false;

  /** `memories`: their members, in the same order everywhere; `own`: which of them this is; `image`: this one. */
  constructor(
    private readonly lines: Lines,
    private readonly memories: readonly (readonly number[])[],
    private readonly own: number,
    image: number,
  ) {
    this.count = memories.reduce((all, { length }) => all + length, 0);
    this.steps = Math.ceil(Math.log2(memories.length));
    this.speaks = this.steps > 0 && memories[own]![0] === image;
  }

  /** This image's line says that it has arrived. */
  arrive(phase: number): void {
    this.phase = phase;
    this.step = this.memoriesHere = this.membersHere = this.imagesHere = 0;
    this.hasToldAll = false;
    this.ends = undefined;
    if (this.steps > 0 && this.isAnyGone()) this.tellAll();
  }

  private isAnyGone(): boolean {
    for (let image = 0; image < this.count; image++) if (this.lines.isGone(image)) return true;
    return false;
  }

  /** Outcome of the phase, undefined while it is incomplete; goes on with what is to be told. */
  look(): Outcome | undefined {
    const outcome = this.outcome();
    if (this.speaks && !this.hasToldAll) this.goOn();
    return outcome;
  }

  /** The image is about to end, in no phase: all others have completed the one before. */
  end(): void {
    if (this.steps > 0 && this.phase !== 0) this.lines.tellAll(this.phase);
  }

  /** All images of this memory have arrived. */
  isComplete(): boolean {
    return this.memories[this.own]!.every((image) => this.lines.hasReached(image, this.phase));
  }

  /** Looks at one image as long as that is missing, and nobody has ended. */
  private outcome(): Outcome | undefined {
    const { lines, phase, count } = this;
    while (this.imagesHere < count && lines.hasReached(this.imagesHere, phase)) this.imagesHere++;
    if (this.imagesHere === count) return DONE;
    const ends = lines.ends();
    return ends === this.ends ? undefined : this.outcomeWithout(ends);
  }

  /** Looks at all that are missing; so many ends are known. */
  private outcomeWithout(ends: number): Outcome | undefined {
    const { lines, phase, count } = this;
    let outcome = DONE;
    let open = false;
    for (let image = this.imagesHere; image < count; image++) {
      if (lines.hasReached(image, phase)) continue;
      const ended = lines.hasEnded(image);
      // It may have arrived and then ended.
      if (ended && lines.hasReached(image, phase)) continue;
      if (!ended) open = true;
      else {
        this.tellAll();
        if (!lines.hasFailed(image)) return { status: STOPPED_IMAGE, image };
        outcome = { status: FAILED_IMAGE, image };
      }
    }
    if (open && outcome === DONE) this.ends = ends;
    return open ? undefined : outcome;
  }

  private tellAll(): void {
    if (this.hasToldAll || this.steps === 0) return;
    this.hasToldAll = true;
    this.lines.tellAll(preceding(this.phase));
    this.lines.tellAll(this.phase);
  }

  /** Does the steps whose lines are here. */
  private goOn(): void {
    const { memories, own, phase } = this;
    while (this.step < this.steps) {
      const distance = 2 ** this.step;
      if (!this.haveArrived(distance)) return;
      this.step++;
      const told = Math.min(distance, memories.length - distance);
      const images = Array.from({ length: told }, (_, before) => this.before(before)).flat();
      this.lines.tell((own + distance) % memories.length, images, phase);
    }
  }

  /** Whether the lines of so many memories are here. */
  private haveArrived(wanted: number): boolean {
    const { lines, phase } = this;
    for (; this.memoriesHere < wanted; this.memoriesHere++, this.membersHere = 0) {
      const members = this.before(this.memoriesHere);
      for (; this.membersHere < members.length; this.membersHere++)
        if (!lines.hasReached(members[this.membersHere]!, phase)) return false;
    }
    return true;
  }

  /** The images of the memory that many before this one. */
  private before(distance: number): readonly number[] {
    const { memories, own } = this;
    return memories[(own - distance + memories.length) % memories.length]!;
  }
}
