/**
 * Parallel I/O (UPC 1.3 optional library upc_io.h): its 26 functions, all collective, on files of the system.
 *
 * A UPC file is a plain file of the same name, byte for byte: ls, cp and C's own functions do with it what they
 * always do. Writes reach the operating system at once, so both kinds of consistency see them; upc_all_fsync and
 * upc_all_fclose bring them to the device.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { IoCalls } from './call.ts';
import { control } from './control.ts';
import { moving } from './moving.ts';
import { OpenFiles } from './open-file.ts';
import { opening } from './opening.ts';
import { places } from './places.ts';

export const ioLibrary: LibraryFactory = (environment) => {
  const own = environment as RuntimeEnvironment;
  const calls = new IoCalls(own);
  const files = new OpenFiles(own);
  return {
    ...opening(own, calls, files),
    ...places(calls, files),
    ...control(own, calls, files),
    ...moving(own, calls, files),
  };
};
