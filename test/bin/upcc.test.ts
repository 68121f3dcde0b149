/** upcc and upcrun, as makefiles and scripts written for Berkeley UPC call them. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { upccWords } from '../../bin/upcc.ts';
import { readUpcrun } from '../../bin/upcrun.ts';
import { libfabricLacks } from '../support/libfabric.ts';
import { execute, inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { isLong } from '../support/share.ts';

const HELLO = join(ROOT, 'samples/tutorial/01-hello.upc');
/** Any file: readUpcrun looks only whether the program is there. */
const PROGRAM = join(ROOT, 'bin', 'pgasc');

const folder = async () => (await pgasc(['env', 'upc'])).stdout.trim();
const withCommands = async () => [await folder(), dirname(process.execPath), process.env.PATH].join(delimiter);

test(
  'a build and a run by these names alone',
  () =>
    inFolder(async (cwd) => {
      const env = { PATH: await withCommands(), UPCC_FLAGS: '-O' };
      const run = (command: string) => execute('/bin/sh', ['-c', command], { cwd, env });
      expect(await run(`upcc -T=3 -network=smp ${HELLO}`)).toMatchObject({ status: 0, stderr: '' });
      expect(statSync(join(cwd, 'a.out')).mode & 0o111).not.toBe(0);
      const { stdout, stderr } = await run('upcrun -v -n 3 a.out word');
      expect(stdout.trimEnd().split('\n').length).toBe(4);
      expect(stderr.split('\n')[0]).toBe('node a.out -n3 -- word');
      expect((await run('./a.out')).stdout.trimEnd().split('\n').length).toBe(4);
      expect((await run('upcrun -t -n 3 -shared-heap 64MB a.out')).stderr).toBe(
        'node a.out -n3 --shared-heap=64MB --\n',
      );
      expect(await run('upcrun -n 4 a.out')).toMatchObject({ status: 2, stdout: '' });
      expect(await run(`upcc -c ${HELLO} && upcc -o hello 01-hello.o && upcrun -q -np 2 hello`)).toMatchObject({
        status: 0,
      });
      expect(existsSync(join(cwd, 'hello'))).toBe(true);
    }),
  60_000,
);

test.runIf(isLong && libfabricLacks === '')(
  `two processes of two threads${libfabricLacks}`,
  () =>
    inFolder(async (cwd) => {
      const env = { PATH: await withCommands() };
      writeFileSync(
        join(cwd, 'a.upc'),
        '#include <upc.h>\n#include <stdio.h>\nint main() { printf("%d of %d\\n", MYTHREAD, THREADS); }\n',
      );
      const command = 'upcc -network=ibv a.upc && upcrun -N 2 -p 2 ./a.out | sort';
      const { status, stdout } = await execute('/bin/sh', ['-c', command], { cwd, env });
      expect([status, stdout]).toEqual([0, '0 of 4\n1 of 4\n2 of 4\n3 of 4\n']);
    }),
  60_000,
);

describe('upcc', () => {
  test('names its output where there is one', () => {
    expect(upccWords(['a.upc'], {})).toEqual(['-oa.out', 'a.upc']);
    expect(upccWords(['-o', 'b', 'a.upc'], {})).toEqual(['-o', 'b', 'a.upc']);
    expect(upccWords(['-c', 'a.upc'], { UPCC_FLAGS: '-g  -O' })).toEqual(['-g', '-O', '-c', 'a.upc']);
    expect(upccWords(['-trans', 'a.upc'], {})).toEqual(['--emit=ts', 'a.upc']);
  });
  test('networks', () => {
    for (const name of ['udp', 'mpi', 'ibv', 'ofi'])
      expect(upccWords(['-c', `-network=${name}`], {})).toContain('-network=sfi');
    for (const name of ['smp', 'verbs', 'pami', 'no-such'])
      expect(upccWords(['-c', '-network', name], {})).toContain(`-network=${name}`);
  });
});

describe('upcrun', () => {
  const words = (line: string, variables = {}) => {
    const started = readUpcrun([...line.split(' ').filter(Boolean), PROGRAM, 'x', '-n'], variables);
    if (typeof started === 'string') throw new Error(started);
    expect(started.words.slice(-3)).toEqual(['--', 'x', '-n']);
    return [started.words.slice(0, -3).join(' ').replace(PROGRAM, 'PROGRAM'), started.variables];
  };

  test.each([
    ['', 'PROGRAM'],
    ['-n 4', 'PROGRAM -n4'],
    ['-np=4 -N 2', 'PROGRAM -n4 --processes=2'],
    ['-N 3 -c 2', 'PROGRAM -n6 --processes=3'],
    ['-n 7 -p 2', 'PROGRAM -n7 --processes=4'],
    ['-n 4 -p 4', 'PROGRAM -n4'],
    ['-nodes 1 -n 4', 'PROGRAM -n4'],
    ['-tracefile f -noabort -backtrace', 'PROGRAM --trace=f'],
  ])('%s', (line, expected) => expect(words(line)).toEqual([expected, {}]));

  test('variables', () => {
    const variables = {
      UPC_SHARED_HEAP_SIZE: '1GB',
      UPC_PTHREADS_PER_PROC: '2',
      UPC_NODES: 'a b',
      UPC_SSH: 'rsh -n',
      UPC_POLITE_SYNC: '1',
    };
    expect(words('-n 4', variables)).toEqual([
      'PROGRAM -n4 --processes=2 --shared-heap=1GB --hosts=a,b --rsh=rsh -n',
      { PGAS_POLITE: '1' },
    ]);
    expect(words('-freeze=2 -n 2')).toEqual(['PROGRAM -n2', { PGAS_FREEZE: '1' }]);
    expect(words('', { UPCRUN_FLAGS: '-n 2', UPC_NODEFILE: 'F' })).toEqual(['PROGRAM -n2 --hostfile=F', {}]);
  });

  test.each([
    ['-n 0', 'upcrun: -n 0: it must be a number above 0'],
    ['-shared-hep 3', 'upcrun: -shared-hep: there is no such flag; did you mean -shared-heap?'],
    ['-n 8 -N 2 -c 3', 'upcrun: 8 threads do not fit: 2 processes of 3 have 6'],
  ])('%s is refused', (line, message) => expect(() => words(line)).toThrow(message));

  test('programs that are not there', () => {
    expect(() => readUpcrun(['-n', '2'], {})).toThrow('upcrun: which program? upcrun -h lists the flags');
    expect(() => readUpcrun(['nowhere'], {})).toThrow('upcrun: nowhere: no such file');
  });
});
