/**
 * The coordinator of a job: what its processes must agree on, whether these are one, several memories of one process of the
 * operating system, or several such processes.
 *
 * It lets main begin when the threads of all have met, passes on what they tell each other, hears signals, and decides whether the job outlives a
 * process that is lost. `Ending` ends the job for all; a watcher looks for deadlocks between them.
 */
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
import { Ending, PATIENCE_AFTER_SIGNAL, SIGNALS } from './ending.ts';
import { FarClocks } from './farclock.ts';
import { Losses } from './losses.ts';
import type { Member, Reports } from './orders.ts';
import { BROKEN_PIPE, BrokenPipe, say } from './output.ts';
import { Partitions } from './partition.ts';
import { Watcher } from './watcher.ts';

/** The status where a process cannot begin. */
const REFUSED = 2;
/** Asks where the threads are; they go on. */
const QUESTION = 'SIGUSR1';

export class Coordinator {
  private readonly members: Member[] = [];
  private readonly met = new Set<number>();
  private exchanging: Uint8Array[] = [];
  /** Of processes on other hosts, while something is recorded: their clocks at the start, and at the end. */
  private readonly clocks: FarClocks | undefined;
  private readonly ending: Ending;
  private readonly watcher: Watcher;
  private readonly losses: Losses;
  private readonly partitions: Partitions;

  constructor(
    private readonly layout: Layout,
    tracing: Tracing | undefined,
    places: readonly string[] | undefined,
    /** --failed-images */
    private readonly outlivesProcesses: boolean,
  ) {
    this.watcher = new Watcher(this.members, layout, places);
    this.losses = new Losses(this.members, (first, end) => this.haveFailed(first, end));
    this.partitions = new Partitions(this.members, (index, message) => this.lost(index, message));
    if (tracing !== undefined) this.clocks = new FarClocks(this.members);
    this.ending = new Ending(this.members, layout, tracing, this.clocks, () => this.watcher.stop());
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
        isStuck: (lines) => this.ending.fail(deadlock('threads', lines)),
        standsStill: (seconds, lines) => this.ending.fail(standstill(seconds, lines)),
        isSilent: (member, message) => {
          this.lost(this.members.indexOf(member), message);
          member.abandon();
        },
      });
    for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[])
      platform.onSignal(signal, () => this.ending.interrupt(signal, () => this.tellThreads(signal)));
    platform.onSignal(QUESTION, () => this.tellThreads(QUESTION));
  }

  private reportsOf(index: number): Reports {
    return {
      here: (debugged) => this.hasMet(index, debugged),
      over: (status) => this.ending.endAll(status),
      ended: (statuses) => this.ending.haveEnded(index, statuses),
      exchange: (bytes) => this.exchange(index, bytes),
      words: () => {},
      lines: (first, lines) => this.losses.take(this.members[index]!, first, lines),
      finished: (damage, records) => this.ending.hasFinished(index, damage, records),
      time: () => {},
      traced: (lines) => this.ending.takeTrace(index, lines),
      refused: (message) => this.ending.fail(message, REFUSED),
      unanswered: (told) => this.partitions.hear(index, told),
      lost: (message) => this.lost(index, message),
      unwritten: (error) =>
        error instanceof BrokenPipe ? this.ending.endAll(BROKEN_PIPE) : this.ending.fail(notWritten(error)),
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

  // -------------------------------------------------------------- losses

  /** A process of the operating system is gone. */
  private lost(index: number, message: string): void {
    if (!this.ending.misses(index)) return;
    if (!this.outlivesProcesses || this.met.size < this.members.length) this.ending.fail(message);
    else if (index === 0) this.ending.fail(`${message}; ${notWithoutFirst}`);
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
    this.ending.haveFailed(index, first, end);
  }

  // -------------------------------------------------------------- what threads do

  private async tellThreads(signal: string): Promise<void> {
    const lines = await this.watcher.rollCall(PATIENCE_AFTER_SIGNAL);
    if (this.ending.isComplete) return;
    say(whereThreadsAre(signal, lines));
  }
}
