/**
 * The command `pgasc`: reads the command line, compiles, and for `run` executes.
 * Exit status: 0, 1 errors in the program, 2 misuse or files that cannot be read or written, 70 a defect of pgasc;
 * `run` gives the program's own.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import { normalize, UsageError } from './argv.ts';
import { completion } from './completion.ts';
import { compile } from './driver.ts';
import { FileError, makeScratch, writeOutput } from './files.ts';
import { MPI_COMMANDS, SHMEM_COMMANDS, UPC_COMMANDS } from './installation.ts';
import { machines } from './machines.ts';
import { mpiccWords } from './mpicc.ts';
import { readMpirun } from './mpirun.ts';
import { network } from './network.ts';
import { type Command, readCommand } from './options.ts';
import { oshccWords } from './oshcc.ts';
import { readOshrun } from './oshrun.ts';
import { playground } from './playground/playground.ts';
import { repl } from './repl/repl.ts';
import { expandResponses } from './responses.ts';
import { samples } from './samples.ts';
import { runSweep } from './sweep/sweep.ts';
import { upccWords } from './upcc.ts';
import { readUpcrun, type Started } from './upcrun.ts';

export async function main(words: readonly string[]): Promise<number> {
  try {
    if (words[0] === 'repl') return await repl(words.slice(1));
    if (words[0] === 'samples') return say(samples(words.slice(1)));
    if (words[0] === 'machines') return say(machines(words.slice(1)));
    if (words[0] === 'completion') return say(completion(words.slice(1)));
    if (words[0] === 'network') return await network(words.slice(1));
    if (words[0] === 'playground') return await playground(words.slice(1));
    if (words[0] === 'env') return say(environment(words.slice(1)));
    if (words[0] === 'upcrun') return await launch(readUpcrun(words.slice(1), process.env));
    if (words[0] === 'oshrun') return await launch(readOshrun(words.slice(1)));
    if (words[0] === 'mpirun') return await launch(readMpirun(words.slice(1)));
    const compiling = compilerWords(words);
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

/** The words of pgasc of a command that compiles; a text is what there is to say. */
function compilerWords(words: readonly string[]): readonly string[] | string {
  if (words[0] === 'upcc') return upccWords(words.slice(1), process.env);
  if (words[0] === 'mpicc') return mpiccWords(words.slice(1));
  return words[0] === 'oshcc' ? oshccWords(words.slice(1)) : words;
}

function say(text: string): number {
  writeOutput('-', `${text}\n`);
  return 0;
}

/** Compiles into a folder of its own, runs, and removes it; ends as the program ended. */
async function run(command: Command): Promise<number> {
  const folder = makeScratch();
  try {
    const output = join(folder, 'out.js');
    const { sweep, files } = command;
    const compiled = (threads = command.threadsOfRun) => compile({ ...command, output, threadsOfRun: threads });
    if (sweep) return await runSweep(sweep, output, basename(files[0]!.path), compiled);
    const status = await compiled();
    if (status !== 0) return status;
    return await execute([output, ...command.programArguments], command.verbose ? { PGAS_VERBOSE: '1' } : {});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `pgasc env upc`, `pgasc env shmem`, `pgasc env mpi`: folders of commands by the names that makefiles have, for PATH. */
function environment(words: readonly string[]): string {
  if (words.length === 1 && words[0] === 'upc') return UPC_COMMANDS;
  if (words.length === 1 && words[0] === 'shmem') return SHMEM_COMMANDS;
  if (words.length === 1 && words[0] === 'mpi') return MPI_COMMANDS;
  throw new UsageError(
    "env: it takes one word: 'upc' prints the folder of upcc and upcrun, 'shmem' that of oshcc and oshrun, 'mpi' that of mpicc and mpirun, for PATH",
  );
}

async function launch(started: Started | string): Promise<number> {
  if (typeof started === 'string') return say(started);
  if (started.isShown) process.stderr.write(`${['node', ...started.words].join(' ')}\n`);
  if (started.warning) process.stderr.write(`${started.warning}\n`);
  return started.isStarted ? await execute(started.words, started.variables, started.folder) : 0;
}

/** A terminal sends these to the program too, which ends by them. */
const OF_TERMINAL = ['SIGINT', 'SIGHUP'] as const;
/** Milliseconds. A program that runs on then was sent none. It may also be writing its reports: it takes no notice of SIGTERM then. */
const PATIENCE_FOR_TERMINAL = 2000;

/** The program's status. It is waited for whatever signal comes: its folder is still to be removed. */
function execute(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, ...variables }, cwd });
  const numberOf = (signal: NodeJS.Signals) => 128 + constants.signals[signal];
  let asked: NodeJS.Signals = 'SIGTERM';
  for (const signal of ['SIGTERM', 'SIGUSR1'] as const) process.on(signal, () => child.kill(signal));
  for (const signal of OF_TERMINAL)
    process.on(signal, () => {
      asked = signal;
      setTimeout(() => child.kill('SIGTERM'), PATIENCE_FOR_TERMINAL).unref();
    });
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      const own = status ?? (signal ? numberOf(signal) : 128);
      resolve(own === numberOf('SIGTERM') ? numberOf(asked) : own);
    });
  });
}
