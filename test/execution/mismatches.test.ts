/**
 * Collective calls and barrier values that are not the same on all threads: each is told with the function, the argument
 * that differs, its values and the caller's line. One program is compiled; its argument chooses the case.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACK_ENDS, named } from '../support/levels.ts';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { dealt, some } from '../support/share.ts';

const CASES: readonly [call: string, message: RegExp][] = [
  ['upc_all_broadcast(a, one, k, 0)', differs('upc_all_broadcast', 'nbytes')],
  ['upc_all_broadcast(m ? b : a, one, 8, 0)', differs('upc_all_broadcast', 'dst')],
  ['upc_all_broadcast(a, one, 8, m ? UPC_IN_NOSYNC : 0)', differs('upc_all_broadcast', 'flags')],
  ['upc_all_scatter(a, one, k, 0)', differs('upc_all_scatter', 'nbytes')],
  ['upc_all_gather(one, a, k, 0)', differs('upc_all_gather', 'nbytes')],
  ['upc_all_gather_all(wide, a, k, 0)', differs('upc_all_gather_all', 'nbytes')],
  ['upc_all_exchange(wide, wide2, k, 0)', differs('upc_all_exchange', 'nbytes')],
  ['upc_all_permute(a, b, order, k, 0)', differs('upc_all_permute', 'nbytes')],
  ['upc_all_reduceI(one, a, UPC_ADD, k, 8, 0, 0)', differs('upc_all_reduceI', 'nelems')],
  ['upc_all_reduceI(one, a, m ? UPC_MULT : UPC_ADD, 8, 8, 0, 0)', differs('upc_all_reduceI', 'op')],
  ['upc_all_reduceI(m ? &one[1] : one, a, UPC_ADD, 8, k, 0, 0)', differs('upc_all_reduceI', 'dst, blk_size')],
  ['upc_all_prefix_reduceI(a, b, UPC_ADD, k, 8, 0, 0)', differs('upc_all_prefix_reduceI', 'nelems')],
  ['x = bupc_allv_reduce(int, 3, m, UPC_ADD)', differs('bupc_allv_reduce', 'rootthread')],
  ['p = upc_all_alloc(THREADS, k)', differs('upc_all_alloc', 'nbytes')],
  ['p = upc_all_alloc(k, 8)', differs('upc_all_alloc', 'nblocks')],
  ['upc_all_free(m ? upc_alloc(4) : 0)', differs('upc_all_free', 'ptr')],
  ['upc_all_lock_free(m ? upc_global_lock_alloc() : 0)', differs('upc_all_lock_free', 'ptr')],
  ['upc_all_atomicdomain_alloc(UPC_INT, m ? UPC_ADD : UPC_GET, 0)', differs('upc_all_atomicdomain_alloc', 'ops')],
  [
    'if (m) upc_all_gather(one, a, 8, 0); else upc_all_scatter(a, one, 8, 0)',
    /calls upc_all_\w+\(.*calls upc_all_\w+\(.*; all threads must make the same collective calls in the same order \(UPC 1\.3, 3\.9\)/,
  ],
  ['if (m) p = upc_all_alloc(4, 4); else upc_all_lock_alloc()', /must make the same collective calls/],
  ['upc_barrier k', /thread 0 gives 8 at p\.upc:1\d\d, thread 1 gives 4 at p\.upc:1\d\d; .*\(UPC 1\.3, 6\.6\.1\)/],
  ['upc_notify k; upc_wait', /thread 0 gives 8 at p\.upc:1\d\d, thread 1 gives 4 at/],
  ['upc_notify 3; upc_wait m ? 5 : 3', /thread 0 gives 3 at p\.upc:1\d\d, thread 1 gives 5 in upc_wait at/],
  ['upc_notify; if (k) upc_notify; upc_wait', /upc_notify at .* still lacks its upc_wait/],
  ['if (k) upc_wait', /upc_wait at p\.upc:1\d\d without an upc_notify before it/],
  ['upc_notify; if (k) p = upc_all_alloc(4, 4); upc_wait', /upc_all_alloc is collective and may not be called between/],
];

/** Both values of the argument, and that it must be the same. */
function differs(name: string, argument: string): RegExp {
  const [first] = argument.split(',');
  const shown = `${name}\\(.*?\\b${first} (\\S+?)[,)]`;
  return new RegExp(
    `calls ${shown}.* calls ${name}\\(.*\\b${first} (?!\\1[,)]).*; ${argument} must be the same on all threads`,
  );
}

const PROGRAM = `
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <bupc_collectivev.h>
shared [8] int a[8 * THREADS], b[8 * THREADS];
shared [32] int wide[32 * THREADS], wide2[32 * THREADS];
shared [] int one[64];
shared int order[THREADS];
int main(int argc, char **argv)
{
  int m = MYTHREAD == 1, k = m ? 4 : 8, x;
  shared void *p;
  order[MYTHREAD] = MYTHREAD;
  upc_barrier;
  switch (atoi(argv[1])) {
${CASES.map(([call], i) => `#line ${100 + i} "p.upc"\n    case ${i}: ${call}; break;`).join('\n')}
  }
  upc_barrier;
  return 0;
}
`;

describe.each(dealt('mismatches', BACK_ENDS).map((flags) => [named(flags), flags]))('%s', (_, flags) => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mismatches-'));
    writeFileSync(join(folder, 'p.upc'), PROGRAM);
    const output = join(folder, 'p.js');
    const { stderr, status } = await pgasc(['-w', ...flags, '-o', output, join(folder, 'p.upc')]);
    expect([stderr, status]).toEqual(['', 0]);
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  describe('what is not the same on all threads is told', () => {
    test.each(some(CASES.map(([call, message], i) => [call, message, i] as const)))('%s', async (_call, message, i) => {
      const outcome = await runProgram(join(folder, 'p.js'), ['-n', '4', String(i)]);
      expect(outcome.stderr).toMatch(message);
      expect(outcome.stderr).toContain(`p.upc:${100 + i}`);
      expect(outcome.status).toBe(1);
    });
  });
});

describe('barrier values of several processes', () => {
  const WAYS = ['upc_barrier value', 'upc_notify value; upc_wait', 'upc_notify 0; upc_wait value'];
  test.each(dealt('barrier values', WAYS))('%s', (statements) =>
    inFolder(async (folder) => {
      const path = join(folder, 'p.upc');
      writeFileSync(path, `#include <upc.h>\nint main(void) { int value = MYTHREAD / 2; ${statements}; return 0; }\n`);
      const output = join(folder, 'p.js');
      expect(await pgasc(['-network=sfi', '-o', output, path])).toMatchObject({ stderr: '', status: 0 });
      const { stderr, status } = await runProgram(output, ['-n', '4', '--processes', '2']);
      expect(stderr).toMatch(
        /barrier values do not match: thread \d gives ([01]) .*, (a thread of another process|thread \d) gives (?!\1)[01]\b/,
      );
      expect(status).toBe(1);
    }),
  );
});
