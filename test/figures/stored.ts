/**
 * Results of runs, by their command: docs/figures/results.json. The page is drawn from it without a run, and a run is done anew only when its program,
 * the runtime in it or the preset has changed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface StoredRun {
  /** Of the compiled program, the machine's values and all that the job is given. */
  readonly hash: string;
  /** Of the machine's values alone: with others the result is void. */
  readonly machine: string;
  readonly output: string;
  /** What it took here: seconds, and the most memory in MiB, where that is known. */
  readonly seconds: number;
  readonly mebibytes: number | undefined;
  /** The day. */
  readonly date: string;
}

export class StoredRuns {
  private readonly runs: Map<string, StoredRun>;

  constructor(private readonly path: string) {
    this.runs = new Map(existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8'))) : []);
  }

  of(command: string): StoredRun | undefined {
    return this.runs.get(command);
  }

  /** At once, so that a runner that is ended has lost nothing. */
  keep(command: string, run: StoredRun): void {
    this.runs.set(command, run);
    this.write();
  }

  /** What no figure asks for any more goes. */
  keepOnly(commands: ReadonlySet<string>): void {
    for (const command of this.runs.keys()) if (!commands.has(command)) this.runs.delete(command);
    this.write();
  }

  private write(): void {
    const sorted = [...this.runs].sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(this.path, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
  }
}
