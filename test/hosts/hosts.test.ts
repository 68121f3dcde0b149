/**
 * Jobs on several hosts (--hosts): programs, ends, failures. Hosts are network namespaces; the wire is libfabric's tcp.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { descendantsOf, isAlive, mostMemory } from '../support/processes.ts';
import { long } from '../support/share.ts';
import { readTrace, trackOf } from '../trace/traced.ts';

const lacks = libfabricLacks || namespacesLack;
/** Bytes that an array of the test has which must go over the wire. */
const BYTES = 1_000_000;
const SOON = 5000;
/** What a thread writes to a slow reader, two in a process; most memory of a process that has nothing to write. */
const [MEBIBYTES_EACH, ITSELF] = [64, 250];

let hosts: Hosts;
beforeAll(() => {
  if (lacks === '') hosts = makeHosts();
});
afterAll(() => hosts?.remove());

const job = (threads: string) => ['-n', threads, '--hosts', hosts.names.join(','), '--rsh', hosts.rsh];

describe.skipIf(lacks !== '')(`two hosts${lacks}`, { timeout: 100_000 }, () => {
  const withProgram = (source: string, use: (program: string) => Promise<void>) =>
    inFolder(async (scratch) => use(await compiled(scratch, ['-network=sfi', '-O2', '-trace', join(ROOT, source)])));
  const life = (use: (run: (...words: string[]) => ReturnType<typeof node>) => Promise<void>) =>
    withProgram('test/conduits/processes/life.upc', (program) =>
      use((...words) => node([program, ...job('4'), ...words], { input: 'a line\nanother\n' })),
    );

  long('a host has more threads than the others', () =>
    withProgram('test/conduits/processes/soak.upc', async (program) => {
      const [a, b] = hosts.names;
      const words = ['-n', '7', '--hosts', `${a}:1,${b}:6`, '--rsh', hosts.rsh, '2'];
      const { status, stdout, stderr } = await node([program, ...words]);
      expect(stdout, stderr).toBe('begun\nall is well\n');
      expect(status).toBe(0);
    }),
  );

  test('data goes over the wire', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(
        source,
        `#include <upc.h>
         shared [${BYTES}] char data[THREADS][${BYTES}];
         char own[${BYTES}];
         int main(void) {
           upc_memput(data[(MYTHREAD + 1) % THREADS], own, ${BYTES});
           upc_barrier;
           return 0;
         }`,
      );
      const program = await compiled(scratch, ['-network=sfi', source]);
      const before = hosts.sent();
      expect(await node([program, ...job('2')])).toMatchObject({ status: 0, stderr: '' });
      expect(hosts.sent() - before).toBeGreaterThan(BYTES);
    }));

  long('the status of any thread, what was printed, whole lines, standard input', () =>
    life(async (run) => {
      expect((await run('status')).status).toBe(3);
      const { status, stdout } = await run('exit');
      expect(status).toBe(7);
      for (let thread = 0; thread < 4; thread++) expect(stdout).toContain(`unfinished ${thread}`);
      const lines = (await run('lines')).stdout.trimEnd().split('\n');
      expect(lines.length).toBe(8000);
      expect(lines.filter((line) => !/^thread \d writes line \d+ of its lines$/.test(line))).toEqual([]);
      expect((await run('read')).stdout).toBe('read a line\n');
    }),
  );

  long('a login shell may write before the program does', () =>
    withProgram('test/conduits/processes/life.upc', (program) =>
      inFolder(async (folder) => {
        const rsh = join(folder, 'rsh');
        writeFileSync(rsh, '#!/bin/sh\nhost=$1; shift; echo "Hi! welcome"; exec ip netns exec "$host" sh -c "$*"\n', {
          mode: 0o755,
        });
        const words = ['-n', '4', '--hosts', hosts.names.join(','), '--rsh', rsh, 'exit'];
        expect((await node([program, ...words])).status).toBe(7);
      }),
    ),
  );

  long('a full disk, and a reader that goes away, end the job', () =>
    withProgram('test/conduits/processes/life.upc', async (program) => {
      const words = `'${process.execPath}' '${program}' ${job('4').join(' ')} lines`;
      const shell = (command: string) => spawnSync('bash', ['-c', command], { encoding: 'utf8' });
      const full = shell(`${words} > /dev/full`);
      expect([full.stderr, full.status]).toEqual([
        'pgasc: cannot write standard output: ENOSPC: no space left on device, write\n',
        1,
      ]);
      expect(shell(`set -o pipefail; ${words} | head -1 > /dev/null`).status).toBe(141);
    }),
  );

  long(
    'a reader that sleeps for longer than processes may be silent loses no byte, and nobody keeps them meanwhile',
    () =>
      inFolder(async (scratch) => {
        const source = join(scratch, 'a.upc');
        writeFileSync(
          source,
          `#include <stdio.h>
         #include <upc.h>
         static char line[1024];
         int main(void) {
           for (int i = 0; i < sizeof line; i++) line[i] = i + 1 < sizeof line ? 'a' + MYTHREAD : '\\n';
           for (int i = 0; i < ${MEBIBYTES_EACH} * 1024; i++) fwrite(line, sizeof line, 1, stdout);
           return 0;
         }`,
        );
        const program = await compiled(scratch, ['-network=sfi', '-O2', source]);
        const env = { ...process.env, PGAS_PEER_TIMEOUT: '2' };
        for (const where of [job('4'), ['-n', '4', '--processes', '2']]) {
          const began = spawn(process.execPath, [program, ...where], { env, stdio: ['ignore', 'pipe', 'pipe'] });
          let stderr = '';
          began.stderr.on('data', (chunk) => (stderr += chunk));
          const ended = once(began, 'close');
          await sleep(5000); // nothing reads standard output
          const most = [began.pid!, ...descendantsOf(began.pid!)].map(mostMemory);
          let bytes = 0;
          began.stdout.on('data', (chunk) => (bytes += chunk.length));
          expect([(await ended)[0], stderr, bytes]).toEqual([0, '', 4 * MEBIBYTES_EACH * 2 ** 20]);
          expect(Math.max(...most), String(most)).toBeLessThan(ITSELF + MEBIBYTES_EACH);
        }
      }),
  );

  long('--preload sends the program to hosts that do not have it', () =>
    inFolder(async (scratch) => {
      const program = join(scratch, "it's here.js");
      copyFileSync(await compiled(scratch, ['-network=sfi', join(ROOT, 'test/conduits/processes/life.upc')]), program);
      const rsh = join(scratch, '..', `pgasc-${process.pid}-rsh`);
      writeFileSync(
        rsh,
        `#!/bin/sh\nhost=$1; shift\nexec ip netns exec "$host" unshare -m sh -c 'mount -t tmpfs none ${scratch} && exec sh -c "$1"' sh "$*"\n`,
        { mode: 0o755 },
      );
      const run = (...words: string[]) =>
        node([program, '-n', '4', '--hosts', hosts.names.join(','), '--rsh', rsh, ...words]);
      expect((await run('exit')).stderr).toContain('the program must be there (--preload sends it)');
      const { status, stdout } = await run('--preload', 'exit');
      expect(status).toBe(7);
      for (let thread = 0; thread < 4; thread++) expect(stdout).toContain(`unfinished ${thread}`);
      rmSync(rsh);
    }),
  );

  long('upc_io: a file system that is not shared is told', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(
        source,
        `#include <upc.h>
         #include <upc_io.h>
         int main(int argc, char **argv) {
           upc_file_t *file = upc_all_fopen(argv[1], UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_RDWR, 0, NULL);
           return file == NULL ? 3 : upc_all_fclose(file);
         }`,
      );
      const program = await compiled(scratch, ['-network=sfi', source]);
      const own = join(scratch, 'own');
      const rsh = join(scratch, 'rsh');
      mkdirSync(own);
      const run = (files: string) => {
        const script = `mount -t tmpfs none ${own}; cd ${own}; ${files}; exec sh -c "$1"`;
        writeFileSync(
          rsh,
          `#!/bin/sh\nhost=$1; shift\nexec ip netns exec "$host" unshare -m sh -c '${script}' sh "$*" $host\n`,
          {
            mode: 0o755,
          },
        );
        return node([program, '-n', '4', '--hosts', hosts.names.join(','), '--rsh', rsh, join(own, 'file')]);
      };
      const none = await run('true');
      expect([none.status, none.stderr]).toEqual([
        3,
        expect.stringMatching(/thread 0's process has opened \S+\/file, and another process cannot: files of upc_io/),
      ]);
      const others = await run(`[ $2 = ${hosts.names[0]} ] || touch other; touch file`);
      expect([others.status, others.stderr]).toEqual([
        0,
        expect.stringMatching(
          /thread 2: warning: upc_all_fopen: \S+\/file on \S+ is not the file that thread 0 has opened/,
        ),
      ]);
    }),
  );

  long('labels, and what was chosen', () =>
    life(async (run) => {
      const { stdout } = await run('--label', 'lines');
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBe(8000);
      expect(lines.filter((line) => !/^(\d): thread \1 writes line \d+ of its lines$/.test(line))).toEqual([]);
      const unfinished = (await run('--label', 'unended')).stdout.split('\n').sort();
      expect(unfinished).toEqual(['', '0: no newline', '1: no newline', '2: no newline', '3: no newline']);
      const [a, b] = hosts.names;
      process.env.PGAS_VERBOSE = '1';
      const { stderr } = await run('status').finally(() => delete process.env.PGAS_VERBOSE);
      expect(stderr).toMatch(
        new RegExp(
          `^pgasc: sfi, 4 threads, regions of \\d+ MiB\npgasc: process 0: threads 0 to 1 on ${a}\npgasc: process 1: threads 2 to 3 on ${b}\npgasc: libfabric 1\\.\\d+, provider tcp`,
        ),
      );
    }),
  );

  long('processes are placed as the flags say, and keep to cores', () =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(
        source,
        `#include <stdio.h>
         #include <string.h>
         shared int next[THREADS];
         int main(void) {
           next[(MYTHREAD + 1) % THREADS] = MYTHREAD;
           upc_barrier;
           if (next[MYTHREAD] != (MYTHREAD + THREADS - 1) % THREADS) return 1;
           char line[200];
           FILE *status = fopen("/proc/self/status", "r");
           while (fgets(line, sizeof line, status))
             if (strncmp(line, "Cpus_allowed_list:", 18) == 0) printf("%d%s", MYTHREAD, line + 18);
           return 0;
         }`,
      );
      const program = await compiled(scratch, ['-network=sfi', source]);
      const [a, b] = hosts.names;
      const run = (...words: string[]) =>
        node([program, '-n', '6', '--hosts', `${a}:4,${b}:2`, '--rsh', hosts.rsh, ...words], {
          env: { PGAS_VERBOSE: '1' },
        });
      const placesOf = ({ stderr }: { stderr: string }) =>
        [...stderr.matchAll(/^pgasc: process \d: (.*) on (\S+)$/gm)].map(([, threads, host]) => `${threads} ${host}`);
      const ranks = ['threads 0 to 1', 'threads 2 to 3', 'thread 4', 'thread 5'];
      expect(placesOf(await run('--per-host', '2'))).toEqual([a, a, b, b].map((host, i) => `${ranks[i]} ${host}`));
      const cyclic = await run('--per-host=2', '--distribution=cyclic', '--bind');
      expect(placesOf(cyclic).filter((place) => !place.includes('cores'))).toEqual([
        `threads 0 to 1 ${a}`,
        `thread 2 ${b}`,
        `threads 3 to 4 ${a}`,
        `thread 5 ${b}`,
      ]);
      expect(cyclic.status).toBe(0);
      const cores = new Map(
        [...cyclic.stdout.matchAll(/^(\d)\s+(\S+)$/gm)].map(([, thread, list]) => [Number(thread), list]),
      );
      expect(cores.get(0)).toBe(cores.get(1));
      if (availableParallelism() > 1) expect(cores.get(0)).not.toBe(cores.get(3));
      expect((await run('--per-host', '3')).stderr).toContain(
        'pgasc: --per-host 3: a host has 2 threads only; give it more of them (-n, slots)\n',
      );
      expect((await run('--distribution', 'x')).stderr).toContain(
        "pgasc: --distribution: 'x' is not a distribution of processes among hosts (block, cyclic)\n",
      );
    }),
  );

  long('failures and deadlocks are told with their places', () =>
    life(async (run) => {
      const { status, stderr } = await run('fail');
      expect(stderr).toMatch(/^pgasc: thread 3: division by zero at \S*life\.upc:\d+:\d+$/m);
      expect(status).toBe(1);
      expect((await run('lock')).stderr).toMatch(
        /thread 3 waits for the lock of thread 0 at upc_lock \S*life\.upc:\d+/,
      );
    }),
  );

  test('a process that is killed ends the job, which names it and its host', () =>
    withProgram('test/conduits/processes/life.upc', async (program) => {
      const { stderr, status } = await endedBy(program, (_, found) => process.kill(found.at(-1)!, 'SIGKILL'));
      expect(stderr).toMatch(
        new RegExp(
          `^pgasc: process \\d on ${hosts.names[0].slice(0, -1)}[ab] \\(threads \\d to \\d\\) was killed by SIGKILL$`,
          'm',
        ),
      );
      expect(status).toBe(1);
    }));

  long('a line to a host that carries nothing any more ends the job on both sides', () =>
    withProgram('test/conduits/processes/life.upc', (program) =>
      inFolder(async (folder) => {
        const rsh = join(folder, 'rsh');
        writeFileSync(rsh, '#!/bin/sh\nhost=$1; shift; cat | ip netns exec "$host" sh -c "$*" | cat\n', {
          mode: 0o755,
        });
        const job = ['-n', '4', '--hosts', hosts.names.join(','), '--rsh', rsh, 'compute'];
        const began = spawn(process.execPath, [program, ...job], { env: { ...process.env, PGAS_PEER_TIMEOUT: '2' } });
        let stderr = '';
        began.stderr.on('data', (chunk) => (stderr += chunk));
        const ended = once(began, 'exit');
        await once(began.stdout, 'data');
        const others = descendantsOf(began.pid!);
        const wires = others.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'cat\n');
        for (const pid of wires) process.kill(pid, 'SIGSTOP');
        const far = others.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'node\n');
        expect([wires.length, far.length]).toEqual([4, 4]);
        const limit = Date.now() + 3 * SOON;
        while (far.some(isAlive) && Date.now() < limit) await sleep(20);
        expect(far.filter(isAlive)).toEqual([]);
        const [status] = await Promise.race([ended, sleep(SOON, ['has not ended'])]);
        for (const pid of wires.filter(isAlive)) process.kill(pid, 'SIGKILL');
        expect(stderr).toMatch(
          /^pgasc: process \d on \S+ \(threads \d to \d\) has not answered for 2 s \(PGAS_PEER_TIMEOUT\)\n/,
        );
        expect(status).toBe(1);
      }),
    ),
  );

  long('--failed-images: the job outlives a process of the other host', () =>
    withProgram('test/conduits/processes/lost.upc', async (program) => {
      const act = (found: readonly number[]) => process.kill(found.at(-1)!, 'SIGKILL');
      const words = ['--failed-images', '2', '4'];
      const { stdout, stderr, status } = await endedBy(program, (_, found) => act(found), words);
      expect(stdout, stderr).toBe('ready\nwent on without 2 images\n');
      expect(stderr).toMatch(
        /^pgasc: warning: process 1 on \S+ \(threads 2 to 3\) was killed by SIGKILL; its threads have failed, /,
      );
      expect(status).toBe(0);
    }),
  );

  long('--failed-images: the job outlives a process whose memory another of its host has mapped', () =>
    withProgram('test/conduits/processes/lost.upc', async (program) => {
      const act = (found: readonly number[]) => process.kill(found.at(-1)!, 'SIGKILL');
      const words = ['--processes', '4', '--failed-images', '3', '4'];
      const { stdout, stderr, status } = await endedBy(program, (_, found) => act(found), words);
      expect(stdout, stderr).toBe('ready\nwent on without 1 images\n');
      expect(stderr).toMatch(/^pgasc: warning: process 3 on \S+ \(thread 3\) was killed by SIGKILL; /);
      expect(status).toBe(0);
    }),
  );

  long('a trace of all hosts in one file, in one time', () =>
    withProgram('test/execution/programs/upc-atomics.upc', async (program) =>
      inFolder(async (folder) => {
        const file = (name: string) => join(folder, name);
        const words = [`--trace=${file('t.json')}`, '--trace-limit=4M', `--stats=${file('s')}`];
        expect((await node([program, ...job('4'), ...words])).status).toBe(0);
        const events = readTrace(file('t.json'));
        const tracks = (tid: number) => events.filter((event) => event.ph === 'X' && event.tid === tid);
        for (const thread of [0, 1, 2, 3]) expect(tracks(trackOf(thread)).length).toBeGreaterThan(10);
        const last = events.at(-1)!.ts!;
        expect(events.filter(({ ts = 0 }) => ts < 0 || ts > last)).toEqual([]);
        const report = readFileSync(file('s'), 'utf8');
        expect(report).toMatch(/BYTES \(from host to host\):\n +pgasc-\d+-a +pgasc-\d+-b\n/);
        expect(report).toMatch(
          /CLOCKS .*\n {2}process 0 on pgasc-\d+-a \(threads 0 to 1\): .* ms, .* ppm .*, to within .* ms\n/,
        );
      }),
    ),
  );

  long('nothing is left when the process that began the job is killed', () =>
    withProgram('test/conduits/processes/life.upc', async (program) => {
      expect((await endedBy(program, (began) => began.kill('SIGKILL'))).status).toBe('SIGKILL');
    }),
  );

  long('SIGTERM is the job`s', () =>
    withProgram('test/conduits/processes/life.upc', async (program) => {
      const { stderr, status } = await endedBy(program, (began) => began.kill('SIGTERM'));
      expect(stderr).toMatch(/SIGTERM: where the threads are\n {4}thread 0 waits at upc_barrier .*\n {4}thread 1 runs/);
      expect([143, 'SIGTERM']).toContain(status);
    }),
  );
});

/** Starts a job that computes and waits, does something to it, and gives how it ended; no process may be left. */
async function endedBy(
  program: string,
  act: (began: ChildProcess, others: readonly number[]) => void,
  words: readonly string[] = ['compute'],
) {
  const began = spawn(process.execPath, [program, ...job('4'), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  began.stdout.on('data', (chunk) => (stdout += chunk));
  began.stderr.on('data', (chunk) => (stderr += chunk));
  const closed = once(began, 'close');
  await once(began.stdout, 'data');
  await sleep(200); // all have come to the barrier
  const others = descendantsOf(began.pid!);
  act(began, others);
  const [status, signal] = await closed;
  const limit = Date.now() + SOON;
  while (others.some(isAlive) && Date.now() < limit) await sleep(20);
  expect(others.filter(isAlive)).toEqual([]);
  return { stdout, stderr, status: status ?? signal };
}

describe('what cannot be', () => {
  const said = (network: string, words: readonly string[], env: Record<string, string> = {}) =>
    inFolder(async (scratch) => {
      const program = await compiled(scratch, [`-network=${network}`, join(ROOT, 'samples/tutorial/01-hello.upc')]);
      const { status, stderr } = await node([program, '-n', '2', ...words], { env });
      expect(status).toBe(2);
      return stderr;
    });

  test('hosts for one memory', async () => {
    expect(await said('smp', ['--hosts', 'a,b'])).toBe(
      'pgasc: --hosts a,b: smp has one process, on this host; compile the program with -network=sfi for others\n',
    );
    expect(await said('sfi', ['--hosts=a,b'], { PGAS_PROVIDER: 'shm' })).toBe(
      'pgasc: --hosts a,b: PGAS_PROVIDER=shm has all processes on this host; unset it, or set PGAS_PROVIDER=ofi\n',
    );
  });

  test('hosts that are none', async () => {
    expect(await said('sfi', ['--hosts', 'a:0,b'])).toBe(
      "pgasc: --hosts: 'a:0' is not a host with a number of slots above 0 (a, a:8, or in a file 'a slots=8')\n",
    );
    expect(await said('sfi', ['--hostfile', '/nowhere'])).toContain('pgasc: --hostfile /nowhere: ENOENT');
    expect(await said('sfi', ['--hostfile', 'f', '--hosts', 'a'])).toBe(
      'pgasc: --hosts a and --hostfile f: both name the hosts; give one of them\n',
    );
    expect(await said('sfi', ['--hosts', 'a', '--rsh', 'false'])).toBe(
      "pgasc: host a: 'false' ended with status 1; it must run a command there without a password, and the program must be there (--preload sends it)\n",
    );
  });
});
