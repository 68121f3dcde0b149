/**
 * `npm run bench:ofi`: latency of the sfi network over libfabric between two processes (ofi/latency.c), beside a C program that makes the
 * same calls of libfabric (ofi/peer.c); of atomic operations, locks and allocation (ofi/progress.upc) while the target waits and while it computes;
 * NAS FT class A. At last the same where the processes map each other's regions, and FT on two threads of smp. Wants an idle machine with two cores, gcc and libfabric-dev. An argument chooses providers: npm run bench:ofi -- tcp shm; --write keeps the tables (record.js).
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosen, recorder, words } from './record.js';

const here = fileURLToPath(new URL('ofi', import.meta.url));
const pgasc = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));
const providers = words.length > 0 ? words : ['tcp', 'shm'];
const keep = recorder('networks', 'bench:ofi', '`-O2`, sfi, 2 processes');
/** Seconds of FT by network. */
const seconds = [];
const COUNT = '5000';
const JOB = ['-n', '2', '--processes', '2'];
/** How often each operation; seconds that the target computes. */
const PROGRESS = { 'the target waits': ['1000', '0'], 'the target computes': ['1000', '10'] };
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
const FT = fileURLToPath(new URL('../../samples/applications/ft/ft.upc', import.meta.url));

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-ofi-'));
const [program, progress, peer, ft, ftSmp] = ['latency.js', 'progress.js', 'peer', 'ft.js', 'ft-smp.js'].map((name) => join(scratch, name));
try {
  for (const [source, output, ...flags] of [
    [join(here, 'latency.c'), program, '-network=sfi'],
    [join(here, 'progress.upc'), progress, '-network=sfi'],
    [FT, ft, '-network=sfi', '-DCLASS=A'],
    [FT, ftSmp, '-DCLASS=A'],
  ])
    execFileSync(process.execPath, [pgasc, '-w', '-O2', ...flags, source, '-o', output], quiet);
  execFileSync('gcc', ['-O2', '-w', join(here, 'peer.c'), '-o', peer, '-lfabric', '-lpthread'], quiet);
  for (const provider of providers) {
    const theirs = measured(peer, [provider, COUNT], process.env);
    measureAll(provider, { ...process.env, PGAS_PROVIDER: `ofi:${provider}` }, theirs);
  }
  const { PGAS_PROVIDER: _, ...unset } = process.env;
  measureAll('mapped', unset, new Map());
  tellFt('2 threads of smp', secondsOfFt([ftSmp, '-n', '2'], unset));
  keep(`NAS FT class A over libfabric, s${chosen}`, ['', 's'], seconds);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measureAll(name, env, theirs) {
  console.log(`${name.padEnd(8)}${'p50'.padStart(10)}${'p99'.padStart(10)}${theirs.size > 0 ? `${'C p50'.padStart(10)}${'C p99'.padStart(10)}` : ''}   us`);
  print('latency', measured(process.execPath, [program, ...JOB, COUNT], env), theirs);
  for (const [target, words] of Object.entries(PROGRESS)) {
    const operations = measured(process.execPath, [progress, ...JOB, ...words], env);
    const [computed] = operations.get('computed');
    operations.delete('computed');
    const isShort = target.endsWith('computes') && computed === 'no';
    console.log(`${name}, ${target}${isShort ? ', at first' : ''}:`);
    print(`${target}${isShort ? ', at first' : ''}`, operations, new Map());
  }
  tellFt(name, secondsOfFt([ft, ...JOB], env));

  function print(what, ours, theirs) {
    const rows = [...ours].map(([operation, times]) => [operation, ...times, ...(theirs.get(operation) ?? [])]);
    for (const [operation, ...times] of rows) console.log(operation.padEnd(8) + times.map((time) => time.padStart(10)).join(''));
    keep(`libfabric, ${name}: ${what}, us`, ['', 'p50', 'p99', ...(theirs.size > 0 ? ['C p50', 'C p99'] : [])], rows);
  }
}

function tellFt(where, time) {
  seconds.push([where, time]);
  console.log(`${where}, FT class A: ${time} s`);
}

/** The least of three. */
function secondsOfFt(words, env) {
  const once = () => Number(/Time in seconds =\s+([\d.]+)/.exec(execFileSync(process.execPath, words, { encoding: 'utf8', env }))[1]);
  return Math.min(once(), once(), once()).toFixed(2);
}

/** Microseconds at p50 and p99 by operation. */
function measured(command, words, env) {
  const text = execFileSync(command, words, { encoding: 'utf8', env, timeout: 120_000, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = text.trim().split('\n').map((line) => line.split(' '));
  return new Map(lines.map(([operation, ...times]) => [operation, times]));
}
