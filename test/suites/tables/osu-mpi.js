/** Ohio State University's micro-benchmarks of MPI, with few repetitions. */
import { THREADED } from '../reasons.js';
import { MPICH } from '../references.js';

const benchmarks = (folder, part, names, words) =>
  names.map((name) => [`osu_${name}`, { sources: [`mpi/${folder}/osu_${name}.c`, ...(part ? [`mpi/${folder}/${part}.c`] : [])], words }]);

const COLLECTIVE = ['allgather', 'allgatherv', 'allreduce', 'alltoall', 'alltoallv', 'barrier', 'bcast', 'gather', 'gatherv', 'reduce', 'reduce_scatter', 'scatter', 'scatterv'];
const STARTED = ['iallgather', 'iallgatherv', 'ialltoall', 'ialltoallv', 'ialltoallw', 'ibarrier', 'ibcast', 'igather', 'igatherv', 'iscatter', 'iscatterv'];
const ONE_SIDED = ['acc_latency', 'cas_latency', 'fop_latency', 'get_acc_latency', 'get_bw', 'get_latency', 'put_bibw', 'put_bw', 'put_latency'];
const FEW = ['-i', '100', '-x', '10'];

export default {
  repository: 'forresti/osu-micro-benchmarks',
  limit: 180,
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  folders: [],
  flags: ['-std=gnu99', '-Impi/collective', '-Impi/one-sided', '-Impi/pt2pt'],
  reference: MPICH,
  programs: {
    ...Object.fromEntries([
      ...benchmarks('collective', 'osu_coll', [...COLLECTIVE, ...STARTED], ['-i', '10', '-x', '2', '-m', '65536']),
      ...benchmarks('one-sided', 'osu_1sc', ONE_SIDED, FEW),
      ...benchmarks('pt2pt', 'osu_pt2pt', ['bibw', 'bw', 'latency'], FEW),
      ...benchmarks('pt2pt', 'osu_pt2pt', ['mbw_mr', 'multi_lat'], []),
      ...benchmarks('startup', '', ['hello', 'init'], []),
    ]),
    osu_latency_mt: { sources: ['mpi/pt2pt/osu_latency_mt.c'], excluded: THREADED },
  },
};
