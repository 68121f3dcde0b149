/**
 * The entry of a program, in the main thread and in each worker: the same file is run by both.
 */
import type { LibraryFactory, ProgramImage } from '../abi.ts';
import { LaunchError } from '../errors.ts';
import { platform } from '../platform/linked.ts';
import { findBootstrap } from './bootstrap/bootstrap.ts';
import { joinJob } from './bootstrap/joining.ts';
import { runAgent } from './hosts/agent.ts';
import { isAccepted, launch } from './launcher.ts';
import { say } from './output.ts';
import { type ProgramFile, runPart } from './part.ts';
import { runProgressThread } from './progress-thread.ts';
import { simulation } from './simulation.ts';
import { runThread, type ThreadData } from './thread.ts';

/**
 * Runs the program: in a worker that the supervisor made, one UPC thread, or all of a simulated job; in a process that was started for it, a part of the job;
 * else the whole job.
 * `mapName` is the source map's file beside out.js, if it is not out.js.map; `isScript`: see Code.
 */
export function start(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  mapName: string | undefined,
  isScript: boolean,
): void {
  const data = platform.threads.given as ThreadData | undefined;
  if (data === undefined) void startJob(program, libraries, isScript);
  else if (simulation !== undefined) simulation.run(program, libraries, mapName, data);
  else if (data.servesOnly) runProgressThread(program, mapName, data);
  else runThread(program, libraries, mapName, data);
}

async function startJob(program: ProgramImage, libraries: readonly LibraryFactory[], isScript: boolean): Promise<void> {
  try {
    const file = runningFile();
    const names = { file, isScript, filePath: platform.files.pathOf(file) };
    const { parent, caller } = platform.processes;
    if (parent !== undefined) runPart(program, libraries, names, parent);
    else if (caller !== undefined) runAgent(names.file, caller);
    else await launchOrJoin(program, libraries, names);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    say(error.message);
    platform.exit(2);
  }
}

/** Process 0 of those that another launcher has started launches the job, the others join it. */
async function launchOrJoin(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
): Promise<void> {
  const bootstrap = findBootstrap(platform.variables());
  if (bootstrap === undefined || bootstrap.rank === 0) await launch(program, libraries, file, bootstrap);
  else if (isAccepted(program, bootstrap)) await joinJob(program, libraries, file, bootstrap);
  else platform.exit(2);
}

/** The program's file, which called the runtime's `start`: out.js, which holds the runtime too, or a module beside it. */
function runningFile(): string {
  const file = platform.runningFile(start);
  if (file === undefined) throw new LaunchError('the program must be run from a file: its threads run the same file');
  return file;
}
