/** Static data and frames that no thread has room for are told when the program is compiled, what only few threads have room for at start. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BACK_ENDS, named } from '../support/levels.ts';
import { inFolder, node, pgasc } from '../support/pgasc.ts';
import { dealt, some, testSome } from '../support/share.ts';

const ROOM = 2 ** 31 - 2 ** 19;
const TO_ALL = 'or a shared array, whose elements are dealt to all threads (shared [*])';
const TO_MORE = 'or deal its elements to more threads (shared [*])';

/** Name, source, flags, the diagnostic with its note. */
const CASES: readonly [name: string, source: string, flags: readonly string[], error: string][] = [
  [
    'one object',
    'char small[10];\ndouble big[400000000];\nint main(void) { big[5] = 1; return small[0]; }\n',
    [],
    `p.upc:2:8: error LNK4012: 'big' takes 3200000000 bytes of each thread's memory; a thread has ${ROOM} for them\n` +
      `p.upc:2:8: note: make it smaller, ${TO_ALL}\n`,
  ],
  [
    'several',
    'static char a[1500000000], b[700000000], c[800];\nint main(void) { a[3] = b[4] = 1; return c[5]; }\n',
    [],
    "p.upc:1:13: error LNK4012: 'a' takes 1500000000 bytes of each thread's memory, the largest of static data of 2200000800 bytes; " +
      `a thread has ${ROOM} for them\np.upc:1:13: note: make it smaller, ${TO_ALL}\n`,
  ],
  [
    'beyond all addresses',
    'static char a[2000000000], b[2000000000], c[2000000000];\nint main(void) { a[3] = b[4] = c[7] = 1; return 0; }\n',
    [],
    "p.upc:1:13: error LNK4012: 'a' takes 2000000000 bytes of each thread's memory, the largest of static data of 6000000000 bytes; " +
      `a thread has ${ROOM} for them\np.upc:1:13: note: make it smaller, ${TO_ALL}\n`,
  ],
  [
    'a shared object of one thread',
    '#include <upc.h>\nshared [] double one[300000000];\nint main(void) { one[5] = 1; return 0; }\n',
    [],
    `p.upc:2:18: error LNK4012: 'one' takes 2400000000 bytes of each thread's memory; a thread has ${ROOM} for them\n` +
      `p.upc:2:18: note: make it smaller, ${TO_MORE}\n`,
  ],
  [
    'for a known number of threads',
    '#include <upc.h>\nshared [*] double x[410000000];\nint main(void) { x[5] = 1; return 0; }\n',
    ['-T=3'],
    `p.upc:2:19: error LNK4012: 'x' takes 1093333336 bytes of each thread's memory; each of 3 threads has ${2 ** 30 - 2 ** 19} for them\n` +
      `p.upc:2:19: note: make it smaller, ${TO_MORE}\n`,
  ],
  [
    'a frame',
    'int f(int n) { volatile char big[2147000000]; big[n] = 1; return big[n] - 1; }\nint main(void) { return f(3); }\n',
    [],
    `p.upc:1:5: error LNK4013: the local variables of 'f' take 2147000000 bytes of stack, 'big' alone 2147000000; a thread has ${ROOM} at most\n` +
      'p.upc:1:5: note: make it smaller, or allocate it (malloc)\n',
  ],
];

describe.each(dealt('room', BACK_ENDS).map((level) => [named(level), level]))('%s', (_, level) => {
  test.each(some(CASES))('%s: no room', (_name, source, flags, error) =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'p.upc'), source);
      const { status, stderr } = await pgasc([...level, ...flags, 'p.upc'], { cwd });
      expect(stderr).toBe(`${error}1 error\n`);
      expect([status, existsSync(join(cwd, 'out.js'))]).toEqual([1, false]);
    }),
  );

  testSome('what nobody uses takes no room', () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'p.c'), 'static double unused[400000000];\nint main(void) { return 0; }\n');
      expect((await pgasc([...level, '-w', 'p.c'], { cwd })).stderr).toBe('');
      expect((await node([join(cwd, 'out.js'), '-n', '1'])).status).toBe(0);
    }),
  );

  testSome('room on one thread, none on three: told at start', () =>
    inFolder(async (cwd) => {
      writeFileSync(
        join(cwd, 'p.c'),
        'static char a[1500000000];\nint main(void) { a[1499999999] = 1; return a[7]; }\n',
      );
      expect((await pgasc([...level, 'p.c'], { cwd })).stderr).toBe('');
      const out = join(cwd, 'out.js');
      expect(await node([out, '-n', '1'])).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(await node([out, '-n', '3'])).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'pgasc: 3 threads have 1 GiB each of the 4 GiB that addresses reach, but 1.4 GiB of static data need 1.4 GiB per thread: ' +
          'use fewer threads (-n), or smaller --shared-heap, --heap or --stack\n',
      });
    }),
  );

  const BLOCKS =
    'a pointer-to-shared has no room for both a thread of 512 (9 bits) and a place in a block of 16777216 elements (24 bits): together 32 bits at most';

  testSome('blocks too large for pointers-to-shared of so many threads, on networks', () =>
    inFolder(async (cwd) => {
      writeFileSync(join(cwd, 'p.upc'), 'shared [16777216] int *p;\nint main(void) { p++; return 0; }\n');
      const fixed = await pgasc([...level, '-network=sfi', '-T=512', 'p.upc'], { cwd });
      expect(fixed.stderr).toContain(`error LNK4014: ${BLOCKS}\n`);
      expect((await pgasc([...level, '-network=sfi', 'p.upc'], { cwd })).stderr).toBe('');
      const out = join(cwd, 'out.js');
      expect(await node([out, '-n', '512'])).toEqual({
        status: 2,
        stdout: '',
        stderr: `pgasc: -n 512: ${BLOCKS}; start fewer threads, or use smaller blocks\n`,
      });
      expect((await node([out, '-n', '2'])).status).toBe(0);
    }),
  );
});
