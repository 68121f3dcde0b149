/**
 * Berkeley's interface for C files (bupc_extern.h): every thread runs main, so the job is already started.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall, badThread } from '../errors.ts';
import { counterpart } from '../memory/space.ts';

export function external(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return { ...ending(environment), ...memory(environment), ...synchronization(environment) };
}

function ending(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  /** Runs `main` on this thread, and ends the thread with its result. */
  function bupc_init_reentrant(argc: number, argv: number, main: number): never {
    const { I32, table, runtime } = environment;
    const run = table[main] ?? runtime.job.fail(badCall(main));
    return environment.exitThread(run(I32[argc >>> 2], I32[argv >>> 2]) | 0);
  }

  return {
    bupc_init: () => {},
    bupc_init_reentrant,
    bupc_exit: (status: number) => environment.exitThread(status),
    bupc_extern_mythread: () => environment.MYTHREAD,
    bupc_extern_threads: () => environment.THREADS,
  };
}

/** Shared memory by its owner's addresses. */
function memory(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  function bupc_extern_alloc(bytes: number): number {
    return bytes === 0 ? 0 : runtime.sharedHeap.allocateLocal('bupc_extern_alloc', bytes >>> 0);
  }

  /** Collective; returns the address of this thread's part. */
  function bupc_extern_all_alloc(blocks: number, size: number): number {
    const name = 'bupc_extern_all_alloc';
    runtime.barrier.beginCollective(name);
    const bytes = Math.ceil((blocks >>> 0) / environment.THREADS) * (size >>> 0);
    const begin = () => (bytes === 0 ? 0 : runtime.sharedHeap.allocateSymmetric(name, bytes));
    const address = runtime.collectives.take({ name, arguments: [blocks | 0, size | 0], begin });
    return address === 0 ? 0 : counterpart(environment, address, environment.MYTHREAD);
  }

  /** `thread`: the allocating one, or 0 for a collective allocation. */
  function bupc_extern_free(address: number, thread: number): void {
    const { THREADS } = environment;
    if (thread >>> 0 >= THREADS) runtime.job.fail(badThread('bupc_extern_free', thread, THREADS));
    if (address !== 0) runtime.sharedHeap.free('bupc_extern_free', counterpart(environment, address, thread));
  }

  return { bupc_extern_alloc, bupc_extern_all_alloc, bupc_extern_free };
}

function synchronization(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    bupc_extern_notify: (value: number) => environment.notify('bupc_extern_notify', value),
    bupc_extern_wait: (value: number) => environment.wait('bupc_extern_wait', value),
    bupc_extern_barrier: (value: number) => environment.barrier('bupc_extern_barrier', value),
  };
}
