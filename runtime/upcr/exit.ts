/**
 * Ending all threads, progress, and the environment: upc_global_exit, bupc_poll, bupc_getenv.
 */
import type { NativeFunction } from '../abi.ts';
import { leave } from '../core/leaving.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { Texts } from '../memory/texts.ts';

export function exit(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const texts = new Texts(environment);

  /** This thread's streams are flushed first, as exit does. */
  function upc_global_exit(status: number): never {
    runtime.runExitActions();
    return leave(runtime, status);
  }

  function bupc_poll(): void {
    environment.fence();
    runtime.transfers.poll();
  }

  function bupc_getenv(name: number): number {
    const value = environment.variables[texts.read(name)];
    return value === undefined ? 0 : texts.keep(value);
  }

  return { upc_global_exit, bupc_poll, bupc_getenv, bupc_extern_getenv: bupc_getenv };
}
