/**
 * bale's applications over its libraries (aggregation by exstack, exstack2 and conveyors) and the conveyors' own programs, which are written in UPC
 * and C: over OpenSHMEM all of it is compiled as C. Each application runs all its implementations and compares or verifies their results.
 */
import { OPENSHMEM } from '../references.js';

const CLASSIC = 'src/bale_classic';
const CONVEY = `${CLASSIC}/convey`;
const within = (folder, names) => names.map((name) => `${CLASSIC}/${folder}/${name}`);

const conveyors = [
  ...within(
    'convey',
    [
      'circle codata common convey elastic packer porter simple squeeze tensor trivial twohop',
      'biconvey bisimple bitensor putport mpp2shmem',
    ].flatMap((names) => names.split(' ').map((name) => `${name}.c`)),
  ),
  'accel_x.c',
];
const libraries = [
  ...within('libgetput', ['libgetput.upc']),
  ...within('std_options', ['std_options.upc']),
  ...within('exstack', ['exstack.upc', 'exstack2_shmem.c']),
  ...within(
    'spmat',
    ['geometric', 'spmat_agp', 'spmat_conveyor', 'spmat_exstack', 'spmat_exstack2', 'spmat_io', 'spmat_utils'].map(
      (name) => `${name}.upc`,
    ),
  ),
  ...conveyors,
];

const application = (folder, names, words) => ({
  sources: [
    ...within(
      `apps/${folder}`,
      names.split(' ').map((name) => `${name}.upc`),
    ),
    ...libraries,
  ],
  flags: ['', '/alternates'].map((part) => `-I${CLASSIC}/apps/${folder}${part}`),
  words,
});
const alternates = (name, parts) =>
  parts
    .split(' ')
    .map((part) => `alternates/${name}_${part}`)
    .join(' ');
const conveyor = (names, words) => ({ sources: [...within('convey', names), ...conveyors], flags: [], words });

/** What the packages' configure finds; what they define themselves. */
const CONFIGURED = [
  ...['SHMEM_FREE', 'SHMEM_ALIGN', 'SHMEM_GLOBAL_EXIT', 'SHMEM_PUTMEM_NBI', 'SHMEM_PTR', 'SHMEM_H', 'UNISTD_H'],
  ...['INTTYPES_H', 'STDALIGN_H', 'STDATOMIC_H', '_ATOMIC_UINT64_T', 'USABLE_ATOMICS', 'GETHOSTNAME'],
].map((name) => `#define HAVE_${name} 1\n`);

export default {
  repository: 'jdevinney/bale',
  folders: [],
  flags: [
    ...['libgetput', 'std_options', 'spmat', 'exstack', 'convey'].map((name) => `-I${CLASSIC}/${name}`),
    ...['-DUSE_SHMEM', '-D_XOPEN_SOURCE=700', '-DHAVE_CONFIG_H=1'],
  ],
  reference: OPENSHMEM,
  refuses: /\bERROR\b|FAILED/,
  files: {
    'config.h': `${CONFIGURED.join('')}#define MPP_RAW_SHMEM 1
#define MPP_USE_SHMEM 1
#define CONVEY_BUFFER_SIZE 10000
#define ENABLE_NONBLOCKING 1
#define PACKAGE_VERSION "0.6.0"
`,
  },
  scripts: { 'accel_x.c': ['perl', `${CONVEY}/cases.pl`, '-E', CONVEY, '-p', `${CONVEY}/accel.c`] },
  programs: {
    histo: application(
      'histo_src',
      `histo histo_agp histo_exstack histo_conveyor histo_exstack2 ${alternates('histo', 'exstack2_cyclic exstack2_goto exstack2_function exstack_function')}`,
      ['-n', '1000'],
    ),
    ig: application(
      'ig_src',
      `ig ig_agp ig_exstack ig_exstack2 ig_conveyor ${alternates('ig', 'exstack2_cyclic exstack2_goto exstack_function exstack_pkg')}`,
      ['-n', '1000'],
    ),
    topo: application(
      'topo_src',
      `toposort toposort_agp toposort_exstack toposort_exstack2 toposort_conveyor ${alternates('toposort', 'agp_oo cooler exstack_orig')}`,
      ['-n', '100'],
    ),
    randperm: application('randperm_src', `randperm ${alternates('randperm', 'agp_opt')}`, ['-n', '1000']),
    permute_matrix: application('permute_matrix_src', 'permute_matrix', ['-n', '100']),
    transpose_matrix: application('transpose_matrix_src', 'transpose_matrix', ['-n', '100']),
    triangles: application(
      'triangle_src',
      `triangle triangle_agp triangle_exstack triangle_exstack2 triangle_conveyor ${alternates('triangle', 'agp_opt1 agp_opt2 agp_iter')}`,
      ['-n', '100'],
    ),
    sparse_matrix_io: application('sparse_matrix_io_src', 'sparse_matrix_io', ['-n', '100']),
    sssp: application(
      'sssp_src',
      `sssp sssp_bellman_exstack sssp_bellman_exstack2 sssp_bellman_conveyor sssp_delta_exstack sssp_delta_conveyor sssp_delta_exstack2 sssp_delta_common ${alternates('sssp', 'bellman_agp')}`,
      ['-n', '100'],
    ),
    'alltoallv simple': conveyor(
      ['alltoallv.c', 'a2a_align.c', 'a2a_apps.c', 'a2a_basic.c'],
      ['-R', '-A', '-c160', '-w10', '-C', 'simple', '100', '16'],
    ),
    histogram: conveyor(['examples/histo.c'], []),
    indexgather: conveyor(['examples/gather.c'], []),
    bigather: conveyor(['examples/bigather.c'], []),
    meld: conveyor(['examples/meld.c'], []),
  },
};
