/**
 * The network between two hosts carries nothing any more, while the lines to both do: the job ends, or goes on without one of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const lacks = libfabricLacks || namespacesLack;
/** Seconds. */
const PEER_TIMEOUT = '2';

/** Thread 0 does what is asked, while thread 1 computes: for ever, or for longer than a process may be silent. */
const PROGRAM = `
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_tick.h>
shared int x[THREADS];
static double seconds(void) { return upc_ticks_to_ns(upc_ticks_now()) * 1e-9; }
int main(int argc, char **argv) {
  double limit = seconds() + (strcmp(argv[1], "alive") == 0 ? 5 : 1000);
  if (MYTHREAD == 0) puts("begun"), fflush(stdout);
  while (seconds() < limit) {
    if (strcmp(argv[1], "barrier") == 0) upc_barrier;
    else if (MYTHREAD == 0) x[1]++;
  }
  upc_barrier;
  return 0;
}`;

/** Starts a job on two hosts, does something when it has begun, and gives how it ended. */
async function run(
  program: string,
  words: readonly string[],
  act: (hosts: Hosts, closed: Promise<unknown>) => void,
  before: (hosts: Hosts) => void = () => {},
  variables: Readonly<Record<string, string>> = {},
) {
  const hosts = makeHosts();
  try {
    before(hosts);
    const command = [program, '--hosts', hosts.names.join(','), '--rsh', hosts.rsh, ...words];
    const env = { ...process.env, PGAS_PEER_TIMEOUT: PEER_TIMEOUT, ...variables };
    const began = spawn(process.execPath, command, { env, timeout: 60_000, killSignal: 'SIGKILL' });
    let [stdout, stderr] = ['', ''];
    began.stderr.on('data', (chunk) => (stderr += chunk));
    began.stdout.on('data', (chunk) => (stdout += chunk));
    const closed = once(began, 'close');
    await Promise.race([once(began.stdout, 'data'), closed]);
    act(hosts, closed);
    const [status] = await closed;
    return { status, stdout, stderr };
  } finally {
    hosts.remove();
  }
}

const CUT =
  /process (\d) on \S+-[ab] \(threads? [\d to]+\) has had no answer from process (\d) on \S+-[ab] \(threads? [\d to]+\) over tcp\S* for [2-9] s \(PGAS_PEER_TIMEOUT\), though both answer on their lines/;

describe.skipIf(lacks !== '')(`a partition of the network${lacks}`, { timeout: 150_000 }, () => {
  const withProgram = (use: (program: string) => Promise<void>) =>
    inFolder(async (scratch) => {
      const source = join(scratch, 'a.upc');
      writeFileSync(source, PROGRAM);
      await use(await compiled(scratch, ['-network=sfi', '-O2', source]));
    });

  for (const way of dealt('partition', ['access', 'barrier']))
    long(`ends the job: ${way}`, () =>
      withProgram(async (program) => {
        const { status, stderr } = await run(program, ['-n', '2', way], (hosts) => hosts.cut());
        expect(stderr).toMatch(CUT);
        expect(stderr.trimEnd().split('\n').length, stderr).toBe(1);
        expect(status).toBe(1);
      }),
    );

  const LOST =
    /^pgasc: deadlock, or a loss of the network: nothing has come for \d s of what the threads wait for \(PGAS_PEER_TIMEOUT\)\n {4}thread 0 waits at upc_barrier \S*a\.upc:\d+/m;
  long('a connection that is reset loses messages: the job ends', (context) =>
    withProgram(async (program) => {
      let resets = 0;
      let timer: NodeJS.Timeout | undefined;
      const { status, stderr } = await run(program, ['-n', '2', 'barrier'], (hosts, closed) => {
        const reset = () => (resets += hosts.reset() ? 1 : 0); // one at a moment without a message loses none
        timer = setInterval(reset, 200);
        closed.then(() => clearInterval(timer));
      });
      context.skip(resets === 0, 'connections cannot be reset here');
      // One may have reset the read that looks whether the network carries anything.
      expect(stderr).toMatch(CUT.test(stderr) ? CUT : LOST);
      expect(status).toBe(1);
    }),
  );

  const NO_PROVIDER = /^pgasc: thread \d: PGAS_PROVIDER=ofi: no provider of libfabric serves all processes: /;
  const TRIED =
    /^pgasc: warning: libfabric's \S+ on \S+: no answer from process \d within 4 s; it is tried for 15 s, then the next candidate\n/gm;
  for (const [name, before, variables, why] of [
    [
      'loses what is sent',
      (hosts: Hosts) => hosts.lose(),
      { FI_PROVIDER: 'tcp' },
      /: process \d: no answer from process \d within 15 s/,
    ],
    [
      'is down',
      (hosts: Hosts) => hosts.cut(),
      {},
      /; pgasc network --hosts=\.\.\. tries each provider between them\n$/,
    ],
  ] as const)
    long(`before the job begins ends it: the wire ${name}`, () =>
      withProgram(async (program) => {
        const { status, stdout, stderr } = await run(program, ['-n', '2', 'access'], () => {}, before, variables);
        const rest = stderr.replace(TRIED, '');
        expect(rest).toMatch(NO_PROVIDER);
        expect(rest).toMatch(why);
        expect(rest.trimEnd().split('\n').length, stderr).toBe(1);
        expect([stdout, status]).toEqual(['', 1]);
      }),
    );

  long('is not where a thread computes for longer', () =>
    withProgram(async (program) => {
      expect(await run(program, ['-n', '2', 'alive'], () => {})).toEqual({ status: 0, stdout: 'begun\n', stderr: '' });
    }),
  );

  long('--failed-images: the job goes on with process 0', () =>
    inFolder(async (scratch) => {
      const source = join(ROOT, 'test/conduits/processes/lost.upc');
      const program = await compiled(scratch, ['-network=sfi', '-O2', '-trace', source]);
      const words = ['-n', '4', '--failed-images', '2', '4'];
      const { status, stdout, stderr } = await run(program, words, (hosts) => hosts.cut());
      expect(stderr).toMatch(CUT);
      expect(stderr).toMatch(/^pgasc: warning: .*; its threads have failed, /);
      expect([stdout, status], stderr).toEqual(['ready\nwent on without 2 images\n', 0]);
    }),
  );
});
