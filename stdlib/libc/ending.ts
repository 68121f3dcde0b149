/**
 * <stdlib.h>, the ways to end a thread other than abort. (C99 7.20.4)
 * `exit` runs atexit's functions and flushes; `_Exit` ends the job as it stands.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import { callback } from './callback.ts';

export const endingLibrary: LibraryFactory = (env) => {
  const endAtOnce = (status: number) => env.exitJob(status);
  return {
    exit: (status: number) => env.exitThread(status),
    _Exit: endAtOnce,
    _exit: endAtOnce,
    atexit: (index: number) => {
      env.atExit(() => callback(env, index)());
      return 0;
    },
  };
};
