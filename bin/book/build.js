/**
 * Builds the book. As a part of the build it goes to dist/book, and its programs open in the playground, which is served in the folder above it;
 * `npm run build:book -- FOLDER` writes it into a folder, for any host, without the playground.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const USUAL = `${root}dist/book`;

/** Gives the number of its pages. */
export async function buildBook(to = USUAL, isAlone = false) {
  const script = `${root}dist/book.mjs`;
  const common = { bundle: true, logLevel: 'warning', legalComments: 'none', absWorkingDir: root };
  await build({ ...common, entryPoints: ['bin/book/book.ts'], outfile: script, format: 'esm', platform: 'node' });
  const { writeBook } = await import(pathToFileURL(script).href);
  rmSync(script);
  if (!isAlone) rmSync(to, { recursive: true, force: true }); // pages that are no more
  mkdirSync(to, { recursive: true });
  const shared = ['colours.css', 'article.css', 'icon.svg'].map((name) => `shown/${name}`);
  for (const name of [...shared, 'book/page/book.css'])
    copyFileSync(`${root}bin/${name}`, `${to}/${name.replace(/.*\//, '')}`);
  await build({
    ...common,
    entryPoints: ['bin/book/page/book.ts'],
    outfile: `${to}/book.js`,
    minify: true,
    target: 'es2022',
  });
  return await writeBook(root, to, { isAlone });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0) {
    console.error(`build:book: ${folder}: there are files in it already; name another folder for the book`);
    process.exit(2);
  }
  const pages = await buildBook(folder && resolve(folder), folder !== undefined);
  console.log(`${folder ?? 'dist/book'}: the book, ${pages} pages, for any host; open index.html`);
}
