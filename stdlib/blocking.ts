/**
 * Which library functions may wait, or call a function of the program: of those that know of the job all but some, of C's library some.
 *
 * Takes a name. The compiler's analysis `blocking` asks for it.
 */
import { functionNames } from '../runtime/index.ts';
import { jobLibraries } from './libraries.ts';

/** Functions about the job that only compute, or look into this thread's own memory. */
const AT_ONCE: readonly RegExp[] = [
  /^upc_(threadof|phaseof|addrfield|resetphase|affinitysize|cast|thread_info|atomic_isfast)$/,
  /^bupc_(local_to_shared|ptradd|dump_shared|cast|castable|thread_castable|thread_distance|getenv)$/,
  /^bupc_extern_(getenv|mythread|threads)$/,
  /^b?upc_tick(s|_)/,
  /^(xmp_wtime|xmp_wtick|__coarray_\w+_fault|__pgasc_foreign_cast)$/,
  /^xmp(c|)_(this_image|num_images|node_num|num_nodes|all_node_num|all_num_nodes)$/,
  /^__coarray_(this_image|num_images|image_of_\w+|image|team_number|get_team|coshape)$/,
  /^gasnet_(getenv|mynode|nodes|ErrorName|ErrorDesc|AMMax\w+|AMGetMsgSource|getMax\w+SegmentSize|getSegmentInfo|getNodeInfo)$/,
  /^gasnet_(set_waitmode|hsl_init|hsl_destroy)$/,
  /^(shmem_ptr|__shmem_(refuse|refuse_pe|uninitialized|state))$/,
  /^__ga_abort$/,
  /^__mpi_comm_of$/,
  /^__armci_(refuse|uninitialized|check_proc|domain_of|\w+_of_domain|group_(rank|size|member|team))$/,
  /^P?MPI_(Wtime|Wtick)$/,
];

/** Functions of C's library, and of files in UPC, that wait for time, input, output, other threads, or run what they were given. */
const WAITING: readonly RegExp[] = [
  /^__pgasc_(sleep|wait_for_ever|accept)$/,
  /^(exit|abort|raise|kill|sigprocmask|system|popen|pclose|__assert_fail|psignal|perror)$/,
  /^(read|write|pread|pwrite|readv|writev|close|fsync|fdatasync)$/,
  /^v?(f|d|)(printf|scanf)$/,
  /^f?(getc|putc|gets|puts)(har|)(_unlocked|)$/,
  /^(getchar|putchar)(_unlocked|)$/,
  /^(fread|fwrite|getdelim|getline|fopen|freopen|fdopen|fclose|fflush|setvbuf|setbuffer|setbuf|setlinebuf|rewind)$/,
  /^f(seeko?|tello?|getpos|setpos)$/,
  /^upc_all_f/,
];

const ofTheJob = new Set(functionNames(jobLibraries));

export function libraryMayBlock(name: string): boolean {
  const some = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(name));
  return ofTheJob.has(name) ? !some(AT_ONCE) : some(WAITING);
}
