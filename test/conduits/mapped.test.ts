/**
 * Processes of one host that map each other's regions: casts, copies, atomic operations, and waits between them. And that they do
 * without where the regions do not fit, or the system refuses. ALL_THREADS=1 runs more jobs.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { levelOf } from '../support/levels.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, long } from '../support/share.ts';

const job = (threads: number, processes: number) => ['-n', String(threads), '--processes', String(processes)];
const all = Boolean(process.env.ALL_THREADS);

describe.skipIf(libfabricLacks !== '')(`mapped regions${libfabricLacks}`, { timeout: 100_000 }, () => {
  const PROGRAM = 'test/conduits/processes/mapped.upc';
  const withProgram = (use: (program: string) => Promise<void>, ...flags: string[]) =>
    inFolder(async (scratch) => use(await compiled(scratch, ['-network=sfi', ...flags, join(ROOT, PROGRAM)])));

  for (const flags of dealt('mapped', [['-O0'], ['-O2'], ['-g']]))
    test(`loads and stores reach all threads, ${flags}`, () =>
      withProgram(
        async (program) => {
          for (const shape of [job(3, 2), job(4, 2), ...(all ? [job(2, 2), job(4, 4), job(5, 3)] : [])]) {
            const { status, stdout, stderr } = await node([program, ...shape, shape[1]!]);
            expect(status, `${shape}: ${stdout.slice(0, 1000)}${stderr}`).toBe(0);
            expect(stderr).toBe('');
          }
        },
        ...flags,
      ));

  long('collective functions, also where regions do not fill a memory', () =>
    inFolder(async (scratch) => {
      const source = join(ROOT, 'test/execution/programs/upc-collectives-reduce.upc');
      const program = await compiled(scratch, ['-network=sfi', ...levelOf('reduce mapped'), source]);
      for (const shape of dealt('collective functions', [job(3, 2), job(4, 2)])) {
        const { status, stdout, stderr } = await node([program, ...shape]);
        expect(status, `${shape}: ${stdout.slice(0, 1000)}${stderr}`).toBe(0);
      }
    }),
  );

  long('regions that do not fit into one memory are not mapped', () =>
    withProgram(async (program) => {
      const { status, stdout, stderr } = await node([program, ...job(4, 2), '--shared-heap=1200M', 'apart']);
      expect([status, stderr], stdout.slice(0, 1000)).toEqual([0, '']);
    }, '-O2'),
  );

  long('a system that refuses: one line, and libfabric has all accesses', () =>
    withProgram(async (program) => {
      const command = `ulimit -f 10000; ${[process.execPath, program, ...job(4, 2), 'apart'].join(' ')}`;
      const { stderr } = await promisify(execFile)('bash', ['-c', command]);
      expect(stderr).toBe(
        "pgasc: the processes cannot map each other's memory (ftruncate: File too large): all accesses between them go over libfabric\n",
      );
    }, '-O2'),
  );
});
