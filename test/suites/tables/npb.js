/** The parts of the NAS Parallel Benchmarks 3.4 over MPI that are in C: the integer sort and the data traffic of a graph. */
import { MPICH } from '../references.js';

/** npbparams.h as its setparams writes it, for the classes S, W and A: samples, their deviation and sources of DT. */
const CLASSES = { S: [1728, 128, 4], W: [1728 * 8, 256, 8], A: [1728 * 64, 512, 16] };
const TEXTS = ['COMPILETIME', 'MPICC', 'CFLAGS', 'CLINK', 'CLINKFLAGS', 'CMPI_LIB', 'CMPI_INC'];
const HEADER = ['#define NPBVERSION "3.4"', ...TEXTS.map((name) => `#define ${name} "unknown"`), ''].join('\n');

const COMMON = ['common/c_print_results.c', 'common/c_timers.c'];
const within = (files) => files.map((file) => `NPB3.4-MPI/${file}`);
const sort = (size) => ({ sources: within(['IS/is.c', ...COMMON]), flags: [`-DCLASS='${size}'`] });

function traffic(size, graph, ranks) {
  const [samples, deviation, sources] = CLASSES[size];
  return {
    sources: within(['DT/dt.c', 'DT/DGraph.c', 'common/randdp.c', ...COMMON]),
    flags: [`-DCLASS='${size}'`, `-DNUM_SAMPLES=${samples}`, `-DSTD_DEVIATION=${deviation}`, `-DNUM_SOURCES=${sources}`],
    words: [graph],
    ranks,
  };
}

export default {
  repository: 'mbdevpl/nas-parallel-benchmarks',
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes'],
  limit: 300,
  folders: [],
  flags: ['-std=gnu99'],
  files: { 'npbparams.h': HEADER },
  reference: MPICH,
  wants: /Verification += +SUCCESSFUL/,
  programs: {
    'IS, class S': sort('S'),
    'IS, class W': sort('W'),
    'IS, class A': sort('A'),
    'DT, black hole, class S': traffic('S', 'BH', 5),
    'DT, white hole, class S': traffic('S', 'WH', 5),
    'DT, shuffle, class S': traffic('S', 'SH', 12),
    'DT, black hole, class W': traffic('W', 'BH', 11),
    'DT, white hole, class W': traffic('W', 'WH', 11),
  },
};
