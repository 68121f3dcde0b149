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
  STATE,
  STATUS,
} from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { nap, rouse } from './bell.ts';
import { Places } from './places.ts';

/** Values of STATE. */
export const STARTING = 0;
export const RUNNING = 1;
export const BLOCKED = 2;
export const ENDED = 3;
/** In a session: the thread has come to the end of its input. */
export const RESTING = 4;

/** What a blocked thread waits for; BLOCKING_ON is given in brackets. */
export const AT_BARRIER = 1; // (phase)
export const FOR_LOCK = 2; // (address of the lock)
export const FOR_COLLECTIVE = 3; // (number of the collective call that others have not reached)
export const FOR_SEMAPHORE = 4; // (address of the semaphore; count)
export const AT_WAIT = 5; // (phase): split-phase
export const AT_START = 6; // (phase): the barrier before main
export const AT_STAGE = 7; // (stage): all threads in a collective function
export const FOR_STAGE = 8; // (stage): one thread in a collective function
export const AT_BOARD = 9; // (board; count is the phase): the images of a team
export const FOR_IMAGE = 10; // (address of the counter; count): one image in sync_images
export const FOR_EVENT = 11; // (address of the event; count)
export const FOR_POST = 12; // (address of the mailbox): a post of one image, or of any
export const FOR_IMAGE_LOCK = 13; // (address of the lock)
export const FOR_EVENT_OR_END = 14; // (address of the event; count), or that all other threads have ended
export const FOR_INPUT = 15; // (descriptor): what the system reads, which may come any time

/** What a thread is about to sleep for. */
export interface Wait {
  /** AT_BARRIER ... */
  readonly kind: number;
  readonly on: number;
  /** The thread waited for, where it is one. */
  readonly whom?: number;
  /** What the counter at `on` must reach. */
  readonly count?: number;
  /** Index of the place; unknown where the program's call did not say it. */
  readonly place?: number;
  /** Only a change of the word that it waits for can end it; messages do not. */
  readonly forWord?: boolean;
}

/** Turns of a loop that waits for the network before it sleeps, for at most so many milliseconds. */
const TURNS = 20_000;
const POLITE_TURNS = 8;
const NAP = 1;

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
  /** Called when this thread has ended or has ended the job. */
  ended(): void;
}

export class Job {
  readonly places: Places;
  /** Serves what has arrived from the network, true if there was anything; set by the core when there is one. */
  progress: () => boolean = () => false;
  private readonly state: number;
  private patience: number;
  private glances = 0;

  constructor(
    readonly space: Space,
    /** Sleep at once instead of spinning: there are more threads than cores. */
    readonly polite: boolean,
    private readonly reporter: Reporter,
  ) {
    this.places = new Places(space);
    this.state = wordOf(space, space.MYTHREAD, STATE);
    this.patience = this.usualPatience();
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

  /** To be called in each turn of a loop that waits for the network: after many turns it sleeps for a moment. */
  idle(turn: number): void {
    if (turn > this.patience) nap(this.space, NAP);
    else if ((turn & 63) !== 63) return;
    this.lookForEnd();
  }

  /** How many turns `idle` lets pass before it sleeps; undefined for the usual number. */
  setPatience(turns: number | undefined): void {
    this.patience = turns ?? this.usualPatience();
  }

  private usualPatience(): number {
    return this.polite ? POLITE_TURNS : TURNS;
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
    for (let thread = 0; thread < this.space.THREADS; thread++) rouse(this.space, thread);
    this.reporter.ended();
  }

  /** Says what the caller did wrong; it is told by the function's result as well, and goes on. */
  warn(message: string): void {
    this.reporter.warn(message);
  }

  running(): void {
    this.changeState(RUNNING);
  }

  /** The thread has returned from main or called exit. */
  ended(status: number): void {
    this.space.I32[wordOf(this.space, this.space.MYTHREAD, STATUS)] = status;
    this.changeState(ENDED);
    this.reporter.ended();
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
    const { I32, BASE } = this.space;
    I32[(BASE + BLOCKING) >>> 2] = wait.kind;
    I32[(BASE + BLOCKING_ON) >>> 2] = wait.on;
    I32[(BASE + BLOCKING_WHOM) >>> 2] = wait.whom ?? 0;
    I32[(BASE + BLOCKING_COUNT) >>> 2] = wait.count ?? 1;
    I32[(BASE + BLOCKING_PLACE) >>> 2] = wait.place ?? 0;
    this.changeState(BLOCKED);
  }

  /** It has looked, and goes on sleeping for the same. */
  stillBlocked(): void {
    this.changeState(BLOCKED);
  }

  /** Finds out the place of a wait that did not say it; slow, so done only for waits that last. */
  locateWait(): void {
    const place = this.reporter.locate();
    if (place !== '') this.space.I32[(this.space.BASE + BLOCKING_PLACE) >>> 2] = this.places.intern(place);
  }

  private changeState(state: number): void {
    const { I32, BASE } = this.space;
    Atomics.store(I32, this.state, state);
    Atomics.add(I32, (BASE + EPOCH) >>> 2, 1);
  }
}
