/**
 * The litmus programs of test/litmus, of each test one iteration: walking all schedules finds each outcome of sequential consistency and no other; with --reorder those too that
 * the tests list as allowed, and none that UPC 1.3 forbids (appendix B).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';

const FOLDER = join(ROOT, 'test/litmus');
/** Those that are made of tests of a few accesses; the others are of loops. */
const PROGRAMS = readdirSync(FOLDER).filter((name) => name.endsWith('.upc') && name !== 'synchronization.upc');

/**
 * What the programs mark outcomes with: '!' forbidden, '~' allowed and not of sequential consistency, '?' rare. Relaxed pointers-to-shared are accessed in two parts, so that they are
 * torn in any case.
 */
const mayCome = (title: string, outcome: string, reorders: boolean) =>
  !outcome.startsWith('!') && (reorders || !outcome.startsWith('~') || title === IN_PARTS);
const IN_PARTS = 'relaxed pointer-to-shared';
/** With --reorder it has so many schedules that not all are walked. */
const MOST = 2000;

const outcomesIn = (stdout: string): string[] =>
  stdout.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []));

test.each(dealt('schedules', PROGRAMS))('%s', { timeout: 600_000 }, (name) =>
  inFolder(async (folder) => {
    const path = join(FOLDER, name);
    const [, threads] = /^\/\/ threads: (\d)/.exec(readFileSync(path, 'utf8'))!;
    const program = await compiled(folder, ['-explore', '-w', '-DEXPLORED', path]);
    const job = ['-n', threads!];
    const list = await node([program, '--simulate', ...job]);
    for (const [number, line] of list.stdout.trimEnd().split('\n').entries())
      for (const flags of [[], ['--reorder']]) {
        const [title, ...outcomes] = line.split(':');
        const words = [`--explore=${MOST}`, ...flags, ...job, String(number)];
        const { stdout, stderr, status } = await node([program, ...words], { timeout: 200_000 });
        const expected = outcomes.filter((outcome) => mayCome(title!, outcome, flags.length > 0));
        if (title !== IN_PARTS) expect(stdout.split('\n')[0]).toContain('all there are');
        expect({ title, flags, stderr, status, outcomes: outcomesIn(stdout).sort() }).toEqual({
          ...{ title, flags, stderr: '', status: 0, outcomes: expected.sort() },
        });
      }
  }),
);
