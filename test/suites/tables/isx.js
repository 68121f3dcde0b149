/** ISx, an integer sort in three scalings. */
import { OPENSHMEM } from '../references.js';

export default {
  repository: 'ParRes/ISx',
  folders: [],
  flags: [],
  reference: OPENSHMEM,
  programs: Object.fromEntries(
    ['strong', 'weak', 'weak-iso'].map((name) => [
      name,
      { sourcesIn: ['SHMEM'], excluded: 'over 4 GiB: 1.5 GiB a PE' },
    ]),
  ),
};
