/** The table of flags: each is taken as it is written; --help fits a screen; completion in a shell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { normalize } from '../../bin/argv.ts';
import { completion, wordsOf } from '../../bin/completion.ts';
import { SECTIONS, TOPICS } from '../../bin/flags.ts';
import { help } from '../../bin/help.ts';
import { readCommand } from '../../bin/options.ts';
import { execute, inFolder } from '../support/pgasc.ts';

/** A value for what a word leaves open. */
const VALUES: Readonly<Record<string, string[]>> = {
  ...{
    '-o': ['x'],
    '-x': ['c'],
    '-include': ['x.h'],
    '-n': ['2'],
    '--explain': ['UPC3108'],
    '-D': ['A=1'],
    '-U': ['A'],
    '-L': ['x'],
  },
  ...{ '-I': ['x'], '-l': ['m'], '-T=': ['2'], '-fupc-threads-': ['2'], '--threads=': ['2'], '--trace=': ['x'] },
  ...{
    '--matrix=': ['x.csv'],
    '-shared-heap=': ['1M'],
    '--shared-heap=': ['1M'],
    '--heap=': ['1M'],
    '--stack=': ['1M'],
    '--processes=': ['2'],
    '--per-host=': ['2'],
    '--schedule=': ['1'],
    '--per-node=': ['2'],
    '--map=': ['block'],
    '--explore=': ['9'],
    '--sweep=': ['n=1,2', '--simulate=bgq'],
  },
};

test('every flag of the table is known to the command', () => {
  const all = SECTIONS.flatMap(({ topic, flags }) => flags.flatMap(wordsOf).map(({ word }) => ({ topic, word })));
  expect(all.length).toBeGreaterThan(150);
  for (const { topic, word } of all) {
    const [value = '', ...others] = VALUES[word] ?? [];
    const words = /[=-]$|^-[DUIlL]$/.test(word) ? [word + value, ...others] : [word, ...(VALUES[word] ?? [])];
    const command = topic === 'program' ? ['run', ...words, 'a.c'] : [...words, 'a.c'];
    expect(() => readCommand(normalize(command)), command.join(' ')).not.toThrow();
  }
});

test('help fits a screen, each topic a width', () => {
  const text = help('');
  expect(text.split('\n').length).toBeGreaterThan(24);
  expect(text.split('\n').length).toBeLessThanOrEqual(50);
  for (const each of ['', ...TOPICS])
    for (const line of help(each).split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(help('optimizer')).toContain('vectorize');
  expect(text).not.toContain('vectorize');
  expect(() => help('weather')).toThrow('--help=weather: there are optimizer, warnings, program and man');
});

test('completion in bash: flags, their values, commands, samples, sources', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, 'pgasc.bash'), completion(['bash']));
    for (const name of ['prog.upc', 'prog.txt']) writeFileSync(join(cwd, name), '');
    const answer = async (line: string) => {
      const words = line.split(/(?<!=)(?= )|(?==)|(?<==)/).map((word) => word.trim());
      const asked = `source ./pgasc.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
        COMP_LINE='${line}'; COMP_POINT=${line.length}; _pgasc 2>/dev/null; echo "\${COMPREPLY[@]}"`;
      const { stdout } = await execute('bash', ['--norc', '-c', asked], { cwd });
      return stdout.trim();
    };
    expect(await answer('pgasc -sh')).toBe('-shared-heap=');
    expect(await answer('pgasc --emit=t')).toBe('ts tree');
    expect(await answer('pgasc -O2 -fno-ve')).toBe('-fno-vectorize');
    expect(await answer('pgasc run -network=p')).toBe('pami');
    expect(await answer('pgasc re')).toBe('repl');
    expect(await answer('pgasc samples tutorial/01')).toBe('tutorial/01-hello');
    expect(await answer('pgasc machines elan4')).toBe('elan4-itanium2');
    expect(await answer('pgasc -O2 pr')).toBe('prog.upc');
  }));

test.each(['zsh', 'fish'])('completion in %s has every flag once', (shell) => {
  const script = completion([shell]);
  for (const word of ['--emit=ts', '-fno-unroll-and-jam', '-Wno-spin', '--help=optimizer', 'kernels/pi'])
    expect(script.split(new RegExp(`['(\\s]${word}(?=[':\\s)])`)).length - 1, word).toBe(1);
});
