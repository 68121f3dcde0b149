/**
 * Progress on standard error: on a terminal once a compilation has taken over a second, in a log once it has taken
 * ten; with -v at once and with times.
 */
const PATIENCE = process.stderr.isTTY ? 1_000 : 10_000;

export class Progress {
  private readonly start = performance.now();
  private shown = false;
  private readonly verbose: boolean;

  constructor(verbose: boolean) {
    this.verbose = verbose;
  }

  /** Runs a phase, naming it where somebody would wonder what is going on. */
  phase<T>(name: string, work: () => T): T {
    if (!this.verbose && performance.now() - this.start > PATIENCE) this.show(name);
    const begun = performance.now();
    const result = work();
    if (this.verbose) process.stderr.write(`pgasc: ${name} (${(performance.now() - begun).toFixed(0)} ms)\n`);
    return result;
  }

  private show(name: string): void {
    this.shown = true;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[Kpgasc: ${name} ...` : `pgasc: ${name} ...\n`);
  }

  /** Clears the line, so that what follows starts clean. */
  end(): void {
    if (this.shown && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
