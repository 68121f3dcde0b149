/** Cray's tests: sma1 is C, sma2 C++, smaf Fortran. */
import { OPENSHMEM } from '../references.js';

export default {
  repository: 'openshmem-org/tests-cray',
  folders: ['sma1', 'sma2', 'smaf'],
  flags: ['-DHAVE_SHORT', '-DHAVE_LONG_LONG', '-DNEEDS_FINALIZE'],
  reference: OPENSHMEM,
  refuses: /\bFAIL\b/,
  programs: {},
};
