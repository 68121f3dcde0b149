/**
 * The litmus programs, a million iterations of each test, at several levels of -O, and a tenth of that on each network, and a thousandth
 * in two processes by each way between them (libfabric must be there):
 * npm run test:litmus [-- ITERATIONS].
 *
 * Prints the outcomes of each test with their counts; ends with 1 if a forbidden one came up or all were alike. It wants a
 * machine with nothing else to do: threads that do not run at one time see nothing of each other.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const pgasc = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));
const iterations = Number(process.argv[2] ?? 1_000_000);
const WAYS = JSON.parse(readFileSync(join(folder, 'ways.json'), 'utf8'));
const KINDS = [
  { flag: '-O1', share: 1 },
  { flag: '-O3', share: 1 },
  { flag: '-network=sfi', share: 0.1 },
  { flag: '-network=verbs', share: 0.1 },
  { flag: '-network=pami', share: 0.1 },
  ...Object.entries(WAYS).map(([way, env]) => ({ flag: '-network=sfi', share: 0.001, way, env })),
];

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-litmus-'));
const output = join(scratch, 'litmus.js');
let failed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.upc')))
  for (const { flag, share, way, env } of KINDS) {
    const path = join(folder, name);
    const [, threads] = /^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'));
    execFileSync(process.execPath, [pgasc, flag, path, '-o', output], { stdio: 'ignore' });
    const start = Date.now();
    const job = ['-n', threads, ...(way ? ['--processes', '2'] : []), String(Math.ceil(iterations * share))];
    const { status, stdout, stderr } = spawnSync(process.execPath, [output, ...job], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`${name} ${flag}${way ? ` in two processes, ${way}` : ''}: ${seconds} s${status === 0 ? '' : `, STATUS ${status}`}\n${stdout}${stderr}`);
    if (status !== 0) failed = 1;
  }
rmSync(scratch, { recursive: true, force: true });
process.exit(failed);
