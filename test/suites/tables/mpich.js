/**
 * MPICH's own tests of MPI-3.1 in C, of version 3.2.1: each program says No Errors. Numbers of ranks, arguments, and which programs must end with a
 * status other than 0 are those of its testlists; flags of programs that share a source are those of its Makefile.am files.
 */
import { DYNAMIC, INTERNALS, MEMORY, PART, PROCESSES, THREADED } from '../reasons.js';
import { MPICH } from '../references.js';

const FOLDERS = ['attr', 'coll', 'comm', 'datatype', 'errhan', 'group', 'info', 'init', 'io', 'pt2pt', 'topo', 'mpi_t'];
const ERRORS = ['attr', 'coll', 'comm', 'datatype', 'faults', 'group', 'io', 'pt2pt', 'rma', 'topo'];
const THREADS = ['coll', 'comm', 'mpi_t', 'pt2pt', 'rma'];
const FOUND = [
  ...['UNISTD_H', 'STRING_H', 'STDLIB_H', 'STDIO_H', 'STDARG_H', 'STDINT_H', 'SYS_TIME_H', 'USLEEP'],
  ...['LONG_LONG', 'LONG_LONG_INT', 'LONG_DOUBLE', '_BOOL', 'FLOAT__COMPLEX', 'DOUBLE__COMPLEX', 'LONG_DOUBLE__COMPLEX'],
  ...['MPI_WIN_CREATE', 'MPI_INIT_THREAD', 'MPI_TYPE_CREATE_STRUCT', 'MPI2_COMBINERS', 'MPI_INTEGER16'],
];

/** Programs that take another number of ranks than both 2 and 4, by it. */
const RANKS = {
  1: 'getcnterr struct-ezhov zeroparms',
  2: 'attrt op_commutative iallred ibarrier dup ctxalloc probe-intercomm comm_idup_mul comm_idup_overlap getpartelm tresized tresized2 sendrecvt2 sendrecvt4 tfree subarray dataalign commcall getextent i_noncontig i_noncontig_coll i_types_with_zeros sendrecv2 sendrecv3 anyall eagerdt pingping bottom bsendalign bsendpending bsendfrag rqstatus scancel scancel2 pscancel rcancel cancelrecv scancel_unmatch cancelanysrc mprobe winname allocmem putfence1 getfence1 transpose1 transpose2 transpose3 transpose3_shm transpose5 transpose7 test1 test2 test2_shm test3 test3_shm test4 test5 lockopts lock_dt lock_dt_flush lock_dt_flushlocal transpose4 wintest wintest_shm test1_am test2_am test2_am_shm test3_am test3_am_shm test4_am test5_am test1_dt wincall locknull rmanull rmazero strided_acc_indexed strided_acc_onelock strided_acc_subarray strided_get_indexed window_creation put_base put_bottom manyrma2 manyrma2_shm manyrma3 rput_local_comp racc_local_comp rma-contig badrma fence_shm get-struct at_complete aint acc-pairtype manyget large-small-acc noalias nb_noalias rerr nb_rerr truncmsg1 truncmsg2 errinstatts errinstatta errinstatws errinstatwa winerr winerr2 cas_type_check win_sync_unlock win_sync_free_pt win_sync_free_at win_sync_complete win_sync_lock_at win_sync_lock_pt win_sync_lock_fence win_sync_nested win_sync_op',
  3: 'adlb_mimic1 lockcontention atomic_rmw_fop atomic_rmw_cas atomic_rmw_gacc atomic_get derived-acc-flush_local large-acc-flush_local win_shared_put_flush_load win_shared_acc_flush_load win_shared_gacc_flush_load win_shared_fop_flush_load win_shared_cas_flush_load put_flush_get acc_flush_get gacc_flush_get fop_flush_get cas_flush_get',
  4: 'grouptest2',
  5: 'allred5 reduce coll2 coll3 coll6 exscan2 icallreduce icreduce icscatter icgather icallgather icbarrier icallgatherv icgatherv icscatterv icalltoall icalltoallv icalltoallw opprod opmax opmaxloc nbcoll2',
  6: 'comm_idup_iallreduce comm_idup_nb comm_idup_isend comm_idup_comm comm_idup_comm2 comm_info',
  7: 'fetchandadd fetchandadd_tree fetchandadd_am fetchandadd_tree_am nullpscw nullpscw_shm',
  8: 'alltoall1 redscat3 redscatinter redscatblk3 redscatbkinter nballtoall1 nbredscat3 nbredscatinter nbicbcast nbicallreduce nbicreduce nbicscatter nbicgather nbicallgather nbicbarrier nbicallgatherv nbicgatherv nbicscatterv nbicalltoall nbicalltoallv nbicalltoallw commcreate1 icgroup icm icsplit iccreate grouptest gtranks sendflood lockcontention3 ccreate1',
  10: 'allred3 red3 red4 alltoallv alltoallv0 alltoallw1 alltoallw2 allgather2 allgather3 allgatherv2 allgatherv3 allgather_struct bcast_min_datatypes bcast_comm_world exscan isendirecv',
  12: 'cmsplit2 darray-cyclic',
  20: 'gtranksperf',
  33: 'ic2',
  128: 'many_isend',
};

/** Programs that share a source, by its folder and name, with their flags. */
const MUTEX = { sources: ['rma/mutex_bench', 'rma/mcs-mutex'] };
const variants = (source, flags) => Object.entries(flags).map(([name, words]) => [name, { sources: [source], flags: words }]);
const kinds = (source, name, flag, all) => variants(source, Object.fromEntries(all.map((kind) => [name(kind), [`-D${flag}_${kind.toUpperCase()}`]])));
const NONBLOCKING = ['redscat', 'redscat3', 'redscatinter', 'coll2', 'icbarrier', 'icallgather', 'icallgatherv', 'icallreduce', 'icalltoall', 'icalltoallv', 'icalltoallw', 'icbcast', 'icgather', 'icgatherv', 'icreduce', 'icscatter', 'icscatterv'];
const ALLOCATED = ['manyrma2', 'wintest', 'transpose3', 'nullpscw', 'pscw_ordering', 'test2', 'test2_am', 'test3', 'test3_am'];
const STORES = ['put', 'acc', 'gacc', 'fop', 'cas'];
const TYPES = ['short', 'int', 'long', 'double'];
const SHARED = [
  ...variants('coll/bcast', { bcast_full: [], bcast_min_datatypes: ['-DBCAST_MIN_DATATYPES_ONLY'], bcast_comm_world: ['-DBCAST_COMM_WORLD_ONLY'] }),
  ...NONBLOCKING.flatMap((name) => variants(`coll/${name}`, { [`nb${name}`]: ['-DUSE_MTEST_NBC'] })),
  ...variants('coll/alltoall1', { nballtoall1: ['-DUSE_MTEST_NBC'] }),
  ...kinds('rma/fetch_and_op', (kind) => `fetch_and_op_${kind}`, 'FOP_TYPE', ['char', ...TYPES, 'long_double']),
  ...kinds('rma/get_accumulate', (kind) => `get_accumulate_${kind}`, 'GACC_TYPE', TYPES),
  ...TYPES.flatMap((kind) =>
    variants('rma/get_accumulate', { [`get_accumulate_${kind}_derived`]: [`-DGACC_TYPE_${kind.toUpperCase()}`, '-DGACC_TYPE_DERIVED'] }),
  ),
  ...kinds('rma/wrma_flush_get', (kind) => `${kind}_flush_get`, 'TEST', STORES),
  ...kinds('rma/win_shared_rma_flush_load', (kind) => `win_shared_${kind}_flush_load`, 'TEST', STORES),
  ...variants('rma/win_shared_create', { win_shared_create_allocshm: ['-DUSE_INFO_ALLOC_SHM'], win_shared_create_no_allocshm: [] }),
  ...variants('rma/linked_list_bench_lock_shr', { linked_list_bench_lock_shr_nocheck: ['-DUSE_MODE_NOCHECK'] }),
  ...variants('rma/req_example', { req_example_shm: ['-DUSE_WIN_ALLOC_SHM'] }),
  ...ALLOCATED.flatMap((name) => variants(`rma/${name}`, { [`${name}_shm`]: ['-DUSE_WIN_ALLOCATE'] })),
  ['mutex_bench', MUTEX],
  ['mutex_bench_shared', { ...MUTEX, flags: ['-DUSE_WIN_SHARED'] }],
  ['mutex_bench_shm', { ...MUTEX, flags: ['-DUSE_WIN_ALLOC_SHM'] }],
  ['mutex_bench_shm_ordered', { ...MUTEX, flags: ['-DUSE_WIN_ALLOC_SHM', '-DUSE_CONTIGUOUS_RANK'] }],
  ...variants('errors/coll/bcastlength', { ibcastlength: ['-DUSE_MTEST_NBC'] }),
  ...variants('errors/coll/noalias', { nb_noalias: ['-DUSE_MTEST_NBC'] }),
  ...variants('errors/coll/rerr', { nb_rerr: ['-DUSE_MTEST_NBC'] }),
].map(([name, { sources, flags }]) => [name, { sources: sources.map((source) => `test/mpi/${source}.c`), flags }]);

const LARGE = { excluded: `${MEMORY}: counts of bytes above 2^31` };
const INSIDE = { excluded: `${INTERNALS}: mpiimpl.h` };
const LIMITED = { excluded: `${INTERNALS}: its limit of communicators` };
const OF_OTHERS = { excluded: PART };
const FAILS = { fails: true };
const NAMED = [
  ...SHARED,
  ...Object.entries(RANKS).flatMap(([ranks, names]) => names.split(' ').map((name) => [name, { ranks: Number(ranks) }])),
  ...['big_count_status', 'large_message', 'large-count', 'large_type', 'large_type_sendrec', 'large_vec', 'win_large_shm', 'gather_big', 'bigtype', 'i_bigtype'].map((name) => [name, LARGE]),
  ...['segtest', 'glpid', 'errmsg'].map((name) => [name, INSIDE]),
  ...['bcast', 'fetch_and_op', 'get_accumulate', 'mcs-mutex', 'win_shared_create', 'win_shared_rma_flush_load', 'wrma_flush_get'].map((name) => [name, OF_OTHERS]),
  ...['too_many_comms', 'too_many_comms2', 'too_many_comms3', 'too_many_icomms', 'too_many_icomms2'].map((name) => [name, LIMITED]),
  ...['errfatal', 'exitst1', 'exitst2'].map((name) => [name, FAILS]),
  ['exitst3', { excluded: PROCESSES }],
  ['timeout', { excluded: `${INTERNALS}: the time limit of its mpiexec` }],
  ['simple_collective', { words: ['simple_collective.testfile'] }],
  ['indexed-misc', { mistake: 'makes a datatype of one that it has freed' }],
  ['cartsuball', { mistake: 'wants no communicator at ranks whose grid without dimensions is of themselves, which Open MPI gives too' }],
  ['cvarwrite', { mistake: 'writes control variables that are constant' }],
  ['keyvalmis', { mistake: "expects a window to have MPI_COMM_WORLD's error handler" }],
  ['contents', { mistake: 'wants MPI_COMBINER_HVECTOR_INTEGER and others, which MPI 3.0 has removed' }],
  ['struct-no-real-types', { mistake: 'wants -10 as the extent of {(LB, 10)}, which is 0 by the formula of MPI 3.1, 4.1.6' }],
  ...['bcastlength', 'ibcastlength'].map((name) => [name, { mistake: 'gives different lengths, which ends the job here' }]),
  ['initth', { sources: ['test/mpi/threads/init/initth.c'] }],
];

/** A program may be in several of the lists above. */
const programs = {};
for (const [name, program] of NAMED) programs[name] = { ...programs[name], ...program };

export default {
  repository: 'pmodels/mpich, test/mpi',
  folders: [...FOLDERS, ...ERRORS.map((name) => `errors/${name}`), 'rma'].map((name) => `test/mpi/${name}`),
  excluded: Object.fromEntries([
    ...THREADS.map((name) => [`test/mpi/threads/${name}`, THREADED]),
    ...['errors/spawn', 'threads/spawn'].map((name) => [`test/mpi/${name}`, DYNAMIC]),
  ]),
  /** That of its script of tests. */
  limit: 180,
  ways: ['smp, 2', 'smp, 4', 'sfi, 2 processes', 'mvapich2x-qdr, 4, 2 a node'],
  flags: ['-std=gnu99', '-Itest/mpi/include'],
  reference: MPICH,
  /** What its configure finds. */
  files: {
    'mpitestconf.h': [
      ...FOUND.map((name) => `#define HAVE_${name} 1`),
      '#define USE_STRICT_MPI 1',
      '#define USE_LONG_DOUBLE_COMPLEX 1',
      '#define SIZEOF_INT 4',
      '#define SIZEOF_VOID_P __SIZEOF_POINTER__',
      '#define SIZEOF_LONG 8',
      '',
    ].join('\n'),
  },
  parts: ['mtest', 'dtypes', 'mtest_datatype', 'mtest_datatype_gen'].map((name) => `test/mpi/util/${name}.c`),
  wants: /No Errors/i,
  refuses: /Found \d+ errors/,
  programs,
};
