/**
 * Processes that know their number and how many they are, by environment variables, and share files: srun --mpi=none, or anything that starts a
 * command often and sets PGAS_RANK and PGAS_SIZE.
 *
 * Process 0 writes its text into a file that only the user can read, under the job's number; the others wait for it. Process 0 removes it when
 * all have come, or the job ends because one does not (joining.ts). Killed before, it leaves the file: who is led nowhere by a file waits for another.
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { Variables } from '../../platform/platform.ts';
import type { Bootstrap } from './bootstrap.ts';
import { sayIfLate } from './lateness.ts';

/** Milliseconds between looks; in all; and for the successor of a file that is left over. */
const PAUSE = 50;
const PATIENCE = 120_000;
const PATIENCE_WITH_ANOTHER = 30_000;

const ANOTHER = 'PGAS_RENDEZVOUS names a folder that all hosts share';

/** The variables of a launcher that say who a process is, and which job it belongs to. */
const OWN = { name: 'PGAS_RANK', rank: 'PGAS_RANK', size: 'PGAS_SIZE', job: ['PGAS_JOB'] } as const;
const SLURM = {
  name: 'Slurm',
  rank: 'SLURM_PROCID',
  size: 'SLURM_STEP_NUM_TASKS',
  job: ['SLURM_JOB_ID', 'SLURM_STEP_ID'],
} as const;

export function fileBootstrap(variables: Variables): Bootstrap | undefined {
  checkOwn(variables);
  const set = [OWN, SLURM].find(({ rank, size }) => variables[rank] !== undefined && variables[size] !== undefined);
  if (set === undefined) return undefined;
  const folder = folderOf(variables);
  const file = `${folder}/job-${set.job.map((each) => variables[each] ?? '0').join('.')}`;
  const rank = Number(variables[set.rank]);
  const late = `process 0 has not written ${file}`;
  let own: string | undefined;
  return {
    ...{ name: set.name, rank, file },
    size: Number(variables[set.size]),
    share: (text) =>
      text === undefined
        ? awaitFile(file, undefined, PATIENCE, `process ${rank} waits: ${late}, as a file that its user alone may read`)
        : writeFile(folder, file, (own = text)),
    another: (text, why) =>
      awaitFile(file, text, PATIENCE_WITH_ANOTHER, `${why}; ${file} may be left over from another job (PGAS_JOB)`),
    end: () => {
      if (platform.files.readSecret(file) === own) platform.files.remove(file); // it may be another job's by now
    },
  };
}

/** A user may have set them by hand. */
function checkOwn({ PGAS_RANK, PGAS_SIZE, PGAS_JOB }: Variables): void {
  if (PGAS_RANK !== undefined && PGAS_SIZE === undefined)
    throw new LaunchError(`PGAS_RANK=${PGAS_RANK}, but PGAS_SIZE is not set: it says of how many processes`);
  if (PGAS_SIZE !== undefined && PGAS_RANK === undefined)
    throw new LaunchError(`PGAS_SIZE=${PGAS_SIZE}, but PGAS_RANK is not set: it says which of them this process is`);
  if (PGAS_RANK !== undefined && !/^\d+$/.test(PGAS_RANK))
    throw new LaunchError(`PGAS_RANK=${PGAS_RANK}: it must be a number (0, 1, ...)`);
  if (PGAS_SIZE !== undefined && !/^[1-9]\d*$/.test(PGAS_SIZE))
    throw new LaunchError(`PGAS_SIZE=${PGAS_SIZE}: it must be a number of processes (1, 2, ...)`);
  if (PGAS_JOB !== undefined && !/^[\w.@+-]+$/.test(PGAS_JOB))
    throw new LaunchError(`PGAS_JOB=${PGAS_JOB}: a file is named after it: use letters, digits and any of . _ - @ +`);
}

function folderOf({ PGAS_RENDEZVOUS, HOME }: Variables): string {
  if (PGAS_RENDEZVOUS !== undefined && !platform.files.mayBeFolder(PGAS_RENDEZVOUS))
    throw new LaunchError(
      `PGAS_RENDEZVOUS=${PGAS_RENDEZVOUS}: there is no such folder, nor one that it could be made in`,
    );
  return PGAS_RENDEZVOUS ?? `${HOME ?? '/tmp'}/.pgasc`;
}

async function writeFile(folder: string, name: string, text: string): Promise<string> {
  try {
    platform.files.keepSecret(folder, name, text);
  } catch (error) {
    throw new LaunchError(`process 0 cannot write ${name}: ${(error as Error).message}; ${ANOTHER}`);
  }
  return text;
}

/** A text that is not `refused`. `why` there is none is said if that is long so. */
async function awaitFile(name: string, refused: string | undefined, patience: number, why: string): Promise<string> {
  const late = sayIfLate(() => why);
  const end = platform.clock.milliseconds() + patience;
  try {
    while (platform.clock.milliseconds() < end) {
      const text = platform.files.readSecret(name);
      if (text !== undefined && text !== refused) return text;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  } finally {
    late.end();
  }
  throw new LaunchError(`${why}, within ${patience / 1000} s; ${ANOTHER}`);
}
