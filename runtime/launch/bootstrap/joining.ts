/**
 * A job whose processes another launcher has started: process 0 listens, the others come and run the parts that it tells them.
 *
 * Process 0 computes nothing: its own part runs in a process that it starts, as for any job of several (remote.ts).
 */
import type { LibraryFactory, ProgramImage } from '../../abi.ts';
import { network } from '../../conduits/linked.ts';
import { FAILED } from '../../core/job.ts';
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { FarLine, Line } from '../../platform/platform.ts';
import type { LaunchFlags } from '../flags.ts';
import { evenly, firstsOf } from '../hosts/hostlist.ts';
import { placesHere } from '../hosts/places.ts';
import { ALIVE } from '../orders.ts';
import { say } from '../output.ts';
import { type ProgramFile, runPart } from '../part.ts';
import type { Place } from '../remote.ts';
import { beat, endWhenSilent, peerTimeout } from '../silence.ts';
import type { Bootstrap } from './bootstrap.ts';
import { sayIfLate } from './lateness.ts';

/** The status of processes that are no job. */
const REFUSED = 2;
/** Seconds within which all processes must have come. */
const PATIENCE = 120;

/** Where process 0 listens, and what it takes to be heard there. */
interface Meeting {
  readonly addresses: readonly string[];
  /** In Base64. */
  readonly secret: string;
}

/** The first message of a process that comes. */
interface Hello {
  readonly rank: number;
  /** Number of processes, and the command line, as it knows them. */
  readonly size: number;
  readonly words: string;
  /** Of its host (Processes.host), and the machine's name. */
  readonly host: string;
  readonly hostName: string;
}

interface Joined extends Hello {
  readonly line: FarLine;
}

/** Another process than 0: runs its part. Throws LaunchError. */
export async function joinJob(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  bootstrap: Bootstrap,
): Promise<void> {
  const { rank, size } = bootstrap;
  const line = await reach(bootstrap);
  platform.files.ignoreInput(); // it is process 0's
  platform.processes.keepSignals();
  line.tell({ rank, size, words: commandLine(), ...whereWeAre() } satisfies Hello);
  endWhenSilent(line, () => {
    say(`process ${rank}: nothing has come from process 0 for ${peerTimeout()} s (PGAS_PEER_TIMEOUT)`);
    platform.exit(FAILED);
  });
  runPart(program, libraries, file, line, () => say(`process ${rank}: process 0 is gone, and the job with it`));
}

/** The line to process 0. */
async function reach(bootstrap: Bootstrap): Promise<Line> {
  for (let text = await bootstrap.share(); ; )
    try {
      const { addresses, secret } = JSON.parse(text) as Meeting;
      return await platform.sockets.join(addresses, platform.decodeBase64(secret));
    } catch (error) {
      const why = `process ${bootstrap.rank} cannot reach process 0: ${(error as Error).message}`;
      if (bootstrap.another === undefined) throw new LaunchError(why);
      text = await bootstrap.another(text, why);
    }
}

const commandLine = () => platform.arguments.join(' ');
const whereWeAre = () => ({ host: platform.processes.host, hostName: platform.hostName });

/** Throws a LaunchError for what a job of these processes cannot have. */
export function checkJoint(
  { name, size }: Bootstrap,
  { processes, hosts, hostFile, perHost, distribution }: LaunchFlags,
  threads: number,
): void {
  if (network.separate === undefined)
    throw new LaunchError(
      `${name} has started ${size} processes: ${network.name} has one; compile the program with -network=sfi`,
    );
  if (hosts !== undefined || hostFile !== undefined)
    throw new LaunchError(`--hosts: ${name} has started the ${size} processes already`);
  if (perHost !== undefined || distribution !== 'block')
    throw new LaunchError(`--per-host, --distribution: ${name} has placed the ${size} processes already`);
  if ((processes ?? size) !== size) throw new LaunchError(`--processes ${processes}: ${name} has started ${size}`);
  if (threads < size)
    throw new LaunchError(
      `${name} has started ${size} processes: ${threads} threads are fewer; use -n ${size} or more`,
    );
}

/** Process 0: a place for each process, once all have come. Throws LaunchError. */
export async function gatherPlaces(bootstrap: Bootstrap, threads: number, file: ProgramFile): Promise<Place[]> {
  const joined = await gather(bootstrap);
  const own = whereWeAre();
  const firsts = firstsOf(evenly(threads, bootstrap.size));
  const [here] = placesHere(firsts, file);
  const isApart = joined.some(({ host, hostName }) => host !== own.host || hostName !== own.hostName);
  return [
    { ...here!, host: isApart ? own.hostName : undefined, machine: own.host },
    ...joined.map(
      (process): Place => ({ ...placeOf(process, firsts[process.rank]!), ...(!isApart && { host: undefined }) }),
    ),
  ];
}

/** Lets the other processes come; gives them in the order of their numbers. */
async function gather(bootstrap: Bootstrap): Promise<Joined[]> {
  const { name, size } = bootstrap;
  const joined = new Map<number, Joined>();
  const secret = platform.sockets.secret();
  let done = () => {};
  let failed = (_: Error) => {};
  const all = new Promise<void>((resolve, reject) => ([done, failed] = [resolve, reject]));
  const listening = await platform.sockets.listen(secret, (line) => {
    line.once((hello: Hello) => {
      const unlike = difference(hello, size);
      if (unlike !== undefined) failed(new LaunchError(`process ${hello.rank} on ${hello.hostName} ${unlike}`));
      if (joined.has(hello.rank)) failed(new LaunchError(`${name}: two processes have number ${hello.rank}`));
      joined.set(hello.rank, { ...hello, line });
      line.onEnd(() =>
        failed(new LaunchError(`process ${hello.rank} on ${hello.hostName} is gone before all have come`)),
      );
      if (joined.size === size - 1) done();
    });
    const alive = beat(() => line.tell(ALIVE));
    line.onEnd(alive.stop);
  });
  const missing = () => Array.from({ length: size - 1 }, (_, i) => i + 1).filter((rank) => !joined.has(rank));
  const late = () => `of ${size} processes these have not come: ${missing().join(', ')}`;
  const where = bootstrap.file === undefined ? '' : `; they look for ${bootstrap.file}`;
  const told = sayIfLate(() => `process 0 waits: ${late()}${where}`);
  const timer = setTimeout(() => failed(new LaunchError(`${late()}, within ${PATIENCE} s${where}`)), 1000 * PATIENCE);
  endBySignals(() => bootstrap.end?.());
  const meeting: Meeting = { addresses: listening.addresses, secret: platform.encodeBase64(secret) };
  try {
    await Promise.all([bootstrap.share(JSON.stringify(meeting)), all]);
  } catch (error) {
    for (const { line } of joined.values()) line.tell(['exit', REFUSED]);
    throw error;
  } finally {
    clearTimeout(timer);
    told.end();
    bootstrap.end?.();
    endBySignals(undefined);
    listening.close();
  }
  return [...joined.values()].sort((a, b) => a.rank - b.rank);
}

/** In what a process that has come differs from process 0. */
function difference({ size: theirs, words }: Hello, size: number): string | undefined {
  if (theirs !== size) return `takes itself for one of ${theirs} processes, and process 0 for one of ${size}`;
  const own = commandLine();
  return words === own ? undefined : `has the arguments '${words}', and process 0 '${own}': all must have the same`;
}

/** Nothing is left behind if a signal ends this process. */
function endBySignals(clear: (() => void) | undefined): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
    platform.onSignal(
      signal,
      clear &&
        (() => {
          clear();
          platform.exitBy(signal);
        }),
    );
}

function placeOf({ line, host, hostName }: Joined, first: number): Place {
  return {
    first,
    host: hostName,
    machine: host,
    start(_, events) {
      line.onMessage(events.told);
      line.onEnd(() => events.ended('is lost: its connection has ended'));
      return { id: undefined, tell: line.tell, input: () => {}, kill: () => line.hangUp() };
    },
  };
}
