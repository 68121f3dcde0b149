/**
 * libm's functions in C: both back ends give the same bits, and no result is a unit in the last place away from the
 * right one (libquadmath's, which comes with gcc). ACCURACY=20000 makes it 120,000 arguments or so for each function.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PGASC = join(import.meta.dirname, '../../../bin/pgasc');
const hasGcc = spawnSync('gcc', ['--version']).status === 0 && process.platform === 'linux';
const count = process.env.ACCURACY ?? '300';
const directory = mkdtempSync(join(tmpdir(), 'accuracy-'));
const path = (name: string) => join(directory, name);
const source = (name: string) => join(import.meta.dirname, name);

/** The greatest error allowed: remainders are exact, of single precision are those with an f at the end, but for erf. */
function mostOf(name: string): number {
  if (name === 'fmod' || name === 'remainder') return 0;
  if (/^a(sin|cos|tan)h$/.test(name)) return 2;
  return name.endsWith('f') && name !== 'erf' ? 0.52 : 1;
}

/** Compiles and runs the program; gives the file it wrote. */
function results(name: string, ...flags: string[]): string {
  execFileSync(process.execPath, [PGASC, ...flags, source('arguments.c'), '-o', path(`${name}.js`)], { stdio: 'pipe' });
  execFileSync(process.execPath, [path(`${name}.js`), '-n', '1', count, path(name)]);
  return path(name);
}

beforeAll(() => void results('typescript', '-O0'), 120_000);
afterAll(() => rmSync(directory, { recursive: true }));

test('both back ends give the same bits', { timeout: 120_000 }, () => {
  const [first, second] = [path('typescript'), results('webassembly', '-O2')].map((name) => readFileSync(name));
  expect(first!.length).toBeGreaterThan(0);
  expect(first!.equals(second!)).toBe(true);
});

test.skipIf(!hasGcc)('errors are below one unit in the last place', { timeout: 600_000 }, () => {
  execFileSync('gcc', ['-O1', '-w', '-o', path('check'), source('check.c'), '-lquadmath', '-lm']);
  const lines = execFileSync(path('check'), [path('typescript')])
    .toString()
    .trimEnd()
    .split('\n');
  console.log(lines.join('\n'));
  const bad = lines.filter((line) => {
    const [name, error, wrong] = line.split(' ') as [string, string, string];
    return Number(error) > mostOf(name) || wrong !== '0';
  });
  expect(bad).toEqual([]);
});
