/**
 * Processes that know their number and how many they are, by environment variables, and share files: srun --mpi=none, or anything that starts a
 * command often and sets PGAS_RANK and PGAS_SIZE.
 *
 * Process 0 writes its text into a file that only the user can read, under the job's number; the others wait for it. Process 0 removes it when
 * all have come, or the job ends because one does not (joining.ts).
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { Variables } from '../../platform/platform.ts';
import type { Bootstrap } from './bootstrap.ts';

/** Milliseconds between looks, and in all. */
const PAUSE = 50;
const PATIENCE = 120_000;

const ANOTHER = 'PGAS_RENDEZVOUS names a folder that all hosts share';

/** The variables of a launcher that say who a process is, and which job it belongs to. */
const SETS = [
  { name: 'PGAS_RANK', rank: 'PGAS_RANK', size: 'PGAS_SIZE', job: ['PGAS_JOB'] },
  { name: 'Slurm', rank: 'SLURM_PROCID', size: 'SLURM_STEP_NUM_TASKS', job: ['SLURM_JOB_ID', 'SLURM_STEP_ID'] },
] as const;

export function fileBootstrap(variables: Variables): Bootstrap | undefined {
  const set = SETS.find(({ rank, size }) => variables[rank] !== undefined && variables[size] !== undefined);
  if (set === undefined) return undefined;
  const folder = variables.PGAS_RENDEZVOUS ?? `${variables.HOME ?? '/tmp'}/.pgasc`;
  const name = `${folder}/job-${set.job.map((each) => variables[each] ?? '0').join('.')}`;
  return {
    name: set.name,
    rank: Number(variables[set.rank]),
    size: Number(variables[set.size]),
    share: (text) => (text === undefined ? awaitFile(name) : writeFile(folder, name, text)),
    end: () => platform.files.remove(name),
  };
}

async function writeFile(folder: string, name: string, text: string): Promise<string> {
  try {
    platform.files.keepSecret(folder, name, text);
  } catch (error) {
    throw new LaunchError(`process 0 cannot write ${name}: ${(error as Error).message}; ${ANOTHER}`);
  }
  return text;
}

async function awaitFile(name: string): Promise<string> {
  const end = platform.clock.milliseconds() + PATIENCE;
  while (platform.clock.milliseconds() < end) {
    const text = platform.files.readSecret(name);
    if (text !== undefined) return text;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new LaunchError(
    `process 0 has not written ${name} within ${PATIENCE / 1000} s, as a file that its user alone may read; ${ANOTHER}`,
  );
}
