/**
 * What compiles and runs the same sources elsewhere: `compile`, the words before the sources, `libraries`, those after them, `run`, the words before the
 * program; `parts`, sources of the suite that are compiled too, for what the reference lacks; `standard`, the names that a program may use though the
 * reference lacks them.
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

export const MPICH = {
  name: "Debian's MPICH",
  compile: ['mpicc.mpich'],
  libraries: ['-lm'],
  run: (ranks) => ['mpirun.mpich', '-np', `${ranks}`],
  standard: /^P?MPI_/,
};

const MPI = { compile: ['mpicc.openmpi'], run: mpirun('mpirun.openmpi') };
export const ARMCI = {
  ...MPI,
  name: "Debian's ARMCI-MPI over Open MPI",
  libraries: ['-larmci-openmpi', '-lm'],
  standard: /^p?armci_|^P?ARMCI_/,
};
export const GLOBAL_ARRAYS = {
  ...MPI,
  name: "Debian's Global Arrays 5.8.2 over ARMCI-MPI and Open MPI",
  libraries: ['-lga-openmpi', '-lscalapack-openmpi', '-l:liblapack.so.3', '-l:libblas.so.3', '-larmci-openmpi', '-lgfortran', '-lm'],
  standard: /(?!)/, // it is the whole of that version
};
