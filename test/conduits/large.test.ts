/**
 * A job with more shared memory than addresses of 32 bits reach: 6 GiB in two processes, of which one page in eight is touched, and with
 * ALL_THREADS=1 each element. Skipped where the machine lacks libfabric or has less than 10 GiB free, which the tests' names say.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, isLong } from '../support/share.ts';

const GIB = 2 ** 30;
const NEEDED = 10;
/** Elements from one that is written to the next. */
const STEP = process.env.ALL_THREADS ? 1 : 4099;
/** Of the system: what caches hold counts, as they give way. */
const available = Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024;
const lacks = libfabricLacks || (available < NEEDED * GIB ? ` (skipped: ${NEEDED} GiB of free memory are needed)` : '');

/** How the program has it: flags for the compiler, and for the job. */
const KINDS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['static', ['-DSTATIC'], []],
  ['of upc_all_alloc', [], ['--shared-heap=1600M']],
];

test.runIf(isLong && lacks === '').each(dealt('6 GiB', KINDS))(
  `6 GiB %s${lacks}`,
  { timeout: 300_000 },
  (_, flags, room) =>
    inFolder(async (scratch) => {
      const source = join(ROOT, 'test/conduits/processes/large.upc');
      const program = await compiled(scratch, ['-network=sfi', '-O2', `-DSTEP=${STEP}`, ...flags, source]);
      const { status, stdout, stderr } = await node([program, '-n', '4', '--processes', '2', ...room]);
      expect([status, stdout, stderr]).toEqual([0, '6 GiB\n', '']);
    }),
);
