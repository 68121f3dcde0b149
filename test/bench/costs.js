/**
 * `npm run bench:costs`: what a get, a put and a bulk transfer cost between two threads, for the table in
 * compiler/optimizer/communication/costs.ts.
 *
 * Takes nothing, or providers of libfabric: npm run bench:costs -- tcp shm measures sfi between two processes as well. Prints
 * nanoseconds by network: a get that the next one waits for, one of four that are independent, the same with -fsplit, a put, a bulk get.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('costs/costs.upc', import.meta.url));
const pgasc = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));
const [MANY, FEW] = ['400000', '4000'];
const JOBS = [
  ...['smp', 'sfi', 'verbs', 'pami'].map((network) => ({ name: network, network, words: ['-n', '2', MANY], variables: {} })),
  ...process.argv.slice(2).map((provider) => ({
    name: `sfi, ofi:${provider}`,
    network: 'sfi',
    words: ['-n', '2', '--processes', '2', FEW],
    variables: { PGAS_PROVIDER: `ofi:${provider}` },
  })),
];
const COLUMNS = ['latency', 'one of 4', '-fsplit', 'put', 'bulk'];

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-costs-'));
try {
  console.log(['', ...COLUMNS].map((cell) => cell.padStart(14)).join(''));
  for (const job of JOBS) {
    const [plain, split] = [measured(job, '-fno-split'), measured(job, '-fsplit')];
    const cells = [plain.latency, plain.gets, split.gets, plain.puts, plain.bulk];
    console.log([job.name, ...cells].map((cell) => cell.padStart(14)).join(''));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Nanoseconds by name. */
function measured({ network, words, variables }, flag) {
  const program = join(scratch, 'costs.js');
  execFileSync(process.execPath, [pgasc, '-O2', `-network=${network}`, flag, '-fno-coalesce', '-fno-redundant-gets', source, '-o', program]);
  const options = { encoding: 'utf8', env: { ...process.env, ...variables }, timeout: 120_000 };
  const lines = execFileSync(process.execPath, [program, ...words], options).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' ')));
}
