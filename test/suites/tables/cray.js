/** Cray's tests: sma1 is C, sma2 C++, smaf Fortran. HAVE_SHORT is for sma2 alone: OpenSHMEM has no atomic operations on short. */
import { OPENSHMEM } from '../references.js';

export default {
  repository: 'openshmem-org/tests-cray',
  folders: ['sma1', 'sma2', 'smaf'],
  flags: ['-DHAVE_LONG_LONG', '-DNEEDS_FINALIZE'],
  reference: OPENSHMEM,
  refuses: /\bFAIL\b/,
  programs: {},
};
