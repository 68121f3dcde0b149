/** Runs `bin/pgasc` and what it makes, as a user does: whole processes, their output and exit status. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepCompiled, takeCompiled } from './compiled-before.ts';
import { compile } from './compiler.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PGASC = join(ROOT, 'bin/pgasc');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Circumstances {
  readonly cwd?: string;
  readonly input?: string;
  /** Milliseconds; a process that takes longer is killed and its status is null. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The compiler. */
export function pgasc(words: readonly string[], circumstances: Circumstances = {}): Promise<Outcome> {
  return node([PGASC, ...words], circumstances);
}

export function node(words: readonly string[], circumstances: Circumstances = {}): Promise<Outcome> {
  return execute(process.execPath, words, circumstances);
}

export function execute(
  command: string,
  words: readonly string[],
  circumstances: Circumstances = {},
): Promise<Outcome> {
  const child = spawn(command, words, {
    cwd: circumstances.cwd ?? ROOT,
    env: { ...process.env, ...circumstances.env },
    timeout: circumstances.timeout ?? 60_000,
    killSignal: 'SIGKILL',
  });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk) => chunks.stderr.push(chunk));
  child.stdin.on('error', () => {}); // it may end without reading
  child.stdin.end(circumstances.input ?? '');
  const text = (parts: Buffer[]) => Buffer.concat(parts).toString('utf8');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout: text(chunks.stdout), stderr: text(chunks.stderr) }));
  });
}

/** A folder of its own, removed when `use` is done. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-test-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles into `folder`, or takes what an earlier run has made; gives the path of out.js. Fails with the compiler's words. */
export async function compiled(folder: string, words: readonly string[]): Promise<string> {
  const output = join(folder, 'out.js');
  if (words.some((word) => word.includes(folder))) return compiledNow(words, output); // nobody asks for these again
  if (takeCompiled(words, output)) return output;
  const rule = join(folder, 'out.d');
  await compiledNow([...words, '-MD', '-MF', rule], output);
  keepCompiled(words, output, rule);
  return output;
}

async function compiledNow(words: readonly string[], output: string): Promise<string> {
  const command = [...words, '-o', output];
  if ((await compile(command)) === 0) return output;
  const { status, stderr } = await pgasc(command);
  throw new Error(`pgasc ${words.join(' ')}: exit status ${status}\n${stderr}`);
}
