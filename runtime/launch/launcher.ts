/**
 * Starts a job, in the process that the user has started: decides about threads, processes and memory, and has them started.
 */
import { functionNames, type LibraryFactory, type ProgramImage, phasesFit, phasesText } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { LaunchError, notWhileSimulated } from '../errors.ts';
import type { Layout, LayoutRequest } from '../memory/layout.ts';
import { originsOf } from '../memory/memories.ts';
import { networkArea } from '../network.ts';
import { platform } from '../platform/linked.ts';
import type { Variables } from '../platform/platform.ts';
import { startTracing } from '../trace/tracing.ts';
import type { Bootstrap } from './bootstrap/bootstrap.ts';
import { checkJoint, gatherPlaces } from './bootstrap/joining.ts';
import { Coordinator } from './coordinator.ts';
import { type LaunchFlags, parseFlags } from './flags.ts';
import { evenly, firstsOf, slotsOf } from './hosts/hostlist.ts';
import { placesHere, placesOn, type Reached, reachHosts } from './hosts/places.ts';
import { identityOf } from './identity.ts';
import { decideLayout, decideMappedLayout, takeMemories } from './memories.ts';
import { writeAll } from './output.ts';
import { type ProgramFile, startHere } from './part.ts';
import { type Place, ranksText, startProcesses } from './remote.ts';
import {
  checkExploring,
  checkMarks,
  checkPlacement,
  checkReplay,
  checkSimulation,
  isExploring,
  openReport,
  ROOM_OF_EXPLORED,
} from './simulated-flags.ts';
import { simulation } from './simulation.ts';

/** Starts the job; the process ends when it does. `bootstrap`: of processes that another launcher has started. Throws LaunchError. */
export async function launch(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  bootstrap: Bootstrap | undefined,
): Promise<void> {
  const variables = platform.variables();
  const { flags, separate } = readFlags(program, variables);
  checkExploring(program, flags);
  checkProcesses(flags);
  const hosts = bootstrap === undefined ? await reachHosts(flags, file) : [];
  const threads =
    bootstrap === undefined
      ? decideThreads(program, flags, slotsOfAll(hosts))
      : jointThreads(program, flags, bootstrap);
  checkPlacement(flags, threads);
  checkReplay(flags, threads);
  checkParallel(threads);
  const places =
    bootstrap === undefined ? decidePlaces(flags, threads, hosts, file) : await gatherPlaces(bootstrap, threads, file);
  const firsts = places.map(({ first }) => first);
  const request = decideRequest(program, flags, threads, firsts);
  const apart = firsts.length > 1 ? separate : undefined;
  /** No threads here. */
  const isApart = hosts.length > 0 || apart === 'mapped' || apart === 'processes';
  const [processes, layout] = isApart
    ? [[], apart === 'mapped' ? decideMappedLayout(request, firsts, hostsOf(places)) : decideLayout(request, firsts)]
    : takeMemories(request, firsts);
  const job = {
    threads: layout.threads,
    network: network.name,
    limit: flags.tracing.limit,
    sample: flags.tracing.sample,
    library: () => functionNames(libraries),
    hosts: hostNames(places, layout.threads),
  };
  const tracing = startTracing(program, flags.tracing, variables, job);
  openReport(flags);
  if (flags.verbose) tellPlaces(places, layout);
  const coordinator = new Coordinator(layout, tracing, program.places, flags.failedImages);
  if (isApart) {
    const part = {
      identity: identityOf(file.filePath),
      flags,
      firsts,
      hosts: hostsOf(places),
      layout,
      began: tracing?.start,
    };
    startProcesses(coordinator, places, part);
  } else startHere(coordinator, program, file, { flags, processes, layout, tracing });
  coordinator.watch();
}

/** Refuses flags that ask for other processes where none can be started. */
function checkProcesses(flags: LaunchFlags): void {
  const { none } = platform.processes;
  const { processes = 1, perHost = 1 } = flags;
  if (none === undefined) return;
  const asked = hostsFlag(flags);
  if (asked !== undefined) throw new LaunchError(`${asked}: ${none}`);
  if (processes > 1) throw new LaunchError(`--processes ${processes}: ${none}`);
  if (perHost > 1) throw new LaunchError(`--per-host ${perHost}: ${none}`);
}

/** Threads of a simulated job are coroutines. */
function checkParallel(threads: number): void {
  const { onlyOne } = platform.threads;
  if (threads === 1 || simulation !== undefined || onlyOne === undefined) return;
  throw new LaunchError(`-n ${threads}: ${onlyOne}: run one thread, or compile with -simulate and run with --simulate`);
}

/** Whether process 0 goes on, as another one of those that a launcher has started with the same words knows too: 0 says why not. */
export function isAccepted(program: ProgramImage, bootstrap: Bootstrap): boolean {
  try {
    jointThreads(program, readFlags(program, platform.variables()).flags, bootstrap);
    return true;
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    return false;
  }
}

function readFlags(program: ProgramImage, variables: Variables) {
  const flags = parseFlags(platform.arguments, variables);
  checkSimulation(program, flags, variables);
  const separate = network.separate?.(variables);
  if (separate !== 'mapped' && separate !== 'processes') refuseHosts(flags, separate !== undefined);
  return { flags, separate };
}

/** Number of threads of a job whose processes another launcher has started. */
function jointThreads(program: ProgramImage, flags: LaunchFlags, bootstrap: Bootstrap): number {
  if (flags.simulate && bootstrap.size > 1) throw new LaunchError(notWhileSimulated('processes of a launcher'));
  const threads = decideThreads(program, flags, bootstrap.size);
  checkJoint(bootstrap, flags, threads);
  return threads;
}

/** The name of each thread's host. */
const hostNames = (places: readonly Place[], threads: number): string[] =>
  Array.from(
    { length: threads },
    (_, thread) => places.findLast(({ first }) => first <= thread)?.host ?? platform.hostName,
  );

/** PGAS_VERBOSE=1: a line for each process. */
function tellPlaces(places: readonly Place[], layout: Layout): void {
  const { threads, shift } = layout;
  const hosts = hostsOf(places);
  const memories = originsOf(
    places.map(({ first }, index) => ({ first, host: hosts[index]! })),
    layout,
  ).length;
  const lines = places.map(({ first, host }, index) => {
    const end = places[index + 1]?.first ?? threads;
    return `process ${index}: ${ranksText(first, end)} on ${host ?? platform.hostName}`;
  });
  const whose = memories === 1 ? 'all processes' : 'the processes of each host';
  const isMapped = memories < places.length;
  const memory = `regions of ${2 ** shift / 2 ** 20} MiB${isMapped ? `, mapped by ${whose}` : ''}`;
  const all = [`${network.name}, ${threads} threads, ${memory}`, ...lines];
  writeAll(2, new TextEncoder().encode(all.map((line) => `pgasc: ${line}\n`).join('')));
}

/** The flag that names hosts, as it was given. */
function hostsFlag({ hosts, hostFile }: LaunchFlags): string | undefined {
  if (hosts !== undefined) return `--hosts ${hosts}`;
  return hostFile === undefined ? undefined : `--hostfile ${hostFile}`;
}

/** All threads must be in one process of the operating system. */
function refuseHosts(flags: LaunchFlags, hasSeveral: boolean): void {
  const flag = hostsFlag(flags);
  if (flag === undefined) return;
  const why = hasSeveral
    ? `PGAS_PROVIDER=${platform.variables().PGAS_PROVIDER} has all processes on this host; unset it, or set PGAS_PROVIDER=ofi`
    : `${network.name} has one process, on this host; compile the program with -network=sfi for others`;
  throw new LaunchError(`${flag}: ${why}`);
}

/** Threads that there is room for. */
function slotsOfAll(hosts: readonly Reached[]): number {
  return hosts.length === 0 ? platform.cores : hosts.reduce((all, host) => all + slotsOf(host), 0);
}

/** The host of each process, by number. */
function hostsOf(places: readonly Place[]): number[] {
  const names = places.map(({ host, machine }) => `${host} ${machine}`);
  const known = [...new Set(names)];
  return names.map((name) => known.indexOf(name));
}

function decideRequest(
  program: ProgramImage,
  flags: LaunchFlags,
  threads: number,
  firsts: readonly number[],
): LayoutRequest {
  if (flags.conduit !== undefined && flags.conduit !== network.name)
    throw new LaunchError(
      `--conduit=${flags.conduit}: this program was linked for ${network.name}; compile it with -network=${flags.conduit}`,
    );
  checkPhases(program, threads);
  checkMarks(program, flags);
  return {
    ...(isExploring(flags) && ROOM_OF_EXPLORED),
    ...flags,
    threads,
    images: program.images,
    network: networkArea({ threads, images: program.images === true }, firsts),
    least: simulation?.leastRoom,
    privateEnd: program.privateEnd,
    coarrays: program.coarrays,
    shadow: program.debug,
    phantoms: flags.phantom,
    sharedEnd: program.sharedEnd,
    ...(flags.sharedHeap === undefined && program.sharedHeap > 0 && { sharedHeap: program.sharedHeap }),
  };
}

/** Rank and phase of a wide pointer-to-shared share a word. */
function checkPhases({ wide, largestBlock = 1 }: ProgramImage, threads: number): void {
  if (!wide || phasesFit(largestBlock, threads)) return;
  throw new LaunchError(
    `-n ${threads}: ${phasesText(largestBlock, threads)}; start fewer threads, or use smaller blocks`,
  );
}

/** A program compiled for a number of threads runs with that number; PGAS_THREADS is for the others. */
function decideThreads(program: ProgramImage, { threads: wanted, threadsFlag }: LaunchFlags, cores: number): number {
  if (program.threads === 0) return wanted ?? (program.serial ? 1 : cores);
  if (threadsFlag !== undefined && wanted !== program.threads)
    throw new LaunchError(
      `${threadsFlag} ${wanted}: ${program.name} was compiled for ${program.threads} threads (-T=${program.threads}); ` +
        `compile it with -T=${wanted}, or without -T to choose at run time`,
    );
  return program.threads;
}

/** A place for each process. */
function decidePlaces(flags: LaunchFlags, threads: number, hosts: readonly Reached[], file: ProgramFile): Place[] {
  const { perHost, processes = perHost ?? 1 } = flags;
  if (processes > 1 && !network.separate)
    throw new LaunchError(
      `${perHost === undefined ? '--processes' : '--per-host'} ${processes}: ${network.name} has one process; compile the program with -network=sfi, verbs or pami for several`,
    );
  if (processes > threads)
    throw new LaunchError(
      `--processes ${processes}: ${threads} threads are fewer than the processes; use -n ${processes} or more`,
    );
  if (hosts.length > 0) return placesOn(hosts, flags, threads);
  return placesHere(firstsOf(evenly(threads, processes)), file);
}
