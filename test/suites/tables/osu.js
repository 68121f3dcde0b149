/** Ohio State University's micro-benchmarks of OpenSHMEM. Those of one transfer take where their memory is: in the heap or static. */
import { OPENSHMEM } from '../references.js';

const benchmark = (name, words) => ({ sources: [`openshmem/osu_oshm_${name}.c`, 'openshmem/osu_common.c'], words });

export default {
  repository: 'forresti/osu-micro-benchmarks',
  folders: [],
  flags: ['-Iopenshmem'],
  reference: OPENSHMEM,
  env: { SHMEM_SYMMETRIC_SIZE: '512M' },
  programs: Object.fromEntries([
    ...['get', 'put', 'put_mr', 'atomics'].flatMap((name) =>
      ['heap', 'global'].map((where) => [`osu_oshm_${name} ${where}`, benchmark(name, [where])]),
    ),
    ...['barrier', 'broadcast', 'collect', 'fcollect', 'reduce'].map((name) => [
      `osu_oshm_${name}`,
      benchmark(name, ['-i', '100']),
    ]),
  ]),
};
