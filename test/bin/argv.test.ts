import { expect, test } from 'vitest';
import { normalize } from '../../bin/argv.ts';

test('flags of gcc and upcc become long options', () => {
  const words = [
    '-network=smp',
    '-DFOO=1',
    '-D',
    'BAR',
    '-Iinc',
    '-lm',
    '-O2',
    '-O',
    '-T=4',
    '-fupc-threads-8',
    '-T2',
    '-ansi',
    '-o',
    'x.js',
    'a.upc',
  ];
  expect(normalize(words)).toEqual([
    '--network=smp',
    '--define=FOO=1',
    '--define=BAR',
    '--include-directory=inc',
    '--library=m',
    '--optimize=2',
    '--optimize=1',
    '--static-threads=4',
    '--static-threads=8',
    '--static-threads=2',
    '--standard=c90',
    '--output=x.js',
    'a.upc',
  ]);
});

test("flags of upcc's own tools are taken and mean no library or output", () => {
  expect(normalize(['-lines', '-opt', '-nopthreads', '-heap-offset=64MB', '-line'])).toEqual([
    '--target-flag=lines',
    '--target-flag=opt',
    '--target-flag=nopthreads',
    '--target-flag=heap-offset=64MB',
    '--library=ine',
  ]);
});

test('optimizations of communication have switches; others of gcc are taken', () => {
  expect(normalize(['-fno-redundant-gets', '-fsplit', '-fstrict-aliasing', '--remarks', 'a.upc'])).toEqual([
    '--pass=no-redundant-gets',
    '--pass=split',
    '--switch=strict-aliasing',
    '--remarks',
    'a.upc',
  ]);
});

test("what follows the source file of run is the program's", () => {
  expect(normalize(['run', '-g', 'a.upc', '-n', '4', '-O9'])).toEqual([
    'run',
    '--debug=2',
    'a.upc',
    '--',
    '-n',
    '4',
    '-O9',
  ]);
});

test('-gN, -ON and -M flags', () => {
  expect(normalize(['-g', '-g0', '-ggdb3', '-gdwarf-4', '-O', '-O9', '-MQ', 'a b', '-MTc', '-Wp,-MMD,x.d'])).toEqual([
    '--debug=2',
    '--debug=0',
    '--debug=3',
    '--debug=2',
    '--optimize=1',
    '--optimize=9',
    '--dependency-target=quoted:a b',
    '--dependency-target=as-is:c',
    '--dependencies=MMD',
    '--dependency-file=x.d',
  ]);
});

test('-x is for the files behind it', () => {
  expect(normalize(['a.c', '-x', 'c', 'b.c', '-O', 'c.c', '-xnone', '-', '--', 'd.c'])).toEqual([
    'a.c',
    '--language=c',
    'b.c',
    '--optimize=1',
    '--language=c',
    'c.c',
    '--language=none',
    '-',
    '--language=none',
    '--',
    'd.c',
  ]);
});

test('a missing value is a misuse', () => {
  expect(() => normalize(['a.upc', '-o'])).toThrow('-o needs a value');
});

test('a machine that is a word of its own is a misuse', () => {
  const words = (machine: string) => ['run', '--simulate', machine, 'a.upc'];
  for (const machine of ['bgq', 'p775,latency=2us'])
    expect(() => normalize(words(machine))).toThrow(
      `--simulate ${machine}: the machine's name stands behind an =, as in --simulate=${machine}`,
    );
  expect(normalize(words('b.upc'))).toEqual(['run', '--start-flag=--simulate', 'b.upc', '--', 'a.upc']);
});
