/** Atomic operations on words, mutexes, notifications. */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Told } from '../../runtime/collectives/told.ts';
import { holderIn } from '../../runtime/core/holder.ts';
import { LOCK_BYTES, lock, unlock } from '../../runtime/core/lock.ts';
import { inHex } from '../../runtime/errors.ts';
import { addressOf, offsetOf } from '../../runtime/memory/space.ts';
import { badMutex, badMutexState } from './errors.ts';
import type { Handles } from './handles.ts';
import { type Letters, NOTIFICATIONS } from './letters.ts';
import type { State } from './state.ts';

export function synchronization(state: State, handles: Handles, letters: Letters): Record<string, NativeFunction> {
  return { ...words(state), ...mutexes(state), ...notifications(state, handles, letters) };
}

function words(state: State): Record<string, NativeFunction> {
  const { runtime } = state.environment;

  function wordAt(name: string, argument: string, address: number, size: number, proc: number): number {
    const there = state.remote(name, argument, address, size, proc);
    if (address % size !== 0)
      state.refuse(name, argument, inHex(address), `what is changed atomically is aligned to its ${size} bytes`);
    return there;
  }

  return {
    /** What is added, or put there, is at `place`, which gets the old value. */
    __armci_rmw: (...[nameAt, isAdd, isLong, place, there, proc]: [number, number, number, number, number, number]) => {
      const name = state.nameAt(nameAt);
      const [size, type] = isLong !== 0 ? ([8, 'i64'] as const) : ([4, 'i32'] as const);
      state.local(name, 'ploc', place, size);
      const target = wordAt(name, 'prem', there, size, proc);
      runtime.atomic.perform(isAdd !== 0 ? 'add' : 'set', type, target, place, 0, place);
    },
  };
}

/** A mutex is a lock in the memory of its process. */
function mutexes(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, MYTHREAD } = environment;
  /** Offset and number of each process's; none while there are no mutexes. */
  let sets: Told | undefined;

  function create(nameAt: number, count: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    if (sets !== undefined) state.fail(`${name}: there are mutexes already; ARMCI_Destroy_mutexes comes first`);
    const address = count === 0 ? 0 : runtime.sharedHeap.allocateLocal(name, LOCK_BYTES * count);
    if (count > 0) environment.fill(address, 0, LOCK_BYTES * count);
    sets = state.together.gather(name, runtime.engine.everybody, [offsetOf(environment, address), count]);
  }

  function destroy(nameAt: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const [offset, count] = setOf(name, MYTHREAD);
    state.together.gather(name, runtime.engine.everybody, [0]);
    sets = undefined;
    if (count > 0) runtime.sharedHeap.free(name, addressOf(environment, MYTHREAD, offset));
  }

  function setOf(name: string, proc: number): [offset: number, count: number] {
    if (sets === undefined) return state.fail(`${name}: there are no mutexes; ARMCI_Create_mutexes makes them`);
    return [sets.at(proc, 0), sets.at(proc, 1)];
  }

  function wordOf(name: string, mutex: number, proc: number): number {
    state.proc(name, proc);
    const [offset, count] = setOf(name, proc);
    if (mutex >>> 0 >= count) state.fail(badMutex(name, mutex, proc, count));
    return addressOf(environment, proc, offset + LOCK_BYTES * mutex);
  }

  function take(nameAt: number, mutex: number, proc: number): void {
    const name = state.nameAt(nameAt);
    const word = wordOf(name, mutex, proc);
    runtime.job.glance();
    if (holderIn(runtime.words32.load(word)) === MYTHREAD)
      state.fail(badMutexState(name, mutex, proc, 'this process holds it already'));
    lock(runtime.job, runtime.words32, word, 0, name);
  }

  function give(nameAt: number, mutex: number, proc: number): void {
    const name = state.nameAt(nameAt);
    if (!unlock(runtime.job, runtime.words32, wordOf(name, mutex, proc), 0))
      state.fail(badMutexState(name, mutex, proc, 'this process does not hold it'));
  }

  return {
    ...{ __armci_create_mutexes: create, __armci_destroy_mutexes: destroy },
    ...{ __armci_lock: take, __armci_unlock: give },
  };
}

/** A notification is a letter without data, sent when what this process has put there is done. */
function notifications(state: State, handles: Handles, letters: Letters): Record<string, NativeFunction> {
  const sent = new Map<number, number>();
  const heard = new Map<number, number>();

  function following(counts: Map<number, number>, proc: number): number {
    const count = (counts.get(proc) ?? 0) + 1;
    counts.set(proc, count);
    return count;
  }

  return {
    __armci_notify: (nameAt: number, proc: number) => {
      const name = state.nameAt(nameAt);
      state.proc(name, proc);
      handles.waitFor(name, proc);
      state.environment.fence();
      letters.send(proc, NOTIFICATIONS, 0, 0, 0);
      return following(sent, proc);
    },
    __armci_notify_wait: (nameAt: number, proc: number) => {
      const name = state.nameAt(nameAt);
      state.proc(name, proc);
      letters.receive(name, { kind: NOTIFICATIONS, from: proc });
      return following(heard, proc);
    },
  };
}
