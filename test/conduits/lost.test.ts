/**
 * --failed-images: a job outlives the loss of a process. The program verifies what Fortran 2018 says of failed images; where regions are
 * mapped the survivors see the memory of the lost process still, over tcp they do not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { childrenOf, isAlive } from '../support/processes.ts';
import { dealt, long, testIn } from '../support/share.ts';

const WARNING = 'its threads have failed, what was in their memory is lost, and the others go on (--failed-images)';

interface Loss {
  readonly threads: number;
  readonly processes: number;
  /** The process that is lost, the ranks [first, end) of it, and by which signal. */
  readonly lost: number;
  readonly ranks: readonly [first: number, end: number];
  readonly signal: NodeJS.Signals;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs the program, kills a process while all work, and gives what was written and the status. */
async function lose(program: string, { threads, processes, lost, ranks, signal, variables }: Loss) {
  const words = ['-n', `${threads}`, '--processes', `${processes}`, '--failed-images', ...ranks.map(String)];
  const job = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...variables } });
  const [out, err] = [job.stdout, job.stderr].map((stream) => collect(stream));
  const closed = once(job, 'close');
  await once(job.stdout, 'data'); // they work
  await sleep(50);
  const parts = childrenOf(job.pid!);
  process.kill(parts[lost]!, signal);
  const [status] = await closed;
  expect(parts.filter(isAlive)).toEqual([]);
  return { status, stdout: out!.text, stderr: err!.text };
}

function collect(stream: NodeJS.ReadableStream): { text: string } {
  const all = { text: '' };
  stream.on('data', (chunk) => (all.text += chunk));
  return all;
}

const KINDS = [
  ['mapped', {}],
  ['tcp', { PGAS_PROVIDER: 'ofi:tcp' }],
] as const;
const NAMES = KINDS.map(([name]) => name);
const KILLED = { signal: 'SIGKILL' } as const;
const LOSSES: readonly Omit<Loss, 'variables'>[] = [
  { threads: 4, processes: 2, lost: 1, ranks: [2, 4], ...KILLED },
  { threads: 7, processes: 3, lost: 1, ranks: [3, 5], ...KILLED },
  { threads: 5, processes: 5, lost: 4, ranks: [4, 5], ...KILLED },
];

describe.skipIf(libfabricLacks !== '').each(KINDS)(
  `a lost process, %s${libfabricLacks}`,
  { timeout: 100_000 },
  (name, variables) => {
    const here = testIn(name, NAMES);
    const withProgram = (use: (program: string) => Promise<void>, name = 'lost') =>
      inFolder(async (scratch) =>
        use(await compiled(scratch, ['-network=sfi', '-O2', join(ROOT, `test/conduits/processes/${name}.upc`)])),
      );

    here('the others go on without its images', () =>
      withProgram(async (program) => {
        for (const loss of dealt('losses', LOSSES)) {
          const { status, stdout, stderr } = await lose(program, { ...loss, variables });
          const [first, end] = loss.ranks;
          expect(stdout, stderr).toBe(`ready\nwent on without ${end - first} images\n`);
          const ranks = end - first === 1 ? `thread ${first}` : `threads ${first} to ${end - 1}`;
          expect(stderr).toBe(`pgasc: warning: process ${loss.lost} (${ranks}) was killed by SIGKILL; ${WARNING}\n`);
          expect(status).toBe(0);
        }
      }),
    );

    long('messages to and from it hold up nobody, and those of the others arrive', () =>
      withProgram(async (program) => {
        for (const loss of dealt('losses', LOSSES.slice(0, 2))) {
          const { status, stdout, stderr } = await lose(program, { ...loss, variables });
          expect([status, stdout], stderr).toEqual([0, 'ready\nwent on without 2 images\n']);
        }
      }, 'flood'),
    );

    here('who is behind its images in line for a lock gets it', () =>
      withProgram(async (program) => {
        for (const loss of dealt('losses in line', LOSSES.slice(0, 2))) {
          const { status, stdout, stderr } = await lose(program, { ...loss, variables });
          expect([status, stdout], stderr).toEqual([0, 'ready\nwent on without 2 images\n']);
        }
      }, 'inline'),
    );

    here('a process that gives no answer is lost too', () =>
      withProgram(async (program) => {
        const silent = { ...variables, PGAS_PEER_TIMEOUT: '2' };
        const loss = { ...LOSSES[0]!, signal: 'SIGSTOP', variables: silent } as const;
        const { status, stdout, stderr } = await lose(program, loss);
        expect(stdout, stderr).toBe('ready\nwent on without 2 images\n');
        expect(stderr).toBe(
          `pgasc: warning: process 1 (threads 2 to 3) has not answered for 2 s (PGAS_PEER_TIMEOUT); ${WARNING}\n`,
        );
        expect(status).toBe(0);
      }),
    );

    long('process 0 cannot be lost', () =>
      withProgram(async (program) => {
        const { status, stderr } = await lose(program, { ...LOSSES[0]!, lost: 0, variables });
        expect(stderr).toBe(
          'pgasc: process 0 (threads 0 to 1) was killed by SIGKILL; the job cannot go on without thread 0, ' +
            'which has the accounts of the shared heaps, the locks of critical sections and standard input\n',
        );
        expect(status).toBe(1);
      }),
    );
  },
);
