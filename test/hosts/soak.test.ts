/**
 * `npm run soak` (SOAK=MINUTES, 30; SOAK_SEED): jobs on one and two hosts, one after the other, to half of which something is done at a random
 * moment, from the start on: a rank, an agent or the process that began the job is killed, a rank is stopped, the job gets SIGTERM, the
 * wire between the hosts is cut.
 *
 * One to which nothing is done must end well, and without a word of warning. The others must end soon, with their status and the message that names who
 * is lost, unless they were done before. In any case nothing may be left: no process, no file in /dev/shm, no socket that listens on a host.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Choices } from '../random/choices.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { descendantsOf, isAlive, parentOf } from '../support/processes.ts';

const minutes = Number(process.env.SOAK ?? 0);
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1e6);
const lacks = libfabricLacks || namespacesLack || (minutes > 0 ? '' : ', skipped: it is npm run soak');
/** Milliseconds within which a harmed job is to end, and all that belongs to it to be gone, on a busy machine. */
const SOON = 40_000;
/** Milliseconds: who is harmed so shortly before the job's end may have done its work. */
const LATE = 1000;
/** Seconds. */
const SILENCE = '3';

/** Programs that verify themselves and end with 0. The first works for a second with all kinds of communication of UPC. */
const PROGRAMS: readonly (readonly [source: string, words: (number: number) => readonly string[]])[] = [
  ['test/conduits/processes/soak.upc', (number) => ['1', String(number)]],
  ['test/execution/programs/image-stress.upc', () => []],
  ['test/execution/programs/upc-work-stealing.upc', () => []],
  ['test/conduits/programs/meeting.c', () => []],
];

/** The processes of a job: of a host, each has an agent above its ranks, which are in the order of their numbers. */
interface Running {
  readonly began: ChildProcess;
  readonly ranks: readonly number[];
  readonly agents: readonly number[];
}

/** What is done to a job. */
interface Harm {
  readonly name: string;
  /** Gives the numbers of the processes one of which must be named as lost. */
  act(job: Running, choices: Choices, hosts: Hosts): readonly number[];
  /** It needs ranks, or several hosts. */
  readonly needs?: 'ranks' | 'hosts';
  readonly status: readonly (number | string)[];
  /** What the job must say; `lost`: the numbers, as a part of a pattern. */
  says(lost: string): RegExp;
}

const numbersOf = ({ ranks }: Running, agent: number) =>
  ranks.flatMap((rank, number) => (rank === agent || parentOf(rank) === agent ? [number] : []));

/** Sends a signal to one of these. */
function signal(job: Running, pids: readonly number[], name: NodeJS.Signals, choices: Choices): readonly number[] {
  const pid = choices.one(pids);
  const numbers = numbersOf(job, pid);
  process.kill(pid, name);
  return numbers;
}

/** What is done loses no rank. */
const none = (_: unknown): readonly number[] => [];
const isLost = (lost: string) => new RegExp(`^pgasc: process (${lost}) .*(was killed by SIGKILL|is lost: )`, 'm');
const NONE: Harm = { name: 'nothing', act: () => [], status: [0], says: () => /^$/ };
const HARMS: readonly Harm[] = [
  {
    name: 'a rank is killed',
    needs: 'ranks',
    act: (job, choices) => signal(job, job.ranks, 'SIGKILL', choices),
    status: [1],
    says: isLost,
  },
  {
    name: 'an agent is killed, or a rank',
    needs: 'ranks',
    act: (job, choices) => signal(job, job.agents.length > 0 ? job.agents : job.ranks, 'SIGKILL', choices),
    status: [1],
    says: isLost,
  },
  {
    name: 'the beginner is killed',
    act: ({ began }) => none(began.kill('SIGKILL')),
    status: ['SIGKILL'],
    says: () => /^/,
  },
  {
    name: 'SIGTERM',
    needs: 'ranks',
    act: ({ began }) => none(began.kill('SIGTERM')),
    status: [143, 'SIGTERM'],
    says: () => /^$|^pgasc: SIGTERM: where the threads are\n/m, // before all processes are started there is nothing to tell
  },
  {
    name: 'a rank is stopped',
    needs: 'ranks',
    act: (job, choices) => signal(job, job.ranks, 'SIGSTOP', choices),
    status: [1],
    says: (lost) => new RegExp(`^pgasc: process (${lost}) .* has not answered for \\d+ s \\(PGAS_PEER_TIMEOUT\\)`, 'm'),
  },
  {
    name: 'the wire is cut',
    needs: 'hosts',
    act: (_, __, hosts) => none(hosts.cut()),
    status: [1],
    says: () =>
      /^pgasc: process \d .* has had no answer from process \d .* though both answer|no provider of libfabric serves all processes: /m,
  },
];

test.skipIf(lacks !== '')(`soak${lacks}`, { timeout: (minutes + 5) * 60_000 }, () =>
  inFolder(async (scratch) => {
    const programs: string[] = [];
    for (const [source] of PROGRAMS)
      programs.push(await compiled(scratch, ['-network=sfi', '-O2', join(ROOT, source)]));
    const hosts = makeHosts();
    const done: Harm[] = [];
    const end = Date.now() + minutes * 60_000;
    try {
      for (let number = 1; Date.now() < end; number++)
        done.push(await oneJob(programs, hosts, new Choices(seed + 1000003 * number), number));
    } finally {
      console.log(summary(done));
      hosts.remove();
    }
  }),
);

/** How many jobs there were, and to how many what was done. */
function summary(done: readonly Harm[]): string {
  const counts = [NONE, ...HARMS].map((harm) => `${harm.name}: ${done.filter((each) => each === harm).length}`);
  return `${done.length} jobs; ${counts.join(', ')}`;
}

/** Each has choices of its own, so it can be repeated. Gives what was done to it. */
async function oneJob(programs: readonly string[], hosts: Hosts, choices: Choices, number: number): Promise<Harm> {
  const which = choices.from(0, PROGRAMS.length - 1);
  const onHosts = choices.once(2);
  const harm = choices.once(2) ? NONE : choices.one(HARMS.filter(({ needs }) => onHosts || needs !== 'hosts'));
  const processes = choices.from(2, 4);
  const words = ['-n', String(choices.from(processes, 7)), '--processes', String(processes)];
  if (onHosts) words.push('--hosts', hosts.names.join(','), '--rsh', hosts.rsh);
  const provider = onHosts ? '' : choices.one(['', 'ofi:tcp', 'ofi:shm']);
  const moment = choices.from(0, 2500);
  const [source, own] = PROGRAMS[which]!;
  const what = `seed ${seed}, job ${number}: ${source} ${words.join(' ')} PGAS_PROVIDER=${provider}: ${harm.name} after ${moment} ms`;
  console.log(what);
  const files = shared();
  const env = { ...process.env, PGAS_PROVIDER: provider, PGAS_PEER_TIMEOUT: SILENCE };
  const began = spawn(process.execPath, [programs[which]!, ...words, ...own(number)], { env });
  let said = '';
  let warned = '';
  began.stdout.on('data', (chunk) => (said += chunk));
  began.stderr.on('data', (chunk) => (warned += chunk));
  const closed = once(began, 'close');
  let lost: readonly number[] | undefined;
  let all: readonly number[] = [];
  await Promise.race([sleep(moment), closed]);
  if (harm.needs !== undefined)
    await Promise.race([until(() => hasAll(began, processes), `${what}: no ranks`), closed]);
  if (began.exitCode === null) {
    all = descendantsOf(began.pid!);
    if (harm !== NONE) lost = harm.act(running(began, all), choices, hosts);
  }
  const harmedAt = Date.now();
  const [status, by] = await within(closed, what);
  if (harm.needs === 'hosts') hosts.mend();
  await until(() => !all.some(isAlive), `${what}: processes are left`);
  const wasDone = status === 0 && Date.now() - harmedAt < LATE;
  const text = `${what}\n${said}${warned}`;
  const [expected, says] = lost === undefined || wasDone ? [NONE, /^$/] : [harm, harm.says(lost.join('|'))];
  expect(expected.status, text).toContain(status ?? by);
  expect(warned, text).toMatch(says);
  await until(() => shared().every((file) => files.includes(file)), `${what}: files are left in /dev/shm`);
  await until(() => hosts.names.every((host) => listening(host).length === 0), `${what}: sockets listen`);
  return expected;
}

/** The ranks of a job are told that they are its parts. */
const isRank = (pid: number) => isAlive(pid) && environmentOf(pid).includes('PGAS_PART=1');

const hasAll = (began: ChildProcess, processes: number) =>
  began.exitCode === null && descendantsOf(began.pid!).filter(isRank).length === processes;

/** They are started in the order of their numbers, host by host. */
function running(began: ChildProcess, pids: readonly number[]): Running {
  const ranks = pids.filter(isRank);
  const agents = [...new Set(ranks.map(parentOf))].filter((pid) => pid !== began.pid);
  return { began, ranks, agents };
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // it has ended
  }
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: the job has not ended`)), SOON + 60_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function until(holds: () => boolean, orElse: string): Promise<void> {
  for (const limit = Date.now() + SOON; !holds(); await sleep(20)) if (Date.now() > limit) throw new Error(orElse);
}

const shared = (): string[] => readdirSync('/dev/shm');

/** Lines of the host's TCP sockets that listen. */
function listening(host: string): string[] {
  const text = execFileSync('ip', ['netns', 'exec', host, 'cat', '/proc/net/tcp', '/proc/net/tcp6'], {
    encoding: 'utf8',
  });
  return text.split('\n').filter((line) => line.trim().split(/\s+/)[3] === '0A');
}
