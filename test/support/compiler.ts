/**
 * The built compiler in a process that stays. Tests compile a thousand programs, and a compiler that is warm takes half the
 * time of one that starts; what the command itself does is tested by test/bin.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('compiler-process.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let compiler: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Exit status of `pgasc WORDS`, one command at a time; what it would print is not kept. Not 0 if the process ended. */
export function compile(words: readonly string[]): Promise<number> {
  const status = last.then(() => ask(words));
  last = status;
  return status;
}

async function ask(words: readonly string[]): Promise<number> {
  compiler ??= fork(PROCESS, { cwd: ROOT, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const answered = new AbortController();
  const { signal } = answered;
  const answers = [once(compiler, 'message', { signal }), once(compiler, 'exit', { signal }).then(forget)];
  compiler.send(words);
  const [status] = await Promise.race(answers);
  for (const answer of answers) answer.catch(() => {}); // those that are not waited for any more
  answered.abort();
  return status;
}

/** It crashed: the next command starts another. */
function forget(): [number] {
  compiler = undefined;
  return [1];
}
