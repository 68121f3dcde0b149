/** Sandia's tests of SOS, now of the OpenSHMEM organisation. What is excluded by its own Makefile.am as SHMEMX or by threads says so here. */
import { INTERNALS, THREADS } from '../reasons.js';
import { OPENSHMEM } from '../references.js';

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
    mt_lock: { excluded: 'a part of mt_lock_test' },
    mt_lock_test: { excluded: THREADS },
    threading: { excluded: THREADS },
    thread_wait: { excluded: THREADS },
    web: { excluded: THREADS },
    gettid_register: { excluded: THREADS },
    pcontrol: { excluded: INTERNALS },
    perf_counter: { excluded: INTERNALS },
    shmem_ct: { excluded: INTERNALS },
    shmemx_team_node: { excluded: INTERNALS },
    c11_test_shmem_ibget: { excluded: INTERNALS },
    c11_test_shmem_ibput: { excluded: INTERNALS },
    signal_add: { excluded: INTERNALS },
    signal_set: { excluded: INTERNALS },
    gups: { words: ['-m', '1024', '-u', '1'] },
    msgrate: { words: ['-m', '8', '-n', '100'] },
    shmemlatency: { words: ['-m', '8', '-i', '100'] },
  },
};
