/** Processes of Node, so many at once, each with its output, its time and its memory; what takes long says so now and then. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { NotRun } from './figure.ts';

/** Milliseconds between two looks at a process, and between two lines about one. */
const [LOOK, SAY] = [500, 30_000];

export interface Ended {
  readonly output: string;
  readonly seconds: number;
  readonly mebibytes: number | undefined;
}

export interface Limits {
  /** At once. */
  readonly jobs: number;
  /** Milliseconds of one. */
  readonly time: number;
}

export class Children {
  private readonly running = new Set<ChildProcess>();
  private readonly queue: (() => void)[] = [];
  private free: number;

  constructor(
    private readonly root: string,
    private readonly limits: Limits,
    private readonly tell: (line: string) => void,
  ) {
    this.free = limits.jobs;
  }

  /** Throws NotRun with its message where it fails. */
  async run(
    name: string,
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    await this.turn();
    try {
      this.tell(name);
      const env = { ...process.env, ...environment };
      return await this.end(
        name,
        spawn(process.execPath, words, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] }),
      );
    } finally {
      this.free++;
      this.queue.shift()?.();
    }
  }

  /** Ends what runs; what waits is not begun. */
  stop(): void {
    this.queue.length = 0;
    for (const child of this.running) child.kill('SIGKILL');
  }

  private async turn(): Promise<void> {
    while (this.free === 0) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.free--;
  }

  private end(name: string, child: ChildProcess): Promise<Ended> {
    const begun = performance.now();
    const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
    let [output, errors, mebibytes] = ['', '', memoryOf(child)];
    child.stdout!.on('data', (data) => (output += data));
    child.stderr!.on('data', (data) => (errors += data));
    this.running.add(child);
    const alarms = [
      setTimeout(() => child.kill('SIGKILL'), this.limits.time),
      setInterval(() => (mebibytes = memoryOf(child) ?? mebibytes), LOOK),
      setInterval(() => this.tell(`  ${seconds().toFixed(0)} s, ${mebibytes ?? '?'} MiB: ${name}`), SAY),
    ];
    return new Promise((resolve, reject) => {
      child.on('close', (status, signal) => {
        for (const alarm of alarms) clearTimeout(alarm);
        this.running.delete(child);
        if (status === 0) resolve({ output, seconds: seconds(), mebibytes });
        else if (signal === 'SIGKILL') reject(new NotRun(`it was not done after ${this.limits.time / 1000} s`));
        else reject(new NotRun(reasonOf(errors, status ?? signal)));
      });
    });
  }
}

/** The most that it has had, MiB; undefined where the system does not say. */
function memoryOf({ pid }: ChildProcess): number | undefined {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / 1024);
  } catch {
    return undefined;
  }
}

/** The last message, which ended the job, without the parts that name what the page says already. */
function reasonOf(errors: string, status: number | string | null): string {
  const lines = errors.split('\n').filter((each) => each.startsWith('pgasc: '));
  const line = lines.at(-1) ?? `it ended with ${status}`;
  return line.replace(/^pgasc: (--simulate[^:]*: )?/, '').slice(0, 200);
}
