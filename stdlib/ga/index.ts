/**
 * Global Arrays: what its functions in C (*.c here, over ARMCI's) leave to the runtime, which is the end of the job with a message.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { Texts } from '../../runtime/memory/texts.ts';

export const gaLibrary: LibraryFactory = (environment) => {
  const { runtime } = environment as RuntimeEnvironment;
  return {
    __ga_abort: (text: number) => runtime.job.fail(new Texts(environment as RuntimeEnvironment).read(text)),
  };
};
