/** Mellanox' verifier: one program, whose tasks are the rows. */
import { OPENSHMEM } from '../references.js';

/** What its configure finds. */
const FOUND = [
  'HAVE_UNISTD_H',
  'HAVE_ALLTOALL',
  'HAVE_NBI',
  'CHECK_ACTIVE_SET',
  ...['UINT', 'ULONG', 'ULONGLONG'].flatMap((type) =>
    ['AND', 'OR', 'XOR'].flatMap((operation) => [
      `HAVE_DECL_SHMEM_${type}_ATOMIC_${operation}`,
      `HAVE_DECL_SHMEM_${type}_ATOMIC_FETCH_${operation}`,
    ]),
  ),
];

export default {
  repository: 'openshmem-org/tests-mellanox',
  folders: [],
  flags: ['-Iverifier', '-Iverifier/cmn', '-DQUICK_TEST', ...FOUND.map((name) => `-D${name}=1`)],
  reference: OPENSHMEM,
  files: { 'config.h': '' },
  refuses: /\bFAILED\b/,
  programs: Object.fromEntries(
    ['basic', 'data', 'stride', 'atomic', 'sync', 'reduce', 'coll', 'lock', 'nbi', 'misc', 'analysis'].map(
      (task) => [task, { sourcesIn: ['verifier'], words: ['exec', `--task=${task}`] }],
    ),
  ),
};
