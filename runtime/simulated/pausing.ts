/**
 * A turn of a loop in which a program waits for messages, in the place of core/pausing.ts: the rank sleeps at once, and serves what has come.
 *
 * One idea: handlers alone bring about what it waits for, and each message rings. To look again before one has come would take turns, and its time.
 */
import { ANY } from '../core/bell.ts';
import type { Job } from '../core/job.ts';
import { BELL, SLEEPS_FOR } from '../memory/control.ts';
import { wordOf } from '../memory/space.ts';
import { type Coroutine, SUSPEND } from './coroutines.ts';
import { fallsAsleep } from './sleep.ts';
import { SUSPENDED_AGAIN, WrittenSteps } from './steps.ts';
import { NAP } from './turn.ts';

export const pause = (job: Job): Pause => new Pause(job);

/** Polls; where nothing has come, sleeps and polls once more. */
class Pause extends WrittenSteps {
  private hasSlept = false;
  /** The bell before the first poll: what comes during a poll that waits rings too. */
  private rung = 0;
  /** A poll that waits. */
  private polling: Coroutine | undefined;

  constructor(private readonly job: Job) {
    super();
  }

  next(): IteratorResult<typeof SUSPEND, unknown> {
    if (this.polling === undefined) this.prepare();
    const served = this.poll();
    if (served === SUSPEND || (!served && !this.hasSlept && this.sleeps())) return SUSPENDED_AGAIN;
    return { done: true, value: 0 };
  }

  /** Gives whether there was anything. */
  private poll(): unknown {
    const given = (this.polling ?? this.job.poll()) as Coroutine | boolean;
    if (typeof given === 'boolean') return given;
    const { done, value } = given.next();
    this.polling = done ? undefined : given;
    return value;
  }

  /** For a poll. */
  private prepare(): void {
    if (this.hasSlept) this.declare(0);
    else this.rung = Atomics.load(this.job.space.I32, this.bell);
  }

  private get bell(): number {
    const { space } = this.job;
    return wordOf(space, space.MYTHREAD, BELL);
  }

  private sleeps(): boolean {
    this.job.rest();
    this.declare(ANY);
    this.hasSlept = fallsAsleep(this.job.space, this.bell, this.rung, NAP);
    if (!this.hasSlept) this.declare(0);
    return this.hasSlept;
  }

  private declare(word: number): void {
    const { space } = this.job;
    Atomics.store(space.I32, wordOf(space, space.MYTHREAD, SLEEPS_FOR), word);
  }
}
