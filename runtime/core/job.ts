/**
 * The job as one thread sees it: the thread's published state, and the end of the job.
 *
 * A job ends when all threads have ended, or when one of them ends it for all. Threads cannot be interrupted: every
 * wait checks JOB_END, and unwinds by throwing JobEnded.
 */
import {
  BLOCKING,
  BLOCKING_COUNT,
  BLOCKING_ON,
  BLOCKING_PLACE,
  BLOCKING_RANK,
  BLOCKING_WHOM,
  CALLED_FAIL_IMAGE,
  ENDING,
  EPOCH,
  FAILED_IMAGE,
  HINTED,
  JOB_END,
  JOB_STATUS,
  OVER,
  RESUMED,
  STATE,
  STATUS,
} from '../memory/control.ts';
import { isReached, processWord, rankOf, reachesAll, type Space, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { bellNumber } from './awaited.ts';
import { nap, rouseAll, wake, wakeOne, wakeThread } from './bell.ts';
import { block } from './block.ts';
import type { FarBells } from './farbells.ts';
import { pause } from './pausing.ts';
import { Places } from './places.ts';
import type { Show } from './shown.ts';
import { Spinning } from './spinning.ts';
import { countEnd } from './standing.ts';
import { ASKING, BLOCKED, ENDED, RESTING, RUNNING, type Wait } from './states.ts';
import { takeTurn } from './turn.ts';

/** Words from STATE on that others read of an ended thread. */
const STATE_WORDS = (FAILED_IMAGE - STATE) / 4 + 1;

/** Process status of a job that failed. */
export const FAILED = 1;
/** And of one that was asked for what cannot be: so the launcher ends too. */
const MISUSED = 2;

/** Unwinds the stack of a thread whose job is over. */
export class JobEnded extends Error {}

/** Services of the launcher for a failing thread. */
export interface Reporter {
  /** Writes the message with thread, place and stack trace of `error` (or of the caller). */
  report(message: string, error?: Error): void;
  /** Writes a line with thread and place; the thread goes on. */
  warn(message: string): void;
  /** Writes a line. */
  inform(text: string): void;
  /** The place in the program where an error was made, or the caller's: "file:line:column"; empty if unknown. */
  locate(error?: Error): string;
  /** The place where the program is now, to be asked for later. */
  here(): () => string;
  /** The thread ends the job without a message, by a call at `error` (or the caller's): where JavaScript that has called it is to hear that. */
  ends?(status: number, error?: Error): void;
  /** Notifies the supervisor that words of this process or thread have changed. */
  tell(): void;
}

export class Job {
  readonly places: Places;
  /** Polls the network; true if there was any message; set by the core on networks. */
  progress: () => boolean = () => false;
  /** Tells the network that this thread is about to sleep; likewise. */
  rest: () => void = () => {};
  /** What it tells others before its end; set by libraries. */
  lastWords: () => void = () => {};
  /** What a failure of this thread may come from; set by its heap. */
  hint: () => string | undefined = () => undefined;
  /** Publishes a line to other processes; set by the core where there are any. */
  show: Show = () => {};
  /** Bells of other processes; likewise. */
  farBells: FarBells | undefined;
  private readonly state: number;
  readonly spinning: Spinning;
  /** A wait has been declared; its condition may itself wait for the network. */
  isBlocked = false;
  /** Above 0 the program's own reads serve nothing: in handler-safe locks and no-interrupt sections of GASNet, and where MPI makes progress in its calls alone. */
  heldOff = 0;
  private glances = 0;

  constructor(
    readonly space: Space,
    /** Whether waits yield the core instead of spinning; undefined: adaptively. */
    polite: boolean | undefined,
    private readonly reporter: Reporter,
    /** Threads of the job on this host. */
    neighbours = space.THREADS,
  ) {
    this.places = new Places(space);
    this.state = wordOf(space, space.MYTHREAD, STATE);
    this.spinning = new Spinning(polite, neighbours > platform.cores, !reachesAll(space));
  }

  /** Called in every wait: unwinds if the job is over, and polls the network; true if there was any message. */
  poll(): boolean {
    this.lookForEnd();
    return this.progress();
  }

  /** Called where a program may wait in a polling loop of its own: polls now and then. */
  glance(): void {
    if (takeTurn() || (++this.glances & 31) === 0) this.poll();
  }

  /** What a program asks in a loop of its own: as long as it is not so, others have their turns. */
  attempted(holds: boolean): boolean {
    if (!holds) this.glance();
    return holds;
  }

  /** Called where a program reads what others may change, or a clock: polls now and then, unless handlers are held off. */
  attend(): void {
    if ((++this.glances & 31) !== 0) return;
    takeTurn();
    if (this.heldOff === 0) this.poll();
  }

  isOver(): boolean {
    return Atomics.load(this.space.I32, processWord(this.space, JOB_END)) !== 0;
  }

  /** Unwinds if the job is over. */
  lookForEnd(): void {
    if (this.isOver()) throw new JobEnded();
  }

  /** Blocks until `holds()`: every wait of the runtime. `holds` is not called again after it has returned true. */
  block(wait: Wait, holds: () => boolean): void {
    block(this, wait, holds);
  }

  /** The word at an address, of any thread, has changed: wakes all threads that sleep for it. */
  wake(address: number): void {
    const word = bellNumber(this.space, address);
    wake(this.space, word);
    this.farBells?.ring(word);
  }

  /** Wakes the one thread that sleeps for a number: of this memory, else wherever it is. */
  wakeNumbered(number: number): void {
    if (!wakeOne(this.space, number)) this.farBells?.ring(number);
  }

  /** Wakes the owner of the word, where no other thread sleeps for it. */
  wakeOwner(address: number): void {
    const { space } = this;
    const [owner, word] = [rankOf(space, address), bellNumber(space, address)];
    if (isReached(space, owner)) wakeThread(space, owner, word);
    else this.farBells!.ringAt(owner, word);
  }

  /** Sleeps until a message arrives, at most so long. */
  nap(milliseconds: number): void {
    this.rest();
    nap(this.space, milliseconds);
  }

  /** An iteration of a program's loop that waits for messages: polls, and after many in vain sleeps until one arrives, at most NAP. Gives the next. */
  pause(turn: number): number {
    return pause(this, turn);
  }

  /** Ends the job for all threads with a message, of the first thread to fail. */
  fail(message: string, error?: Error): never {
    this.end(FAILED, message, error);
  }

  /** The same where the environment asks for what cannot be. */
  misuse(message: string): never {
    this.end(MISUSED, message);
  }

  /** Ends the job for all threads. */
  end(status: number, message?: string, error?: Error): never {
    const { I32 } = this.space;
    if (Atomics.compareExchange(I32, processWord(this.space, JOB_END), 0, ENDING) !== 0) throw new JobEnded();
    Atomics.store(I32, processWord(this.space, JOB_STATUS), status);
    try {
      if (message !== undefined) this.reporter.report(message, error);
      else this.reporter.ends?.(status, error);
      if (status !== 0) this.tellHint();
    } finally {
      this.over();
    }
    throw new JobEnded();
  }

  /** Once for the job. */
  private tellHint(): void {
    const { I32 } = this.space;
    const hint = this.hint();
    if (hint !== undefined && Atomics.exchange(I32, processWord(this.space, HINTED), 1) === 0)
      this.inform(`thread ${this.space.MYTHREAD}: ${hint}`);
  }

  /** Wakes waiting threads to unwind. */
  private over(): void {
    const { I32 } = this.space;
    Atomics.store(I32, processWord(this.space, JOB_END), OVER);
    Atomics.notify(I32, processWord(this.space, JOB_END));
    rouseAll(this.space);
    this.tell();
  }

  /** Has the supervisor check the words of the process. */
  tell(): void {
    this.reporter.tell();
  }

  /** Reports an error of the caller, which also gets it as the result, and returns. */
  warn(message: string): void {
    this.reporter.warn(message);
  }

  inform(text: string): void {
    this.reporter.inform(text);
  }

  /** Gives the place in the program of the library's call under way, to be asked for later: to keep it is cheap, to ask is not. */
  here(): () => string {
    return this.reporter.here();
  }

  running(): void {
    this.isBlocked = false;
    this.space.I32[(this.space.BASE + RESUMED) >>> 2]!++;
    this.changeState(RUNNING);
  }

  /** The thread has returned from main or called exit. */
  ended(status: number): void {
    if (status !== 0) this.tellHint();
    this.space.I32[wordOf(this.space, this.space.MYTHREAD, STATUS)] = status;
    this.changeState(ENDED);
    countEnd(this.space);
    this.isBlocked = true; // waits below declare nothing: it has ended
    this.lastWords();
    this.show(this.state, STATE_WORDS, wordOf(this.space, this.space.MYTHREAD, EPOCH));
    this.tell();
  }

  /** Ends the thread silently; the job continues without it. */
  vanish(): never {
    this.space.I32[(this.space.BASE + FAILED_IMAGE) >>> 2] = CALLED_FAIL_IMAGE;
    this.ended(0);
    throw new JobEnded();
  }

  /** The thread has processed an input of a session, or answered a call by JavaScript. */
  rested(): void {
    this.changeState(RESTING);
  }

  /** Declares the wait before sleeping. */
  blocked(wait: Wait): void {
    this.isBlocked = true;
    this.declare(wait);
    this.changeState(BLOCKED);
  }

  /** Declares that the condition is being tested. */
  asking(): void {
    this.changeState(ASKING);
  }

  private declare(wait: Wait): void {
    const { I32, BASE } = this.space;
    I32[(BASE + BLOCKING) >>> 2] = wait.kind;
    I32[(BASE + BLOCKING_ON) >>> 2] = wait.on;
    I32[(BASE + BLOCKING_RANK) >>> 2] = wait.rank ?? 0;
    I32[(BASE + BLOCKING_WHOM) >>> 2] = wait.whom ?? 0;
    I32[(BASE + BLOCKING_COUNT) >>> 2] = wait.count ?? 1;
    I32[(BASE + BLOCKING_PLACE) >>> 2] = wait.place === undefined ? 0 : this.places.intern(wait.place);
  }

  /** Renews the declaration after a test. */
  stillBlocked(): void {
    this.changeState(BLOCKED);
  }

  /** The declared wait has a place. */
  get isWaitLocated(): boolean {
    return this.space.I32[(this.space.BASE + BLOCKING_PLACE) >>> 2] !== 0;
  }

  /** Determines the place of a wait that did not give one, behind what it tells; slow, so done only for long waits. */
  locateWait(told: string): void {
    const { places, space } = this;
    const place = this.reporter.locate();
    const index = told === '' ? places.intern(place) : places.tell(`${told} ${place}`.trim());
    space.I32[(space.BASE + BLOCKING_PLACE) >>> 2] = index;
  }

  private changeState(state: number): void {
    const { I32, BASE } = this.space;
    Atomics.store(I32, this.state, state);
    Atomics.add(I32, (BASE + EPOCH) >>> 2, 1);
  }
}
