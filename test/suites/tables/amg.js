/** AMG of Livermore, hypre's algebraic multigrid as a benchmark: its two problems, with MPI alone, persistent requests, and 64-bit numbers of rows. */
import { MPICH } from '../references.js';

const LIBRARIES = ['utilities', 'seq_mv', 'parcsr_mv', 'IJ_mv', 'krylov', 'parcsr_ls', 'test'];

const run = (problem, iterations, flags) => ({
  sourcesIn: LIBRARIES,
  flags,
  words: (ranks) => ['-problem', problem, '-n', '12', '12', '12', '-P', '2', `${ranks / 2}`, '1'],
  wants: new RegExp(`Iterations += +${iterations}\\b`),
});

export default {
  repository: 'LLNL/AMG',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: [],
  flags: ['-std=gnu99', '-DTIMER_USE_MPI', ...LIBRARIES.map((folder) => `-I${folder}`), '-I.'],
  reference: MPICH,
  programs: {
    'problem 1': run('1', '\\d+', []),
    'problem 2': run('2', '\\d+', []),
    'problem 1, persistent': run('1', '\\d+', ['-DHYPRE_USING_PERSISTENT_COMM', '-DHYPRE_BIGINT']),
    'problem 2, persistent': run('2', '\\d+', ['-DHYPRE_USING_PERSISTENT_COMM', '-DHYPRE_BIGINT']),
  },
};
