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
import { type Command, readCommand } from './options.ts';
import { repl } from './repl/repl.ts';
import { expandResponses } from './responses.ts';
import { samples } from './samples.ts';

export async function main(words: readonly string[]): Promise<number> {
  try {
    if (words[0] === 'repl') return await repl(words.slice(1));
    if (words[0] === 'samples') return say(samples(words.slice(1)));
    if (words[0] === 'completion') return say(completion(words.slice(1)));
    const command = readCommand(normalize(expandResponses(words)));
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
    return status === 0 ? await execute([output, ...command.programArguments]) : status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, words, { stdio: 'inherit' });
  const ignore = () => {}; // the program ends by the signal; its folder is still to be removed
  process.on('SIGINT', ignore);
  for (const signal of ['SIGTERM', 'SIGUSR1'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('close', (status, signal) => resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
