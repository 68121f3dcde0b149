/** Sandia's tests of SOS, now of the OpenSHMEM organisation. What is excluded by its own Makefile.am as SHMEMX or by threads says so here. */
import { INTERNALS, THREADS } from '../reasons.js';
import { OPENSHMEM } from '../references.js';

/** Of the suite of performance: transfers of up to 64 KiB, 30 each, with validation. */
const PERFORMANCE = ['bibw', 'bw'].flatMap((way) =>
  ['atomics', 'get', 'nb_atomics', 'put'].map((call) => `${way}_${call}`),
);
PERFORMANCE.push('latency_get', 'latency_put');
const CONTEXTS = ['bibw_put', 'bw_put', 'latency_get', 'latency_put'];

export default {
  repository: 'openshmem-org/tests-sos',
  folders: [
    'test/unit',
    'test/apps',
    'test/spec-example',
    'test/shmemx',
    'test/performance/tests',
    'test/performance/shmem_perf_suite',
  ],
  flags: ['-Itest/include'],
  reference: OPENSHMEM,
  programs: {
    mt_a2a: { excluded: THREADS },
    mt_contention: { excluded: THREADS },
    mt_membar: { excluded: THREADS },
    mt_lock: { excluded: `${THREADS}: a part of mt_lock_test` },
    mt_lock_test: { excluded: THREADS },
    threading: { excluded: THREADS },
    thread_wait: { excluded: THREADS },
    web: { excluded: THREADS },
    gettid_register: { excluded: THREADS },
    perf_counter: { excluded: INTERNALS },
    shmem_ct: { excluded: INTERNALS },
    shmemx_team_node: { excluded: INTERNALS },
    c11_test_shmem_ibget: { excluded: INTERNALS },
    c11_test_shmem_ibput: { excluded: INTERNALS },
    signal_add: { excluded: INTERNALS },
    signal_set: { excluded: INTERNALS },
    ex_scan: { excluded: INTERNALS },
    in_scan: { excluded: INTERNALS },
    scan_in_place: { excluded: INTERNALS },
    msgrate: { excluded: INTERNALS },
    shmemlatency: { excluded: INTERNALS },
    ...Object.fromEntries(
      PERFORMANCE.map((name) => [`shmem_${name}_perf`, { words: ['-e', '65536', '-n', '30', '-v'] }]),
    ),
    ...Object.fromEntries(CONTEXTS.map((name) => [`shmem_${name}_ctx_perf`, { excluded: `${THREADS}: OpenMP` }])),
  },
};
