/**
 * The coordinator of a job: what its processes must agree on, whether these are one, several memories of one process of the
 * operating system, or several such processes.
 *
 * It lets main begin when the threads of all have met, passes on what they tell each other, ends the job for all when one ends it,
 * hears signals, and at the end writes reports and gives the exit status. A watcher looks for deadlocks between them.
 */
import { FAILED } from '../core/job.ts';
import { markGone } from '../core/standing.ts';
import {
  attachTo,
  deadlock,
  frozenUntil,
  goesOn,
  notWithoutFirst,
  notWritten,
  standstill,
  whereThreadsAre,
} from '../errors.ts';
import type { Layout } from '../memory/layout.ts';
import { platform } from '../platform/linked.ts';
import type { Tracing } from '../trace/tracing.ts';
import { RELEASE } from './beginning.ts';
import { FarClocks } from './farclock.ts';
import { Losses } from './losses.ts';
import type { Member, Reports } from './orders.ts';
import { BROKEN_PIPE, BrokenPipe, say, writeAll } from './output.ts';
import { Partitions } from './partition.ts';
import { Watcher } from './watcher.ts';

/** How long the output lock may be held by a thread whose pipe is full once a signal has come. */
const PATIENCE_AFTER_SIGNAL = 100;
/** How long threads may take to stop once a signal has come. */
const PATIENCE_FOR_THREADS = 500;
/** How long they may take at the end: all together, and each. */
const PATIENCE_AT_END = 2000;
const PATIENCE_PER_THREAD = 50;
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Asks where the threads are; they go on. */
const QUESTION = 'SIGUSR1';

export class Coordinator {
  private readonly members: Member[] = [];
  private readonly met = new Set<number>();
  /** Of each process whose threads have all ended: their statuses. */
  private readonly statuses: (readonly number[])[] = [];
  private exchanging: Uint8Array[] = [];
  /** What was damaged, of each process that has written all, and of those whose trace is here too. */
  private readonly reported = new Map<number, string>();
  private readonly damages = new Map<number, string>();
  private isEnding = false;
  /** All is written, and the job ends. */
  private isOver = false;
  private whenFinished = () => {};
  /** Of processes on other hosts, while something is recorded: their clocks at the start, and at the end. */
  private readonly clocks: FarClocks | undefined;
  private readonly watcher: Watcher;
  private readonly losses: Losses;
  private readonly partitions: Partitions;

  constructor(
    private readonly layout: Layout,
    private readonly tracing: Tracing | undefined,
    places: readonly string[] | undefined,
    /** --failed-images */
    private readonly outlivesProcesses: boolean,
  ) {
    this.watcher = new Watcher(this.members, layout, places);
    this.losses = new Losses(this.members, (first, end) => this.haveFailed(first, end));
    this.partitions = new Partitions(this.members, (index, message) => this.lost(index, message));
    if (tracing !== undefined) this.clocks = new FarClocks(this.members);
  }

  /** Makes the process with this index, whose reports it hears from now on. */
  add(make: (reports: Reports) => Member): void {
    const index = this.members.length;
    this.members.push(make(this.reportsOf(index)));
  }

  /** To be called when all processes have been added. */
  watch(): void {
    if (this.members.length > 1 || this.members.some(({ isFar }) => isFar))
      this.watcher.start({
        isStuck: (lines) => this.fail(deadlock('threads', lines)),
        standsStill: (seconds, lines) => this.fail(standstill(seconds, lines)),
        isSilent: (member, message) => {
          this.lost(this.members.indexOf(member), message);
          member.abandon();
        },
      });
    for (const [signal, number] of Object.entries(SIGNALS))
      platform.onSignal(signal, () => this.interrupted(signal, 128 + number));
    platform.onSignal(QUESTION, () => this.tellThreads(QUESTION));
  }

  private reportsOf(index: number): Reports {
    return {
      here: (debugged) => this.hasMet(index, debugged),
      over: (status) => this.endAll(status),
      ended: (statuses) => this.hasEnded(index, statuses),
      exchange: (bytes) => this.exchange(index, bytes),
      words: () => {},
      lines: (first, lines) => this.losses.take(this.members[index]!, first, lines),
      finished: (damage, records) => this.hasFinished(index, damage, records),
      time: () => {},
      traced: (lines) => this.takeTrace(index, lines),
      refused: (message) => this.refused(message),
      unanswered: (told) => this.partitions.hear(index, told),
      lost: (message) => this.lost(index, message),
      unwritten: (error) => (error instanceof BrokenPipe ? this.endAll(BROKEN_PIPE) : this.fail(notWritten(error))),
    };
  }

  /** `debugged`: where debuggers attach to it, if the job is frozen. */
  private hasMet(index: number, debugged: string): void {
    this.met.add(index);
    if (debugged !== '') this.tellAttachable(index, debugged);
    if (this.met.size < this.members.length) return;
    const begin = () => {
      this.watcher.begin();
      for (const member of this.members) member.orders.together();
    };
    const clocked = () => (this.clocks === undefined ? begin() : void this.clocks.sample().then(begin));
    if (debugged === '') clocked();
    else this.freeze(clocked);
  }

  private tellAttachable(index: number, debugged: string): void {
    const { name, isFar } = this.members[index]!;
    say(attachTo(name, debugged, isFar));
  }

  /** Until a signal lets it begin. */
  private freeze(begin: () => void): void {
    platform.onSignal(RELEASE, () => {
      platform.onSignal(RELEASE, undefined);
      begin();
    });
    say(frozenUntil(`kill -${RELEASE.slice(3)} ${platform.processes.id}`));
  }

  /** A process tells the others something: they wait until all have. */
  private exchange(index: number, bytes: Uint8Array): void {
    this.exchanging[index] = bytes;
    const all = this.members.flatMap((_, each) => this.exchanging[each] ?? []);
    if (all.length < this.members.length) return;
    this.exchanging = [];
    for (const member of this.members) member.orders.exchanged(all);
  }

  // -------------------------------------------------------------- the end

  private hasEnded(index: number, statuses: readonly number[]): void {
    this.statuses[index] = statuses;
    const all = this.members.flatMap((_, each) => this.statuses[each] ?? []);
    if (all.length === this.layout.threads) this.finish(all.find((status) => status !== 0) ?? 0);
  }

  /** A process has ended the job: the others learn it. */
  private endAll(status: number): void {
    if (this.isEnding) return;
    this.isEnding = true;
    for (const member of this.members) member.orders.over(status);
    this.finish(status);
  }

  /** A process cannot begin. */
  private refused(message: string): void {
    this.fail(message, 2);
  }

  /** A process of the operating system is gone. */
  private lost(index: number, message: string): void {
    if (this.damages.has(index) && !this.isEnding) return;
    if (!this.damages.has(index)) this.damages.set(index, '');
    if (this.isEnding) this.lookWhetherFinished();
    else if (!this.outlivesProcesses || this.met.size < this.members.length) this.fail(message);
    else if (index === 0) this.fail(`${message}; ${notWithoutFirst}`);
    else this.goOnWithout(index, message);
  }

  /** Its threads have failed (Fortran 2018, 5.3.6). */
  private goOnWithout(index: number, message: string): void {
    say(`warning: ${message}; ${goesOn}`);
    const member = this.members[index]!;
    member.abandon();
    this.losses.begin(member, member.first, this.members[index + 1]?.first ?? this.layout.threads);
  }

  /** Threads of a process that is lost. */
  private haveFailed(first: number, end: number): void {
    const index = this.members.findIndex((member) => member.first === first);
    for (let thread = first; thread < end; thread++) markGone(this.members[index]!.known.space, thread);
    if (this.statuses[index] === undefined) this.hasEnded(index, Array(end - first).fill(0));
  }

  private fail(message: string, status = FAILED): void {
    if (this.isEnding) return;
    say(message);
    this.endAll(status);
  }

  private interrupted(signal: string, status: number): void {
    const told = signal === 'SIGHUP' || this.isEnding ? Promise.resolve() : this.tellThreads(signal);
    this.isEnding = true; // a process that the same signal has ended is not a failure of the job
    told.then(() => this.finish(status, PATIENCE_AFTER_SIGNAL, signal));
  }

  /** Ends the job as soon as no thread is writing, or after `patience` ms in any case. */
  private finish(status: number, patience = Number.POSITIVE_INFINITY, signal?: string): void {
    if (this.isOver) return;
    this.isEnding = true;
    this.whenFinished = () => this.end(status, signal);
    const finishAll = () => {
      for (const member of this.members) member.orders.finish(patience);
      this.lookWhetherFinished();
    };
    if (this.clocks === undefined || patience < Number.POSITIVE_INFINITY) finishAll();
    else this.clocks.sample().then(finishAll);
    if (patience < Number.POSITIVE_INFINITY) setTimeout(() => this.end(status, signal), 2 * patience);
  }

  private hasFinished(index: number, damage: string, records: readonly Uint8Array[]): void {
    const { first, isFar, orders } = this.members[index]!;
    for (const [i, bytes] of records.entries()) this.tracing?.recordings.take(first + i, bytes);
    this.reported.set(index, damage);
    if (this.tracing !== undefined && isFar) orders.tellTrace();
    else this.hasTold(index);
  }

  /** Lines of a trace that was written on another host; none at their end. */
  private takeTrace(index: number, lines: Uint8Array): void {
    if (lines.length === 0) this.hasTold(index);
    else {
      this.tracing?.takeLines(lines, this.clocks?.of(index));
      this.members[index]!.orders.tellTrace();
    }
  }

  private hasTold(index: number): void {
    this.damages.set(index, this.reported.get(index) ?? '');
    this.lookWhetherFinished();
  }

  private lookWhetherFinished(): void {
    if (this.damages.size === this.members.length) this.whenFinished();
  }

  private end(status: number, signal: string | undefined): void {
    if (this.isOver) return;
    this.isOver = true;
    this.watcher.stop();
    for (const name of Object.keys(SIGNALS)) platform.onSignal(name, undefined);
    const found = [...this.damages.values()].join('');
    if (found !== '') writeAll(2, new TextEncoder().encode(found));
    const last = found !== '' && status === 0 ? FAILED : status & 255;
    if (this.clocks !== undefined) this.tracing!.clocks = this.clocks.lines;
    for (const problem of this.tracing?.finish(last) ?? []) say(problem);
    if (signal !== undefined) this.stop(last, signal, PATIENCE_FOR_THREADS);
    else
      Promise.all(this.members.map((member) => member.leave())).then(() => this.stop(last, 'SIGKILL', this.patience()));
  }

  /** Threads that are being made, or are in a call of the system, cannot be stopped: the process does not wait for them longer. */
  private stop(status: number, signal: string, patience: number): void {
    setTimeout(() => platform.exitBy(signal), patience);
    Promise.all(this.members.map((member) => member.stop())).then(() => platform.exit(status));
  }

  /** Milliseconds: who stops in time has its status, on a busy machine too. */
  private patience(): number {
    return PATIENCE_AT_END + this.layout.threads * PATIENCE_PER_THREAD;
  }

  // -------------------------------------------------------------- what threads do

  private async tellThreads(signal: string): Promise<void> {
    const lines = await this.watcher.rollCall(PATIENCE_AFTER_SIGNAL);
    if (this.isOver) return;
    say(whereThreadsAre(signal, lines));
  }
}
