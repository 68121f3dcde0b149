/**
 * `npm run bench:ofi`: latency of the sfi network over libfabric between two processes (ofi/latency.c), beside a C program that makes the
 * same calls of libfabric (ofi/peer.c), and while the target computes (ofi/progress.upc); at last where the processes map each other's
 * regions. Wants an idle machine with two cores, gcc and libfabric-dev. An argument chooses providers: npm run bench:ofi -- tcp shm
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('ofi', import.meta.url));
const pgasc = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));
const providers = process.argv.length > 2 ? process.argv.slice(2) : ['tcp', 'shm'];
const COUNT = '5000';
const JOB = ['-n', '2', '--processes', '2'];
/** While the target computes: operations of each kind, and seconds. */
const PROGRESS = ['1000', '10'];
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-ofi-'));
const [program, progress, peer] = ['latency.js', 'progress.js', 'peer'].map((name) => join(scratch, name));
try {
  execFileSync(process.execPath, [pgasc, '-O2', '-network=sfi', join(here, 'latency.c'), '-o', program], quiet);
  execFileSync(process.execPath, [pgasc, '-O2', '-network=sfi', join(here, 'progress.upc'), '-o', progress], quiet);
  execFileSync('gcc', ['-O2', '-w', join(here, 'peer.c'), '-o', peer, '-lfabric', '-lpthread'], quiet);
  for (const provider of providers) {
    const env = { ...process.env, PGAS_PROVIDER: `ofi:${provider}` };
    const ours = measured(process.execPath, [program, ...JOB, COUNT], env);
    const theirs = measured(peer, [provider, COUNT], process.env);
    console.log(`${provider.padEnd(8)}${'p50'.padStart(10)}${'p99'.padStart(10)}${'C p50'.padStart(10)}${'C p99'.padStart(10)}   us`);
    for (const [operation, times] of ours)
      console.log(operation.padEnd(8) + [...times, ...theirs.get(operation)].map((time) => time.padStart(10)).join(''));
    const meanwhile = measured(process.execPath, [progress, ...JOB, ...PROGRESS], env);
    const [computed] = meanwhile.get('computed');
    meanwhile.delete('computed');
    console.log(computed === 'yes' ? 'while the target computes:' : 'while the target computes, at first:');
    for (const [operation, times] of meanwhile)
      console.log(operation.padEnd(8) + times.map((time) => time.padStart(10)).join(''));
  }
  const { PGAS_PROVIDER: _, ...unset } = process.env;
  console.log('regions mapped:');
  for (const [operation, times] of measured(process.execPath, [program, ...JOB, COUNT], unset))
    console.log(operation.padEnd(8) + times.map((time) => time.padStart(10)).join(''));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Microseconds at p50 and p99 by operation. */
function measured(command, words, env) {
  const text = execFileSync(command, words, { encoding: 'utf8', env, timeout: 120_000, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = text.trim().split('\n').map((line) => line.split(' '));
  return new Map(lines.map(([operation, ...times]) => [operation, times]));
}
