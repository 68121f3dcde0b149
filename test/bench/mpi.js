/**
 * `npm run bench:mpi`: MPI on 2 ranks beside the same programs over Debian's Open MPI and MPICH, in the same run; each figure is the median of several runs of
 * each in turn. On smp, the processors' memory; over libfabric between two processes, beside Open MPI over tcp; NAS FT class A, its MPI forms beside the UPC ones.
 * Wants an idle machine with two cores; what needs mpicc.openmpi or mpicc.mpich is left out with a line where that is missing.
 *
 * Arguments choose sections (smp, wire, ft): npm run bench:mpi -- smp; --write keeps the tables (record.js).
 */
import { built, compiled, inTurn, judge, OPEN_MPI, runSections, table } from './beside.js';

/** Operations of a round: over the wire they take a hundred times as long, and V8 compiles in the first ten thousand messages. */
const [COUNT, WIRE_COUNT] = ['20000', '4000'];
/** Wanted on smp, in nanoseconds, and of memcpy's rate. */
const GOALS = { latency: 300, barrier: 200, allreduce: 400 };
const OF_MEMCPY = 0.8;
const OPENMPI = ['mpirun.openmpi', ...OPEN_MPI];
const MPICH = ['mpirun.mpich'];
/** What keeps Open MPI from the processors' memory. */
const OVER_TCP = [...OPENMPI, '--mca', 'pml', 'ob1', '--mca', 'btl', 'tcp,self', '--mca', 'osc', 'pt2pt'];

runSections('bench:mpi', 'mpi', { smp, wire, ft });

function smp() {
  const source = 'mpi/messages.c';
  const peers = [compiled(source), built('mpicc.openmpi', source, OPENMPI), built('mpicc.mpich', source, MPICH)];
  const [ours, ...theirs] = inTurn(peers, COUNT);
  table('MPI on smp', ['ns', 'Open MPI', 'MPICH'], [ours, ...theirs], (name, time) => {
    if (name === '1MiB') return judge(ours.get('memcpy') / time >= OF_MEMCPY, `${(ours.get('memcpy') / time).toFixed(2)} of memcpy's rate, wanted >= ${OF_MEMCPY}`);
    return name in GOALS ? judge(time <= GOALS[name], `wanted <= ${GOALS[name]}`) : '';
  });
}

function wire() {
  const source = 'mpi/messages.c';
  const ours = compiled(source, ['-network=sfi'], { PGAS_PROVIDER: 'ofi:tcp' });
  table('MPI over tcp', ['ns', 'Open MPI'], inTurn([ours, built('mpicc.openmpi', source, OVER_TCP)], WIRE_COUNT));
}

/** Seconds that the programs tell. */
function ft() {
  for (const method of ['EXCHANGE', 'SLABS']) {
    const flags = ['-DCLASS=A', `-DMETHOD=${method}`];
    const forms = ['ft-mpi.c', 'ft.upc'].map((name) => `../../samples/applications/ft/${name}`);
    const [mpi, upc] = forms.map((form) => compiled(form, flags));
    const [mpiOverTcp, upcOverTcp] = forms.map((form) => compiled(form, [...flags, '-network=sfi'], { PGAS_PROVIDER: 'ofi:tcp' }));
    const theirs = built('mpicc.openmpi', forms[0], OPENMPI, ...flags, '-lm');
    const theirsOverTcp = built('mpicc.openmpi', forms[0], OVER_TCP, ...flags, '-lm');
    table(`NAS FT class A, ${method.toLowerCase()}, smp`, ['s', 'UPC', 'Open MPI'], inTurn([mpi, upc, theirs]));
    table(`NAS FT class A, ${method.toLowerCase()}, tcp`, ['s', 'UPC', 'Open MPI'], inTurn([mpiOverTcp, upcOverTcp, theirsOverTcp]));
  }
}
