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
import { sharedProgram } from '../random/shared.ts';
import { named } from '../support/levels.ts';
import { ROOT } from '../support/pgasc.ts';
import { dealt, isLong, shareOf } from '../support/share.ts';
import { chargesOf, LEVELS } from './charged.ts';

const [FIRST, ...OTHERS] = LEVELS as readonly [readonly string[], ...(readonly string[])[]];

/** The same at all levels, or at one of them besides the first. */
async function same(name: string, source: string, words: readonly string[], flags: readonly string[] = []) {
  const expected = await chargesOf(source, [...flags, ...FIRST], words);
  for (const level of dealt(name, OTHERS))
    expect(await chargesOf(source, [...flags, ...level], words), named(level)).toEqual(expected);
}

const sourcesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(upc|c)$/.test(name))
    .map((name) => join(ROOT, folder, name));

describe('samples', () => {
  const folders = ['tutorial', 'kernels', 'coarray', 'shmem', 'ga', 'mpi'];
  const sources = folders.flatMap((folder) => sourcesIn(`samples/${folder}`)).filter((path) => !TURNING.test(path));
  for (const path of sources) {
    const name = path.slice(ROOT.length);
    test(name, () => same(name, path, ['-n', '3']));
  }
  test('FT', () => same('FT', join(ROOT, 'samples/applications/ft/ft.upc'), ['-n', '2'], ['-DCLASS=S']));
});

/** They take tasks, locks or messages as these come. */
const TURNING = /workers|queue|scf|latency|locks|output/;

describe('execution programs', () => {
  const SHARE = isLong ? 1 : 40;
  for (const path of sourcesIn('test/execution/programs')) {
    const name = path.slice(ROOT.length);
    const { threads, flags, arguments: words, sharesMemory, status } = expectations(path);
    if (shareOf(name, SHARE) !== 0 || sharesMemory || status !== 0) continue;
    const count = threads.includes('3') ? '3' : threads.at(-1)!;
    test(name, () => same(name, path, ['-n', count, ...words], flags));
  }
});

describe('random programs', () => {
  const seeds = Array.from({ length: Number(process.env.RANDOM_COUNT ?? 25) }, (_, index) => 1 + index);
  for (const level of OTHERS) {
    test(`loops ${named(level)}`, { timeout: 600_000 }, async () => {
      const source = loopProgram(seeds);
      expect(await chargesOf(source, level, ['-n', '1'])).toEqual(await chargesOf(source, FIRST, ['-n', '1']));
    });
    test(`shared data ${named(level)}`, { timeout: 600_000 }, async () => {
      const source = sharedProgram(seeds, false);
      expect(await chargesOf(source, level, ['-n', '3'])).toEqual(await chargesOf(source, FIRST, ['-n', '3']));
    });
  }
});

describe('passes', () => {
  const FT = join(ROOT, 'samples/applications/ft/ft.upc');
  for (const pass of SWITCHES.filter((name) => name !== 'charge'))
    test.runIf(isLong || shareOf(pass, 4) === 0)(`-fno-${pass}`, async () => {
      const flags = ['-DCLASS=S', '-O3'];
      const expected = await chargesOf(FT, flags, ['-n', '2']);
      expect(await chargesOf(FT, [...flags, `-fno-${pass}`], ['-n', '2'])).toEqual(expected);
    });
});
