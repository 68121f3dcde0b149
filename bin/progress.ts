/** Progress where standard error is a terminal, once a compilation has taken over a second; with -v anywhere, at once, with times. */
import type { CompilerOptions } from '../compiler/options.ts';
import { CLEARED, statusLine } from '../runtime/launch/status-line.ts';
import type { PhaseTimes } from './phase-times.ts';

const PATIENCE = 1_000;

export class Progress {
  private readonly start = performance.now();
  private shown = false;
  private readonly verbose: boolean;
  private readonly times: PhaseTimes | undefined;

  constructor(verbose: boolean, times?: PhaseTimes) {
    this.verbose = verbose;
    this.times = times;
  }

  /** Runs a phase, naming it where somebody would wonder what is going on. */
  phase<T>(name: string, work: () => T): T {
    this.tell(name);
    const begun = performance.now();
    const result = work();
    if (this.verbose) process.stderr.write(`pgasc: ${name} (${(performance.now() - begun).toFixed(0)} ms)\n`);
    return result;
  }

  /** For the compiler's options. */
  get told(): Pick<CompilerOptions, 'progress'> {
    return { progress: (phase, file) => this.step(phase, file) };
  }

  /** Names what begins; without a file it is over too soon to be shown. */
  step(name: string, file?: string): void {
    this.times?.enter(name);
    if (file !== undefined) this.tell(`${name} ${file}`);
  }

  private tell(name: string): void {
    if (process.stderr.isTTY && !this.verbose && performance.now() - this.start > PATIENCE) this.show(name);
  }

  private show(name: string): void {
    this.shown = true;
    process.stderr.write(statusLine(name));
  }

  /** Clears the line, so that what follows starts clean. */
  end(): void {
    if (this.shown) process.stderr.write(CLEARED);
  }
}
