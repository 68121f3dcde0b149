/** ISx, an integer sort in three scalings; each PE has 1 GiB of symmetric heap, whatever the number of keys. */
import { OPENSHMEM } from '../references.js';

export default {
  repository: 'ParRes/ISx',
  folders: [],
  flags: [],
  reference: OPENSHMEM,
  env: { SHMEM_SYMMETRIC_SIZE: '1100M' },
  refuses: /Failed Verification|Verification Failed/,
  programs: Object.fromEntries(
    ['strong', 'weak', 'weak-iso'].map((name, i) => [
      name,
      { sourcesIn: ['SHMEM'], flags: [`-DSCALING_OPTION=${i + 1}`], words: ['100000', '5', 'isx.log'], most: 2 },
    ]),
  ),
};
