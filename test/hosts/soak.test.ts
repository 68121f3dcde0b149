/**
 * `npm run soak` (SOAK=MINUTES, 30; SOAK_SEED): jobs on one and two hosts, one after the other, to some of which something is done at a random
 * moment: a rank, an agent or the process that began the job is killed, a rank is stopped, the job gets SIGTERM.
 *
 * One to which nothing is done must say that all is well. The others must end soon, with their status and the message that names who is
 * lost, unless they were done before. In any case nothing may be left: no process, no file in /dev/shm, no socket that listens on a host.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Choices } from '../random/choices.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { childrenOf, descendantsOf, isAlive } from '../support/processes.ts';

const minutes = Number(process.env.SOAK ?? 0);
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1e6);
const lacks = libfabricLacks || namespacesLack || (minutes > 0 ? '' : ', skipped: it is npm run soak');
/** Milliseconds within which a harmed job is to end, and all that belongs to it to be gone, on a busy machine. */
const SOON = 20_000;
/** Seconds. */
const SILENCE = '3';
const LOST = /^pgasc: process \d+ .*(was killed by SIGKILL|is lost: )/m;

/** The processes of a job: of a host, each has an agent above its ranks. */
interface Running {
  readonly began: ChildProcess;
  readonly ranks: readonly number[];
  readonly agents: readonly number[];
}

interface Harm {
  readonly name: string;
  act(job: Running, choices: Choices): void;
  readonly status: readonly (number | string)[];
  readonly says: RegExp;
}

const kill = (pids: readonly number[], signal: NodeJS.Signals, choices: Choices) =>
  process.kill(choices.one(pids), signal);
const NONE: Harm = { name: 'nothing', act: () => {}, status: [0], says: /^$/ };
const HARMS: readonly Harm[] = [
  { name: 'a rank is killed', act: ({ ranks }, choices) => kill(ranks, 'SIGKILL', choices), status: [1], says: LOST },
  {
    name: 'an agent is killed, or a rank',
    act: ({ agents, ranks }, choices) => kill(agents.length > 0 ? agents : ranks, 'SIGKILL', choices),
    status: [1],
    says: LOST,
  },
  { name: 'the beginner is killed', act: ({ began }) => began.kill('SIGKILL'), status: ['SIGKILL'], says: /^/ },
  {
    name: 'SIGTERM',
    act: ({ began }) => began.kill('SIGTERM'),
    status: [143, 'SIGTERM'],
    says: /^pgasc: SIGTERM: where the threads are\n/m,
  },
  {
    name: 'a rank is stopped',
    act: ({ ranks }, choices) => kill(ranks, 'SIGSTOP', choices),
    status: [1],
    says: /^pgasc: process \d+ .* has not answered for 3 s \(PGAS_PEER_TIMEOUT\)/m,
  },
];

test.skipIf(lacks !== '')(`soak${lacks}`, { timeout: (minutes + 5) * 60_000 }, () =>
  inFolder(async (scratch) => {
    const program = await compiled(scratch, ['-network=sfi', '-O2', join(ROOT, 'test/conduits/processes/soak.upc')]);
    const hosts = makeHosts();
    const done: Harm[] = [];
    const end = Date.now() + minutes * 60_000;
    try {
      for (let job = 1; Date.now() < end; job++)
        done.push(await oneJob(program, hosts, new Choices(seed + 1000003 * job), job));
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
async function oneJob(program: string, hosts: Hosts, choices: Choices, number: number): Promise<Harm> {
  const harm = choices.once(2) ? NONE : choices.one(HARMS);
  const processes = choices.from(2, 4);
  const onHosts = choices.once(2);
  const words = ['-n', String(choices.from(processes, 7)), '--processes', String(processes)];
  if (onHosts) words.push('--hosts', hosts.names.join(','), '--rsh', hosts.rsh);
  const provider = onHosts ? '' : choices.one(['', 'ofi:tcp', 'ofi:shm']);
  const moment = choices.from(0, 1500);
  const what = `seed ${seed}, job ${number}: ${words.join(' ')} PGAS_PROVIDER=${provider}: ${harm.name} after ${moment} ms`;
  console.log(what);
  const files = shared();
  const env = { ...process.env, PGAS_PROVIDER: provider, PGAS_PEER_TIMEOUT: SILENCE };
  const began = spawn(process.execPath, [program, ...words, '1', String(number)], { env });
  const said = { stdout: '', stderr: '' };
  began.stdout.on('data', (chunk) => (said.stdout += chunk));
  began.stderr.on('data', (chunk) => (said.stderr += chunk));
  const closed = once(began, 'close');
  await Promise.race([once(began.stdout, 'data'), closed]);
  const all = began.exitCode === null ? descendantsOf(began.pid!) : [];
  await Promise.race([sleep(moment), closed]);
  const harmed = harm !== NONE && began.exitCode === null && !said.stdout.includes('all is well');
  if (harmed) harm.act({ began, ...rolesOf(all.filter(isAlive)) }, choices);
  const [status, signal] = await within(closed, what);
  await until(() => !all.some(isAlive), `${what}: processes are left`);
  const text = `${what}\n${said.stdout}${said.stderr}`;
  // Who has finished its work may be harmed and not know it.
  if (said.stdout.includes('all is well')) expect([0, ...harm.status], text).toContain(status ?? signal);
  else {
    expect(harm.status, text).toContain(status ?? signal);
    expect(said.stderr, text).toMatch(harm.says);
  }
  await until(() => shared().every((file) => files.includes(file)), `${what}: files are left in /dev/shm`);
  await until(() => hosts.names.every((host) => listening(host).length === 0), `${what}: sockets listen`);
  return harmed ? harm : NONE;
}

/** Ranks have no children; who has ranks as children is an agent. */
function rolesOf(pids: readonly number[]): Pick<Running, 'ranks' | 'agents'> {
  const ranks = pids.filter((pid) => childrenOf(pid).length === 0);
  return { ranks, agents: pids.filter((pid) => childrenOf(pid).some((child) => ranks.includes(child))) };
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
