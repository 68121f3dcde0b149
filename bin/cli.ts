/**
 * The command `pgasc`: reads the command line, compiles, and for `run` executes.
 * Exit status: 0, 1 errors in the program, 2 misuse or files that cannot be read or written, 70 a defect of pgasc;
 * `run` gives the program's own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalize, UsageError } from './argv.ts';
import { completion } from './completion.ts';
import { compile } from './driver.ts';
import { FileError } from './files.ts';
import { UPC_COMMANDS } from './installation.ts';
import { network } from './network.ts';
import { type Command, readCommand } from './options.ts';
import { repl } from './repl/repl.ts';
import { expandResponses } from './responses.ts';
import { samples } from './samples.ts';
import { upccWords } from './upcc.ts';
import { readUpcrun } from './upcrun.ts';

export async function main(words: readonly string[]): Promise<number> {
  try {
    if (words[0] === 'repl') return await repl(words.slice(1));
    if (words[0] === 'samples') return say(samples(words.slice(1)));
    if (words[0] === 'completion') return say(completion(words.slice(1)));
    if (words[0] === 'network') return await network(words.slice(1));
    if (words[0] === 'env') return say(environment(words.slice(1)));
    if (words[0] === 'upcrun') return await upcrun(words.slice(1));
    const compiling = words[0] === 'upcc' ? upccWords(words.slice(1), process.env) : words;
    if (typeof compiling === 'string') return say(compiling);
    const command = readCommand(normalize(expandResponses(compiling)));
    if (typeof command === 'string') return say(command);
    return await (command.run ? run(command) : compile(command));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof FileError)) throw error;
    process.stderr.write(`pgasc: ${error.message}\n`);
    return 2;
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** Compiles into a folder of its own, runs, and removes it; ends as the program ended. */
async function run(command: Command): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-'));
  try {
    const output = join(folder, 'out.js');
    const status = await compile({ ...command, output });
    if (status !== 0) return status;
    return await execute([output, ...command.programArguments], command.verbose ? { PGAS_VERBOSE: '1' } : {});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `pgasc env upc`: the folder of upcc and upcrun, for PATH. */
function environment(words: readonly string[]): string {
  if (words.length === 1 && words[0] === 'upc') return UPC_COMMANDS;
  throw new UsageError("env: it takes one word: 'upc' prints the folder of upcc and upcrun, for PATH");
}

async function upcrun(words: readonly string[]): Promise<number> {
  const started = readUpcrun(words, process.env);
  if (typeof started === 'string') return say(started);
  if (started.isShown) process.stderr.write(`${['node', ...started.words].join(' ')}\n`);
  return started.isStarted ? await execute(started.words, started.variables) : 0;
}

function execute(words: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...variables } });
  const ignore = () => {}; // the program ends by the signal; its folder is still to be removed
  process.on('SIGINT', ignore);
  for (const signal of ['SIGTERM', 'SIGUSR1'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('close', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
