/**
 * Initialization and end, barriers of all PEs, refusals of the functions in C, pointers to other PEs' memory.
 */
import { FOREIGN_CAST, type NativeFunction } from '../../runtime/abi.ts';
import { commutesWhile } from '../../runtime/core/commuting.ts';
import { leave } from '../../runtime/core/leaving.ts';
import { inHex, inUnits } from '../../runtime/errors.ts';
import { isReached } from '../../runtime/memory/space.ts';
import { badPe, notInitialized } from './errors.ts';
import type { State } from './state.ts';

export function life(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  const functions: Record<string, NativeFunction> = {
    __shmem_init: (name: number) => {
      state.open(state.nameAt(name));
      if (environment.MYTHREAD === 0) tellOf(state);
      runtime.barrier.meet(() => state.nameAt(name));
    },
    __shmem_state: (word: number) => state.words[word]!,
    /** All that is under way is over at a barrier. */
    __shmem_finalize: (name: number) => {
      state.initialized(state.nameAt(name));
      runtime.barrier.meet(() => state.nameAt(name));
      runtime.job.poll(); // what is left of collective calls that did not match is told
      state.close();
    },
    __shmem_completed: () => state.buffers.end(),
    __shmem_barrier: (name: number, hasArrived: number) =>
      runtime.barrier.meet(() => state.nameAt(name), hasArrived !== 0),
    shmem_global_exit: (status: number) => {
      runtime.runExitActions();
      return leave(runtime, status & 255);
    },
    __shmem_uninitialized: (name: number) => state.fail(notInitialized(state.nameAt(name), state.isClosed)),
    __shmem_refuse: (name: number, argument: number, value: number, rule: number) =>
      state.refuse(state.nameAt(name), state.nameAt(argument), inHex(value), state.nameAt(rule)),
    __shmem_refuse_pe: (name: number, pe: number, pes: number) => state.fail(badPe(state.nameAt(name), pe, pes)),
    shmem_ptr: (address: number, pe: number) => pointerTo(state, address, pe),
  };
  commutesWhile(() => runtime.barrier.commutes(), functions.__shmem_barrier!);
  return functions;
}

/** What OpenSHMEM's variables ask for (OpenSHMEM 1.5, 8): they count if they are set. */
function tellOf({ environment }: State): void {
  const { variables, runtime, THREADS } = environment;
  if (variables.SHMEM_VERSION !== undefined) runtime.job.inform(VERSION);
  if (variables.SHMEM_INFO !== undefined) for (const line of INFO) runtime.job.inform(line);
  const { heap, statics } = runtime.symmetric;
  const size = ({ start, end }: { readonly start: number; readonly end: number }) => inUnits(end - start);
  if (variables.SHMEM_DEBUG !== undefined)
    runtime.job.inform(
      `OpenSHMEM: ${THREADS} PEs, each with a symmetric heap of ${size(heap)}, static data of ${size(statics)}`,
    );
}

const VERSION = 'OpenSHMEM 1.5 (pgasc)';
const INFO: readonly string[] = [
  'SHMEM_VERSION: tells the version at the start',
  'SHMEM_INFO: tells of these variables',
  'SHMEM_SYMMETRIC_SIZE: bytes of the symmetric heap, as 1.5G or 20m',
  'SHMEM_DEBUG: tells of the PEs and of symmetric memory at the start',
];

/** Null where loads and stores do not reach, on a machine on other nodes; with -g such a pointer is valid from here on. */
function pointerTo(state: State, address: number, pe: number): number {
  const { environment } = state;
  const there = state.remote('shmem_ptr', 'dest', address, 1, pe);
  if (pe === environment.MYTHREAD) return address;
  if (!isShared(environment, pe, there)) return 0;
  environment.I32[(environment.BASE + FOREIGN_CAST) >>> 2] = -1;
  return there;
}

function isShared(environment: State['environment'], pe: number, there: number): boolean {
  const { neighbourhood, atomic } = environment.runtime;
  const { onNode, memoryOf } = neighbourhood;
  if (onNode !== undefined) return memoryOf(pe) === memoryOf(environment.MYTHREAD);
  return isReached(environment, pe) && atomic.isHere(there);
}
