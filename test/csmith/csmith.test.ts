/**
 * Random C programs of csmith must print gcc's checksum. Skipped where gcc or csmith (Debian packages) are missing.
 * Levels of -O take turns. CSMITH=1000 runs that many (else 20, in the short form 4), CSMITH_SEED=7 starts there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, execute, inFolder } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';
import { isLong } from '../support/share.ts';

const INCLUDE = ['/usr/include/csmith', '/usr/include/csmith-2.3.0'].find((folder) =>
  existsSync(join(folder, 'csmith.h')),
);
/** In a folder of its own: csmith leaves a file wherever it runs. */
const runs = (command: string) => inFolder(async (cwd) => !spawnSync(command, ['--version'], { cwd }).error);
const here = INCLUDE !== undefined && (await runs('csmith')) && (await runs('gcc'));
const count = Number(process.env.CSMITH ?? (isLong ? 20 : 4));
const first = Number(process.env.CSMITH_SEED ?? 1);

/** Seeds without -O, at -O3 and at -O2 take turns. */
const LEVELS: readonly (readonly string[])[] = [[], ['-O3'], ['-O2'], ['-O3']];

/** Milliseconds that gcc's program may run; csmith's programs need not end. */
const LIMIT = 5_000;

async function compare(seed: number): Promise<void> {
  await inFolder(async (folder) => {
    const source = join(folder, `seed${seed}.c`);
    const words = ['--seed', String(seed), '-o', source, ...(seed % 3 === 0 ? ['--float'] : [])];
    const generated = await execute('csmith', words, { cwd: folder });
    expect(generated.status).toBe(0);
    const native = join(folder, 'native');
    await execute('gcc', ['-O1', '-w', '-I', INCLUDE as string, source, '-o', native, '-lm'], { timeout: 60_000 });
    const reference = await execute(native, [], { timeout: LIMIT });
    if (reference.status === null) return; // does not end: no reference
    const level = LEVELS[seed % LEVELS.length] as readonly string[];
    const output = await compiled(folder, ['-w', ...level, `-I${INCLUDE}`, source]);
    const ours = await runProgram(output, ['-n', '1'], { timeout: 100 * LIMIT });
    expect(ours.stdout, `seed ${seed} ${level}\n${ours.stderr}`).toBe(reference.stdout);
  });
}

describe.skipIf(!here).concurrent('csmith', () => {
  for (let seed = first; seed < first + count; seed++) {
    test(`seed ${seed} prints gcc's checksum`, { timeout: 200 * LIMIT }, () => compare(seed));
  }
});
