/** The book as static pages: all links lead somewhere, from a folder and from the playground's server; programs open in the playground; axe-core finds nothing. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../support/pages.ts';
import { ROOT } from '../support/pgasc.ts';
import { ended, type Served, servePlayground, Visitor } from '../support/playground.ts';
import { some } from '../support/share.ts';

const BOOK = join(ROOT, 'dist/book');
const pages = readdirSync(BOOK, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
const textOf = (page: string): string => readFileSync(join(BOOK, page), 'utf8');

/** Of tags, not of programs. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^>]* (?:href|src)="([^"]*)"/g)].map(([, address]) => address!.replaceAll('&amp;', '&'));

function broken(page: string, address: string): boolean {
  const [path = '', anchor] = address.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (file === '../index.html') return false; // the playground
  if (!existsSync(join(BOOK, file))) return true;
  return Boolean(anchor) && !textOf(file).includes(`id="${decodeURIComponent(anchor!)}"`);
}

test('every link of every page leads to a page, a part of one, or the playground', () => {
  const wrong = pages.flatMap((page) =>
    addressesIn(textOf(page))
      .filter((address) => !/^[a-z]+:/.test(address) && broken(page, address))
      .map((address) => `${page}: ${address}`),
  );
  expect(wrong).toEqual([]);
});

test('each page of docs is there, and nothing but links leads to other origins', () => {
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const expected = documents.filter((name) => name.endsWith('.md')).map((name) => name.replace(/\.md$/, '.html'));
  const isThere = (name: string): boolean => pages.includes(name === 'README.html' ? 'index.html' : name);
  expect(expected.filter((name) => !isThere(name))).toEqual([]);
  const loaded = pages.flatMap(
    (page) => textOf(page).match(/<(link|script|img|iframe)\b[^>]*(href|src)="[a-z]+:[^>]*>/g) ?? [],
  );
  expect(loaded).toEqual([]);
});

describe.skipIf(programOf('chrome') === undefined)('in Chromium', () => {
  const visitor = new Visitor();
  const asked: string[] = [];
  beforeAll(async () => {
    await visitor.start();
    visitor.page.on('request', (request) => asked.push(request.url()));
  });
  afterAll(() => visitor.end());

  describe('served by the playground', () => {
    let served: Served;
    beforeAll(async () => {
      served = await servePlayground();
    });
    afterAll(async () => void (await ended(served)));

    test('a program of a lesson opens in the playground, with its threads, and runs', async () => {
      await visitor.page.goto(`${served.link}book/`);
      expect(await visitor.text('h1')).toBe('The book');
      await visitor.page.click('#contents a[href="learn/02-shared-arrays.html"]');
      await visitor.until(`document.querySelector('.code-parallel') !== null`);
      expect(await visitor.text('[aria-current]')).toBe('Shared arrays and affinity');
      await visitor.page.click('figure .try');
      await visitor.until(`document.querySelector('#sources [role=tab]') !== null`);
      const { state, output } = await visitor.run();
      expect(state).toMatch(/^Ended with status 0/);
      expect(output).not.toBe('');
      expect(asked.filter((url) => !/^(blob:|data:)/.test(url) && !url.startsWith(served.link))).toEqual([]);
    });

    const CHECKED = ['index.html', 'learn/01-threads.html', 'reference/language.html', 'figures/networks.html'];
    /** Widths, and how often the theme is changed. */
    const VIEWS = [
      { width: 1280, themes: 2 },
      { width: 400, themes: 1 },
    ];

    test('axe-core finds nothing, dark and light, wide and narrow', async () => {
      const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      for (const { width, themes } of VIEWS) {
        await visitor.page.setViewport({ width, height: 900 });
        for (const page of some(CHECKED)) {
          await visitor.page.goto(`${served.link}book/${page}`);
          for (let theme = 0; theme < themes; theme++) {
            await visitor.page.evaluate(axe);
            const found = await visitor.page.evaluate(
              'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
            );
            expect({ page, width, theme, found }).toEqual({ page, width, theme, found: [] });
            await visitor.page.click('#theme');
          }
        }
      }
    });

    test('no page is wider than a narrow window', async () => {
      await visitor.page.setViewport({ width: 400, height: 900 });
      const wide: string[] = [];
      for (const page of some(some(pages.filter((name) => name !== 'figures/index.html')))) {
        await visitor.page.goto(`${served.link}book/${page}`, { waitUntil: 'load' });
        if ((await visitor.page.evaluate('document.documentElement.scrollWidth')) !== 400) wide.push(page);
      }
      expect(wide).toEqual([]);
    });
  });

  test('from a folder, and alone on a host, no link leads to a playground', async () => {
    await visitor.page.goto(pathToFileURL(join(BOOK, 'learn/01-threads.html')).href);
    await visitor.until(
      `getComputedStyle(document.querySelector('.code-parallel, .code-keyword')).color !== getComputedStyle(document.body).color`,
    );
    const visible = `[...document.querySelectorAll('.try')].filter((each) => each.offsetParent !== null).length`;
    expect(await visitor.page.evaluate(visible)).toBe(0);
    const folder = mkdtempSync(join(tmpdir(), 'pgasc-book-'));
    try {
      execFileSync(process.execPath, [join(ROOT, 'bin/book/build.js'), join(folder, 'book')]);
      expect(readFileSync(join(folder, 'book/learn/01-threads.html'), 'utf8')).toContain(
        '<html lang="en" class="alone">',
      );
      expect(() =>
        execFileSync(process.execPath, [join(ROOT, 'bin/book/build.js'), join(folder, 'book')], { stdio: 'pipe' }),
      ).toThrow(/there are files in it already/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('nothing has been written to the console', () => expect(visitor.complaints).toEqual([]));
});
