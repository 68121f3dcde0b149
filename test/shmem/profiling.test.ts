/** The profiling interface: functions under their second names, and first names that a program defines itself. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, pgasc } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { some } from '../support/share.ts';

/** Counts its own calls and those that C11's generic name makes; the library's calls of itself do not come by. */
const TOOL = `#include <pshmem.h>
#include <stdio.h>
static int copies, barriers, quiets;
void shmem_int_put(int *dest, const int *source, size_t nelems, int pe) {
  copies++;
  pshmem_int_put(dest, source, nelems, pe);
}
void shmem_barrier_all(void) {
  barriers++;
  pshmem_barrier_all();
}
void shmem_quiet(void) {
  quiets++;
  pshmem_quiet();
}
int main(void) {
  static int there[2];
  shmem_init();
  int me = shmem_my_pe(), next = (me + 1) % pshmem_n_pes();
  int *got = pshmem_malloc(sizeof *got);
  shmem_int_put(there, &me, 1, next);
  shmem_put(&there[1], &me, 1, next);
  pshmem_int_p(got, 10 + me, next);
  shmem_barrier_all();
  pshmem_pcontrol(1);
  if (me == 0) printf("%d %d %d: %d %d %d\\n", there[0], there[1], *got, copies, barriers, quiets);
  pshmem_free(got);
  shmem_finalize();
}
`;

test.concurrent.each(
  some([
    ['smp', '-O2', ['-n', '3']],
    ['smp', '-g', ['-n', '3']],
    ['sfi', '-O2', ['-n', '3', '--processes', '2']],
    ['verbs', '-O1', ['-n', '3']],
    ['pami', '-O2', ['-n', '3']],
  ] as const),
)('a program that is its own tool, %s %s', { timeout: 60_000 }, (network, level, job) =>
  inFolder(async (folder) => {
    const path = join(folder, 'tool.c');
    writeFileSync(path, TOOL);
    const program = await compiled(folder, [`-network=${network}`, level, path]);
    expect(await runProgram(program, job)).toEqual({ status: 0, stdout: '2 2 12: 2 1 0\n', stderr: '' });
  }),
);

test('each function has both names, of one type', { timeout: 60_000 }, () =>
  inFolder(async (folder) => {
    const path = join(folder, 'names.c');
    writeFileSync(path, '#include <pshmem.h>\n');
    const { stdout } = await pgasc(['-E', path]);
    const names = [...stdout.matchAll(/\bpshmem_(\w+)(?= *\()/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(1800);
    const pairs = names.map((name) => `__typeof__(shmem_${name}) *both_${name}[] = {shmem_${name}, pshmem_${name}};\n`);
    writeFileSync(path, `#include <pshmem.h>\n${pairs.join('')}int main(void) {}\n`);
    expect(await pgasc(['-Werror', path, '-o', join(folder, 'names.js')])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  }),
);
