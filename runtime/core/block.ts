/**
 * Waiting: every wait of the runtime is `block`, which returns when a condition holds.
 *
 * It spins for a while (spinning.ts), then dozes: it sleeps on the thread's bell (bell.ts), serving messages. What takes longer is
 * declared, and each time nothing happened for a while it checks for deadlock (deadlock.ts). Until then nobody wants to know what it waits
 * for, and where threads are more than cores most waits are short ones that sleep.
 *
 * A condition may contain a nested wait, for the network: a change of the outer wait's word ends its sleep too.
 */
import { BELL, SLEEPERS, SLEEPS_FOR } from '../memory/control.ts';
import { wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { ANY } from './bell.ts';
import { findDeadlock } from './deadlock.ts';
import type { Job } from './job.ts';
import { sleepOn } from './sleep.ts';
import { AT_START, type Wait } from './states.ts';
import { mayBeStuck, NAP } from './turn.ts';
import { waiting } from './waiting.ts';

/** Milliseconds between two checks for deadlock: the first, and the longest. */
const FIRST_SLEEP = 10;
const LONGEST_SLEEP = 80;
/** Threads of a process that check so often; of more each does more seldom, as a check looks at all. */
const FREQUENT = 16;
/** Longest sleep where only time is waited for: a message just before does not wake. */
const LONGEST_NAP = 10;

/** See Job.block. */
export function block(job: Job, wait: Wait, holds: () => boolean): void {
  if (wait.isRemote && !job.isBlocked) declared(job, wait, () => ask(job, wait, holds));
  else if (wait.until !== undefined) sleep(job, wait, holds);
  else spinThen(sleep, job, wait, holds);
}

/** A remote condition: declares the wait at once, as the answer may take long. */
function ask(job: Job, wait: Wait, holds: () => boolean): void {
  job.asking();
  spinThen(sleepDeclared, job, wait, holds);
}

/** What sleeps if spinning is in vain is a function of its own, not a closure: most waits make none. */
function spinThen(sleeps: typeof sleep, job: Job, wait: Wait, holds: () => boolean): void {
  const time = job.spinning.timeFor(wait.kind);
  if (time === 0) sleeps(job, wait, holds);
  else spinFor(time, sleeps, job, wait, holds);
}

function spinFor(time: number, sleeps: typeof sleep, job: Job, wait: Wait, holds: () => boolean): void {
  const { spinning } = job;
  const begun = spinning.spin(job, wait, time, holds);
  if (begun === undefined) return;
  sleeps(job, wait, holds);
  spinning.failed(wait.kind, platform.clock.milliseconds() - begun);
}

function sleep(job: Job, wait: Wait, holds: () => boolean): void {
  const { word, until } = wait;
  if (job.isBlocked) waiting(() => sleepUntil(job, wait, true, holds));
  else if (word === undefined || until !== undefined) sleepLong(job, wait, holds);
  else doze(job, word, wait, holds);
}

function sleepLong(job: Job, wait: Wait, holds: () => boolean): void {
  declared(job, wait, () => sleepDeclared(job, wait, holds));
}

function sleepDeclared(job: Job, wait: Wait, holds: () => boolean): void {
  waiting(() => sleepUntil(job, wait, false, holds));
}

/** Sleeps for a while first. A nested wait must not overwrite the declared word, so the job is blocked here too. */
function doze(job: Job, word: number, wait: Wait, holds: () => boolean): void {
  const { I32, MYTHREAD } = job.space;
  const sleepsFor = wordOf(job.space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(job.space, MYTHREAD, BELL);
  job.isBlocked = true;
  Atomics.add(I32, SLEEPERS >>> 2, 1);
  const end = platform.clock.milliseconds() + firstSleep(job);
  let does = false;
  for (let left = firstSleep(job); left > 0; left = does ? 0 : end - platform.clock.milliseconds()) {
    Atomics.store(I32, sleepsFor, word);
    const rung = Atomics.load(I32, bell);
    // As in sleepUntil: a message sent before the bell was read makes the condition true, a later one rings.
    const served = job.poll();
    does = holds();
    if (does || served) continue;
    sleepOn(job.space, bell, rung, left);
    does = holds(); // what has rung has seen to it
  }
  Atomics.sub(I32, SLEEPERS >>> 2, 1);
  Atomics.store(I32, sleepsFor, 0);
  job.isBlocked = false;
  if (!does) sleepLong(job, wait, holds);
}

/** Milliseconds before the first check for deadlock. */
const firstSleep = (job: Job): number => FIRST_SLEEP * Math.max(1, job.space.REACH / FREQUENT);

function declared(job: Job, wait: Wait, sleeping: () => void): void {
  const { I32, MYTHREAD } = job.space;
  job.blocked(wait);
  if (wait.word !== undefined) Atomics.add(I32, SLEEPERS >>> 2, 1);
  sleeping();
  if (wait.word !== undefined) Atomics.sub(I32, SLEEPERS >>> 2, 1);
  Atomics.store(I32, wordOf(job.space, MYTHREAD, SLEEPS_FOR), 0);
  job.running();
}

function sleepUntil(job: Job, wait: Wait, isNested: boolean, holds: () => boolean): void {
  const { I32, MYTHREAD } = job.space;
  const sleepsFor = wordOf(job.space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(job.space, MYTHREAD, BELL);
  const word = wait.word ?? ANY;
  /** `wake` has cleared the declaration. */
  const isChanged = () => Atomics.load(I32, sleepsFor) !== word;
  /** Withdraws the declaration: nobody need ring. */
  const listen = () => {
    if (!isNested) Atomics.store(I32, sleepsFor, 0);
    return job.spinning.listen(job, wait.kind, holds);
  };
  /** The wait around a nested one may have withdrawn its declaration. */
  let isOwn = false;
  const looks = new Looks(job, wait, isNested);
  for (let isDue = true; ; ) {
    if (isNested) isOwn = Atomics.compareExchange(I32, sleepsFor, 0, ANY) === 0 || isOwn;
    if (isNested || Atomics.exchange(I32, sleepsFor, word) !== word) isDue = true;
    const rung = Atomics.load(I32, bell);
    // Poll before testing: a message sent before the bell was read makes the condition true, a later one rings.
    const served = job.poll();
    if (isDue || !wait.isRemote) {
      if (!isNested) job.asking();
      if (holds() || (served && !wait.isRemote && listen())) break;
      if (served) looks.tellAnew();
      if (!isNested) job.stillBlocked();
    } else if (served) job.spinning.listen(job, wait.kind, isChanged);
    isDue = looks.look();
    if (isDue || served) continue;
    job.rest();
    sleepOn(job.space, bell, rung, looks.patience());
  }
  if (isOwn) Atomics.compareExchange(I32, sleepsFor, ANY, 0);
}

/** Schedule of a sleeping thread's deadlock checks. */
class Looks {
  private readonly first: number;
  private period: number;
  private next: number;
  /** What the roll-call says of the wait, if it is this that says it. */
  private told: string | undefined;
  /** The program has begun. */
  private readonly isOfProgram: boolean;

  constructor(
    private readonly job: Job,
    private readonly wait: Wait,
    private readonly isNested: boolean,
  ) {
    this.first = firstSleep(job);
    this.period = this.first;
    this.next = platform.clock.milliseconds() + this.period;
    this.isOfProgram = wait.kind !== AT_START;
  }

  /** Checks if it is time to; returns whether it was. */
  look(): boolean {
    if (platform.clock.milliseconds() < this.next) return false;
    if (this.isOfProgram) this.tell();
    if (this.isOfProgram && this.wait.word !== undefined && !this.isNested && mayBeStuck()) findDeadlock(this.job);
    this.period = Math.max(this.first, Math.min(2 * this.period, LONGEST_SLEEP));
    this.next = platform.clock.milliseconds() + this.period;
    return true;
  }

  /** Messages have come: if it has told what it waits for, they may have changed that. */
  tellAnew(): void {
    if (this.told !== undefined) this.tell();
  }

  private tell(): void {
    const told = this.wait.told?.() ?? '';
    if (this.told === undefined ? this.job.isWaitLocated : this.told === told) return;
    this.job.locateWait(told);
    this.told = told;
  }

  /** Milliseconds to sleep unless woken. */
  patience(): number {
    const { word, until, again } = this.wait;
    const now = platform.clock.milliseconds();
    const left = this.next - now;
    if (until !== undefined) return Math.min(left, until - now, LONGEST_NAP);
    const nap = word === undefined ? NAP : left;
    return again === undefined ? nap : Math.min(nap, again() - now);
  }
}
