/**
 * Watches the processes of a job: finds threads that can never go on, processes that give no answer any more, and a job that stands still as the
 * network has lost a message, though it serves again.
 *
 * No process sees the threads of all, so it asks each for the words that matter, five times a second. A message may be on its way
 * meanwhile: so the same threads must be found stuck in the same waits some times, and each must have asked in between whether it
 * can go on; then what was on its way when they were found first has arrived.
 */
import { allWait, controlRanges, stuckThreads, waitedRanges } from '../core/deadlock.ts';
import { placesRange } from '../core/places.ts';
import { rollCall } from '../core/rollcall.ts';
import { ENDED } from '../core/states.ts';
import { type Known, type Range, readOf, type Views } from '../core/views.ts';
import { EPOCH, RESUMED, STATE } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import type { Member } from './orders.ts';
import { peerTimeout, USUAL } from './silence.ts';

/** Milliseconds between looks. */
const PERIOD = 200;
/** Milliseconds in which who cannot be reached is found, and named (partition.ts). */
const GRACE = 5000;
/** Milliseconds in which what processes of one host have sent has come, as no wire can lose it, if all have looked for it meanwhile. */
const ON_ONE_HOST = 3000;
/** Looks at which the same must be found. */
const LOOKS = 3;

/** Threads that were found stuck, with their words then, and how often since in the same waits. */
interface Stuck {
  readonly threads: readonly number[];
  readonly resumed: readonly number[];
  readonly epochs: readonly number[];
  looks: number;
}

export interface Findings {
  /** A line for each thread says what it does. */
  isStuck(lines: readonly string[]): void;
  isSilent(member: Member, message: string): void;
  /** For so many seconds; a line for each thread says what it does. */
  standsStill(seconds: number, lines: readonly string[]): void;
}

export class Watcher {
  private readonly timeout = peerTimeout();
  private hasBegun = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private stuck: Stuck | undefined;
  /** How often each thread had gone on at the last look, if all waited then; milliseconds for which that is so. */
  private resumed: string | undefined;
  private still = 0;
  /** How often each had looked whether it can go on when that began. */
  private looked: readonly number[] = [];
  private readonly owners: number[] = [];
  /** How long the answers to a look have not all come: in time that this process ran, so nobody is silent who was suspended with it. */
  private waited: number | undefined;

  constructor(
    private readonly members: readonly Member[],
    private readonly layout: Layout,
    private readonly places: readonly string[] | undefined,
  ) {}

  start(findings: Findings): void {
    this.timer = setInterval(() => this.tick(findings), PERIOD);
  }

  /** Main begins. Before, a process on a busy machine may be compiling for long, and answers nothing. */
  begin(): void {
    this.hasBegun = true;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Who has not answered after `patience` milliseconds is told of as it last was. */
  async rollCall(patience: number): Promise<string[]> {
    const names = Array.from({ length: this.layout.threads }, (_, thread) => placesRange(thread));
    await this.look(names, patience);
    return rollCall(await this.lookAtWaits(patience), this.places);
  }

  private tick(findings: Findings): void {
    if (this.waited === undefined) {
      this.waited = 0;
      this.lookForDeadlock(findings).then(() => (this.waited = undefined));
      return;
    }
    this.waited += PERIOD;
    const most = this.hasBegun ? this.timeout : Math.max(this.timeout, USUAL);
    if (this.waited < 1000 * most) return;
    for (const member of this.members.filter(({ isAsked }) => isAsked))
      findings.isSilent(member, `${member.name} has not answered for ${most} s (PGAS_PEER_TIMEOUT)`);
  }

  private async lookForDeadlock(findings: Findings): Promise<void> {
    const views = await this.lookAtWaits();
    await this.lookForStandstill(views, findings);
    const threads = stuckThreads(views);
    const resumed = read(views, RESUMED);
    const after = await this.look(this.everyThread(controlRanges));
    const isWhole = threads.every((thread) => read(after, RESUMED)[thread] === resumed[thread]);
    if (isWhole && this.areStuck(after, threads)) findings.isStuck(await this.rollCall(Number.POSITIVE_INFINITY));
  }

  private async lookForStandstill(views: Views, findings: Findings): Promise<void> {
    const resumed = allWait(views) ? read(views, RESUMED).join() : undefined;
    const isSame = resumed !== undefined && resumed === this.resumed;
    this.still = isSame ? this.still + PERIOD : 0;
    if (!isSame) this.looked = read(views, EPOCH);
    this.resumed = resumed;
    if (this.isOnOneHost && this.still >= ON_ONE_HOST && this.allHaveLooked(views))
      findings.isStuck(await this.rollCall(Number.POSITIVE_INFINITY));
    else if (this.still >= 1000 * this.timeout + GRACE)
      findings.standsStill(Math.floor(this.still / 1000), await this.rollCall(Number.POSITIVE_INFINITY));
  }

  private get isOnOneHost(): boolean {
    return !this.members.some(({ isFar }) => isFar);
  }

  private allHaveLooked(views: Views): boolean {
    const [epochs, states] = [read(views, EPOCH), read(views, STATE)];
    return epochs.every((epoch, thread) => states[thread] === ENDED || epoch !== this.looked[thread]);
  }

  private areStuck(views: Views, threads: readonly number[]): boolean {
    const [resumed, epochs] = [read(views, RESUMED), read(views, EPOCH)];
    const before = this.stuck;
    const isSame =
      before !== undefined &&
      before.threads.join() === threads.join() &&
      threads.every((thread) => before.resumed[thread] === resumed[thread]);
    if (!isSame) this.stuck = threads.length === 0 ? undefined : { threads, resumed, epochs, looks: 1 };
    return isSame && ++before.looks >= LOOKS && threads.every((thread) => before.epochs[thread] !== epochs[thread]);
  }

  /** The words of all threads, then what they wait for. */
  private async lookAtWaits(patience?: number): Promise<Views> {
    const views = await this.look(this.everyThread(controlRanges), patience);
    return this.look(waitedRanges(views), patience);
  }

  /** The index of a thread's member; all are known when it is first asked for. */
  private readonly memberOf = (thread: number): number => {
    if (this.owners.length === 0)
      for (const [index, { first }] of this.members.entries())
        this.owners.push(...Array((this.members[index + 1]?.first ?? this.layout.threads) - first).fill(index));
    return this.owners[thread]!;
  };

  private everyThread(rangesOf: (thread: number) => readonly Range[]): Range[] {
    return Array.from({ length: this.layout.threads }, (_, thread) => rangesOf(thread)).flat();
  }

  private async look(ranges: readonly Range[], patience = Number.POSITIVE_INFINITY): Promise<Views> {
    const { members, memberOf } = this;
    const of = members.map((): Range[] => []);
    for (const range of ranges) of[memberOf(range.rank)]!.push(range);
    const known = await Promise.all(
      members.map((member, index) => within(patience, member.look(of[index]!), member.known)),
    );
    return {
      threads: this.layout.threads,
      at: (thread) => known[memberOf(thread)]!.space,
      words: (range) => known[memberOf(range.rank)]!.words(range),
    };
  }
}

/** What is given, or `known` after so many milliseconds. */
function within(milliseconds: number, given: Promise<Known>, known: Known): Promise<Known> {
  if (milliseconds === Number.POSITIVE_INFINITY) return given;
  return Promise.race([given, new Promise<Known>((resolve) => setTimeout(resolve, milliseconds, known))]);
}

function read(views: Views, offset: number): number[] {
  return Array.from({ length: views.threads }, (_, thread) => readOf(views, thread, offset));
}
