/**
 * The playground as a site: its files by their path in it, which are those of the package; and a copy of them for any host.
 */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileError } from '../files.ts';
import { SITE } from '../installation.ts';

/** Folders of dist/, by their path in the site. */
const FOLDERS: Readonly<Record<string, { readonly folder: string; readonly names: RegExp }>> = {
  '': { folder: 'playground', names: /./ },
  'page/': { folder: 'page', names: /\.m?js$/ },
  'book/': { folder: 'book', names: /\.\w+$/ },
  'texts/': { folder: 'texts', names: /^installation\.mjs$/ },
};

/** Where each file is. */
export function siteFiles(): ReadonlyMap<string, string> {
  const files = Object.entries(FOLDERS).flatMap(([path, { folder, names }]) =>
    readdirSync(join(SITE, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name))
      .map((name) => [`${path}${name}`, join(SITE, folder, name)] as const),
  );
  return new Map(files);
}

/** Writes the site below a folder, which may be there, and empty. */
export function writeSite(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FileError(`${folder}: there are files in it already; name another folder for the playground`);
  try {
    for (const [path, file] of siteFiles()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(file, join(folder, path));
    }
  } catch (error) {
    throw new FileError(`${folder}: ${(error as Error).message}`);
  }
  return `${folder}: the files of the playground, for any host; ${ISOLATION}`;
}

const ISOLATION =
  'let it send Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, else a service worker of the page does';
