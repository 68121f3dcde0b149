/**
 * `npm run bench:mpi`: MPI on 2 ranks beside the same programs over Debian's Open MPI and MPICH, in the same run; each figure is the median of several runs of
 * each in turn. On smp, the processors' memory; over libfabric between two processes, beside Open MPI over tcp; NAS FT class A, its MPI forms beside the UPC ones.
 * Wants an idle machine with two cores; what needs mpicc.openmpi or mpicc.mpich is left out with a line where that is missing.
 *
 * Arguments choose sections (smp, wire, ft): npm run bench:mpi -- smp
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const SECTIONS = { smp, wire, ft };
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  console.error(`bench:mpi: there is no '${unknown}'; there are ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}
const RUNS = 5;
const RANKS = '2';
/** Operations of a round: over the wire they take a hundred times as long. */
const [COUNT, WIRE_COUNT] = ['20000', '1000'];
/** Wanted on smp, in nanoseconds, and of memcpy's rate. */
const GOALS = { latency: 300, barrier: 200, allreduce: 400 };
const OF_MEMCPY = 0.8;
/** By the command that compiles; over tcp what keeps Open MPI from the processors' memory. */
const PEERS = {
  'mpicc.openmpi': ['mpirun.openmpi', '--allow-run-as-root', '--oversubscribe'],
  'mpicc.mpich': ['mpirun.mpich'],
};
const TCP = ['--mca', 'pml', 'ob1', '--mca', 'btl', 'tcp,self', '--mca', 'osc', 'pt2pt'];

const scratch = mkdtempSync(join(tmpdir(), 'pgasc-mpi-'));
const verdicts = { met: 0, missed: 0 };
const { PGAS_PROVIDER: _, ...env } = process.env;
try {
  for (const name of asked.length > 0 ? asked : Object.keys(SECTIONS)) SECTIONS[name]();
  console.log(`${verdicts.met} goals met, ${verdicts.missed} missed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

// ---------------------------------------------------------------- sections

function smp() {
  const source = 'mpi/messages.c';
  const peers = [compiled(source), built('mpicc.openmpi', source), built('mpicc.mpich', source)];
  const [ours, ...theirs] = inTurn(peers, COUNT);
  table('MPI on smp', ['ns', 'Open MPI', 'MPICH'], [ours, ...theirs], (name, time) => {
    if (name === '1MiB') return judge(ours.get('memcpy') / time >= OF_MEMCPY, `${(ours.get('memcpy') / time).toFixed(2)} of memcpy's rate, wanted >= ${OF_MEMCPY}`);
    return name in GOALS ? judge(time <= GOALS[name], `wanted <= ${GOALS[name]}`) : '';
  });
}

function wire() {
  const source = 'mpi/messages.c';
  const ours = compiled(source, ['-network=sfi'], { PGAS_PROVIDER: 'ofi:tcp' });
  table('MPI over tcp', ['ns', 'Open MPI'], inTurn([ours, built('mpicc.openmpi', source, TCP)], WIRE_COUNT));
}

/** Seconds that the programs tell. */
function ft() {
  for (const method of ['EXCHANGE', 'SLABS']) {
    const flags = ['-DCLASS=A', `-DMETHOD=${method}`];
    const forms = ['ft-mpi.c', 'ft.upc'].map((name) => `../../samples/applications/ft/${name}`);
    const [mpi, upc] = forms.map((form) => compiled(form, flags));
    const [mpiOverTcp, upcOverTcp] = forms.map((form) => compiled(form, [...flags, '-network=sfi'], { PGAS_PROVIDER: 'ofi:tcp' }));
    const theirs = built('mpicc.openmpi', forms[0], [], ...flags, '-lm');
    const theirsOverTcp = built('mpicc.openmpi', forms[0], TCP, ...flags, '-lm');
    table(`NAS FT class A, ${method.toLowerCase()}, smp`, ['s', 'UPC', 'Open MPI'], inTurn([mpi, upc, theirs], ''));
    table(`NAS FT class A, ${method.toLowerCase()}, tcp`, ['s', 'UPC', 'Open MPI'], inTurn([mpiOverTcp, upcOverTcp, theirsOverTcp], ''));
  }
}

// ---------------------------------------------------------------- tables

function table(title, names, figures, verdict = () => '') {
  console.log(`${title.padEnd(32)}${names.map((name) => name.padStart(12)).join('')}`);
  for (const [name, time] of figures[0])
    console.log(`${name.padEnd(32)}${figures.map((each) => cell(each?.get(name))).join('')}   ${verdict(name, time)}`);
}

function cell(figure) {
  return (figure === undefined ? '-' : figure.toFixed(figure < 100 ? 2 : 0)).padStart(12);
}

function judge(isMet, text) {
  verdicts[isMet ? 'met' : 'missed']++;
  return `${text}${isMet ? '' : ', missed'}`;
}

// ---------------------------------------------------------------- programs

/** A peer: { run }, which takes the argument of the program and gives its output. */
function compiled(source, flags = [], variables = {}) {
  const program = join(scratch, `${source.replaceAll(/\W+/g, '-')}${flags.join('')}.js`);
  output([process.execPath, at('../../bin/pgasc'), '-w', '-O2', ...flags, at(source), '-o', program], {});
  const processes = flags.includes('-network=sfi') ? ['--processes', RANKS] : [];
  return { run: (count) => output([process.execPath, program, '-n', RANKS, ...processes, count], variables) };
}

/** Undefined, with a line, where there is no such compiler. */
function built(compiler, source, options = [], ...flags) {
  const program = join(scratch, `${source.replaceAll(/\W+/g, '-')}${flags.join('')}.${compiler}`);
  const { error, status, stderr } = spawnSync(compiler, ['-O2', '-w', at(source), '-o', program, ...flags], { encoding: 'utf8' });
  if (error === undefined && status === 0)
    return { run: (count) => output([...PEERS[compiler], ...options, '-np', RANKS, program, count], {}) };
  console.log(`${source}: no peer is measured, ${error === undefined ? stderr.trim().split('\n')[0] : `there is no ${compiler}`}`);
  return undefined;
}

function output([command, ...words], variables) {
  const options = { encoding: 'utf8', env: { ...env, ...variables }, timeout: 300_000, stdio: ['ignore', 'pipe', 'inherit'] };
  return execFileSync(command, words.filter((word) => word !== ''), options);
}

/** Of each peer the median of each figure; undefined for a peer that is missing. */
function inTurn(peers, count) {
  const runs = peers.map(() => []);
  for (let run = 0; run < RUNS; run++) peers.forEach((peer, i) => peer && runs[i].push(figuresIn(peer.run(count))));
  return runs.map((figures) => (figures.length === 0 ? undefined : new Map([...figures[0].keys()].map((name) => [name, median(figures.map((run) => run.get(name)))]))));
}

/** Lines of a name and a number; FT tells its seconds in a report. */
function figuresIn(text) {
  const seconds = /Time in seconds\s*[:=]\s*([\d.]+)/i.exec(text);
  if (seconds) return new Map([['seconds', Number(seconds[1])]]);
  const lines = text.split('\n').map((line) => /^(\S+) ([\d.]+)\b/.exec(line)).filter((match) => match !== null);
  return new Map(lines.map(([, name, figure]) => [name, Number(figure)]));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
