/**
 * Whatever text the compiler is given, it ends in diagnostics or output: mutated samples and tests, from seeds.
 * FUZZ=10000 is the nightly number, 500 the long one, 100 the ordinary one; FUZZ_SEED=N starts at N.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { isLong } from '../support/share.ts';

const COUNT = Number(process.env.FUZZ ?? (isLong ? 500 : 40));
const FIRST = Number(process.env.FUZZ_SEED ?? 1);
/** Milliseconds that one input may take, on a busy machine. */
const PATIENCE = 20_000;

const folders = [
  'samples/tutorial',
  'samples/kernels',
  'samples/applications/ft',
  'samples/applications/scf',
  'test/execution/programs',
  'test/diagnostics/programs',
];
const sources = folders.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(c|upc)$/.test(name))
    .map((name) => join(ROOT, folder, name)),
);

/** Runs inputs from `first` on; gives what failed. A hang counts as a failure, and the rest goes on behind it. */
async function run(first: number, end: number): Promise<string[]> {
  const failures: string[] = [];
  let current = first;
  while (current < end) {
    const child = spawn(process.execPath, [
      join(ROOT, 'test/fuzz/mutations.js'),
      String(current),
      String(end - current),
      ...sources,
    ]);
    let hung = false;
    let stderr = '';
    const kill = () => {
      hung = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(kill, PATIENCE);
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(timer);
      timer = setTimeout(kill, PATIENCE);
      for (const line of text.split('\n')) {
        if (line.includes('failed')) failures.push(line);
        if (/^\d+$/.test(line)) current = Number(line);
      }
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    if (hung) failures.push(`${current} hung`);
    else if (status !== 0) failures.push(`${current} crashed: ${stderr.slice(0, 300)}`);
    current = status === 0 ? end : current + 1;
  }
  return failures;
}

test(`${COUNT} mutated programs end in diagnostics or output`, { timeout: 3_600_000 }, async () => {
  const middle = FIRST + (COUNT >> 1);
  const failures = (await Promise.all([run(FIRST, middle), run(middle, FIRST + COUNT)])).flat();
  expect(failures).toEqual([]);
});
