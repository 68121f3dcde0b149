/**
 * The end of a job: it begins once, with a status, by a failure or by a signal. All processes then write what is left and tell what they have
 * recorded; the reports are written; this process ends with the status.
 */
import { FAILED } from '../core/job.ts';
import type { Layout } from '../memory/layout.ts';
import { platform } from '../platform/linked.ts';
import type { Tracing } from '../trace/tracing.ts';
import type { FarClocks } from './farclock.ts';
import type { Member } from './orders.ts';
import { say, writeAll } from './output.ts';

/** How long the output lock may be held by a thread whose pipe is full once a signal has come. */
export const PATIENCE_AFTER_SIGNAL = 100;
/** How long threads may take to stop once a signal has come. */
const PATIENCE_FOR_THREADS = 500;
/** How long they may take at the end: all together, and each. */
const PATIENCE_AT_END = 2000;
const PATIENCE_PER_THREAD = 50;
export const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

export class Ending {
  private isEnding = false;
  /** All is written, and the job ends. */
  private isOver = false;
  private whenFinished = () => {};
  /** Of each process whose threads have all ended: their statuses. */
  private readonly statuses: (readonly number[])[] = [];
  /** What was damaged, of each process that has written all, and of those whose trace is here too. */
  private readonly reported = new Map<number, string>();
  private readonly damages = new Map<number, string>();

  constructor(
    private readonly members: readonly Member[],
    private readonly layout: Layout,
    private readonly tracing: Tracing | undefined,
    private readonly clocks: FarClocks | undefined,
    /** Called when all is written. */
    private readonly whenOver: () => void,
  ) {}

  get isComplete(): boolean {
    return this.isOver;
  }

  /** All threads of a process have ended. */
  haveEnded(index: number, statuses: readonly number[]): void {
    this.statuses[index] = statuses;
    const all = this.members.flatMap((_, each) => this.statuses[each] ?? []);
    if (all.length === this.layout.threads) this.finish(all.find((status) => status !== 0) ?? 0);
  }

  /** The threads [first, end) of a process are gone, and the job goes on. */
  haveFailed(index: number, first: number, end: number): void {
    if (this.statuses[index] === undefined) this.haveEnded(index, Array(end - first).fill(0));
  }

  /** A process has ended the job: the others learn it. */
  endAll(status: number): void {
    if (this.isEnding) return;
    this.isEnding = true;
    for (const member of this.members) member.orders.over(status);
    this.finish(status);
  }

  fail(message: string, status = FAILED): void {
    if (this.isEnding) return;
    say(message);
    this.endAll(status);
  }

  /** `told`: what is to be said of the signal. */
  interrupt(signal: keyof typeof SIGNALS, told: () => Promise<void>): void {
    const saying = signal === 'SIGHUP' || this.isEnding ? Promise.resolve() : told();
    this.isEnding = true; // a process that the same signal has ended is not a failure of the job
    saying.then(() => this.finish(128 + SIGNALS[signal], PATIENCE_AFTER_SIGNAL, signal));
  }

  /** A process is gone: whether the job needs it still. */
  misses(index: number): boolean {
    if (this.damages.has(index) && !this.isEnding) return false;
    if (!this.damages.has(index)) this.damages.set(index, '');
    if (this.isEnding) this.lookWhetherFinished();
    return !this.isEnding;
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

  /** A process has written all; its records, by thread. */
  hasFinished(index: number, damage: string, records: readonly Uint8Array[]): void {
    const { first, isFar, orders } = this.members[index]!;
    for (const [i, bytes] of records.entries()) this.tracing?.recordings.take(first + i, bytes);
    this.reported.set(index, damage);
    if (this.tracing !== undefined && isFar) orders.tellTrace();
    else this.hasTold(index);
  }

  /** Lines of a trace that was written on another host; none at their end. */
  takeTrace(index: number, lines: Uint8Array): void {
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
    this.whenOver();
    for (const name of Object.keys(SIGNALS)) platform.onSignal(name, undefined);
    platform.onSignal('SIGTERM', () => {}); // mpirun sends it when another process has ended with the job's status
    const last = this.report(status);
    if (signal !== undefined) this.stop(last, PATIENCE_FOR_THREADS, () => platform.exitBy(signal));
    else
      Promise.all(this.members.map((member) => member.leave(last))).then(() =>
        this.stop(last, this.patience(), () => platform.exitAtOnce(last)),
      );
  }

  /** Says what was damaged, writes the reports; gives the status of the job. */
  private report(status: number): number {
    const found = [...this.damages.values()].join('');
    if (found !== '') writeAll(2, new TextEncoder().encode(found));
    const last = found !== '' && status === 0 ? FAILED : status & 255;
    if (this.clocks !== undefined) this.tracing!.clocks = this.clocks.lines;
    for (const problem of this.tracing?.finish(last) ?? []) say(problem);
    return last;
  }

  /** Threads that are being made, or are in a call of the system, cannot be stopped: the process does not wait for them longer, and gives up. */
  private stop(status: number, patience: number, giveUp: () => void): void {
    setTimeout(giveUp, patience);
    Promise.all(this.members.map((member) => member.stop(status))).then(() => platform.exit(status));
  }

  /** Milliseconds: who stops in time has its status, on a busy machine too. */
  private patience(): number {
    return PATIENCE_AT_END + this.layout.threads * PATIENCE_PER_THREAD;
  }
}
