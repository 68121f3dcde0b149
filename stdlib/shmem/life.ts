/**
 * Initialization and end, waits for all PEs and for variables, locks, pointers to other PEs' memory.
 */
import { FOREIGN_CAST, type NativeFunction } from '../../runtime/abi.ts';
import { awaited } from '../../runtime/core/awaited.ts';
import { holderIn } from '../../runtime/core/holder.ts';
import { takeOrMark, tryLock, unlock } from '../../runtime/core/lock.ts';
import { hasEnded } from '../../runtime/core/standing.ts';
import { FOR_LOCK, FOR_VALUE } from '../../runtime/core/states.ts';
import { inHex, inUnits } from '../../runtime/errors.ts';
import { counterpart, isReached, offsetOf } from '../../runtime/memory/space.ts';
import { badArgument } from '../common/errors.ts';
import { badPe, notInitialized } from './errors.ts';
import type { State } from './state.ts';

export function life(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  function meet(): void {
    runtime.barrier.barrier('');
  }

  return {
    __shmem_init: (name: number, job: number) => {
      state.open(state.nameAt(name), job);
      if (environment.MYTHREAD === 0) tellOf(state);
      meet();
    },
    /** All that is under way is over at a barrier. */
    __shmem_finalize: (name: number) => {
      state.initialized(state.nameAt(name));
      meet();
      state.close();
    },
    __shmem_barrier: meet,
    shmem_global_exit: (status: number) => {
      runtime.runExitActions();
      return runtime.job.end(status & 255);
    },
    __shmem_uninitialized: (name: number) => state.fail(notInitialized(state.nameAt(name), state.isClosed)),
    __shmem_refuse: (name: number, argument: number, value: number, rule: number) =>
      state.fail(badArgument(state.nameAt(name), state.nameAt(argument), inHex(value), state.nameAt(rule))),
    __shmem_refuse_pe: (name: number, pe: number, pes: number) => state.fail(badPe(state.nameAt(name), pe, pes)),
    shmem_ptr: (address: number, pe: number) => pointerTo(state, address, pe),
    ...waiting(state),
    ...locks(state),
  };
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

/** Null where loads and stores do not reach; with -g such a pointer is valid from here on. */
function pointerTo(state: State, address: number, pe: number): number {
  const { environment } = state;
  const there = state.remote('shmem_ptr', 'dest', address, 1, pe);
  if (pe === environment.MYTHREAD) return address;
  if (!isReached(environment, pe) || !environment.runtime.atomic.isHere(there)) return 0;
  environment.I32[(environment.BASE + FOREIGN_CAST) >>> 2] = -1;
  return there;
}

// ---------------------------------------------------------------- waiting for variables

function waiting(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  /** Whoever changes the variables by a store rings no bell: the condition is looked at again and again. */
  function __shmem_wait(nameAt: number, address: number, bytes: number, test: number, condition: number): void {
    const name = state.nameAt(nameAt);
    const holds = environment.table[test] as (condition: number) => number;
    const wait = { kind: FOR_VALUE, on: offsetOf(environment, address) };
    runtime.job.block(wait, () => {
      const isLast = areOthersOver();
      if (holds(condition) !== 0) return true;
      if (isLast) state.fail(nobodyLeft(name, address, bytes));
      return false;
    });
  }

  /** Nobody is left who could change a variable. */
  function areOthersOver(): boolean {
    const { THREADS, MYTHREAD } = environment;
    for (let pe = 0; pe < THREADS; pe++) if (pe !== MYTHREAD && !hasEnded(environment, pe)) return false;
    return true;
  }

  return { __shmem_wait, __shmem_poll: () => runtime.job.glance() };
}

function nobodyLeft(name: string, address: number, bytes: number): string {
  const objects = bytes <= 8 ? 'the variable' : 'the variables';
  return `${name}: ${objects} at ${inHex(address)} will not change any more: all other PEs have ended`;
}

// ---------------------------------------------------------------- locks

/** A lock is the word of one PE, which names the holder; zero is free. */
function locks(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, MYTHREAD, THREADS } = environment;

  /** Of the PE that the lock's place chooses, so that not all are of one. */
  function wordOf(name: string, address: number): number {
    state.initialized(name);
    state.symmetric(name, 'lock', address, 8);
    const pe = (offsetOf(environment, address) >>> 3) % THREADS;
    return counterpart(environment, address, pe);
  }

  function shmem_set_lock(address: number): void {
    const word = wordOf('shmem_set_lock', address);
    if (tryLock(runtime.words32, word, MYTHREAD, 0)) return;
    if (holderIn(runtime.words32.load(word)) === MYTHREAD)
      state.fail(badArgument('shmem_set_lock', 'lock', inHex(address), 'this PE holds it already'));
    const isRemote = !runtime.words32.isHere(word);
    const wait = { kind: FOR_LOCK, ...awaited(environment, word), isRemote };
    runtime.job.block(wait, () => takeOrMark(runtime.words32, word, MYTHREAD, 0));
  }

  /** What was written under the lock is done before it is given up. */
  function __shmem_clear_lock(address: number): void {
    const word = wordOf('shmem_clear_lock', address);
    if (!unlock(runtime.job, runtime.words32, word, 0))
      state.fail(badArgument('shmem_clear_lock', 'lock', inHex(address), 'this PE does not hold it'));
  }

  /** 0 if this PE has it now. */
  function shmem_test_lock(address: number): number {
    const word = wordOf('shmem_test_lock', address);
    runtime.job.glance();
    return tryLock(runtime.words32, word, MYTHREAD, 0) ? 0 : 1;
  }

  return { shmem_set_lock, __shmem_clear_lock, shmem_test_lock };
}
