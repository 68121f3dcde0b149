/**
 * Random loop nests print what gcc's code prints, at -O0: it is the reference. Skipped where there is no gcc.
 * RANDOM_COUNT=1000 runs that many (else 50), RANDOM_SEED=7 starts there.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { named } from '../support/levels.ts';
import { execute, inFolder } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';
import { batches, failures, linesOf, titleOf } from './batch.ts';
import { loopProgram } from './loops.ts';

const hasCompiler = !spawnSync('gcc', ['--version']).error;
const DEFINED = ['-fwrapv', '-fno-strict-aliasing', '-ffp-contract=off'];
const LEVELS: readonly (readonly string[])[] = [[], ['-O2'], ['-O3'], ['-target=ts', '-O2']];

function reference(seeds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return inFolder(async (folder) => {
    const [source, native] = [join(folder, 'loops.c'), join(folder, 'native')];
    writeFileSync(source, loopProgram(seeds));
    const made = await execute('gcc', ['-O0', '-w', ...DEFINED, source, '-o', native, '-lm']);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    const { stdout, status } = await execute(native, []);
    expect(status).toBe(0);
    return linesOf(stdout);
  });
}

describe.skipIf(!hasCompiler)('random loops print what gcc -O0 makes them print', () => {
  for (const seeds of batches) {
    const levels = dealt(titleOf(seeds), LEVELS);
    test(`${titleOf(seeds)}, ${levels.map(named).join(', ')}`, { timeout: 1_200_000 }, async () => {
      const expected = await reference(seeds);
      expect(expected.size).toBe(seeds.length);
      const experiment = { source: 'loops.c', program: loopProgram, runs: [{ job: ['-n', '1'], expected }] };
      const wrong: string[] = [];
      for (const flags of levels) wrong.push(...(await failures(seeds, { ...experiment, flags })));
      expect(wrong.join('\n')).toBe('');
    });
  }
});
