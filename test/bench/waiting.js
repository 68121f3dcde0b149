/**
 * `npm run bench:waiting`: processor time that waits cost, where threads have less than a core each; barriers of two threads on one core and of
 * many, beside those of a C program; the start of many; how soon a job ends on SIGTERM; deadlocks. Wants an idle machine with two cores.
 *
 * Without arguments it takes a few minutes: a few programs on smp and sfi. Arguments choose sections (processor, processes, pinned, many, signals,
 * deadlocks), networks and programs: npm run bench:waiting -- processor pami am.c. `full`: all of them; npb=FOLDER: the NAS benchmarks too.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npbPrograms } from './waiting/npb.js';
import { PROGRAMS } from './waiting/programs.js';

const here = fileURLToPath(new URL('waiting', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const pgasc = join(root, 'bin/pgasc');
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-waiting-'));
const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'];
/** A thread more costs 0.05 to 0.3 s for compiling its code, so what ends sooner than in so many seconds of processor time has no verdict. */
const SHORTEST = 0.5;
/** Milliseconds a job may take. */
const PATIENCE = 120_000;

const SECTIONS = { processor, processes, pinned, many, signals, deadlocks };
const asked = process.argv.slice(2);
const isFull = asked.includes('full');
/** Those of `all` that are asked for; without such a word all, or the usual ones. */
const chosen = (all, usual) => {
  const named = all.filter((name) => asked.includes(name));
  return named.length > 0 ? named : isFull ? all : usual;
};
const networks = chosen(NETWORKS, ['smp', 'sfi']);
const npb = asked.find((word) => word.startsWith('npb='))?.slice('npb='.length);
const only = asked.filter((word) => !(word in SECTIONS) && !NETWORKS.includes(word) && word !== 'full' && !word.startsWith('npb='));
const USUAL = ['kernels/stencil', 'coarray/heat', 'kernels/gups'];
const all = [...PROGRAMS, ...npbPrograms(npb, scratch)];
const verdicts = { met: 0, missed: 0 };

function report(what, value, limit, unit, digits = 2) {
  const isMet = value <= limit;
  verdicts[isMet ? 'met' : 'missed']++;
  console.log(`${what.padEnd(72)} ${value.toFixed(digits).padStart(8)} ${unit.padEnd(6)} at most ${limit} ${unit.padEnd(6)} ${isMet ? '' : 'MISSED'}`);
}

/** Runs a command: its output, its wall time, and how it ended. `act` gets the process, and its output so far when there is more. */
function run(command, words, { env = {}, act = () => {}, patience = PATIENCE } = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const outcome = { stdout: '', stderr: '' };
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    for (const stream of ['stdout', 'stderr'])
      child[stream].on('data', (data) => {
        if (outcome[stream].length < 1e6) outcome[stream] += data;
        act(child, outcome);
      });
    act(child, outcome);
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ ...outcome, status, signal, time: performance.now() - started });
    });
  });
}

async function checked(command, words, options) {
  const outcome = await run(command, words, options);
  if (outcome.status === 0) return outcome;
  throw new Error(`${words.join(' ')}: ${outcome.signal ?? outcome.status}\n${outcome.stdout}${outcome.stderr}`);
}

const compile = (...words) => checked(process.execPath, [pgasc, ...words]);

async function compileHere(name, network, ...flags) {
  const program = join(scratch, `${basename(name).replace('.', '-')}-${network}.js`);
  await compile('-O2', `-network=${network}`, ...flags, join(here, name), '-o', program);
  return program;
}

// ---------------------------------------------------------------- processor time

/** NAS's programs are compiled for a number of threads. */
async function compileMarked(each, network, threads) {
  const [source, flags] = each;
  const path = resolve(root, source);
  const output = join(scratch, `${basename(source).replace('.', '-')}-${network}-${threads}.js`);
  each.prepare?.(threads);
  const fixed = each.prepare === undefined ? [] : [`-T=${threads}`];
  const isPlain = /\bmain\s*\(\s*(void)?\s*\)/.test(readFileSync(path, 'utf8'));
  const kind = [...(isPlain ? ['-DPLAIN'] : []), ...(source.startsWith('test/') ? ['-DGASNET'] : [])];
  const others = each.others ?? [];
  const objects = [path, join(here, 'marks.c'), ...others].map((_, i) => join(scratch, `${i}.o`));
  const renamed = ['-Dmain=program_main', '-Dgasnet_exit=program_exit'];
  await compile('-O2', '-c', ...fixed, ...flags, ...renamed, path, '-o', objects[0]);
  await compile('-O2', '-c', ...fixed, ...kind, join(here, 'marks.c'), '-o', objects[1]);
  for (const [i, other] of others.entries()) await compile('-O2', '-c', ...fixed, ...flags, other, '-o', objects[i + 2]);
  await compile('-O2', ...fixed, `-network=${network}`, ...objects, '-o', output);
  return output;
}

/** Seconds of processor time between the first barrier and the end, the less of two runs; infinite if a run does not end. */
async function processorTime(program, job, words, env = {}) {
  const times = [];
  for (let i = 0; i < 2; i++) {
    const outcome = await run(process.execPath, [program, ...job, ...words], { env });
    if (outcome.status !== 0 && outcome.signal !== 'SIGKILL') throw new Error(`${program} ${job.join(' ')}: ${outcome.status}\n${outcome.stderr}`);
    times.push(outcome.signal === 'SIGKILL' ? Number.POSITIVE_INFINITY : marked(outcome.stderr));
  }
  return Math.min(...times);
}

/** The sum over the processes; each thread of a process has told when it began and ended. */
function marked(stderr) {
  const processes = new Map();
  for (const [, process, began, ended] of stderr.matchAll(/^marks (\d+) (\S+) (\S+)$/gm)) {
    const known = processes.get(process) ?? [Number.POSITIVE_INFINITY, 0];
    processes.set(process, [Math.min(known[0], began), Math.max(known[1], ended)]);
  }
  return [...processes.values()].reduce((sum, [began, ended]) => sum + ended - began, 0);
}

/** While `measure` runs, others compute too. */
async function besideBusy(count, measure) {
  const busy = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }));
  try {
    return await measure();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}

function compare(what, time, usual, work, limit) {
  const ratio = time / usual / work;
  const text = `${what}: ${time.toFixed(2)} s, ${usual.toFixed(2)} s${work === 1 ? '' : ` for a ${work}th`}`;
  if (usual >= SHORTEST) report(text, ratio, limit, 'times');
  else console.log(`${text.padEnd(72)} ${ratio.toFixed(2).padStart(8)} times  (short)`);
}

function programs() {
  const words = only.length > 0 ? only : isFull ? [''] : USUAL;
  return all.filter((each) => words.some((word) => each[0].includes(word)) || (only.length === 0 && each.prepare));
}

const nameOf = (each) => each.name ?? `${basename(each[0])} ${each[1].map((flag) => flag.split('=')[1]).join(' ')}`.trim();

async function processor() {
  for (const network of networks)
    for (const each of programs()) {
      const [, , words, work] = each;
      const name = `${network} ${nameOf(each)}`;
      const program = await compileMarked(each, network, 2);
      const usual = await processorTime(program, ['-n', '2'], words(2));
      const larger = each.prepare ? await compileMarked(each, network, 8) : program;
      compare(`${name}, 8 threads`, await processorTime(larger, ['-n', '8'], words(8)), usual, work(8), 1.5);
      const beside = await besideBusy(2, () => processorTime(program, ['-n', '2'], words(2)));
      compare(`${name}, 2 threads beside 2 busy processes`, beside, usual, 1, 1.5);
    }
}

async function processes() {
  const env = { PGAS_PROVIDER: 'ofi' };
  for (const each of programs().filter(([, , , work]) => work(8) === 1)) {
    const [, , words] = each;
    const program = await compileMarked(each, 'sfi', 2);
    const larger = each.prepare ? await compileMarked(each, 'sfi', 8) : program;
    for (const [way, variables] of [['over libfabric', env], ['mapped', {}]]) {
      const usual = await processorTime(program, ['-n', '2', '--processes', '2'], words(2), variables);
      const time = await processorTime(larger, ['-n', '8', '--processes', '4'], words(8), variables);
      compare(`sfi ${way} ${nameOf(each)}, 4 processes x 2 threads`, time, usual, 1, 2);
    }
  }
}

// ---------------------------------------------------------------- barriers, start

/** Microseconds and processor time of a barrier. */
async function barrier(command, program, job, count) {
  const { stdout } = await checked(command, [program, ...job, String(count)].flat());
  const [, time, processor] = /^barrier (\S+) (\S+)$/m.exec(stdout);
  return { time: Number(time), processor: Number(processor) };
}

async function pinned() {
  for (const network of networks) {
    const program = await compileHere('barriers.upc', network);
    const free = await barrier(process.execPath, program, ['-n', '2'], 20_000);
    const words = ['-c', '0', process.execPath, program];
    const one = await barrier('taskset', words, ['-n', '2'], 20_000);
    report(`${network}, barrier of 2 threads on one core (on two: ${free.time.toFixed(2)})`, one.time, 60, 'us');
  }
}

const BARRIERS = 2000;

/** A barrier of the system's threads library, for comparison; undefined without a C compiler. */
async function peerOf(threads) {
  try {
    execFileSync('cc', ['-O2', '-pthread', join(here, 'peer.c'), '-o', join(scratch, 'peer')], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return barrier(join(scratch, 'peer'), String(threads), [], BARRIERS);
}

async function many() {
  const counts = [8, 64, 128, 192, ...(isFull ? [256] : [])];
  for (const threads of counts) {
    const peer = await peerOf(threads);
    if (peer) console.log(`C, barrier of ${threads} threads: ${peer.time.toFixed(0)} us, ${(peer.processor / threads).toFixed(1)} of processor time a thread`);
  }
  for (const network of networks) {
    const program = await compileHere('barriers.upc', network);
    for (const [threads, limit] of [[64, 3], [256, 12]])
      report(`${network}, start of ${threads} threads`, await startTime(program, threads), limit, 's');
    let first;
    for (const threads of counts) {
      const { time, processor } = await barrier(process.execPath, program, ['-n', String(threads)], BARRIERS);
      if (threads === 64) first = processor / threads;
      const what = `${network}, barrier of ${threads} threads: ${time.toFixed(0)} us, ${(processor / threads).toFixed(1)} of processor time a thread`;
      if (threads > 64) report(what, processor / threads / first, 1.1, 'times');
      else console.log(what);
    }
  }
}

async function startTime(program, threads) {
  const began = performance.now();
  let begun = Number.POSITIVE_INFINITY;
  const act = (_, { stdout }) => {
    if (stdout.includes('begun')) begun = Math.min(begun, performance.now() - began);
  };
  await checked(process.execPath, [program, '-n', String(threads)], { act });
  return begun / 1000;
}

// ---------------------------------------------------------------- signals, deadlocks

const PHASES = ['barrier', 'barriers', 'lock', 'compute', 'calls', 'output', 'exit'];
/** Milliseconds after which a start of many threads gets the signal. */
const STARTING = [100, 300, 600, 1000, 2000, 4000];

async function signals() {
  for (const network of networks) {
    const program = await compileHere('phases.upc', network);
    for (const phase of PHASES) await signalled(`${network}, ${phase}`, program, ['-n', '4', phase]);
    if (!isFull) continue;
    for (const delay of STARTING) await signalled(`${network}, start of 256 threads, after ${delay} ms`, program, ['-n', '256', 'compute'], delay);
  }
  if (!networks.includes('sfi') || !isFull) return;
  const program = await compileHere('phases.upc', 'sfi');
  const env = { PGAS_PROVIDER: 'ofi' };
  for (const phase of PHASES) await signalled(`sfi over libfabric, ${phase}`, program, ['-n', '4', '--processes', '2', phase], undefined, env);
  for (const delay of STARTING) await signalled(`sfi over libfabric, start of 64 threads, after ${delay} ms`, program, ['-n', '64', '--processes', '4', 'compute'], delay, env);
}

/** Seconds from SIGTERM to the end. `delay`: from the start; else it is sent when the phase has been reached. */
async function signalled(what, program, words, delay, env = {}) {
  let sent;
  const send = (child) => {
    sent = performance.now();
    child.kill('SIGTERM');
  };
  let planned = false;
  const act = (child, { stdout }) => {
    if (planned || (delay === undefined && !stdout.includes('begun'))) return;
    planned = true;
    setTimeout(send, delay ?? 300, child);
  };
  await run(process.execPath, [program, ...words], { env, act, patience: 20_000 });
  report(`SIGTERM: ${what}`, (performance.now() - sent) / 1000, 2, 's');
}

async function deadlocks() {
  for (const network of networks) {
    const program = await compileHere('phases.upc', network);
    for (const job of [['-n', '2'], ['-n', '4'], ...(network === 'smp' ? [] : [['-n', '4', '--processes', '2']])]) {
      let begun;
      const act = (_, { stdout }) => {
        if (stdout.includes('begun')) begun ??= performance.now();
      };
      const { stderr } = await run(process.execPath, [program, ...job, 'deadlock'], { act, patience: 20_000 });
      const time = stderr.includes('deadlock') ? (performance.now() - begun) / 1000 : Number.POSITIVE_INFINITY;
      report(`deadlock of two locks: ${network}, ${job.join(' ')}`, time, 2, 's');
    }
  }
}

try {
  const usual = ['processor', 'pinned', 'many', 'deadlocks'];
  for (const section of chosen(Object.keys(SECTIONS), usual)) await SECTIONS[section]();
  console.log(`${verdicts.met} goals met, ${verdicts.missed} missed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
