/**
 * Runs the figures' programs: each source is compiled once, each run's output is kept by the hash of (out.js, the machine's values, ranks, arguments).
 * So a run is made anew exactly when the program, the runtime in it, the preset or the figure has changed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRun, type Run } from './figure.ts';

/** Compilations and runs at once. */
const AT_ONCE = 2;

export interface Settings {
  readonly root: string;
  /** Where programs and outputs are kept. */
  readonly kept: string;
  readonly quick: boolean;
  /** Milliseconds that a run may take. */
  readonly limit: number;
  networkOf(machine: string): string;
  valuesOf(machine: string): string;
  tell(line: string): void;
}

export class Runs {
  private readonly compiled = new Map<string, Promise<string>>();
  private readonly outputs = new Map<string, Promise<string>>();
  private readonly children = new Set<ChildProcess>();
  private free = AT_ONCE;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly settings: Settings) {
    mkdirSync(settings.kept, { recursive: true });
  }

  /** What is run for it: less with --quick. */
  actual(run: Run): Run {
    return this.settings.quick ? { ...run, ...run.quick } : run;
  }

  /** Throws NotRun with the reason. */
  output(run: Run): Promise<string> {
    const actual = this.actual(run);
    const key = JSON.stringify(Object.entries(actual).filter(([name]) => name !== 'quick'));
    const output = this.outputs.get(key) ?? this.run(actual);
    this.outputs.set(key, output);
    return output;
  }

  /** Ends what runs; what waits is not begun. */
  stop(): void {
    this.queue.length = 0;
    for (const child of this.children) child.kill('SIGKILL');
  }

  private async run(run: Run): Promise<string> {
    const program = await this.program(run);
    const words = [
      `--simulate=${run.machine}`,
      '-n',
      String(run.ranks),
      ...(run.job ?? []),
      '--',
      ...(run.arguments ?? []),
    ];
    const kept = join(this.settings.kept, `${this.hashOf(program, run)}.txt`);
    const name = `${run.program} on ${run.machine}, ${run.ranks} ranks ${run.arguments?.join(' ') ?? ''}`.trim();
    if (existsSync(kept)) return readFileSync(kept, 'utf8');
    const output = await this.child(name, [program, ...words], run.environment);
    writeFileSync(kept, output);
    return output;
  }

  private hashOf(program: string, run: Run): string {
    const hash = createHash('sha256').update(readFileSync(program));
    hash.update(
      JSON.stringify([run.machine, this.settings.valuesOf(run.machine), run.ranks, run.arguments, ...(run.job ?? [])]),
    );
    return hash.digest('hex').slice(0, 32);
  }

  private program({ program, flags = [], machine }: Run): Promise<string> {
    const words = ['-simulate', `-network=${this.settings.networkOf(machine)}`, '-O2', ...flags, program];
    const key = words.join(' ');
    const file = this.compiled.get(key) ?? this.compile(key, words);
    this.compiled.set(key, file);
    return file;
  }

  private async compile(key: string, words: readonly string[]): Promise<string> {
    const file = join(this.settings.kept, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.js`);
    await this.child(`compile ${key}`, [join(this.settings.root, 'bin/pgasc'), ...words, '-o', file]);
    return file;
  }

  /** One of Node; its standard output. */
  private async child(name: string, words: readonly string[], environment = {}): Promise<string> {
    await this.turn();
    try {
      this.settings.tell(name);
      const env = { ...process.env, ...environment };
      const { root: cwd } = this.settings;
      return await this.finished(spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    } finally {
      this.free++;
      this.queue.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    while (this.free === 0) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.free--;
  }

  private finished(child: ChildProcess): Promise<string> {
    const { limit } = this.settings;
    this.children.add(child);
    const alarm = setTimeout(() => child.kill('SIGKILL'), limit);
    return new Promise((resolve, reject) => {
      let [out, errors] = ['', ''];
      child.stdout!.on('data', (data) => (out += data));
      child.stderr!.on('data', (data) => (errors += data));
      child.on('close', (status, signal) => {
        clearTimeout(alarm);
        this.children.delete(child);
        if (status === 0) resolve(out);
        else if (signal === 'SIGKILL') reject(new NotRun(`it was not done after ${limit / 1000} s`));
        else reject(new NotRun(reasonOf(errors, status ?? signal)));
      });
    });
  }
}

/** The message without the parts that name what the page says already. */
function reasonOf(errors: string, status: number | string | null): string {
  const [line = `it ended with ${status}`] = errors
    .trim()
    .split('\n')
    .filter((each) => each !== '');
  return line.replace(/^pgasc: (--simulate[^:]*: )?/, '').slice(0, 200);
}
