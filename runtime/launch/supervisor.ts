/**
 * The main thread of a process of the job: starts a worker for each of its UPC threads and watches them.
 *
 * It runs no program code, so it is always there to notice that a thread died or that the job is over. It obeys the coordinator
 * of the job (coordinator.ts), and reports to it. At the end it takes the output lock for ever and writes what threads had
 * printed without an end of line.
 */
import type { ForCaller } from '../calls/board.ts';
import { network } from '../conduits/linked.ts';
import { rouseAll } from '../core/bell.ts';
import { renewLines } from '../core/boardletters.ts';
import { type Line, linesHere } from '../core/boards.ts';
import { FAILED } from '../core/job.ts';
import { tryAcquire } from '../core/mutex.ts';
import { forsake, markGone } from '../core/standing.ts';
import { ENDED, STARTING } from '../core/states.ts';
import { type Known, knownIn, type Range } from '../core/views.ts';
import {
  HERE,
  INTAKES,
  JOB_END,
  JOB_STATUS,
  LABELS,
  OUTPUT_LOCK,
  OVER,
  STARTED,
  STATE,
  STATUS,
  TAKES_IN,
  TOGETHER,
} from '../memory/control.ts';
import { fillGuards, overwrittenGuards } from '../memory/guards.ts';
import type { Layout } from '../memory/layout.ts';
import { type ProcessMemory, spaceOf } from '../memory/memories.ts';
import { addressOf, processWord, type Space, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { StartedThread, ThreadRoom } from '../platform/platform.ts';
import type { Recordings } from '../trace/recordings.ts';
import { isFrozen } from './beginning.ts';
import { answerExchange, type ExchangeRequest } from './exchange.ts';
import { timeHere } from './farclock.ts';
import type { Member, Orders, Reports } from './orders.ts';
import { endLastLines, say, writePending } from './output.ts';
import type { NoAnswer } from './partition.ts';
import { type AskedSimulation, type HowFar, simulation } from './simulation.ts';
import type { ThreadData } from './thread.ts';

const MIB = 2 ** 20;
/** JavaScript's own stack, on which calls nest, grows with --stack. */
const LEAST_CALL_STACK = 64;
const CALL_STACK_PER_STACK = 8;
const LARGEST_CALL_STACK = 1000;
/**
 * MiB of the engine's heap for thousands of ranks in one worker. Frames of waiting ranks are young objects: a small young generation would copy them at each scavenge.
 * Calls that are over leave garbage in the old generation. V8 collects it when the heap is four times what is in use; with a growth of 100 %, when it is twice that.
 */
const roomOfAll = (ranks: number) => ({ heap: 16384, young: 96 + Math.ceil(ranks / 64), growth: 100 });
/** How long a thread may take to say why it ended the job, should its worker die over it. */
const PATIENCE_FOR_REPORT = 1000;
/** How long threads may take to stop. */
const PATIENCE_FOR_THREADS = 300;
/**
 * Threads that are on their way to main at a time: more would take the processors from each other, and from the main thread. Until the
 * first is there they are as many as there are cores: those behind it use what the engine has compiled for it.
 */
const STARTED_AT_ONCE = 8;
/** Milliseconds between looks how many have come there, and looks after which one more starts all the same: some may wait for it. */
const PAUSE = 4;
const PATIENCE_FOR_START = 25;

/** Size of JavaScript's stack for a thread, in MiB. */
export function callStackOf({ stackTop, stackLimit }: Layout): number {
  const wanted = Math.ceil(((stackTop - stackLimit) * CALL_STACK_PER_STACK) / MIB);
  return Math.min(Math.max(wanted, LEAST_CALL_STACK), LARGEST_CALL_STACK);
}

/** 0: words have changed. */
type FromThread = ExchangeRequest | NoAnswer | ForCaller | 0;

/** What all its threads are given. */
export type CommonData = Omit<ThreadData, 'thread' | 'recording' | 'sharesCode' | 'simulated'> & {
  /** Of a simulated job. */
  readonly asked: AskedSimulation;
};

export class Supervisor implements Member, Orders {
  readonly name = 'this process';
  readonly orders: Orders = this;
  readonly isFar = false;
  /** It answers at once. */
  readonly isAsked = false;
  /** Its memory, which is there for who is in the same process of the operating system. */
  readonly space: Space;
  readonly known: Known;
  private readonly workers: StartedThread[] = [];
  private readonly endedWorkers = new Set<StartedThread>();
  isExiting = false;
  private whenAllAreGone = () => {};
  private readonly threads: readonly number[];
  private exchanging: ExchangeRequest | undefined;
  /** Has been reported. */
  private hasMet = false;
  private hasEnded = false;
  /** So many of the threads, from the first on, are known to have ended. */
  private ended = 0;
  /** All is written. */
  private isOver = false;
  /** Of a simulated job at a terminal. */
  private howFar: HowFar | undefined;

  /** `processes`: of the job; its own is that with the rank `first`. */
  constructor(
    processes: readonly ProcessMemory[],
    readonly first: number,
    private readonly layout: Layout,
    private readonly reports: Reports,
    private readonly recordings: Recordings | undefined,
  ) {
    this.space = spaceOf(processes, first, layout);
    this.known = knownIn(this.space);
    this.threads = Array.from({ length: this.space.REACH }, (_, index) => first + index);
    for (const thread of this.threads) fillGuards(this.space, layout, thread);
  }

  /** Starts the threads, some at a time: signals are heard between. */
  start(data: CommonData): void {
    if (data.labels) this.space.I32[processWord(this.space, LABELS)] = 1;
    if (simulation !== undefined) this.startSimulated(data);
    else this.startWorkers(data);
  }

  /**
   * One worker is all of them. The memories come last: behind one in a message, Firefox 140.12 takes what the message names a second time for
   * another object.
   */
  private startSimulated({ asked, processes, ...data }: CommonData): void {
    const recordings = this.threads.map((thread) => this.recordings?.of(thread));
    // Explored runs show their own progress.
    if (asked.explored === undefined) this.howFar = simulation!.showHowFar(this.threads.length);
    const simulated = { ...asked, recordings, howFar: this.howFar?.memory };
    const own = { ...data, thread: this.first, sharesCode: false, recording: undefined, simulated, processes };
    this.startWorker(own, this.threads, roomOfAll(this.threads.length));
  }

  private startWorkers(data: CommonData): void {
    const firsts = data.processes.map(({ first }) => first);
    const serves = (thread: number) => network.progressThread?.wanted(platform.variables(), thread, firsts);
    const startFrom = (index: number, looks: number) => {
      if (this.isOver) return;
      const begun = this.begun();
      const ahead = begun === 0 ? platform.cores : STARTED_AT_ONCE;
      const wanted = Math.max(begun + ahead, looks < PATIENCE_FOR_START ? index : index + 1);
      for (const thread of this.threads.slice(index, wanted)) {
        const sharesCode = thread === this.first && this.threads.length > platform.cores;
        const own = { ...data, thread, sharesCode, recording: this.recordings?.of(thread) };
        this.startWorker(own);
        if (serves(thread)) this.startWorker({ ...own, recording: undefined, servesOnly: true });
      }
      const next = Math.max(index, wanted);
      if (next < this.threads.length) setTimeout(startFrom, PAUSE, next, next === index ? looks + 1 : 0);
    };
    startFrom(0, 0);
  }

  /** Number of threads that have begun to run, or wait for others. */
  private begun(): number {
    return this.threads.filter((thread) => this.wordOf(thread, STATE) !== STARTING).length;
  }

  /** `threads`: those that it runs. */
  private startWorker(
    data: ThreadData,
    threads: readonly number[] = [data.thread],
    room: Partial<ThreadRoom> = {},
  ): void {
    const worker = platform.threads.start(
      data,
      data,
      { stack: callStackOf(this.layout), ...room },
      {
        told: (message: FromThread) => this.hear(message),
        failed: (reason) => this.died(threads, reason),
        ended: () => {
          this.endedWorkers.add(worker);
          this.lookWhoIsGone();
          this.died(threads, 'its worker ended');
        },
      },
    );
    this.workers.push(worker);
  }

  private hear(message: FromThread): void {
    if (message === 0) this.lookAtWords();
    else if ('forCaller' in message) platform.threads.tell(message.forCaller);
    else if ('answer' in message) this.exchange(message);
    else this.reports.unanswered(message);
  }

  private exchange(request: ExchangeRequest): void {
    this.exchanging = request;
    this.reports.exchange(request.bytes);
  }

  /** A thread has ended, or has ended the job, or all have met. */
  private lookAtWords(): void {
    const { I32 } = this.space;
    const end = Atomics.load(I32, processWord(this.space, JOB_END));
    if (end === OVER) this.tellEnd();
    else if (end !== 0) return;
    else if (this.haveAllEnded()) this.tellEnds();
    else if (Atomics.load(I32, processWord(this.space, STARTED)) === HERE) this.tellMeeting();
  }

  /** Continues at the thread found running the last time. */
  private haveAllEnded(): boolean {
    const { threads } = this;
    while (this.ended < threads.length && this.wordOf(threads[this.ended]!, STATE) === ENDED) this.ended++;
    return this.ended === threads.length;
  }

  private tellMeeting(): void {
    if (this.hasMet) return;
    this.hasMet = true;
    this.reports.here(isFrozen() ? platform.listenForDebuggers() : '');
  }

  private tellEnd(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.reports.over(Atomics.load(this.space.I32, processWord(this.space, JOB_STATUS)));
  }

  private tellEnds(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.reports.ended(this.threads.map((thread) => this.wordOf(thread, STATUS)));
  }

  /** The worker of these threads is gone; that is a failure unless they or the job had ended before. */
  private died(threads: readonly number[], reason: string): void {
    const thread = threads.find((each) => this.wordOf(each, STATE) !== ENDED);
    if (this.isOver || thread === undefined) return;
    if (this.fail(`thread ${thread} died: ${reason}`)) this.lookAtWords();
    else
      setTimeout(() => {
        Atomics.store(this.space.I32, processWord(this.space, JOB_END), OVER);
        this.tellEnd();
      }, PATIENCE_FOR_REPORT);
  }

  /** Ends the job with a message; false if its threads have ended it. */
  private fail(message: string): boolean {
    if (!this.end(FAILED)) return false;
    say(message);
    return true;
  }

  private end(status: number): boolean {
    const { I32 } = this.space;
    if (Atomics.compareExchange(I32, processWord(this.space, JOB_END), 0, OVER) !== 0) return false;
    Atomics.store(I32, processWord(this.space, JOB_STATUS), status);
    return true;
  }

  // -------------------------------------------------------------- orders

  together(): void {
    Atomics.store(this.space.I32, processWord(this.space, STARTED), TOGETHER);
    rouseAll(this.space);
  }

  over(status: number): void {
    this.hasEnded = true;
    this.end(status);
    Atomics.notify(this.space.I32, processWord(this.space, JOB_END));
    rouseAll(this.space);
  }

  forsake(first: number, end: number): void {
    for (let thread = first; thread < end; thread++) forsake(this.space, thread);
    this.afterIntake(() => this.reports.lines(first, linesHere(this.space, first, end)));
  }

  /** A thread may have looked who is lost before, and be taking in what that process has shown: then after it has. */
  private afterIntake(then: () => void): void {
    const word = (offset: number) => Atomics.load(this.space.I32, processWord(this.space, offset));
    const begun = word(INTAKES);
    const look = () => (word(TAKES_IN) === 0 || word(INTAKES) !== begun ? then() : void setTimeout(look, 1));
    look();
  }

  gone(first: number, end: number, lines: readonly Line[]): void {
    renewLines(this.space, lines);
    for (let thread = first; thread < end; thread++) markGone(this.space, thread);
    rouseAll(this.space);
  }

  exchanged(all: readonly Uint8Array[]): void {
    const request = this.exchanging;
    this.exchanging = undefined;
    if (request !== undefined) answerExchange(request, all);
  }

  read(question: number, ranges: readonly Range[]): void {
    const bytesOf = ({ rank, offset, size }: Range) => {
      const start = addressOf(this.space, rank, offset) >>> 0;
      return this.space.U8.slice(start, start + size);
    };
    this.reports.words(question, ranges.map(bytesOf));
  }

  /** What a thread has printed and not flushed; false when nobody reads any more. */
  private writeRest(thread: number): boolean {
    try {
      writePending(this.space, thread);
      endLastLines(this.space, thread);
      return true;
    } catch {
      return false;
    }
  }

  finish(patience: number): void {
    if (this.isOver) return;
    if (!tryAcquire(this.space.I32, this.space.HOME + OUTPUT_LOCK) && patience > 0) {
      setTimeout(() => this.finish(patience - 1), 1);
      return;
    }
    this.isOver = true;
    this.howFar?.end();
    this.threads.every((thread) => this.writeRest(thread));
    const damage = this.threads.flatMap((thread) => overwrittenGuards(this.space, this.layout, thread));
    this.reports.finished(damage.map((line) => `pgasc: ${line}\n`).join(''), []);
  }

  time(): Promise<number> {
    return Promise.resolve(timeHere());
  }

  tellTime(question: number): void {
    this.reports.time(question, timeHere());
  }

  /** Its threads write to the job's file. */
  tellTrace(): void {
    this.reports.traced(new Uint8Array());
  }

  /** Threads end by themselves: who stopped them in a call of the system would bring the process down. Those that compute die with it. */
  exit(status: number): void {
    if (this.isExiting) return;
    this.isExiting = true;
    this.over(FAILED);
    setTimeout(() => platform.exitAtOnce(status), PATIENCE_FOR_THREADS);
    this.whenAllAreGone = () => platform.exit(status);
    this.lookWhoIsGone();
  }

  private lookWhoIsGone(): void {
    if (this.endedWorkers.size === this.workers.length) this.whenAllAreGone();
  }

  leave(): Promise<void> {
    return Promise.resolve();
  }

  look(): Promise<Known> {
    return Promise.resolve(this.known);
  }

  /** It is gone with the coordinator only. */
  abandon(): void {}

  /** Ends the threads wherever they are. */
  stop(): Promise<unknown> {
    return Promise.all(this.workers.map((worker) => worker.end()));
  }

  private wordOf(thread: number, offset: number): number {
    return Atomics.load(this.space.I32, wordOf(this.space, thread, offset));
  }
}
