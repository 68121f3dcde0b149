/** mpicc, mpirun and mpiexec, as makefiles, configure scripts and CMake call them. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mpiccWords } from '../../bin/mpicc.ts';
import { readMpirun } from '../../bin/mpirun.ts';
import { execute, inFolder, ROOT } from '../support/pgasc.ts';
import { isLong } from '../support/share.ts';

/** Two sources: in C `shared` is a name, and sqrt is one of libm. */
const SOURCES: Readonly<Record<string, string>> = {
  'main.c': `#include "part.h"
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int rank, size, shared;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  shared = part(rank);
  double sum = 0, mine = sqrt(shared);
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks: %g %s %s\\n", size, sum, argc > 1 ? argv[1] : "-", getenv("COLOUR") ? getenv("COLOUR") : "-");
  MPI_Finalize();
  return 0;
}
`,
  'part.c': '#include "part.h"\nint part(int rank) { return rank * rank * FACTOR * FACTOR; }\n',
  'inc/part.h': 'int part(int rank);\n',
};
const MAKEFILE = `CC = mpicc
CFLAGS = -std=c99 -O2 -Wall -Iinc -DFACTOR=3
program: main.o part.o
	$(CC) $(CFLAGS) -o $@ main.o part.o -lm
%.o: %.c inc/part.h
	$(CC) $(CFLAGS) -c -o $@ $<
`;
const CMAKE = `cmake_minimum_required(VERSION 3.10)
project(demo C)
find_package(MPI 3.0 REQUIRED COMPONENTS C)
add_executable(program main.c part.c)
target_include_directories(program PRIVATE inc)
target_compile_definitions(program PRIVATE FACTOR=3)
target_link_libraries(program PRIVATE MPI::MPI_C m)
enable_testing()
add_test(NAME run COMMAND \${MPIEXEC_EXECUTABLE} \${MPIEXEC_NUMPROC_FLAG} 3 \${MPIEXEC_PREFLAGS} $<TARGET_FILE:program> word)
`;
const CONFIGURE = `AC_INIT([demo], [1.0])
AC_PROG_CC
AX_MPI([], [AC_MSG_ERROR([no MPI])])
AC_CHECK_FUNCS([MPI_Nothing])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
`;
const CONFIGURED = `program: main.c part.c
	@MPICC@ @CFLAGS@ @DEFS@ -DFACTOR=3 -Iinc -o $@ main.c part.c @LIBS@ @MPILIBS@ -lm
`;

const has = (command: string) => process.env.PATH!.split(delimiter).some((folder) => existsSync(join(folder, command)));
const MACRO = '/usr/share/aclocal/ax_mpi.m4';

/** A shell in a folder of these files, which finds mpicc, mpirun and mpiexec. */
function inShell(files: Record<string, string>, use: (run: Run) => Promise<void>): Promise<void> {
  return inFolder(async (cwd) => {
    mkdirSync(join(cwd, 'inc'));
    for (const [name, text] of Object.entries({ ...SOURCES, ...files })) writeFileSync(join(cwd, name), text);
    const env = { PATH: [join(ROOT, 'bin/mpi'), dirname(process.execPath), process.env.PATH].join(delimiter) };
    await use((command) => execute('/bin/sh', ['-c', command], { cwd, env }));
  });
}
type Run = (command: string) => ReturnType<typeof execute>;

describe.concurrent('commands of MPI', () => {
  test('a makefile, and runs by mpirun and mpiexec', { timeout: 120_000 }, () =>
    inShell({ Makefile: MAKEFILE }, async (run) => {
      expect(await run('make')).toMatchObject({ status: 0, stderr: '' });
      expect(await run('mpirun -np 3 --oversubscribe --allow-run-as-root -x COLOUR=red ./program word')).toEqual({
        status: 0,
        stdout: '3 ranks: 9 word red\n',
        stderr: '',
      });
      expect(
        await run('cd inc && mpiexec -genv COLOUR blue -wdir .. -host localhost:2 -n 2 --mca btl self program -n'),
      ).toEqual({
        status: 0,
        stdout: '2 ranks: 3 -n blue\n',
        stderr: 'mpirun: without effect here: --mca btl self\n',
      });
    }),
  );

  test.runIf(isLong && has('cmake'))('CMake finds MPI (skipped where there is no cmake)', { timeout: 120_000 }, () =>
    inShell({ 'CMakeLists.txt': CMAKE }, async (run) => {
      expect((await run('CC=mpicc cmake -S . -B build')).stdout).toContain('found suitable version "3.1"');
      expect(await run('cmake --build build')).toMatchObject({ status: 0, stderr: '' });
      expect((await run('cd build && ctest -V')).stdout).toContain('3 ranks: 9 word');
    }),
  );

  const cannotConfigure = !has('autoconf') || !has('aclocal') || !existsSync(MACRO);
  test.skipIf(cannotConfigure)(
    'AX_MPI of autoconf (skipped where autoconf or its archive is not)',
    { timeout: 120_000 },
    () =>
      inShell({ 'configure.ac': CONFIGURE, 'Makefile.in': CONFIGURED }, async (run) => {
        const { stdout } = await run('aclocal -Wnone && autoconf -Wnone && CC=mpicc ./configure');
        expect(stdout).toContain('checking for MPI_Init... yes');
        expect(stdout).toContain('checking for MPI_Nothing... no');
        await run('make');
        expect((await run('mpirun -n 2 ./program')).stdout).toBe('2 ranks: 3 - -\n');
      }),
  );

  test('mpicc names its output, takes sources as C, and answers what build systems ask', () => {
    expect(mpiccWords(['a.c', '-lmpi'])).toEqual(['-std=gnu17', '-oa.out', 'a.c']);
    expect(mpiccWords(['-std=c99', '-c', 'a.c'])).toEqual(['-std=c99', '-c', 'a.c']);
    for (const show of ['-show', '-showme', '--showme', '-compile_info', '-link_info'])
      expect(mpiccWords([show, 'a.c'])).toBe('pgasc -std=gnu17 -oa.out a.c');
    expect(mpiccWords(['-showme:compile'])).toBe(`-I${join(ROOT, 'stdlib/include')}`);
    expect(mpiccWords(['-showme:link'])).toBe('');
    expect(mpiccWords(['--showme:version'])).toContain('mpicc: pgasc ');
    expect(() => mpiccWords(['-showme:all'])).toThrow('mpicc: -showme:all: it is one of command, compile,');
  });

  test('mpirun places ranks, and refuses what is no program of pgasc', () =>
    inShell({ program: '#!/usr/bin/env node\n' }, async (run) => {
      const { stderr } = await run('mpirun -show -ppn 2 --hosts a,b:3 -np 5 -l --bind-to core ./program word');
      expect(stderr).toMatch(/^node \S*\/program -n5 --label --bind --hosts=a:2,b:3 -- word\n$/);
      const refused = async (words: string) => (await run(`mpirun ${words}`)).stderr.replace(/ \S*\/inc\//, ' inc/');
      expect(await refused('-n 2 inc/part.h')).toBe('pgasc: mpirun: inc/part.h: pgasc has not made this program\n');
      expect(await refused('-n 2 nothing')).toBe('pgasc: mpirun: nothing: no such file\n');
      expect(await refused('-n two program')).toBe('pgasc: mpirun: -n two: it must be a number above 0\n');
      expect(await refused('-n 1 program : -n 1 program')).toBe("pgasc: mpirun: ':': all ranks run one program here\n");
      expect(() => readMpirun(['-hots', 'a', 'program'])).toThrow('-hots: there is no such flag; did you mean -host?');
      expect(() => readMpirun(['-n', '2'])).toThrow('which program');
    }));
});
