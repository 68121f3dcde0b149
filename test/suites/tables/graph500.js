/** Graph500's reference: breadth-first search and shortest paths on a Kronecker graph, by its active messages over MPI; each result is validated. */
import { MPICH } from '../references.js';

const sources = ['src/main.c', 'src/utils.c', 'src/validate.c', 'src/bfs_reference.c', 'src/csr_reference.c', 'aml/aml.c'];
const generator = ['graph_generator', 'make_graph', 'splittable_mrg', 'utils'].map((name) => `generator/${name}.c`);

export default {
  repository: 'graph500/graph500',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: [],
  /** -fcommon, as its files define some variables twice; its inline functions are those of GNU's C89. */
  flags: ['-std=gnu89', '-fcommon', '-Drestrict=__restrict__', '-DGRAPH_GENERATOR_MPI', '-DREUSE_CSR_FOR_VALIDATION', '-Iaml'],
  reference: MPICH,
  wants: /bfs +max_validate/,
  refuses: /FAILED|Validation error|Fatal/,
  programs: {
    'breadth first': { sources: [...sources, ...generator], words: ['8'] },
    'breadth first, shortest paths': { sources: [...sources, 'src/sssp_reference.c', ...generator], flags: ['-DSSSP'], words: ['8'] },
  },
};
