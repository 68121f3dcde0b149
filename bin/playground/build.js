/**
 * Builds `dist/playground/`: the page, its scripts, what it offers, and the service worker with the list of all files,
 * which it keeps for when there is no network. The rest of the site is dist/page/, dist/texts/ and dist/book/, see site.ts.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const PAGE = 'bin/playground/page';
const TO = 'dist/playground';
const PARTS = [`${PAGE}/index.html`, `${PAGE}/style.css`];
/** What the book's pages have too. */
const SHOWN = ['colours.css', 'article.css', 'icon.svg'].map((name) => `bin/shown/${name}`);

/** Runs in the root of the sources, when dist/page is there. Gives the paths of what the page is made of. */
export async function buildPlayground(root, common) {
  rmSync(TO, { recursive: true, force: true });
  mkdirSync(TO, { recursive: true });
  for (const path of [...PARTS, ...SHOWN]) copyFileSync(path, `${TO}/${path.replace(/.*\//, '')}`);
  const web = { ...common, target: 'es2022', minify: true, platform: 'browser', format: 'esm' };
  const { metafile } = await build({
    ...web,
    metafile: true,
    entryPoints: [`${PAGE}/main.ts`],
    outfile: `${TO}/main.js`,
  });
  const external = ['./page/*'];
  await build({ ...web, external, entryPoints: [`${PAGE}/compiler-worker.ts`], outfile: `${TO}/compiler-worker.js` });
  const { lessons } = await writeCatalogue(root, common);
  const define = { FILES: JSON.stringify(['./', ...files(), ...lessons.map(({ page }) => page)]) };
  await build({ ...web, define, entryPoints: [`${PAGE}/service-worker.ts`], outfile: `${TO}/service-worker.js` });
  return Object.keys(metafile.inputs);
}

/** By the modules of the command, which read the package's files. Gives what is offered. */
async function writeCatalogue(root, common) {
  const script = `${root}dist/catalogue.mjs`;
  const entryPoints = ['bin/playground/catalogue.ts'];
  await build({ ...common, entryPoints, outfile: script, format: 'esm', platform: 'node' });
  const { offered, explanations } = await import(pathToFileURL(script).href);
  rmSync(script);
  const all = offered();
  writeFileSync(`${TO}/offered.json`, JSON.stringify(all));
  writeFileSync(`${TO}/explanations.json`, JSON.stringify(explanations()));
  return all;
}

/** Of the site, without the template of networks. */
function files() {
  const page = readdirSync('dist/page').filter((name) => /\.m?js$/.test(name) && !name.includes('template'));
  return [...readdirSync(TO), ...page.map((name) => `page/${name}`), 'texts/installation.mjs'];
}
