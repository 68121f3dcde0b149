/**
 * The pages of the book, docs/**, as tests see them: their blocks of code, headings and links.
 *
 * A block that names a file behind its language (```c hello.upc) is that file. A `console` block is a session: lines that
 * begin with "$ " are commands, what stands below each is what it writes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/pgasc.ts';

export interface Page {
  /** Path within the project. */
  readonly path: string;
  readonly text: string;
}

/** A file that the page shows. */
export interface Listing {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/** A session with the shell; of one that is marked "fails" the last command has a status other than 0. */
export interface Session {
  readonly kind: 'session';
  readonly commands: readonly Command[];
}

export interface Command {
  readonly words: string;
  readonly expected: readonly string[];
  readonly fails: boolean;
}

export type Example = Listing | Session;

/** All pages of a folder, and of its folders. */
export function pagesOf(folder: string): Page[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => pageAt(`${folder}/${name}`));
}

export const pageAt = (path: string): Page => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });

const BLOCK = /^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm;

/** What a page shows and runs, in its order. */
export function examplesOf({ text }: Page): Example[] {
  return [...text.matchAll(BLOCK)].flatMap(([, language, rest, body]): Example[] => {
    if (language === 'console') return [sessionOf(body as string, rest === 'fails')];
    return rest === '' ? [] : [{ kind: 'file', name: rest as string, text: body as string }];
  });
}

function sessionOf(text: string, fails: boolean): Session {
  const [before, ...commands] = text.split(/^\$ /m);
  if (before !== '') throw new Error(`a console block begins with "$ ", not with ${before}`);
  return {
    kind: 'session',
    commands: commands.map((command, k) => {
      const [words, ...expected] = command.trimEnd().split('\n');
      return { words: words as string, expected, fails: fails && k === commands.length - 1 };
    }),
  };
}

/** Where the links of a page lead, as they are written; those in code are none. */
export function linksOf({ text }: Page): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target as string);
}

/** Names of a page's headings in addresses: small letters, and '-' for spaces. */
export function anchorsOf({ text }: Page): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
