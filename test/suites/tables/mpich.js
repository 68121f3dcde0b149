/** MPICH's own tests of MPI-3.1 in C: each program says No Errors. */
import { MEMORY, PROCESSES } from '../reasons.js';
import { MPICH } from '../references.js';

const FOLDERS = ['attr', 'coll', 'comm', 'datatype', 'errhan', 'group', 'info', 'init', 'io', 'pt2pt', 'rma', 'topo', 'mpi_t'];
const FOUND = ['UNISTD_H', 'STRING_H', 'STDLIB_H', 'STDIO_H', 'STDARG_H', 'STDINT_H', 'SYS_TIME_H', 'MPI_WIN_CREATE', 'LONG_LONG', 'LONG_LONG_INT', 'LONG_DOUBLE', 'USLEEP'];
const MANY = { excluded: `${MEMORY}: counts above 2^31` };

export default {
  repository: 'pmodels/mpich, test/mpi',
  folders: FOLDERS.map((name) => `test/mpi/${name}`),
  flags: ['-std=gnu99', '-Itest/mpi/include'],
  reference: MPICH,
  /** What its configure finds. */
  files: {
    'mpitestconf.h': [
      ...FOUND.map((name) => `#define HAVE_${name} 1`),
      '#define USE_STRICT_MPI 1',
      '#define USE_LONG_DOUBLE_COMPLEX 1',
      '#define SIZEOF_INT 4',
      '#define SIZEOF_VOID_P __SIZEOF_POINTER__',
      '#define SIZEOF_LONG 8',
      '',
    ].join('\n'),
  },
  parts: ['mtest', 'dtypes', 'mtest_datatype', 'mtest_datatype_gen'].map((name) => `test/mpi/util/${name}.c`),
  wants: /No Errors/i,
  refuses: /Found \d+ errors/,
  programs: {
    big_count_status: MANY,
    large_message: MANY,
    exitst3: { excluded: PROCESSES },
  },
};
