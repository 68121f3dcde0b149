/**
 * The job from inside one thread: the thread's state as others see it, and the end of the job.
 *
 * A job ends when all threads have ended, or when one of them ends it for all. Nobody can be interrupted: every wait
 * looks at JOB_END, and unwinds by throwing JobEnded.
 */
import {
  BLOCKING,
  BLOCKING_COUNT,
  BLOCKING_ON,
  BLOCKING_PLACE,
  BLOCKING_WHOM,
  ENDING,
  EPOCH,
  FAILED_IMAGE,
  JOB_END,
  JOB_STATUS,
  OVER,
  RESUMED,
  STATE,
  STATUS,
} from '../memory/control.ts';
import { isHere, type Space, wordOf } from '../memory/space.ts';
import { ARRIVAL_WORDS, arrivalLine, PHASE } from './arrival.ts';
import { rouseAll, wake, wakeOne, wakeOwner } from './bell.ts';
import { block, pause } from './block.ts';
import { ALL, type FarBells, ONE } from './farbells.ts';
import { Places } from './places.ts';
import type { Show } from './shown.ts';
import { Spinning } from './spinning.ts';
import { ASKING, BLOCKED, ENDED, RESTING, RUNNING, type Wait } from './states.ts';

/** From STATE on: what others look at when the thread has ended. */
const STATE_WORDS = (FAILED_IMAGE - STATE) / 4 + 1;

/** Process status of a job that failed. */
export const FAILED = 1;

/** Unwinds the stack of a thread whose job is over. */
export class JobEnded extends Error {}

/** What the launcher does for a failing thread. */
export interface Reporter {
  /** Writes the message with thread, place and trace of `error` (or of the caller). */
  report(message: string, error?: Error): void;
  /** Writes a line with thread and place; the thread goes on. */
  warn(message: string): void;
  /** The caller's place in the program, "file:line"; empty if unknown. */
  locate(): string;
  /** Tells the supervisor that words of this process or thread have changed that it looks at. */
  tell(): void;
}

export class Job {
  readonly places: Places;
  /** Serves what has arrived from the network, true if there was anything; set by the core when there is one. */
  progress: () => boolean = () => false;
  /** Shows a line to the threads of other processes; set by the core where there are some. */
  show: Show = () => {};
  /** Rouses threads of other processes; the same. */
  farBells: FarBells | undefined;
  private readonly state: number;
  readonly spinning: Spinning;
  /** It has declared to sleep for something; it may be testing the condition, and wait for the network in there. */
  isBlocked = false;
  private glances = 0;

  constructor(
    readonly space: Space,
    /** Whether threads are to leave the cores to each other; undefined: as it pays. */
    polite: boolean | undefined,
    private readonly reporter: Reporter,
  ) {
    this.places = new Places(space);
    this.state = wordOf(space, space.MYTHREAD, STATE);
    this.spinning = new Spinning(polite);
  }

  /** Called in every wait: unwinds if the job is over, and serves what has arrived from the network; true if there was anything. */
  poll(): boolean {
    this.lookForEnd();
    return this.progress();
  }

  /** Called where a program may wait in a loop of its own for what another thread does: polls now and then. */
  glance(): void {
    if ((++this.glances & 31) === 0) this.poll();
  }

  isOver(): boolean {
    return Atomics.load(this.space.I32, JOB_END >>> 2) !== 0;
  }

  /** Unwinds if the job is over. */
  lookForEnd(): void {
    if (this.isOver()) throw new JobEnded();
  }

  /** Returns when `holds()`: every wait of the runtime. It is asked again and again, and not any more once it has said so. */
  block(wait: Wait, holds: () => boolean): void {
    block(this, wait, holds);
  }

  /** I32[word], of any thread, has changed: rouses all who sleep for that. */
  wake(word: number): void {
    wake(this.space, word);
    this.farBells?.ring(word, ALL);
  }

  /** The same, where one can go on: rouses one in each process. */
  wakeOne(word: number): void {
    wakeOne(this.space, word);
    this.farBells?.ring(word, ONE);
  }

  /** The same, where only the thread that has the word sleeps for it. */
  wakeOwner(word: number): void {
    const { space } = this;
    if (isHere(space, word << 2)) wakeOwner(space, word);
    else this.farBells!.ringAt((word << 2) >>> space.SHIFT, word, ALL);
  }

  /** A turn of a wait whose condition only the program knows: after many turns it sleeps until something arrives, a millisecond at most. */
  pause(turn: number): void {
    pause(this, turn);
  }

  /** Ends the job for all threads with a message: the first to fail is the one that is heard. */
  fail(message: string, error?: Error): never {
    this.end(FAILED, message, error);
  }

  /** Ends the job for all threads. */
  end(status: number, message?: string, error?: Error): never {
    const { I32 } = this.space;
    if (Atomics.compareExchange(I32, JOB_END >>> 2, 0, ENDING) !== 0) throw new JobEnded();
    Atomics.store(I32, JOB_STATUS >>> 2, status);
    try {
      if (message !== undefined) this.reporter.report(message, error);
    } finally {
      this.over();
    }
    throw new JobEnded();
  }

  /** The process may end now; threads that wait shall. */
  private over(): void {
    const { I32 } = this.space;
    Atomics.store(I32, JOB_END >>> 2, OVER);
    Atomics.notify(I32, JOB_END >>> 2);
    rouseAll(this.space);
    this.tell();
  }

  /** Has the supervisor look at the words of the process. */
  tell(): void {
    this.reporter.tell();
  }

  /** Says what the caller did wrong; it is told by the function's result as well, and goes on. */
  warn(message: string): void {
    this.reporter.warn(message);
  }

  running(): void {
    this.isBlocked = false;
    this.space.I32[(this.space.BASE + RESUMED) >>> 2]!++;
    this.changeState(RUNNING);
  }

  /** The thread has returned from main or called exit. */
  ended(status: number): void {
    this.space.I32[wordOf(this.space, this.space.MYTHREAD, STATUS)] = status;
    this.changeState(ENDED);
    this.isBlocked = true; // waits below declare nothing any more: it has ended
    // Before its end: nobody waits for it at a barrier that it has passed.
    const arrived = arrivalLine(this.space, this.space.MYTHREAD);
    this.show(arrived, ARRIVAL_WORDS, arrived + PHASE);
    this.show(this.state, STATE_WORDS, wordOf(this.space, this.space.MYTHREAD, EPOCH));
    this.tell();
  }

  /** The thread is gone without a word, and the job goes on without it. */
  vanish(): never {
    this.space.I32[(this.space.BASE + FAILED_IMAGE) >>> 2] = 1;
    this.ended(0);
    throw new JobEnded();
  }

  /** The thread has come to the end of an input of a session. */
  rested(): void {
    this.changeState(RESTING);
  }

  /** Declares what the thread is about to sleep for. */
  blocked(wait: Wait): void {
    this.isBlocked = true;
    this.declare(wait);
    this.changeState(BLOCKED);
  }

  /** It tests the condition. */
  asking(): void {
    this.changeState(ASKING);
  }

  private declare(wait: Wait): void {
    const { I32, BASE } = this.space;
    I32[(BASE + BLOCKING) >>> 2] = wait.kind;
    I32[(BASE + BLOCKING_ON) >>> 2] = wait.on;
    I32[(BASE + BLOCKING_WHOM) >>> 2] = wait.whom ?? 0;
    I32[(BASE + BLOCKING_COUNT) >>> 2] = wait.count ?? 1;
    I32[(BASE + BLOCKING_PLACE) >>> 2] = wait.place === undefined ? 0 : this.places.intern(wait.place);
  }

  /** It has looked, and goes on sleeping for the same. */
  stillBlocked(): void {
    this.changeState(BLOCKED);
  }

  /** Finds out the place of a wait that did not say it; slow, so done only for waits that last. */
  locateWait(): void {
    if (this.space.I32[(this.space.BASE + BLOCKING_PLACE) >>> 2] !== 0) return;
    const place = this.reporter.locate();
    if (place !== '') this.space.I32[(this.space.BASE + BLOCKING_PLACE) >>> 2] = this.places.intern(place);
  }

  private changeState(state: number): void {
    const { I32, BASE } = this.space;
    Atomics.store(I32, this.state, state);
    Atomics.add(I32, (BASE + EPOCH) >>> 2, 1);
  }
}
