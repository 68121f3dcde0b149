/**
 * Runs compiled programs in processes that stay: a process of its own takes a program longer to start than to run. A test
 * sees the same: output, exit status, environment. Where the process itself is tested, `node` of pgasc.ts starts one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BELL, JOB_END, OVER } from '../../runtime/memory/control.ts';
import type { Outcome } from './pgasc.ts';

const PROCESS = fileURLToPath(new URL('runner-process.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** By which the threads of a job learn that it is over. */
const WORDS = { jobEnd: JOB_END, over: OVER, bell: BELL };
/** Jobs that one process runs; it gives back what they took. */
const JOBS = 25;
/** Each job has functions of its own to V8, most of which end before they have paid for being optimized. */
const ENGINE = ['--interrupt-budget=1000000'];

export interface JobCircumstances {
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds; a job that takes longer is killed and its status is null. */
  readonly timeout?: number;
}

const idle: Runner[] = [];

/** Runs out.js with these words behind its name. Its standard input is empty. */
export async function runProgram(
  file: string,
  words: readonly string[],
  circumstances: JobCircumstances = {},
): Promise<Outcome> {
  const runner = idle.pop() ?? new Runner();
  const outcome = await runner.run(file, words, circumstances);
  if (runner.isFit) idle.push(runner);
  else runner.retire();
  return outcome;
}

/** A process, and what the job in it has printed. */
class Runner {
  readonly #process: ChildProcess = fork(PROCESS, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ENGINE,
  });
  readonly #gone = once(this.#process, 'close').then(([status]) => {
    this.#isGone = true;
    return status as number | null;
  });
  #jobs = 0;
  #isGone = false;

  get isFit(): boolean {
    return !this.#isGone && this.#jobs < JOBS;
  }

  retire(): void {
    if (!this.#isGone) this.#process.disconnect();
  }

  async run(file: string, words: readonly string[], circumstances: JobCircumstances): Promise<Outcome> {
    this.#jobs++;
    const child = this.#process;
    const mark = randomUUID();
    const { env = {}, timeout = 60_000 } = circumstances;
    const told = new Promise<number>((resolve) => child.once('message', (status) => resolve(status as number)));
    const texts = [child.stdout, child.stderr].map((stream) => upTo(mark, stream as Readable));
    // It has no processes of its own to run them in.
    const several = words.includes('--processes') ? { PGAS_PROVIDER: 'shm' } : {};
    child.send({ job: { file, words, env: { ...several, ...env } }, mark, words: WORDS });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    const [stdout, stderr] = (await within(2 * timeout, 'its output', Promise.all(texts))) as [string, string];
    const status = await within(2 * timeout, 'its status', Promise.race([told, this.#gone]));
    clearTimeout(timer);
    child.removeAllListeners('message');
    return { status, stdout, stderr };
  }
}

/** A job that was killed has ended; where that is not heard of, the test says so. */
async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the runner gave no word of ${what}`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Text of a stream before the mark, or until it ends. */
function upTo(mark: string, stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const finish = (bytes: Buffer) => {
      stream.removeAllListeners();
      resolve(bytes.toString('utf8'));
    };
    stream.on('data', (chunk) => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks.slice(-3));
      if (bytes.subarray(-mark.length).toString('latin1') === mark)
        finish(Buffer.concat(chunks).subarray(0, -mark.length));
    });
    stream.on('end', () => finish(Buffer.concat(chunks)));
    if (stream.readableEnded) finish(Buffer.from('(the process of the last job has died since)'));
  });
}
