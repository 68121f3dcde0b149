/** Runs a command with a time limit: the outcome has its status, what it wrote, and why it was stopped if it was. */
import { spawn } from 'node:child_process';

/** More output than this is a program that runs wild. */
const OUTPUT_LIMIT = 32 << 20;

/** @returns {Promise<{status: number | null, signal: string | null, stdout: string, stderr: string, stopped?: string, seconds: number}>} */
export function execute([command, ...words], { cwd, variables, timeLimit }) {
  const start = performance.now();
  // A group of its own, so that what make started ends with it.
  const child = spawn(command, words, { cwd, env: { ...process.env, ...variables }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  let stopped;
  const stop = (reason) => {
    stopped ??= reason;
    end(child);
  };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      if (texts[stream].length < OUTPUT_LIMIT) texts[stream] += text;
      else stop(`more than ${OUTPUT_LIMIT >> 20} MB of output`);
    });
  }
  const endWithUs = () => end(child);
  process.on('exit', endWithUs);
  const timer = setTimeout(() => stop(`still running after ${timeLimit} s`), timeLimit * 1000);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => (clearTimeout(timer), reject(error)));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      process.off('exit', endWithUs);
      resolve({ status, signal, ...texts, stopped, seconds: (performance.now() - start) / 1000 });
    });
  });
}

function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {} // ended meanwhile
}
