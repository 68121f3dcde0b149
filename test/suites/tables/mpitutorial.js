/** The programs of mpitutorial.com's lessons; arguments are those of its script. */
import { MPICH } from '../references.js';

const LESSONS = {
  'mpi-hello-world': ['mpi_hello_world'],
  'mpi-send-and-receive': ['send_recv', 'ping_pong', 'ring'],
  'dynamic-receiving-with-mpi-probe-and-mpi-status': ['check_status', 'probe'],
  'mpi-broadcast-and-collective-communication': ['my_bcast', 'compare_bcast'],
  'mpi-scatter-gather-and-allgather': ['avg', 'all_avg'],
  'mpi-alltoall-and-v-routines': ['bin'],
  'mpi-reduce-and-allreduce': ['reduce_avg', 'reduce_stddev'],
  'performing-parallel-rank-with-mpi': ['random_rank'],
  'introduction-to-groups-and-communicators': ['comm_split', 'comm_groups'],
};
const WORDS = { compare_bcast: ['100000', '10'], avg: ['100'], all_avg: ['100'], bin: ['100'], random_rank: ['100'], reduce_avg: ['100'], reduce_stddev: ['100'] };

const programs = Object.entries(LESSONS).flatMap(([lesson, names]) =>
  names.map((name) => [name, { sources: [`tutorials/${lesson}/code/${name}.c`], words: WORDS[name] ?? [] }]),
);
programs.find(([name]) => name === 'random_rank')[1].sources.push('tutorials/performing-parallel-rank-with-mpi/code/tmpi_rank.c');

export default {
  repository: 'mpitutorial/mpitutorial',
  folders: [],
  flags: ['-std=gnu99'],
  reference: MPICH,
  programs: Object.fromEntries(programs),
};
