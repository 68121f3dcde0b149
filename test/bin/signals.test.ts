/** Signals that pgasc run alone is sent, as batch systems do: its program, which no terminal has sent one, ends by them. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SPINS =
  '#include <stdio.h>\nint main(void) { puts("spins"); fflush(stdout); for (volatile int i = 0;; i = 0); }\n';

test.for([
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGTERM', 143],
] as const)('%s ends the program, and its folder is removed', async ([signal, wanted]) => {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-signals-'));
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const source = join(folder, 'spins.c');
  writeFileSync(source, SPINS);
  const child = spawn(process.execPath, ['bin/pgasc', 'run', source], {
    env: { ...process.env, TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.once('data', () => child.kill(signal));
  const status = await new Promise((settle) => child.on('close', (status, by) => settle(by ?? status)));
  const left = readdirSync(scratch);
  rmSync(folder, { recursive: true });
  expect([status, left]).toEqual([wanted, []]);
});
