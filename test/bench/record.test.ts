/** The pages of figures show what benches have kept, and nothing else between their marks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
// @ts-expect-error: benches are plain JavaScript
import { drawn } from './record.js';

const TABLE = {
  date: '2026-01-02',
  command: 'npm run bench:x -- --write',
  level: '`-O2`',
  machine: '2 cores',
  columns: ['', 'ns'],
  rows: [['a|b', ' 1.5']],
};
const page = (name: string): string => readFileSync(join(ROOT, 'docs/figures', name), 'utf8');

test('tables stand between the marks, in place of what stood there', () => {
  const text = 'Before\n<!-- drawn -->\nold\n<!-- /drawn -->\nbehind\n';
  expect(drawn(text, { Puts: TABLE })).toBe(
    'Before\n<!-- drawn -->\n\n## Runs that the bench has written\n\n### Puts\n\n2026-01-02, `npm run bench:x -- --write`, `-O2`; 2 cores.\n\n' +
      '|  | ns |\n|---|---|\n| a\\|b | 1.5 |\n\n<!-- /drawn -->\nbehind\n',
  );
});

test('without tables there is no heading', () => {
  expect(drawn('<!-- drawn -->\nold\n<!-- /drawn -->\n', {})).toBe('<!-- drawn -->\n<!-- /drawn -->\n');
});

test('what a command line chooses is another table', async () => {
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), 'pami', '4096', '--write'];
  // @ts-expect-error: benches are plain JavaScript
  const { chosen } = await import('./record.js?chosen');
  process.argv = argv;
  expect(chosen).toBe(': pami 4096');
});

const measured = JSON.parse(page('measured.json')) as Record<string, object>;
for (const name of ['programs', 'networks', 'libraries', 'mpi', 'simulation'])
  test(`docs/figures/${name}.md has what is kept of it`, () => {
    expect(drawn(page(`${name}.md`), measured[name] ?? {})).toBe(page(`${name}.md`));
  });
