/** Progress where standard error is a terminal, once a compilation has taken over a second; with -v anywhere, at once, with times. */
const PATIENCE = 1_000;

export class Progress {
  private readonly start = performance.now();
  private shown = false;
  private readonly verbose: boolean;

  constructor(verbose: boolean) {
    this.verbose = verbose;
  }

  /** Runs a phase, naming it where somebody would wonder what is going on. */
  phase<T>(name: string, work: () => T): T {
    this.step(name);
    const begun = performance.now();
    const result = work();
    if (this.verbose) process.stderr.write(`pgasc: ${name} (${(performance.now() - begun).toFixed(0)} ms)\n`);
    return result;
  }

  /** Names what begins. */
  step(name: string): void {
    if (process.stderr.isTTY && !this.verbose && performance.now() - this.start > PATIENCE) this.show(name);
  }

  private show(name: string): void {
    this.shown = true;
    process.stderr.write(`\r\x1b[Kpgasc: ${name} ...`);
  }

  /** Clears the line, so that what follows starts clean. */
  end(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
  }
}
