/**
 * `npm run bench:libraries`: OpenSHMEM, ARMCI and Global Arrays on 2 ranks, beside the same programs (libraries/) over Open MPI's OpenSHMEM, ARMCI-MPI and
 * GA 5, in the same run; each figure is the median of several runs of each in turn. OpenSHMEM and ARMCI on smp; OpenSHMEM also between two processes over
 * libfabric's shm, beside the C program over libfabric (ofi/peer.c); GUPS over OpenSHMEM beside UPC's. Wants an idle machine with two cores; what needs
 * oshcc, libarmci-mpi-dev, libglobalarrays-dev or libfabric-dev is left out with a line where that is missing.
 *
 * Arguments choose sections (shmem, gups, wire, armci, ga): npm run bench:libraries -- armci ga
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const SECTIONS = { shmem, gups, wire, armci, ga };
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`bench:libraries: there is no '${unknown}'; there are ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}
const RUNS = 5;
const RANKS = '2';
/** Operations of a round: over the wire they take a thousand times as long. */
const [COUNT, WIRE_COUNT] = ['100000', '2000'];
/** Wanted on smp, in nanoseconds; between processes, microseconds above the C program; UPC's rate of updates to OpenSHMEM's. */
const SHMEM_GOALS = { p: 3, g: 3, put8: 3, get8: 3, 'fetch-add': 20, barrier: 150 };
const [ABOVE_C, GUPS] = [0.3, 1.1];
const MPIRUN = ['--allow-run-as-root', '--oversubscribe', '-np', RANKS];
/** The linker's order; of BLAS and LAPACK a package for users alone has no name without a number. */
const GA_LIBRARIES = ['-lga-openmpi', '-larmci-openmpi', '-lscalapack-openmpi', '-l:liblapack.so.3', '-l:libblas.so.3', '-lgfortran', '-lm'];

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-libraries-'));
const verdicts = { met: 0, missed: 0 };
const { PGAS_PROVIDER: _, ...env } = process.env;
try {
  for (const name of asked.length > 0 ? asked : Object.keys(SECTIONS)) SECTIONS[name]();
  console.log(`${verdicts.met} goals met, ${verdicts.missed} missed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

// ---------------------------------------------------------------- sections

function shmem() {
  const [ours, theirs] = inTurn([compiled('libraries/shmem.c'), built('oshcc', 'libraries/shmem.c', 'oshrun')], COUNT);
  table('OpenSHMEM on smp', 'Open MPI', ours, theirs, (name, time) => {
    const goal = SHMEM_GOALS[name];
    return goal === undefined ? '' : judge(time <= goal, `wanted <= ${goal}`);
  });
}

function gups() {
  const [upc, ours, theirs] = inTurn(
    [compiled('../../samples/kernels/gups.upc'), compiled('../../samples/shmem/gups.c'), built('oshcc', '../../samples/shmem/gups.c', 'oshrun')],
    '18',
  ).map((figures) => figures?.get('GUPS'));
  const ratio = upc / ours;
  console.log(`GUPS, 2^18 elements: UPC ${upc.toFixed(4)}, OpenSHMEM ${ours.toFixed(4)}, Open MPI's ${theirs?.toFixed(4) ?? '-'}   ${judge(ratio <= GUPS, `${ratio.toFixed(2)} times UPC's time, wanted <= ${GUPS}`)}`);
}

/** The C program's puts and gets are complete when they return. */
function wire() {
  const peer = built('gcc', 'ofi/peer.c', undefined, '-lfabric', '-lpthread');
  if (peer === undefined) return;
  const provider = { PGAS_PROVIDER: 'ofi:shm' };
  const program = compiled('libraries/shmem.c', provider, '-network=sfi');
  const [ours, theirs] = inTurn([program, { run: () => output([peer.program, 'shm', '5000'], {}) }], WIRE_COUNT);
  const inC = { p: 'put8', put8: 'put8', 'put8+quiet': 'put8', g: 'get8', get8: 'get8' };
  console.log(`${'OpenSHMEM over libfabric shm'.padEnd(28)}${['us', 'C'].map((title) => title.padStart(12)).join('')}`);
  for (const [name, nanoseconds] of ours) {
    const [time, c] = [nanoseconds / 1000, theirs.get(inC[name])];
    const verdict = c === undefined ? '' : judge(time - c <= ABOVE_C, `wanted <= ${ABOVE_C} above C`);
    console.log(`${name.padEnd(28)}${cell(time)}${cell(c)}   ${verdict}`);
  }
}

function armci() {
  const theirs = built('mpicc.openmpi', 'libraries/armci.c', 'mpirun.openmpi', '-larmci-openmpi');
  table('ARMCI on smp', 'ARMCI-MPI', ...inTurn([compiled('libraries/armci.c'), theirs], COUNT));
}

function ga() {
  const theirs = built('mpicc.openmpi', 'libraries/ga.c', 'mpirun.openmpi', ...GA_LIBRARIES);
  table('GA on smp (dgemm: s)', 'GA 5', ...inTurn([compiled('libraries/ga.c'), theirs], COUNT));
}

// ---------------------------------------------------------------- tables

function table(title, peer, ours, theirs, verdict = () => '') {
  console.log(`${title.padEnd(28)}${['ns', peer].map((name) => name.padStart(12)).join('')}`);
  for (const [name, time] of ours) console.log(`${name.padEnd(28)}${cell(time)}${cell(theirs?.get(name))}   ${verdict(name, time)}`);
}

function cell(figure) {
  return (figure === undefined ? '-' : figure.toFixed(2)).padStart(12);
}

function judge(isMet, text) {
  verdicts[isMet ? 'met' : 'missed']++;
  return `${text}${isMet ? '' : ', missed'}`;
}

// ---------------------------------------------------------------- programs

/** A peer: { run }, which takes the argument of the program and gives its output. */
function compiled(source, variables = {}, ...flags) {
  const program = join(scratch, `${source.replaceAll(/\W+/g, '-')}${flags.join('')}.js`);
  output([process.execPath, at('../../bin/pgasc'), '-w', '-O2', ...flags, at(source), '-o', program], {});
  const processes = flags.length > 0 ? ['--processes', RANKS] : [];
  return { run: (count) => output([process.execPath, program, '-n', RANKS, ...processes, count], variables) };
}

/** Undefined, with a line, where there is no such compiler or library. Open MPI's programs may crash at their end, when all has been printed. */
function built(compiler, source, launcher, ...libraries) {
  const program = join(scratch, `${source.replaceAll(/\W+/g, '-')}.${compiler}`);
  const { error, status, stderr } = spawnSync(compiler, ['-O2', '-w', at(source), '-o', program, ...libraries], { encoding: 'utf8' });
  if (error === undefined && status === 0) return { program, run: (count) => spawnSync(launcher, [...MPIRUN, program, count], { encoding: 'utf8', env }).stdout };
  console.log(`${source}: no peer is measured, ${error === undefined ? stderr.trim().split('\n')[0] : `there is no ${compiler}`}`);
  return undefined;
}

function output([command, ...words], variables) {
  return execFileSync(command, words, { encoding: 'utf8', env: { ...env, ...variables }, timeout: 120_000, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Of each peer the median of each figure; undefined for a peer that is missing. */
function inTurn(peers, count) {
  const runs = peers.map(() => []);
  for (let run = 0; run < RUNS; run++) peers.forEach((peer, i) => peer && runs[i].push(figuresIn(peer.run(count))));
  return runs.map((figures) => (figures.length === 0 ? undefined : new Map([...figures[0].keys()].map((name) => [name, median(figures.map((run) => run.get(name)))]))));
}

/** Lines of a name and a number; GUPS tells its rate in a sentence. */
function figuresIn(text) {
  const rate = /([\d.]+) GUPS/.exec(text);
  if (rate) return new Map([['GUPS', Number(rate[1])]]);
  const lines = text.split('\n').map((line) => /^(\S+) ([\d.]+)\b/.exec(line)).filter((match) => match !== null);
  return new Map(lines.map(([, name, figure]) => [name, Number(figure)]));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
