/**
 * <stdlib.h>, the ways to end a thread other than abort. (C99 7.20.4)
 * The failures that compiled programs report by a call are here too: under -g an index behind its array or a variable that was
 * never set, and the endless wait of a thread that nobody can wake.
 * `exit` runs atexit's functions, which may wait for other threads, and flushes; `_Exit` ends the job as it stands.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { callback } from '../callback.ts';
import { textAt } from '../memory.ts';

export const endingLibrary: LibraryFactory = (env) => {
  const endAtOnce = (status: number) => env.exitJob(status);
  const indexFault = (index: number, length: number) =>
    env.exitJob(1, `index ${index} is out of range: the array has ${length >>> 0} elements`);
  return {
    exit: (status: number) => env.exitThread(status),
    _Exit: endAtOnce,
    _exit: endAtOnce,
    __pgasc_index_fault: indexFault,
    __pgasc_unset: (name: number) =>
      env.exitJob(1, `'${textAt(env, name)}' is read before it was set: its value is indeterminate`),
    __pgasc_wait_for_ever: (name: number) =>
      env.exitJob(
        1,
        `${textAt(env, name)}: deadlock: only another thread of this process could end the wait, and there is none`,
      ),
    /** Behind a call that comes back only where the runtime moves what loads and stores do not reach; there it does nothing. */
    __pgasc_unreached: () => {},
    atexit: (index: number) => {
      env.atExit((isAfterMain) => {
        if (isAfterMain && env.table[index]) env.callAfterMain(index);
        else callback(env, index)();
      });
      return 0;
    },
  };
};
