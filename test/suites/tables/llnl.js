/** The examples of Lawrence Livermore's tutorial of MPI, by Blaise Barney; those that are wrong on purpose are named bug. */
import { MPICH } from '../references.js';

const EXAMPLES = [
  ...['array', 'bandwidth', 'bandwidth_nonblock', 'cartesian', 'contig', 'group', 'hello', 'helloBsend', 'helloNBsend'],
  ...['indexed', 'latency', 'mm', 'pi_reduce', 'pi_send', 'ping', 'prime', 'ringtopo', 'scatter', 'struct', 'vector'],
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => `bug${number}`),
];

export default {
  repository: 'LLNL/HPC-Tutorials',
  folders: [],
  flags: ['-std=gnu99'],
  reference: MPICH,
  programs: {
    ...Object.fromEntries(EXAMPLES.map((name) => [`mpi_${name}`, { sources: [`mpi/examples/mpi_${name}.c`] }])),
    mpi_bug5: { sources: ['mpi/examples/mpi_bug5.c'], excluded: 'never ends' },
  },
};
