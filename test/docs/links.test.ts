/** Links between the book's pages, and from them to the project's files, lead somewhere; so do those of the READMEs. */
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { anchorsOf, linksOf, type Page, pageAt, pagesOf } from './pages.ts';

const READMES = [
  'README.md',
  'CONTRIBUTING.md',
  ...['compiler', 'runtime', 'stdlib', 'samples', 'test'].map((f) => `${f}/README.md`),
];

/** Why a link leads nowhere; undefined where it leads somewhere. */
function brokenLink(page: Page, target: string): string | undefined {
  const [file, anchor] = target.split('#') as [string, string?];
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
  if (!existsSync(join(ROOT, path))) return `${target}: there is no ${path}`;
  if (anchor === undefined || !path.endsWith('.md') || anchorsOf(pageAt(path)).includes(anchor)) return undefined;
  return `${target}: ${path} has no heading #${anchor}`;
}

for (const page of [...pagesOf('docs'), ...READMES.map(pageAt)])
  test(`links of ${page.path}`, () => {
    const targets = linksOf(page).filter((target) => !/^[a-z]+:/.test(target));
    expect(targets.flatMap((target) => brokenLink(page, target) ?? [])).toEqual([]);
  });

test('each page of the book is reached from its table of contents', () => {
  const contents = pageAt('docs/README.md');
  const reached = new Set(linksOf(contents).map((target) => normalize(join('docs', target.split('#')[0] as string))));
  const pages = pagesOf('docs').map(({ path }) => path);
  const apart = /^docs\/(README|suites\/.*)\.md$/;
  expect(pages.filter((path) => !apart.test(path) && !reached.has(path))).toEqual([]);
});

test('README.md is short: the book has the rest', () => {
  expect(pageAt('README.md').text.split('\n').length - 1).toBeLessThanOrEqual(150);
});
