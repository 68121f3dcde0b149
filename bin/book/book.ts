/**
 * The book as static pages: docs/ in HTML, with the Markdown of the project that it leads to.
 *
 * Takes the project's folder and the one to write to. Each page is rendered by itself; a link to another page, or to a file of docs/, stays one, a link
 * to a source has its words alone. The table of contents (contents.ts) is beside each page, and gives their order.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { codeHtml } from './code.ts';
import { contentsIn, type Entry, type Section } from './contents.ts';
import { blocksOf, renderMarkdown } from './markdown.ts';
import { type Place, pageHtml } from './page.ts';
import { programLinks } from './programs.ts';

const DOCS = 'docs/';
const FIRST = 'docs/README.md';
const LINK = /\]\(([^()\s]+)\)/g;

export interface BookOptions {
  /** The playground is not in the folder above. */
  readonly isAlone: boolean;
}

/** Writes the pages below `to`; gives their number. */
export async function writeBook(root: string, to: string, { isAlone }: BookOptions): Promise<number> {
  const texts = pagesFrom(root);
  const files = readdirSync(join(root, DOCS), { recursive: true, encoding: 'utf8' });
  const copied = files.filter((name) => /\.(html|svg)$/.test(name)).map((name) => `${DOCS}${name}`);
  const sections = contentsIn(texts.get(FIRST)!);
  const order = sections.flatMap(({ entries }) => entries).filter(({ file }) => texts.has(`${DOCS}${file}`));
  const book: Book = { texts, copied: new Set(copied), sections, order, isAlone };
  for (const [file, text] of texts) write(join(to, pathOf(file)), await pageOf(book, file, text));
  for (const file of copied) write(join(to, pathOf(file)), readFileSync(join(root, file), 'utf8'));
  return texts.size;
}

interface Book extends BookOptions {
  /** Markdown, by its path in the project. */
  readonly texts: ReadonlyMap<string, string>;
  readonly copied: ReadonlySet<string>;
  readonly sections: readonly Section[];
  /** Its pages as they are read. */
  readonly order: readonly Entry[];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** All of docs/, and what it leads to. */
function pagesFrom(root: string): Map<string, string> {
  const texts = new Map<string, string>();
  const waiting = readdirSync(join(root, DOCS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${DOCS}${name}`);
  for (const file of waiting) {
    if (texts.has(file) || !existsSync(join(root, file))) continue;
    const text = readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    waiting.push(
      ...[...text.matchAll(LINK)].map(([, target]) => fileOf(file, target!)).filter((name) => name.endsWith('.md')),
    );
  }
  return texts;
}

/** The file that a link leads to, by its path in the project. */
const fileOf = (from: string, target: string): string => {
  const path = target.replace(/#.*/, '');
  return path === '' ? from : join(dirname(from), path);
};

/** Where a file is in the book: docs/ is its root, what else there is lies in project/. */
function pathOf(file: string): string {
  if (file === FIRST) return 'index.html';
  const path = file.startsWith(DOCS) ? file.slice(DOCS.length) : `project/${file}`;
  return path.replace(/\.md$/, '.html');
}

async function pageOf(book: Book, file: string, text: string): Promise<string> {
  const toRoot = '../'.repeat(pathOf(file).split('/').length - 1);
  const links = await programLinks(blocksOf(text));
  const playground = (program: string | undefined) =>
    program === undefined ? undefined : `${toRoot}../index.html${program}`;
  const { html, headings } = renderMarkdown(text, {
    link: (target) => linkFrom(book, file, target),
    code: (block) => codeHtml(block, playground(links.get(block.text))),
  });
  const { order } = book;
  const here = order.findIndex((entry) => `${DOCS}${entry.file}` === file);
  const placeOf = (entry: Entry): Place => ({ title: entry.title, href: hrefTo(file, `${DOCS}${entry.file}`) });
  const beside = (place: number): Place | undefined => (place in order ? placeOf(order[place]!) : undefined);
  return pageHtml({
    html,
    headings,
    sections: book.sections.map(({ title, entries }) => ({ title, places: entries.map(placeOf) })),
    previous: here > 0 ? beside(here - 1) : undefined,
    next: here >= 0 || file === FIRST ? beside(here + 1) : undefined,
    root: toRoot,
    isAlone: book.isAlone,
  });
}

/** Relative; nothing for the page itself. */
function hrefTo(from: string, file: string): string {
  return from === file ? '' : relative(dirname(pathOf(from)) || '.', pathOf(file));
}

function linkFrom({ texts, copied }: Book, file: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return target;
  const to = fileOf(file, target);
  if (!texts.has(to) && !copied.has(to)) return undefined;
  return `${hrefTo(file, to)}${/#.*/.exec(target)?.[0] ?? ''}`;
}
