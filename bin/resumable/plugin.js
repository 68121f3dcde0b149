/**
 * The runtime of a network as one script for simulated jobs: a plugin for esbuild.
 *
 * Takes: the network. Gives: esbuild's options. One idea: the sources are those of the ordinary runtime, changed by transform.js; small modules
 * have others in their places, which know of the scheduler and of phantom arrays. The analysis takes long, so its result is kept for the sources that it is of.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const REPLACED = {
  'runtime/core/alike.ts': 'runtime/simulated/alike.ts',
  'runtime/core/pausing.ts': 'runtime/simulated/pausing.ts',
  'runtime/core/sleep.ts': 'runtime/simulated/sleep.ts',
  'runtime/core/turn.ts': 'runtime/simulated/turn.ts',
  'runtime/core/waiting.ts': 'runtime/simulated/waiting.ts',
  'runtime/platform/linked.ts': 'runtime/simulated/platform.ts',
  'runtime/launch/simulation.ts': 'runtime/simulated/index.ts',
  'runtime/memory/addresses.ts': 'runtime/simulated/addresses.ts',
  'runtime/memory/copy.ts': 'runtime/simulated/copy.ts',
  'runtime/memory/joined.ts': 'runtime/simulated/record.ts',
};
/** Their exports stand for global names in all files. */
const INJECTED = ['runtime/simulated/steps.ts', 'runtime/simulated/collections.ts'];
const CACHE = 'node_modules/.cache/pgasc';
/** Of sessions nothing is in a simulated job, of progress threads a network's turns alone; what is of simulated jobs alone is as it is to be. */
const ELSEWHERE = /session|(launch|sfi)\/progress-thread|^runtime\/simulated\/|^runtime\/platform\/browser\//;

/** `root` ends with a slash. `inject`: a module for the counted form. */
export async function simulatedRuntime(root, network, inject) {
  const { plain, counted } = await resumableSources(root);
  const texts = inject === undefined ? plain : counted;
  return {
    entryPoints: [`${root}stdlib/simulated.ts`],
    platform: 'neutral',
    format: 'iife',
    globalName: 'pgasc',
    inject: [...INJECTED, ...(inject === undefined ? [] : [inject])].map((path) => root + path),
    plugins: [{ name: 'simulated', setup: (build) => setUp(build, root, network, texts) }],
  };
}

function setUp({ onResolve, onLoad }, root, network, texts) {
  onResolve({ filter: /conduits\/linked\.ts$/ }, () => ({ path: `${root}runtime/conduits/${network}/index.ts` }));
  onResolve(
    { filter: /\/(alike|pausing|sleep|turn|waiting|linked|simulation|addresses|copy|joined)\.ts$/ },
    ({ path, resolveDir, importer }) => {
      const replacement = REPLACED[relative(root, new URL(path, `file://${resolveDir}/`).pathname)];
      return replacement === undefined || relative(root, importer) === replacement
        ? undefined
        : { path: root + replacement };
    },
  );
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const contents = texts[relative(root, path)];
    return contents === undefined ? undefined : { contents, loader: 'ts' };
  });
}

/** The sources that change, by path: as they were kept, if they are of these sources. */
export async function resumableSources(root) {
  const paths = sourcesIn(root);
  const key = keyOf(root, paths);
  const file = `${root}${CACHE}/resumable.json`;
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (known?.key === key) return known;
  const { transform } = await import('./transform.js');
  const made = { key, ...transform(root, paths) };
  mkdirSync(root + CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

function sourcesIn(root) {
  const namesIn = (folder) => readdirSync(root + folder, { recursive: true }).map((name) => `${folder}/${name}`);
  const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !ELSEWHERE.test(path);
  return ['runtime', 'stdlib'].flatMap(namesIn).filter(isSource).sort();
}

/** Of the sources, of what changes them, and of TypeScript. */
function keyOf(root, paths) {
  const hash = createHash('sha256');
  const own = readdirSync(`${root}bin/resumable`).map((name) => `bin/resumable/${name}`);
  for (const path of [...paths, ...own.sort(), 'node_modules/typescript5/package.json'])
    hash.update(`${path}\n`).update(readFileSync(root + path));
  return hash.digest('hex');
}
