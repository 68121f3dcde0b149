/** The tests of Global Arrays in C. */
import { CONFIG_H } from '../configured.js';
import { INTERNALS, MEMORY, PART, THREADED } from '../reasons.js';
import { GLOBAL_ARRAYS } from '../references.js';

const BLAS = 'LinAlg/lapack+blas';
const UNITS = 'global/testing/unit-tests';
/** Those whose results are compared with an array of one process. */
const MOCKED = ['abs_value', 'add_constant', 'copy', 'elem_divide', 'elem_maximum', 'elem_minimum', 'elem_minimumpatch', 'elem_multiply', 'fill', 'scale', 'zero'];

export default {
  repository: 'GlobalArrays/ga, global/testing',
  folders: ['global/testing', UNITS],
  flags: ['-DHAVE_CONFIG_H=1', `-I${BLAS}`],
  reference: GLOBAL_ARRAYS,
  files: { 'config.h': CONFIG_H },
  copies: ['global/src/types.xh', 'global/src/abstract_ops.h'],
  refuses: /\bfail(ed|ure)\b/i,
  programs: {
    util: { excluded: PART },
    mock: { excluded: PART },
    enormous: { excluded: MEMORY },
    big: { excluded: MEMORY },
    ga_ndim2: { excluded: MEMORY },
    nbgetput2: { excluded: MEMORY },
    elempatch: { excluded: `${INTERNALS}: pnga_ functions` },
    'ipc.clean': { excluded: `${INTERNALS}: System V memory` },
    thread_perf_contig: { excluded: THREADED },
    thread_perf_strided: { excluded: THREADED },
    threadsafec: { excluded: THREADED },
    // Products are compared with those of this function of the checkout.
    ...Object.fromEntries(
      ['mulmatpatchc', 'testmatmultc'].map((name) => [name, { sources: [`global/testing/${name}.c`, `${BLAS}/xgemm.c`] }]),
    ),
    ...Object.fromEntries(MOCKED.map((name) => [`ga_${name}`, { sources: [`${UNITS}/ga_${name}.c`, `${UNITS}/mock.c`] }])),
  },
};
