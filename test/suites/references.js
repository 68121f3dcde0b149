/**
 * What compiles and runs the same sources elsewhere: `compile`, the words before the sources, `libraries`, those after them, `run`, the words before the
 * program; `standard`, the names that a program may use though the reference lacks them.
 */

/** Open MPI 4.1's hooks on memory make its programs crash when they end. */
const mpirun = (command) => (ranks) => [
  command,
  '--allow-run-as-root',
  '--oversubscribe',
  '--mca',
  'memory',
  '^patcher',
  '-np',
  `${ranks}`,
];

export const OPENSHMEM = {
  name: "Open MPI's OpenSHMEM",
  compile: ['oshcc'],
  libraries: ['-lm'],
  run: mpirun('oshrun'),
  standard: /^p?shmem_|^SHMEM_/,
};
