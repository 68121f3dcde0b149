/**
 * `npm run bench:cluster`: two hosts (network namespaces joined by a virtual wire), a process on each, over libfabric's tcp: latencies beside the C program over
 * libfabric (ofi/peer.c) and beside Open MPI (cluster/mpi.c); GUPS one by one and gathered; what grows with the number of processes; NAS FT
 * beside two threads of one host. Wants an idle machine with two cores, root, gcc, libfabric-dev; Open MPI for its columns. Then up to 256 ranks on
 * memories of their own in one process of the operating system, over the provider that is built in.
 *
 * --write keeps the table of latencies (record.js). Arguments choose sections (latency, gups, growth, ft, memories) and FT's classes: npm run bench:cluster -- ft A B
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namespacesLack, twoHosts } from './cluster/hosts.js';
import { recorder, words as asked } from './record.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const SECTIONS = { latency, gups, growth, ft, memories };
const keep = recorder('networks', 'bench:cluster', '`-O2`, `-network=sfi` over tcp');
const sections = Object.keys(SECTIONS).filter((name) => asked.includes(name));
const classes = asked.filter((word) => /^[SWAB]$/.test(word));
const COUNT = '2000';
const UPDATES = '20000';
const PROCESSES = [2, 4, 8, 16, 32];
const MEMORIES = [64, 128, 256];
/** Most ranks that FT's smallest class is divided among. */
const FT_RANKS = 64;
/** Milliseconds that a job may take: starting 256 threads takes most of a minute. */
const PATIENCE = 600_000;
/** Wanted: latency at most so many times C's, bandwidth at least; FT at most so many times one host's; gathered updates faster by. */
const [LATENCY, BANDWIDTH, FT, GATHERED] = [1.1, 0.95, 1.3, 10];
const LARGE = /[14]M$/;
const verdicts = { met: 0, missed: 0 };
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-cluster-'));
const { PGAS_PROVIDER: _, ...env } = process.env;

if (namespacesLack !== '') {
  console.log(`bench:cluster${namespacesLack}`);
  process.exit(0);
}
const hosts = twoHosts(scratch);
try {
  for (const name of sections.length > 0 ? sections : Object.keys(SECTIONS)) SECTIONS[name]();
  console.log(`${verdicts.met} goals met, ${verdicts.missed} missed`);
} finally {
  hosts.remove();
  rmSync(scratch, { recursive: true, force: true });
}

function latency() {
  const program = compiled('ofi/latency.c', 'latency.js', '-network=sfi');
  const more = compiled('cluster/growth.upc', 'growth.js', '-network=sfi');
  const ours = new Map([...measured(node(more, ...hosts.job(2), COUNT)), ...measured(node(program, ...hosts.job(2), COUNT))]);
  const peer = built('gcc', 'ofi/peer.c', '-lfabric', '-lpthread');
  const theirs = measured([peer, 'tcp', COUNT, ...hosts.names]);
  const mpi = built('mpicc', 'cluster/mpi.c');
  const mpis = mpi === undefined ? new Map() : measured(hosts.mpirun([mpi, COUNT]));
  const columns = ['p50', 'p99', 'C p50', 'C p99', 'MPI p50', 'MPI p99'];
  console.log(`${'us'.padEnd(10)}${columns.map((title) => title.padStart(10)).join('')}`);
  const rows = [...ours].map(([operation, times]) => {
    const [c, m] = [theirs.get(operation) ?? ['', ''], mpis.get(operation) ?? ['', '']];
    return [operation, ...times, ...c, ...m, verdict(operation, times[0], c[0])];
  });
  for (const [operation, ...cells] of rows) console.log(`${operation.padEnd(10)}${cells.slice(0, -1).map((time) => time.padStart(10)).join('')}   ${cells.at(-1)}`);
  keep('Two hosts, latencies', ['us', ...columns, ''], rows);
}

function verdict(operation, ours, theirs) {
  if (theirs === '') return '';
  const ratio = ours / theirs;
  return LARGE.test(operation) ? judge(1 / ratio >= BANDWIDTH, `${(1 / ratio).toFixed(2)} of C's bandwidth`) : judge(ratio <= LATENCY, `${ratio.toFixed(2)} times C`);
}

function gups() {
  const program = compiled('cluster/gups.upc', 'gups.js', '-network=sfi');
  for (const threads of [2, 4]) {
    const figures = measured(node(program, ...hosts.job(threads), UPDATES));
    const [[single], [gathered]] = [figures.get('single'), figures.get('gathered')];
    const ratio = single / gathered;
    console.log(`GUPS, ${threads} threads: one by one ${single} us an update, gathered ${gathered}   ${judge(ratio >= GATHERED, `${ratio.toFixed(1)} times`)}`);
  }
}

function growth() {
  const program = compiled('cluster/growth.upc', 'growth.js', '-network=sfi');
  for (const processes of PROCESSES)
    tellGrowth(`${processes} processes`, () => measured(node(program, ...hosts.job(processes, processes), String(4000 / processes))));
}

function ft() {
  for (const size of classes.length > 0 ? classes : ['A']) {
    const far = compiled('../../samples/applications/ft/ft.upc', `ft-${size}.js`, '-network=sfi', `-DCLASS=${size}`);
    const near = compiled('../../samples/applications/ft/ft.upc', `ft-${size}-smp.js`, `-DCLASS=${size}`);
    const [one, two] = [secondsOfFt(node(near, '-n', '2')), secondsOfFt(node(far, ...hosts.job(2)))];
    const binary = env[`NPB_FT_${size}`];
    const mpi = binary === undefined ? `NPB's by MPI: not measured, NPB_FT_${size} does not name it` : `NPB's by MPI ${secondsOfFt(hosts.mpirun([binary]))} s`;
    console.log(`FT class ${size}: two hosts ${two} s, two threads of one ${one} s   ${judge(two / one <= FT, `${(two / one).toFixed(2)} times`)}; ${mpi}`);
  }
}

function memories() {
  const program = compiled('cluster/growth.upc', 'growth.js', '-network=sfi');
  const separate = (count) => ['-n', String(count), '--processes', String(count)];
  const builtIn = { PGAS_PROVIDER: 'shm' };
  for (const count of MEMORIES) tellGrowth(`${count} memories`, () => measured(node(program, ...separate(count), '20'), builtIn));
  const ft = compiled('../../samples/applications/ft/ft.upc', 'ft-S.js', '-network=sfi', '-DCLASS=S');
  console.log(`FT class S: ${FT_RANKS} memories ${secondsOfFt(node(ft, ...separate(FT_RANKS)), builtIn)} s`);
}

function tellGrowth(what, measure) {
  const begun = performance.now();
  const texts = [...measure()].map(([operation, [p50, p99]]) => `${operation} ${p50} (${p99})`);
  console.log(`${what}, ${seconds(begun)} s: ${texts.join(', ')} us at p50 (p99)`);
}

function judge(isMet, text) {
  verdicts[isMet ? 'met' : 'missed']++;
  return `${text}${isMet ? '' : ', missed'}`;
}

function compiled(source, name, ...flags) {
  const output = join(scratch, name);
  execFileSync(process.execPath, [at('../../bin/pgasc'), '-w', '-O2', ...flags, at(source), '-o', output], { stdio: ['ignore', 'ignore', 'inherit'] });
  return output;
}

/** Undefined where there is no such compiler. */
function built(compiler, source, ...libraries) {
  const output = join(scratch, `${compiler}.out`);
  const { error, status, stderr } = spawnSync(compiler, ['-O2', '-w', at(source), '-o', output, ...libraries], { encoding: 'utf8' });
  if (error !== undefined) console.log(`${source}: not measured, there is no ${compiler}`);
  else if (status !== 0) throw new Error(stderr);
  return error === undefined ? output : undefined;
}

function node(...words) {
  return [process.execPath, ...words];
}

function output([command, ...words], variables = {}) {
  const options = { encoding: 'utf8', timeout: PATIENCE, stdio: ['ignore', 'pipe', 'inherit'] };
  return execFileSync(command, words, { ...options, env: { ...env, ...variables } });
}

/** Figures by what they are of. */
function measured(command, variables) {
  const lines = output(command, variables).trim().split('\n');
  return new Map(lines.map((line) => line.split(' ')).map(([what, ...figures]) => [what, figures]));
}

/** The least of three. */
function secondsOfFt(command, variables) {
  const once = () => Number(/Time in seconds =\s+([\d.]+)/.exec(output(command, variables))[1]);
  return Math.min(once(), once(), once()).toFixed(2);
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
