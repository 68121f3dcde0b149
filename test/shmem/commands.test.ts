/** oshcc and oshrun, as makefiles and scripts call them. */
import { statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { oshccWords } from '../../bin/oshcc.ts';
import { readOshrun } from '../../bin/oshrun.ts';
import { execute, inFolder, pgasc, ROOT } from '../support/pgasc.ts';

const PROGRAM = join(ROOT, 'bin', 'pgasc');

/** In C `shared` is a name; of the heap 4 MiB can be had, and no more. */
const HELLO = `#include <shmem.h>
#include <stdio.h>
int main(void) {
  shmem_init();
  int shared = shmem_malloc(4 << 20) != NULL && shmem_malloc(4 << 20) == NULL;
  printf("%d of %d\\n", shmem_my_pe(), shmem_n_pes() * shared);
  shmem_finalize();
}
`;

test('a build and a run by these names alone', { timeout: 60_000 }, () =>
  inFolder(async (cwd) => {
    const folder = (await pgasc(['env', 'shmem'])).stdout.trim();
    const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
    const env = { PATH: path, SHMEM_VERSION: '1', SHMEM_SYMMETRIC_SIZE: '4m' };
    const run = (command: string) => execute('/bin/sh', ['-c', command], { cwd, env });
    writeFileSync(join(cwd, 'a.c'), HELLO);
    expect(await run('oshcc a.c')).toMatchObject({ status: 0, stderr: '' });
    expect(statSync(join(cwd, 'a.out')).mode & 0o777).toBe(0o755);
    const { stdout, stderr } = await run('oshrun -np 3 ./a.out | sort');
    expect(stdout).toBe('0 of 3\n1 of 3\n2 of 3\n');
    expect(stderr).toContain('OpenSHMEM 1.5');
    expect((await run('./a.out')).stdout).toBe('0 of 1\n');
  }),
);

test('oshcc names its output, takes sources as C, and shows the command', () => {
  expect(oshccWords(['a.c'])).toEqual(['-std=gnu17', '-oa.out', 'a.c']);
  expect(oshccWords(['-std=c99', '-c', 'a.c'])).toEqual(['-std=c99', '-c', 'a.c']);
  expect(oshccWords(['-show', 'a.c'])).toBe('pgasc -std=gnu17 -oa.out a.c');
});

test('oshrun takes the flags of launchers', () => {
  expect(readOshrun(['-np', '4', '-x', 'A=1', '-H', 'a,b', PROGRAM, 'word'])).toEqual({
    words: [PROGRAM, '-n4', '--hosts=a,b', '--', 'word'],
    variables: { A: '1' },
    isShown: false,
    isStarted: true,
  });
  expect(() => readOshrun(['-z', PROGRAM])).toThrow('oshrun: -z: there is no such flag');
  expect(() => readOshrun(['-n', '2'])).toThrow('which program');
  const other = join(ROOT, 'package.json');
  expect(() => readOshrun([other])).toThrow(`oshrun: ${other}: pgasc has not made this program`);
  for (const value of ['x', '0', '-3', '2.5'])
    expect(() => readOshrun(['-np', value, PROGRAM])).toThrow(`oshrun: -np ${value}: it must be a number above 0`);
});
