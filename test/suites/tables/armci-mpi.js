/** ARMCI-MPI's tests and benchmarks. */
import { INTERNALS, PART } from '../reasons.js';
import { ARMCI } from '../references.js';

const EXTENSIONS = { excluded: `${INTERNALS}: armcix.h` };
const TREE = { excluded: `${INTERNALS}: conflict_tree.h` };
const MPI_ALONE = `${INTERNALS}: the MPI beneath it, by no call of ARMCI`;
const MPI_TESTS = [
  'copy_bench',
  'pgroup_bench',
  'ping-pong-mpi',
  'test_dt',
  'test_mpi_accs',
  'test_mpi_dim',
  'test_mpi_indexed_accs',
  'test_mpi_indexed_gets',
  'test_mpi_indexed_puts_gets',
  'test_mpi_subarray_accs',
  'test_win_create',
  'test_win_model',
];
const LU = 'tests/contrib/lu/lu_timing.c';

export default {
  repository: 'pmodels/armci-mpi',
  folders: ['tests', 'tests/contrib', 'tests/ctree', 'benchmarks'],
  flags: [],
  reference: ARMCI,
  copies: ['tests/contrib/cg/matrix_med.bin'],
  refuses: /\bFAIL(ED)?\b|\bfailed\b/,
  programs: {
    test_parmci: { sources: ['tests/test_parmci.c', 'tests/test_parmci_lib.c'] },
    test_parmci_lib: { excluded: PART },
    test_mutex_trylock: EXTENSIONS,
    test_group_split: EXTENSIONS,
    test_malloc_group: EXTENSIONS,
    bench_groups: EXTENSIONS,
    'strided-bench': EXTENSIONS,
    'contiguous-bench': EXTENSIONS,
    ctree_test: TREE,
    ctree_test_rand: TREE,
    ctree_test_rand_interval: TREE,
    cg: {
      sources: ['cg', 'compute', 'read_input', 'cg_timing'].map((part) => `tests/contrib/cg/${part}.c`),
      words: ['0', '0', '../matrix_med.bin'],
    },
    lu: { sources: ['tests/contrib/lu/lu.c', LU] },
    'lu-block': { sources: ['tests/contrib/lu/lu-block.c', LU] },
    'lu-b-bc': { sources: ['tests/contrib/lu/lu-b-bc.c', LU] },
    'transp1D-c': { sources: ['tests/contrib/transp1D/transp1D-c.c'] },
    overlap: { sources: ['tests/contrib/non-blocking/overlap.c'] },
    simple: { sources: ['tests/contrib/non-blocking/simple.c'] },
    ...Object.fromEntries(MPI_TESTS.map((name) => [name, { excluded: MPI_ALONE }])),
  },
};
