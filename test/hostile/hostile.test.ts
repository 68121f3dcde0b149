/**
 * Programs over hostile fabrics (PGAS_HOSTILE): late, reordered and refused, but legal. All must pass.
 *
 * A few with two seeds; HOSTILE=20 runs all programs of test/execution, test/conduits and test/litmus with so many. Every other seed has its
 * threads in two processes, each with a memory of its own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, type Expectations, expectations } from '../execution/expectations.ts';
import { levelOf } from '../support/levels.ts';
import { compiled, inFolder, ROOT } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, isLong } from '../support/share.ts';

/** Those that have a hostile mode. */
const NETWORKS = ['sfi', 'verbs', 'pami'];
const SEEDS = Number(process.env.HOSTILE ?? (isLong ? 2 : 1));
const runsAll = process.env.HOSTILE !== undefined;
/** Milliseconds of a run, and of a test. */
const RUN = 300_000;
const TEST = SEEDS * RUN;

/** Run each time. */
const SOME = ['coll.c', 'vis.c', 'upc-split.upc', 'image-stress.upc'];

const some = (name: string): boolean => runsAll || SOME.includes(name);
const within = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(c|upc)$/.test(name))
    .map((name) => join(ROOT, folder, name));
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A program, and what a run of it with a seed must do. */
interface Subject {
  readonly path: string;
  readonly flags: readonly string[];
  readonly check: (program: string, job: readonly string[], env: Record<string, string>) => Promise<void>;
  /** Numbers of threads. */
  readonly threads: readonly string[];
  readonly sharesMemory: boolean;
}

function execution(path: string): Subject | undefined {
  const expected: Expectations = expectations(path);
  if (expected.networks.length === 0) return undefined;
  return {
    path,
    ...expected,
    check: (program, job, env) => check(program, job, expected, { env, timeout: RUN }),
  };
}

function conduit(path: string): Subject {
  const text = readFileSync(path, 'utf8');
  const status = Number(/^\/\/ status: (\d+)$/m.exec(text)?.[1] ?? 0);
  return {
    path,
    flags: /^\/\/ flags: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [],
    threads: ['3', '4'],
    sharesMemory: false,
    async check(program, job, variables) {
      const outcome = await runProgram(program, job, { env: { CONDUIT_TEST: 'a value', ...variables }, timeout: RUN });
      expect(outcome.status, `${outcome.stdout}${outcome.stderr}`).toBe(status);
    },
  };
}

/** Status 2: the outcomes were all alike. */
function litmus(path: string): Subject {
  return {
    path,
    flags: [],
    threads: [/^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'))?.[1] as string],
    sharesMemory: false,
    async check(program, job, env) {
      const { status, stdout, stderr } = await runProgram(program, [...job, '200', '0.1'], { env, timeout: RUN });
      expect([0, 2], stdout + stderr).toContain(status);
    },
  };
}

const subjects = [
  ...within('test/execution/programs').map(execution),
  ...within('test/conduits/programs').map(conduit),
  ...within('test/litmus').map(litmus),
].filter((subject) => subject !== undefined);

/** Of one process for odd seeds, of two for even ones. */
function jobFor(seed: number, { threads, sharesMemory }: Subject): readonly string[] {
  const of = (...wanted: string[]) => wanted.find((count) => threads.includes(count)) ?? (threads[0] as string);
  if (seed % 2 === 1 || sharesMemory) return ['-n', of('3', '2', '4')];
  const count = of('4', '3', '2');
  return Number(count) < 2 ? ['-n', count] : ['-n', count, '--processes', '2'];
}

describe.concurrent('hostile', () => {
  for (const [number, subject] of subjects.filter(({ path }) => some(lastOf(path))).entries())
    for (const network of dealt(number, NETWORKS))
      test(`${network}: ${lastOf(subject.path)}`, { timeout: TEST }, () =>
        inFolder(async (scratch) => {
          const level = levelOf(`${lastOf(subject.path)} ${network}`);
          const program = await compiled(scratch, [`-network=${network}`, ...level, subject.path, ...subject.flags]);
          for (let seed = 1; seed <= SEEDS; seed++) {
            const job = jobFor(seed, subject);
            await subject.check(program, job, { PGAS_HOSTILE: `${seed}` }).catch((error) => {
              throw new Error(`PGAS_HOSTILE=${seed} ${job.join(' ')}: ${error.message}`, { cause: error });
            });
          }
        }),
      );
});
