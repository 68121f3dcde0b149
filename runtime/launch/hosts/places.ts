/**
 * The places of a job's processes: all on this host, or on those that --hosts or --hostfile name.
 *
 * Takes the flags; gives a place for each process. Processes hold consecutive ranks, so threads are placed by their process.
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { StartedProcess } from '../../platform/platform.ts';
import type { Distribution, LaunchFlags } from '../flags.ts';
import { Descriptors } from '../output.ts';
import type { ProgramFile } from '../part.ts';
import type { Place } from '../remote.ts';
import { Host } from './host.ts';
import { evenly, type HostEntry, inProportion, parseHostFile, parseHosts, threadsOfHosts } from './hostlist.ts';
import type { HostFacts } from './protocol.ts';

/** Runs a command on a host, unless --rsh or PGAS_RSH name another program. */
const USUAL_RSH = ['ssh', '-x', '-o', 'BatchMode=yes'];
/** Environment variables with these beginnings are the job's: they go to all hosts. */
const OURS = /^(PGAS|FI|GASNET|UPC|UPCR)_/;

/** A host that has answered. */
export interface Reached extends HostEntry, HostFacts {
  readonly agent: Host;
}

/** Reaches the hosts that the flags name, all at once. Throws LaunchError for the first that cannot be reached. */
export async function reachHosts(
  { hosts, hostFile, rsh, preload, labels }: LaunchFlags,
  file: ProgramFile,
): Promise<Reached[]> {
  if (hosts === undefined && hostFile === undefined) return [];
  if (hosts !== undefined && hostFile !== undefined)
    throw new LaunchError(`--hosts ${hosts} and --hostfile ${hostFile}: both name the hosts; give one of them`);
  const entries =
    hosts === undefined ? parseHostFile(readHostFile(hostFile!), hostFile!) : parseHosts(hosts, '--hosts');
  const shell = rsh?.split(' ') ?? USUAL_RSH;
  const { command, first } = (preload ? preloaded : inPlace)(file);
  const output = new Descriptors(labels);
  const agents = entries.map(({ name }) => new Host(name, [...shell, name, command], first, output.write));
  const facts = await Promise.all(agents.map((agent) => agent.facts));
  return entries.map((entry, index) => ({ ...entry, ...facts[index]!, agent: agents[index]! }));
}

/** The agent's command, where the program is on all hosts. */
function inPlace({ filePath }: ProgramFile): { command: string; first?: Uint8Array } {
  const words = [platform.processes.executable, filePath, ...platform.arguments];
  return { command: platform.processes.callCommand(platform.files.folder(), words) };
}

/** The same, where the program goes there with the command. */
const preloaded = ({ filePath }: ProgramFile) =>
  platform.processes.preload(platform.files.folder(), filePath, platform.arguments);

function readHostFile(name: string): string {
  try {
    return platform.files.read(name);
  } catch (error) {
    throw new LaunchError(`--hostfile ${name}: ${(error as Error).message}`);
  }
}

/** A place for each process of this host. */
export function placesHere(firsts: readonly number[], { file }: ProgramFile): Place[] {
  return firsts.map((first) => ({
    first,
    host: undefined,
    start: (index, events) =>
      platform.processes.start({ file, words: platform.arguments, input: index === 0 ? 'inherit' : 'ignore' }, events),
  }));
}

/** A process: its host, and how many threads it has. */
interface Dealt {
  readonly host: Reached;
  readonly threads: number;
}

/** A place for each process: a process on each host that has threads, or as many as the flags say. */
export function placesOn(hosts: readonly Reached[], flags: LaunchFlags, threads: number): Place[] {
  const counts = threadsOfHosts(hosts, threads);
  const used = hosts.flatMap((host, index) => (counts[index]! > 0 ? [{ host, count: counts[index]! }] : []));
  const processes = processesOf(
    flags,
    used.map(({ count }) => count),
  );
  const dealt = used.map(({ host, count }, index) => {
    return evenly(count, processes[index]!).map((threads): Dealt => ({ host, threads }));
  });
  let end = 0;
  return ORDERS[flags.distribution](dealt).map(({ host, threads }) => placeOn(host, (end += threads) - threads));
}

/** Of the processes of each host: those that ranks are given to first come first. */
const ORDERS: Readonly<Record<Distribution, (dealt: readonly (readonly Dealt[])[]) => Dealt[]>> = {
  block: (dealt) => dealt.flat(),
  cyclic: (dealt) =>
    Array.from({ length: Math.max(...dealt.map(({ length }) => length)) }, (_, round) =>
      dealt.flatMap((host) => host[round] ?? []),
    ).flat(),
};

/** Number of processes on each host, which have so many threads: as --per-host says; or one, and what --processes says in proportion to the others. */
function processesOf({ processes, perHost }: LaunchFlags, threads: readonly number[]): number[] {
  if (perHost !== undefined) {
    const few = threads.find((count) => count < perHost);
    if (few !== undefined)
      throw new LaunchError(`--per-host ${perHost}: a host has ${few} threads only; give it more of them (-n, slots)`);
    if ((processes ?? perHost * threads.length) !== perHost * threads.length)
      throw new LaunchError(
        `--processes ${processes}: --per-host ${perHost} gives ${perHost * threads.length} on ${threads.length} hosts`,
      );
    return threads.map(() => perHost);
  }
  if (processes !== undefined && processes < threads.length)
    throw new LaunchError(
      `--processes ${processes}: ${threads.length} hosts have threads; use ${threads.length} or more`,
    );
  const more = inProportion(
    threads.map((count) => count - 1),
    (processes ?? threads.length) - threads.length,
  );
  return more.map((count) => 1 + count);
}

function placeOn({ name, agent }: Reached, first: number): Place {
  return {
    first,
    host: name,
    start(index, events) {
      const started = agent.start(index, index === 0, jobVariables(), events);
      if (index === 0) passInput(started);
      return started;
    },
  };
}

function jobVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(platform.variables()).filter(
      (entry): entry is [string, string] => OURS.test(entry[0]) && entry[1] !== undefined,
    ),
  );
}

function passInput(started: StartedProcess): void {
  platform.files.onInput((bytes, taken) => started.input(bytes, taken));
}
