/** The Parallel Research Kernels over MPI: two-sided, one-sided and with shared windows. Flags are the defaults of their Makefiles; sizes are smaller than their scripts'. */
import { MPICH } from '../references.js';

const kernel = (source, defines, words, more = []) => ({
  sources: [`${source}.c`, 'common/wtime.c', 'common/MPI_bail_out.c', ...more],
  flags: defines.map((define) => `-D${define}`),
  words,
});
/** Its functions are written by a script, into the folder where it runs. */
const branch = (kind) => kernel('MPI1/Branch/branch', [], ['10', '1000', kind], ['func.c']);
const FUNCTIONS = 'from=$PWD; cd "$(mktemp -d)"; sh "$from/MPI1/Branch/func_gen" 10 40 >&2; cat func.c; rm -r "$PWD"';
const STENCIL = ['DOUBLE=1', 'RADIUS=2', 'LOOPGEN=0', 'STAR=1'];

export default {
  repository: 'ParRes/Kernels',
  folders: [],
  flags: ['-std=gnu99', '-Iinclude', '-DMPI', '-DRESTRICT_KEYWORD=0', '-DVERBOSE=0'],
  reference: MPICH,
  refuses: /\bERROR\b/,
  scripts: { 'func.c': ['sh', '-c', FUNCTIONS] },
  /** `transpose shared` relies on long and size_t of one size. */
  programs: {
    amr: kernel('MPI1/AMR/amr', STENCIL, ['10', '200', '60', '1', '5', '3', '1', 'FINE_GRAIN'], ['MPI1/AMR/timestep.c']),
    ...Object.fromEntries(['vector_stop', 'vector_go', 'no_vector', 'ins_heavy'].map((kind) => [`branch ${kind}`, branch(kind)])),
    dgemm: kernel('MPI1/DGEMM/dgemm', ['BOFFSET=12'], ['4', '128', '32', '1']),
    nstream: kernel('MPI1/Nstream/nstream', [], ['10', '100000', '0']),
    random: kernel('MPI1/Random/random', ['LOOKAHEAD=1024'], ['16', '16']),
    reduce: kernel('MPI1/Reduce/reduce', [], ['10', '10000']),
    sparse: kernel('MPI1/Sparse/sparse', ['SCRAMBLE=1', 'TESTDENSE=0'], ['10', '6', '3']),
    stencil: kernel('MPI1/Stencil/stencil', STENCIL, ['20', '400']),
    global: kernel('MPI1/Synch_global/global', [], ['10', '1000']),
    p2p: kernel('MPI1/Synch_p2p/p2p', [], ['20', '400', '400']),
    transpose: kernel('MPI1/Transpose/transpose', ['SYNCHRONOUS=0'], ['10', '512', '32']),
    'transpose synchronous': kernel('MPI1/Transpose/transpose', ['SYNCHRONOUS=1'], ['10', '512', '32']),
    'transpose-a2a': kernel('MPI1/Transpose/transpose-a2a', [], ['10', '512']),
    pic: kernel('MPI1/PIC-static/pic', [], ['10', '100', '10000', '1', '2', 'GEOMETRIC', '0.99'], ['common/random_draw.c']),
    'stencil one-sided': kernel('MPIRMA/Stencil/stencil', STENCIL, ['20', '400']),
    'p2p one-sided': kernel('MPIRMA/Synch_p2p/p2p', [], ['20', '400', '400']),
    'transpose one-sided': kernel('MPIRMA/Transpose/transpose', [], ['10', '512', '32']),
    'stencil shared': kernel('MPISHM/Stencil/stencil', [...STENCIL, 'LOCAL_BARRIER_SYNCH=0'], ['1', '20', '400']),
    'p2p shared': kernel('MPISHM/Synch_p2p/p2p', [], ['20', '400', '400']),
    'transpose shared': kernel('MPISHM/Transpose/transpose', ['SYNCHRONOUS=0'], ['1', '10', '512', '32']),
  },
};
