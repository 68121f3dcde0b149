/**
 * How processes that another launcher has started (mpirun, srun) find each other: their number, and a text of process 0 for all.
 *
 * One idea: this is all that is asked of the other launcher. With the text, which has addresses and a secret, the others reach process 0
 * (joining.ts), which is told the rest by the job's own lines.
 */
import { LaunchError } from '../../errors.ts';
import type { Variables } from '../../platform/platform.ts';
import { fileBootstrap } from './file.ts';
import { pmi1 } from './pmi1.ts';
import { pmix } from './pmix.ts';

export interface Bootstrap {
  /** Of the launcher, for messages: "PMIx". */
  readonly name: string;
  readonly rank: number;
  readonly size: number;
  /** The file that process 0's text lies in, where there is one. */
  readonly file?: string;
  /** Gives process 0's `text` to all; the others give none. Called once. Throws LaunchError. */
  share(text?: string): Promise<string>;
  /** Where a file may be left over from another job: a text other than this one, which led nowhere because of `why`. Throws LaunchError. */
  another?(text: string, why: string): Promise<string>;
  /** Process 0: all others have it. */
  end?(): void;
}

/** Undefined if the process is not there, or it does not belong to this one. */
type Find = (variables: Variables) => Bootstrap | undefined;

/** The first that is there serves. */
const WAYS: readonly Find[] = [pmi1, pmix, fileBootstrap];

/** Undefined where a user has started the process by itself. */
export function findBootstrap(variables: Variables): Bootstrap | undefined {
  for (const find of WAYS) {
    const found = find(variables);
    if (found !== undefined) return checked(found).size > 1 ? found : undefined;
  }
  return undefined;
}

function checked(found: Bootstrap): Bootstrap {
  if (found.rank >= 0 && found.rank < found.size) return found;
  throw new LaunchError(`${found.name} gives this process number ${found.rank} of ${found.size}`);
}
