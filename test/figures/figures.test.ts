/** The runner's parts, and one quick figure as users make it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { node, ROOT } from '../support/pgasc.ts';
import { type Comparison, type Figure, NotRun, type Published } from './figure.ts';
import { Frozen, hashOf } from './frozen.ts';
import { FIGURES } from './main.ts';
import { svgOf } from './plot/svg.ts';
import { at, numbersIn, pointsNamed, reaches } from './points.ts';
import { judge, judgeAll } from './verdicts.ts';

const never = () => false;
const number = (value: number, kind: Published['kind'], why?: string): Published => ({
  ...{ name: 'n', kind, value, unit: 'us', error: 0.1, why },
});
const comparison = (published: Published, ours: number): Comparison => ({ published, ours: () => ours });
const noLines = { of: () => [], source: () => 'program' as const };

describe('points', () => {
  test('are the lines of a name, whatever else is printed', () => {
    const output = 'put 16 2.5\nhello put\nget 16 3\nput 32 2.75\nput 1 2 3\n';
    expect(pointsNamed('put', output)).toEqual([
      { x: 16, y: 2.5 },
      { x: 32, y: 2.75 },
    ]);
  });

  test('what is no number is told with its line', () => {
    expect(() => pointsNamed('put', 'put 16 nan')).toThrow('"nan" in "put 16 nan" is no number');
  });

  test('of sentences the last one counts', () => {
    expect(numbersIn(/time ([\d.]+) s on (\d+)/, 'time 1.5 s on 4\ntime 2.5 s on 8')).toEqual([2.5, 8]);
    expect(() => numbersIn(/time (\d+)/, 'no')).toThrow('the program has not printed /time (\\d+)/');
  });

  test('a run of smaller sizes has no point there', () => {
    expect(() => at([{ x: 1, y: 2 }], 4)).toThrow(NotRun);
    expect(
      reaches(
        [
          { x: 1, y: 0 },
          { x: 4, y: 2 },
        ],
        1,
      ),
    ).toBe(2);
  });
});

describe('verdicts', () => {
  test.each([
    ['held out', 10.9, 'within', ''],
    ['held out', 11.1, 'missed', 'noise'],
    ['input', 10.9, 'input', ''],
    ['input', 50, 'input', 'noise'],
  ] as const)('%s of 10, ours %d: %s', (kind, ours, verdict, remark) => {
    expect(judge(comparison(number(10, kind, 'noise'), ours), noLines, never)).toMatchObject({ verdict, remark });
  });

  test('a held-out number whose preset was changed after it was seen is an input', () => {
    const judged = judge(comparison(number(10, 'held out'), 10), noLines, () => true);
    expect(judged).toMatchObject({
      verdict: 'input',
      remark: 'an input since the preset was changed after it was seen',
    });
  });

  test('what was not run is never a number', () => {
    const fails = (): number => {
      throw new NotRun('no machine');
    };
    const judged = judge({ published: number(10, 'held out'), ours: fails }, noLines, never);
    expect(judged).toMatchObject({ verdict: 'not run', ours: 'not run', remark: 'no machine' });
    expect(judged.off).toBeUndefined();
  });

  test('shapes hold or do not, with their reason', () => {
    const shapes = [
      { says: 'up', holds: () => true },
      { says: 'down', holds: () => false, why: 'up' },
    ];
    const figure = { ...FIGURES[0]!, comparisons: [], missing: [], shapes } satisfies Figure;
    const verdicts = judgeAll(figure, () => noLines, never).map(({ verdict, remark }) => [verdict, remark]);
    expect(verdicts).toEqual([
      ['shape holds', ''],
      ['shape missed', 'up'],
    ]);
  });
});

describe('frozen presets', () => {
  const preset = { name: 'm', title: 'a', node: { cores: { value: 4, grade: 'A', source: 'x' } } };

  test('the hash is of values and units alone', () => {
    const told = { name: 'm', title: 'b', node: { cores: { value: 4, grade: 'B', source: 'y' } } };
    const changed = { name: 'm', title: 'a', node: { cores: { value: 5, grade: 'A', source: 'x' } } };
    expect(hashOf(told)).toBe(hashOf(preset));
    expect(hashOf(changed)).not.toBe(hashOf(preset));
  });

  test('the first hash of a number stays: another one makes it an input', () => {
    const frozen = new Frozen({ 'f: seen': 'aa' });
    frozen.see('f: seen', 'bb');
    frozen.see('f: fresh', 'bb');
    expect([
      frozen.isThawed('f: seen', 'aa'),
      frozen.isThawed('f: seen', 'bb'),
      frozen.isThawed('f: fresh', 'bb'),
    ]).toEqual([false, true, false]);
    expect(JSON.parse(frozen.text)).toEqual({ 'f: fresh': 'bb', 'f: seen': 'aa' });
  });
});

describe('figures', () => {
  test('have names of their own, and numbers that differ within each', () => {
    expect(new Set(FIGURES.map(({ name }) => name)).size).toBe(FIGURES.length);
    for (const { comparisons = [] } of FIGURES) {
      const names = comparisons.map(({ published }) => published.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('their programs are in the repository', () => {
    const programs = FIGURES.flatMap(({ lines }) => lines.flatMap(({ from }) => (from === 'closed form' ? [] : from)));
    for (const { program } of programs) expect(readFileSync(join(ROOT, program), 'utf8')).toContain('main(');
  });

  test('the record has numbers of figures alone', () => {
    const known = FIGURES.flatMap(({ name, comparisons = [] }) =>
      comparisons.map((each) => `${name}: ${each.published.name}`),
    );
    const record = JSON.parse(readFileSync(join(ROOT, 'test/figures/frozen.json'), 'utf8'));
    expect(known).toEqual(expect.arrayContaining(Object.keys(record)));
  });
});

describe('plots', () => {
  const axis = (scale: 'linear' | 'log') => ({ name: 'a & b', unit: 'us', scale });
  const points = [
    { x: 16, y: 2.5 },
    { x: 1_048_576, y: 600 },
  ];
  const line = (isPublished: boolean) => ({ name: 'put <x>', points, isPublished });

  test.each(['linear', 'log'] as const)('%s: well-formed, within the frame', (scale) => {
    const svg = svgOf({ title: 'A "plot"', x: axis(scale), y: axis(scale), lines: [line(false), line(true)] });
    const checked = spawnSync('xmllint', ['--noout', '-'], { input: svg, encoding: 'utf8' });
    if (checked.error === undefined) expect(checked.stderr).toBe('');
    expect(unbalanced(svg)).toEqual([]);
    for (const [, x, y] of svg.matchAll(/cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
      expect(Number(x)).toSatisfy((value: number) => value >= 64 && value <= 604);
      expect(Number(y)).toSatisfy((value: number) => value >= 14 && value <= 274);
    }
  });

  test('things without an order are named, and not joined', () => {
    const x = { name: 'cluster', scale: 'linear', names: ['elan3', 'gm'] } as const;
    const lines = [
      {
        name: 'rate',
        points: [
          { x: 1, y: 1 },
          { x: 2, y: 3 },
        ],
        isPublished: false,
      },
    ];
    const svg = svgOf({ title: 't', x, y: axis('linear'), lines });
    expect(svg).toContain('>elan3</text>');
    expect(svg).not.toContain('class="line"');
  });

  test('of one point, and of none', () => {
    const one = [{ x: 47_296, y: 48.7 }];
    expect(svgOf({ title: 't', x: axis('log'), y: axis('linear'), lines: [{ ...line(true), points: one }] })).toContain(
      'mark',
    );
    expect(svgOf({ title: 't', x: axis('log'), y: axis('linear'), lines: [] })).not.toContain('NaN');
  });
});

/** Elements that are not closed in order. */
function unbalanced(svg: string): string[] {
  const open: string[] = [];
  for (const [, end, name, alone] of svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (alone === '/') continue;
    if (end !== '/') open.push(name!);
    else if (open.pop() !== name) return [name!];
  }
  return open;
}

test('a quick figure from end to end', async () => {
  const ran = await node([join(ROOT, 'test/figures/run.js'), 'armci-latency', 'sfi', '--quick']);
  expect(ran.stderr).not.toContain('Error');
  expect(ran.stdout).toContain(
    'armci-latency: Latency of get and put by size\n  input        get of 16 B, adjacent: 2.9',
  );
  expect(ran.stdout).toContain('within       402 instructions at 1GHz');
  const page = readFileSync(join(ROOT, 'dist/figures/index.html'), 'utf8');
  expect(page.match(/<svg viewBox="0 0 620/g)).toHaveLength(2);
  expect(page).toContain('--simulate=bgq,ranks=1 -n 2 test/figures/armci/transfers.c 4096');
  expect(page).not.toMatch(/https?:|undefined|NaN/);
});

test('a figure that there is not is refused', async () => {
  const ran = await node([join(ROOT, 'test/figures/run.js'), 'armci-latensy', '--quick']);
  expect([ran.status, ran.stderr]).toEqual([
    2,
    'figures: there is no figure or document "armci-latensy"; npm run figures -- --list lists them\n',
  ]);
});
