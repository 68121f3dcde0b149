/**
 * `npm run bench:libraries`: OpenSHMEM, ARMCI and Global Arrays on 2 ranks, beside the same programs (libraries/) over Open MPI's OpenSHMEM, ARMCI-MPI and
 * GA 5, in the same run; each figure is the median of several runs of each in turn. OpenSHMEM and ARMCI on smp; OpenSHMEM also between two processes over
 * libfabric's shm, beside the C program over libfabric (ofi/peer.c); GUPS over OpenSHMEM beside UPC's. Wants an idle machine with two cores; what needs
 * oshcc, libarmci-mpi-dev, libglobalarrays-dev or libfabric-dev is left out with a line where that is missing.
 *
 * Arguments choose sections (shmem, gups, wire, armci, ga): npm run bench:libraries -- armci ga; --write keeps the tables (record.js).
 */
import { built, compiled, inTurn, judge, OPEN_MPI, output, runSections, table } from './beside.js';

/** Operations of a round: over the wire they take a thousand times as long. */
const [COUNT, WIRE_COUNT] = ['100000', '20000'];
/** Wanted on smp, in nanoseconds; between processes, microseconds above the C program; UPC's rate of updates to OpenSHMEM's. */
const SHMEM_GOALS = { p: 3, g: 3, put8: 3, get8: 3, 'fetch-add': 20, barrier: 150 };
const [ABOVE_C, GUPS] = [0.3, 1.1];
const OSHRUN = ['oshrun', ...OPEN_MPI];
const MPIRUN = ['mpirun.openmpi', ...OPEN_MPI];
/** The linker's order; of BLAS and LAPACK a package for users alone has no name without a number. */
const GA_LIBRARIES = ['-lga-openmpi', '-larmci-openmpi', '-lscalapack-openmpi', '-l:liblapack.so.3', '-l:libblas.so.3', '-lgfortran', '-lm'];

runSections('bench:libraries', 'libraries', { shmem, gups, wire, armci, ga });

function shmem() {
  const peers = [compiled('libraries/shmem.c'), built('oshcc', 'libraries/shmem.c', OSHRUN)];
  table('OpenSHMEM on smp', ['ns', 'Open MPI'], inTurn(peers, COUNT), (name, time) => {
    const goal = SHMEM_GOALS[name];
    return goal === undefined ? '' : judge(time <= goal, `wanted <= ${goal}`);
  });
}

function gups() {
  const [upc, ours, theirs] = inTurn(
    [compiled('../../samples/kernels/gups.upc'), compiled('../../samples/shmem/gups.c'), built('oshcc', '../../samples/shmem/gups.c', OSHRUN)],
    '18',
  ).map((figures) => figures?.get('GUPS'));
  const ratio = upc / ours;
  const verdict = judge(ratio <= GUPS, `${ratio.toFixed(2)} times UPC's time, wanted <= ${GUPS}`);
  table('GUPS, 2^18 elements, on smp', ['GUPS', 'UPC', 'Open MPI'], [ours, upc, theirs].map((rate) => new Map([['updates', rate]])), () => verdict);
}

/** The C program's puts and gets are complete when they return. */
function wire() {
  const peer = built('gcc', 'ofi/peer.c', [], '-lfabric', '-lpthread');
  if (peer === undefined) return;
  const provider = { PGAS_PROVIDER: 'ofi:shm' };
  const program = compiled('libraries/shmem.c', ['-network=sfi'], provider);
  const [ours, theirs] = inTurn([program, { run: () => output([peer.program, 'shm', '5000']) }], WIRE_COUNT);
  const inC = { p: 'put8', put8: 'put8', 'put8+quiet': 'put8', g: 'get8', get8: 'get8' };
  const times = new Map([...ours].map(([name, nanoseconds]) => [name, nanoseconds / 1000]));
  const ofC = new Map([...ours.keys()].map((name) => [name, theirs.get(inC[name])]));
  table('OpenSHMEM over libfabric shm', ['us', 'C'], [times, ofC], (name, time) => {
    const c = ofC.get(name);
    return c === undefined ? '' : judge(time - c <= ABOVE_C, `wanted <= ${ABOVE_C} above C`);
  });
}

function armci() {
  const theirs = built('mpicc.openmpi', 'libraries/armci.c', MPIRUN, '-larmci-openmpi');
  table('ARMCI on smp', ['ns', 'ARMCI-MPI'], inTurn([compiled('libraries/armci.c'), theirs], COUNT));
}

function ga() {
  const theirs = built('mpicc.openmpi', 'libraries/ga.c', MPIRUN, ...GA_LIBRARIES);
  table('GA on smp (dgemm: s)', ['ns', 'GA 5'], inTurn([compiled('libraries/ga.c'), theirs], COUNT));
}
