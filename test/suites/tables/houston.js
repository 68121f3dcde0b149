/** The University of Houston's tests, of OpenSHMEM 1.2's features and times. */
import { OPENSHMEM } from '../references.js';

export default {
  repository: 'openshmem-org/tests-uh',
  folders: ['feature_tests/C', 'feature_tests/Fortran', 'performance_tests/micro_benchmarks'],
  flags: [],
  reference: OPENSHMEM,
  refuses: /\bFailed\b/,
  programs: { test_shmem_global_exit: { status: 99 } },
};
