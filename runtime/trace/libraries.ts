/**
 * Recording of OpenSHMEM's, ARMCI's and MPI's functions: what of them communicates, and which arguments say whom with and how much.
 *
 * OpenSHMEM's and ARMCI's functions in C end in a few of the runtime, to which they give all that is recorded: those are named here,
 * with their parameters as in shmem/job.h and armci/job.h. MPI's are recorded under their own names, as messages: what a send gives
 * away is noted where it is sent (mpi/post.ts), what an accumulate moves where it begins (mpi/accumulates.ts). Global Arrays' functions are ARMCI's.
 */
import { sizeOfAtomic, typeOf } from '../extended/atomics/machine.ts';
import type { Group, Interposed, Measure } from './operations.ts';

/** Of shmem_iput and iget: (name, dest, source, dst, sst, nelems, size, pe). */
const elementsBytes: Measure = (_, [, , , , , nelems, size]) => (nelems! >>> 0) * size!;

/** Of shmem_atomic: (name, operation, kind, ...). */
const kindBytes: Measure = (_, [, , kind]) => sizeOfAtomic(typeOf(kind!));

const SHMEM: readonly Interposed[] = [
  { names: /^__shmem_put(_nbi)?$/, group: 'PUT', thread: 4, address: 1, bytes: 3 },
  { names: /^__shmem_get(_nbi)?$/, group: 'GET', thread: 4, address: 2, bytes: 3 },
  { names: /^__shmem_iput$/, group: 'PUT', thread: 7, bytes: elementsBytes },
  { names: /^__shmem_iget$/, group: 'GET', thread: 7, bytes: elementsBytes },
  { names: /^__shmem_atomic$/, group: 'ATOMIC', thread: 7, address: 3, bytes: kindBytes },
  { names: /^(shmem_(set|test)|__shmem_clear)_lock$/, group: 'LOCK' },
  { names: /^__shmem_wait$/, group: 'EVENT' },
  { names: /^__shmem_(barrier|team_sync)$/, group: 'BARRIER' },
  { names: /^__shmem_(broadcast|f?collect|alltoalls?|reduce|scan|split)$/, group: 'COLLECTIVE' },
  {
    names: /^(shmem_(malloc(_with_hints)?|calloc|align|realloc|free)|sh(malloc|memalign|realloc|free))$/,
    group: 'COLLECTIVE',
  },
];

/** Words of struct __armci_call. */
const [KIND, PROC] = [1, 2];
const wordOfCall =
  (word: number): Measure =>
  ({ space: { I32 } }, [call]) =>
    I32[(call! >>> 2) + word]!;
const kindOfCall = wordOfCall(KIND);

/** Of the kinds of copies a get is the second: what it reads lies at its source. */
const GET_KIND = 1;
const remoteOfCall: Measure = (by, values) => values[kindOfCall(by, values) === GET_KIND ? 1 : 2]!;

/** ARMCI's copies of a form, which are a put, a get or an accumulate as their record says. */
function copies(names: RegExp, form: string, bytes: number | Measure, address?: Measure): Interposed {
  const operations = (['Put', 'Get', 'Acc'] as const).map((kind) => ({
    name: `ARMCI_${kind}${form}`,
    group: (kind === 'Get' ? 'GET' : 'PUT') as Group,
  }));
  const thread = wordOfCall(PROC);
  return { names, group: 'PUT', thread, bytes, forms: { operations, which: kindOfCall }, ...(address && { address }) };
}

/** ARMCI_MAX_STRIDE_LEVEL: a call with more is refused. */
const MOST_LEVELS = 8;

/** Of strided copies: (call, src, strides, dst, strides, counts, levels), with the counts of all levels in memory. */
const levelsBytes: Measure = ({ space: { I32 } }, [, , , , , counts, levels]) =>
  I32.subarray(counts! >>> 2, (counts! >>> 2) + Math.min(levels!, MOST_LEVELS) + 1).reduce(
    (bytes, count) => bytes * count,
    1,
  );

/** Of copies by lists: (call, lists, length); a list has two addresses, the number of pieces, the bytes of each. */
const listsBytes: Measure = ({ space: { I32 } }, [, lists, length]) => {
  const words = I32.subarray(lists! >>> 2, (lists! >>> 2) + 4 * length!);
  let bytes = 0;
  for (let i = 0; i < words.length; i += 4) bytes += words[i + 2]! * words[i + 3]!;
  return bytes;
};

const ARMCI: readonly Interposed[] = [
  copies(/^__armci_contiguous$/, '', 3, remoteOfCall),
  copies(/^__armci_strided$/, 'S', levelsBytes),
  copies(/^__armci_vector$/, 'V', listsBytes),
  { names: /^__armci_rmw$/, group: 'ATOMIC', thread: 5, address: 4, bytes: (_, [, , isLong]) => (isLong ? 8 : 4) },
  { names: /^__armci_(test|wait_for)$/, group: 'SYNC' },
  { names: /^__armci_(un)?lock$/, group: 'LOCK' },
  { names: /^__armci_notify(_wait)?$/, group: 'EVENT' },
  { names: /^__armci_(team_)?barrier$/, group: 'BARRIER' },
  { names: /^__armci_(create|destroy)_mutexes$/, group: 'COLLECTIVE' },
  { names: /^__armci_(malloc|free|group|group_free|broadcast|reduce|exchange)$/, group: 'COLLECTIVE' },
  { names: /^__armci_send$/, group: 'MESSAGE', thread: 4, bytes: 3 },
  { names: /^__armci_receive$/, group: 'MESSAGE' },
];

const MPI: readonly Interposed[] = [
  { names: /^(?:P|__)?MPI_(I?[bsr]?send|I?recv|Sendrecv|I?probe)$/i, group: 'MESSAGE' },
  { names: /^(?:P|__)?MPI_(Wait|Test)(all|any|some)?$/, group: 'SYNC' },
  { names: /^(?:P|__)?MPI_Barrier$/, group: 'BARRIER' },
  {
    names: /^(?:P|__)?MPI_(Bcast|(All)?gatherv?|Scatterv?|Alltoallv?|(All)?reduce(_scatter(_block)?)?|(Ex)?scan)$/i,
    group: 'COLLECTIVE',
  },
  {
    names: /^(?:P|__)?MPI_(Comm_(dup|split|create|free)|Win_(create(_dynamic)?|allocate(_shared)?|free))$/,
    group: 'COLLECTIVE',
  },
  { names: /^(?:P|__)?MPI_R?(put|accumulate)$/i, group: 'PUT' },
  { names: /^(?:P|__)?MPI_R?get$/i, group: 'GET' },
  { names: /^(?:P|__)?MPI_(R?get_accumulate|Fetch_and_op|Compare_and_swap)$/i, group: 'ATOMIC' },
  { names: /^(?:P|__)?MPI_Win_(un)?lock(_all)?$/, group: 'LOCK' },
  { names: /^(?:P|__)?MPI_Win_fence$/, group: 'BARRIER' },
  { names: /^(?:P|__)?MPI_Win_(post|start|complete|wait|test|flush(_local)?(_all)?)$/, group: 'SYNC' },
];

export const LIBRARIES: readonly Interposed[] = [...SHMEM, ...ARMCI, ...MPI];
