/** OpenSHMEM's collective functions over pami are PAMI's: a geometry for each set of PEs, and members that must make the same operation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { long } from '../support/share.ts';

const PROGRAM = `
#include <shmem.h>
#include <stdlib.h>
#include <string.h>
static long source[4], dest[64], sync[SHMEM_SYNC_SIZE];

int main(int argc, char **argv) {
  const char *way = argv[1];
  for (int i = 0; i < SHMEM_SYNC_SIZE; i++) sync[i] = SHMEM_SYNC_VALUE;
  shmem_init();
  int me = shmem_my_pe();
  for (int i = 0; i < 4; i++) source[i] = me + i;
  if (strcmp(way, "same") == 0)
    for (int times = 0; times < 5; times++) {
      if (me < 2) shmem_fcollect64(dest, source, 3, 0, 0, 2, sync);
      if (me < 2 && (dest[2] != 2 || dest[5] != 3)) return 1;
      if (me != 1) shmem_broadcast64(dest, source, 4, 1, 0, 1, 2, sync);
      if (me == 0 && dest[3] != 5) return 2;
      shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 4);
      if (dest[1] != 6) return 3;
    }
  if (strcmp(way, "operation") == 0) {
    if (me == 0) shmem_team_sync(SHMEM_TEAM_WORLD);
    else shmem_long_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 4);
  }
  if (strcmp(way, "root") == 0) shmem_long_broadcast(SHMEM_TEAM_WORLD, dest, source, 4, me != 0);
  if (strcmp(way, "count") == 0) shmem_long_max_reduce(SHMEM_TEAM_WORLD, dest, source, me == 0 ? 4 : 3);
  if (strcmp(way, "ended") == 0) {
    if (me == 1) exit(0);
    shmem_team_sync(SHMEM_TEAM_WORLD);
  }
  shmem_finalize();
  return 0;
}
`;

describe('collective functions over pami', () => {
  const built = (use: (program: string) => Promise<void>) =>
    inFolder(async (scratch) => {
      const path = join(scratch, 'program.c');
      writeFileSync(path, PROGRAM);
      await use(await compiled(scratch, ['-network=pami', '-trace', path]));
    });

  test('a set of PEs has one geometry, however often it comes', () =>
    built(async (program) => {
      const { status, stderr } = await runProgram(program, ['same', '-n', '3', '--stats']);
      expect(status).toBe(0);
      const numbers = (name: string) => new RegExp(`${name} +(\\d+ .*)`).exec(stderr)![1]!.split(/ +/);
      expect(numbers('geometry cache misses')).toEqual(['4', '2', '1', '1']);
      expect(Number(numbers('collectives by queried algorithms')[0])).toBeGreaterThan(15);
    }));

  long('members that make other operations, or none', () =>
    built(async (program) => {
      for (const [way, message] of [
        ['operation', /shmem_\w+: PE \d makes another collective call, or gives other arguments at /],
        ['root', /shmem_long_broadcast: PE \d makes another collective call, or gives other arguments at /],
        ['count', /shmem_long_max_reduce: PE \d makes another collective call, or gives other arguments at /],
        ['ended', /shmem_team_sync: PE 1 has ended without this call at /],
      ] as const) {
        const { status, stderr } = await runProgram(program, [way, '-n', '3']);
        expect([way, status, stderr]).toEqual([way, 1, expect.stringMatching(message)]);
      }
    }),
  );
});
