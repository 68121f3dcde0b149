/**
 * The text trace of a thread: lines with a time and a kind, in the file named by PGAS_TRACEFILE.
 *
 * A `%` in the name becomes the thread's number; without one all threads write to the same file. PGAS_TRACEMASK selects
 * the kinds, by GASNet's letters. Each line is written at once, so that no end of the job loses any.
 */
import type { Trace } from '../abi.ts';
import type { Job } from '../core/job.ts';
import { cannotTrace } from '../errors.ts';
import { platform } from '../platform/linked.ts';
import { appendWhole } from './journal.ts';
import { bitOf, bitsOf, lettersOf, Masks } from './masks.ts';

export class TraceFile implements Trace {
  readonly on: boolean;
  private readonly name: string;
  /** This thread truncates the file. */
  private readonly own: boolean;
  readonly masks: Masks;
  private descriptor = -1;

  constructor(
    private readonly job: Job,
    variables: Readonly<Record<string, string | undefined>>,
  ) {
    const name = variables.PGAS_TRACEFILE ?? '';
    this.on = name !== '';
    this.name = name.replaceAll('%', String(job.space.MYTHREAD));
    this.own = name.includes('%') || job.space.MYTHREAD === 0;
    this.masks = new Masks(variables);
  }

  mask(of: 'trace' | 'statistics'): string {
    return lettersOf(this.masks[of]);
  }

  setMask(of: 'trace' | 'statistics', letters: string): void {
    this.masks[of] = bitsOf(letters);
  }

  get tracesLocal(): boolean {
    return this.masks.tracesLocal;
  }

  set tracesLocal(value: boolean) {
    this.masks.tracesLocal = value;
  }

  /** To be called before the threads start: each truncates its own file, thread 0 a common one. */
  open(): void {
    if (!this.on) return;
    this.attempt(() => {
      if (this.own) platform.files.replace(this.name, '');
      this.descriptor = platform.files.append(this.name);
    });
  }

  write(kind: string, text: string): void {
    if (!this.on || (this.masks.trace & bitOf(kind)) === 0) return;
    if (this.descriptor < 0) this.open();
    const time = String(platform.clock.nanoseconds()).padStart(10, '0');
    const seconds = `${time.slice(0, -9)}.${time.slice(-9)}`;
    const line = `${this.job.space.MYTHREAD}> [${seconds}] (${kind}) ${text.replaceAll('\n', '\\n')}\n`;
    this.attempt(() => appendWhole(this.descriptor, line));
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.job.fail(cannotTrace(this.name, (error as Error).message));
    }
  }
}
