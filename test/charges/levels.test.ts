/**
 * What a program is charged does not depend on the back end, on the level of -O, or on whether a pass is run: samples, execution programs and random
 * ones are charged the same, thread by thread. Left out are programs that turn while they wait: how often is a matter of when messages come.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SWITCHES } from '../../compiler/optimizer/program.ts';
import { expectations } from '../execution/expectations.ts';
import { loopProgram } from '../random/loops.ts';
import { named } from '../support/levels.ts';
import { ROOT } from '../support/pgasc.ts';
import { dealt, isLong, isWhole, shareOf, some } from '../support/share.ts';
import { chargesOf, LEVELS } from './charged.ts';

const [FIRST, ...OTHERS] = LEVELS as readonly [readonly string[], ...(readonly string[])[]];

/** The same at all levels, or at one of them besides the first. */
async function same(name: string, source: string, words: readonly string[], flags: readonly string[] = []) {
  const expected = await chargesOf(source, [...flags, ...FIRST], words);
  for (const level of dealt(name, OTHERS, isWhole))
    expect(await chargesOf(source, [...flags, ...level], words), named(level)).toEqual(expected);
}

const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(upc|c)$/.test(name))
    .map((name) => join(ROOT, folder, name));

/** They spin, or take tasks, locks or messages as these come. */
const TURNING = /\/(07-locks|10-strict|workers|queue|scf|latency|output)\./;

describe('samples', () => {
  const folders = ['tutorial', 'kernels', 'coarray', 'shmem', 'ga', 'mpi'];
  const sources = folders.flatMap((folder) => sourcesIn(`samples/${folder}`)).filter((path) => !TURNING.test(path));
  for (const path of some(some(sources))) {
    const name = path.slice(ROOT.length);
    const steps = name.endsWith('heat.upc') ? ['3'] : [];
    test(name, { timeout: 600_000 }, () => same(name, path, ['-n', '3', ...steps]));
  }
  test('FT', { timeout: 600_000 }, () =>
    same('FT', join(ROOT, 'samples/applications/ft/ft.upc'), ['-n', '2'], ['-DCLASS=S']),
  );
});

describe('execution programs', () => {
  const SHARE = isWhole ? 1 : isLong ? 12 : 100;
  const programs = sourcesIn('test/execution/programs')
    .map((path) => ({ path, ...expectations(path) }))
    .filter(({ sharesMemory, status }) => !sharesMemory && status === 0);
  for (const { path, threads, flags, arguments: words } of programs.filter((_, index) => index % SHARE === 0)) {
    const name = path.slice(ROOT.length);
    const count = threads.includes('3') ? '3' : threads.at(-1)!;
    test(name, { timeout: 600_000 }, () => same(name, path, ['-n', count, ...words], flags));
  }
});

describe('random programs', () => {
  const seeds = Array.from({ length: Number(process.env.RANDOM_COUNT ?? 10) }, (_, index) => 1 + index);
  test('loops', { timeout: 600_000 }, () => same('loops', loopProgram(seeds), ['-n', '1']));
});

describe('passes', () => {
  const source = loopProgram([1, 2, 3, 4, 5, 6]);
  const all = SWITCHES.filter((name) => name !== 'charge');
  test.each(all.filter((pass) => isWhole || shareOf(pass, 6) === 0))('-fno-%s', { timeout: 600_000 }, async (pass) => {
    const flags = ['-O3', `-fno-${pass}`];
    expect(await chargesOf(source, flags, ['-n', '1'])).toEqual(await chargesOf(source, FIRST, ['-n', '1']));
  });
});
