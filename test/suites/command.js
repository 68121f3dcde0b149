/** Runs a command to its end, within a time limit, with all that it started. */
import { spawn } from 'node:child_process';

/** Seconds for a program, unless its suite's table has another `limit`, and for a compiler or linker. */
export const LIMIT = 90;
export const BUILD_LIMIT = 600;

/** Its status and output; a status that is no number is a signal, SIGKILL the time limit. */
export function run(words, cwd, env = {}, limit = LIMIT) {
  return new Promise((resolve) => {
    const child = spawn(words[0], words.slice(1), {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 1000 * limit);
    child.on('error', (error) => resolve({ status: error.code, output }));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status: status ?? signal, output });
    });
  });
}
