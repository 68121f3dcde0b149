/** A launcher's services for a failing thread, in tests of parts of the runtime: nothing is told, and no place is known. A test puts what it looks at in their places. */
import type { Reporter } from '../../runtime/core/job.ts';

export const SILENT: Reporter = {
  report() {},
  warn() {},
  inform() {},
  here: () => () => '',
  locate: () => '',
  tell() {},
};
