/**
 * The suites of others: of each its repository, where its programs are in a checkout, and what each program needs to be built, run and judged.
 *
 * Data alone. A program is its sources, relative to the checkout; `flags` are of the compiler, `words` of the program; `ranks`, those that it is run
 * with; `refuses`, a pattern of its output that means failure although its exit status is 0. `excluded`: why it does not apply, one of the reasons in
 * README.md. `status`: the exit status that means success, 0 unless given.
 */
const THREADS = 'needs SHMEM_THREAD_MULTIPLE';
const INTERNALS = 'about internals or extensions of its library';

const sandia = {
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

const houston = {
  repository: 'openshmem-org/tests-uh',
  folders: ['feature_tests/C', 'performance_tests/micro_benchmarks'],
  flags: [],
  refuses: /\bFailed\b/,
  programs: { test_shmem_global_exit: { status: 99 }, get_performance: { ranks: 2 }, put_performance: { ranks: 2 } },
};

const cray = {
  repository: 'openshmem-org/tests-cray',
  folders: ['sma1'],
  flags: ['-DHAVE_SHORT', '-DHAVE_LONG_LONG', '-DNEEDS_FINALIZE'],
  refuses: /\bFAIL\b/,
  programs: {},
};

/** What its configure finds. */
const FOUND = [
  'HAVE_UNISTD_H',
  'HAVE_ALLTOALL',
  'HAVE_NBI',
  ...['UINT', 'ULONG', 'ULONGLONG'].flatMap((type) =>
    ['AND', 'OR', 'XOR'].flatMap((operation) => [
      `HAVE_DECL_SHMEM_${type}_ATOMIC_${operation}`,
      `HAVE_DECL_SHMEM_${type}_ATOMIC_FETCH_${operation}`,
    ]),
  ),
];
const mellanox = {
  repository: 'openshmem-org/tests-mellanox',
  folders: [],
  flags: ['-Iverifier', '-Iverifier/cmn', '-DQUICK_TEST', ...FOUND.map((name) => `-D${name}=1`)],
  files: { 'config.h': '' },
  refuses: /\bFAILED\b/,
  programs: Object.fromEntries(
    ['basic', 'data', 'strided', 'atomic', 'sync', 'reduce', 'coll', 'lock', 'nbi', 'misc'].map((task) => [
      task,
      { sourcesIn: 'verifier', words: ['exec', `--task=${task}`] },
    ]),
  ),
};

const isx = {
  repository: 'ParRes/ISx',
  folders: [],
  flags: [],
  programs: Object.fromEntries(
    ['strong', 'weak', 'weak-iso'].map((name) => [name, { sourcesIn: 'SHMEM', excluded: 'over 4 GiB: 1.5 GiB a PE' }]),
  ),
};

/** What compiles and runs the same sources elsewhere. Open MPI 4.1's hooks on memory make its programs crash when they end. */
const OPENSHMEM = {
  name: "Open MPI's OpenSHMEM",
  compile: ['oshcc'],
  run: (ranks) => [
    'oshrun',
    '--allow-run-as-root',
    '--oversubscribe',
    '--mca',
    'memory',
    '^patcher',
    '-np',
    `${ranks}`,
  ],
};
export const suites = { sandia, houston, cray, mellanox, isx };
for (const suite of Object.values(suites)) suite.reference = OPENSHMEM;
