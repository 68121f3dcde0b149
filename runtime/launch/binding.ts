/**
 * --bind: each process of a host keeps to cores of its own, in proportion to its threads; where there are fewer cores than processes, some share one.
 *
 * Takes the process's part of the job; gives the numbers of the cores, of those that the host gives to the job.
 */
import { LaunchError } from '../errors.ts';
import { platform } from '../platform/linked.ts';
import { MissingPackage } from '../platform/platform.ts';
import { firstsOf, inProportion } from './hosts/hostlist.ts';

/** A process among those of the job. */
interface Bound {
  readonly index: number;
  /** The first rank, and the host, of each process. */
  readonly firsts: readonly number[];
  readonly hosts: readonly number[];
  readonly threads: number;
}

/** Binds all threads of this process, and those that it starts from now on; gives the cores. Throws LaunchError. */
export function bindProcess(process: Bound): readonly number[] {
  const own = coresOf(process, coresHere());
  platform.processes.keepTo(own);
  return own;
}

function coresHere(): readonly number[] {
  try {
    const cores = platform.processes.cores();
    if (cores !== undefined) return cores;
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    throw new LaunchError(
      `--bind: the npm package ${error.packageName} makes the call, and is not there: npm install ${error.packageName}`,
    );
  }
  throw new LaunchError('--bind: this system does not tell the cores of a process (sched_getaffinity of Linux)');
}

/** Of the cores of its host those of a process, one at least. */
export function coresOf({ index, firsts, hosts, threads }: Bound, cores: readonly number[]): readonly number[] {
  const neighbours = firsts.map((_, each) => each).filter((each) => hosts[each] === hosts[index]);
  const sizes = neighbours.map((each) => (firsts[each + 1] ?? threads) - firsts[each]!);
  const place = neighbours.indexOf(index);
  if (cores.length < sizes.length) return [cores[place % cores.length]!];
  const shares = inProportion(sizes, cores.length - sizes.length).map((more) => 1 + more);
  return cores.slice(firstsOf(shares)[place], firstsOf(shares)[place]! + shares[place]!);
}
