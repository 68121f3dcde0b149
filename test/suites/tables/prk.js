/** The Parallel Research Kernels over SHMEM; smaller sizes than their scripts have. Flags are the defaults of their Makefiles. */
import { OPENSHMEM } from '../references.js';

const kernel = (source, defines, words) => ({
  sources: [`SHMEM/${source}.c`, 'common/wtime.c', 'common/SHMEM_bail_out.c'],
  flags: defines.map((define) => `-D${define}`),
  words,
});
const STENCIL = ['DOUBLE=1', 'RADIUS=2', 'LOOPGEN=0', 'STAR=1'];

export default {
  repository: 'ParRes/Kernels',
  folders: [],
  flags: ['-Iinclude', '-DSHMEM', '-DRESTRICT_KEYWORD=0', '-DVERBOSE=0'],
  reference: OPENSHMEM,
  refuses: /\bERROR\b/,
  programs: {
    stencil: kernel('Stencil/stencil', [...STENCIL, 'SPLITFENCE=0'], ['20', '1000']),
    stencil_split_fence: kernel('Stencil/stencil', [...STENCIL, 'SPLITFENCE=1'], ['20', '1000']),
    p2p: kernel('Synch_p2p/p2p', ['SYNCHRONOUS=0'], ['20', '1000', '1000']),
    transpose: kernel('Transpose/transpose', ['BARRIER_SYNCH=0'], ['20', '1024', '32']),
    transpose_barrier: kernel('Transpose/transpose', ['BARRIER_SYNCH=1'], ['20', '1024', '32']),
    transpose_a2a: {
      ...kernel('Transpose/transpose_a2a', [], ['20', '1024']),
      mistake: 'gives shmem_double_alltoall memory of malloc',
    },
  },
};
