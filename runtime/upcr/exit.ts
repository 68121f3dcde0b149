/**
 * The end of all threads, progress, and the environment: upc_global_exit, bupc_poll, bupc_getenv.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function exit(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const texts = new Map<string, number>();

  /** Ends the job, whatever the other threads do; this thread's streams are flushed first, as exit does. */
  function upc_global_exit(status: number): never {
    runtime.runExitActions();
    return runtime.job.end(status);
  }

  function bupc_poll(): void {
    environment.fence();
    runtime.transfers.poll();
  }

  /** The text stays where it is for the rest of the run. */
  function bupc_getenv(name: number): number {
    const key = readText(environment, name);
    const value = environment.variables[key];
    if (value === undefined) return 0;
    let address = texts.get(key);
    if (address === undefined) texts.set(key, (address = writeText(environment, value)));
    return address;
  }

  return { upc_global_exit, bupc_poll, bupc_getenv, bupc_extern_getenv: bupc_getenv };
}

function readText({ U8 }: RuntimeEnvironment, address: number): string {
  const start = address >>> 0;
  return new TextDecoder().decode(U8.slice(start, U8.indexOf(0, start)));
}

/** 0 when the heap is exhausted. */
function writeText({ U8, heap }: RuntimeEnvironment, text: string): number {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const address = heap.allocate(bytes.length);
  if (address !== 0) U8.set(bytes, address >>> 0);
  return address;
}
