/**
 * Links operations.upc for one network with rank.ts in the place of the launcher: the compiler's own output, behind a
 * bundle of the runtime that is not minified, with a source map.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
export const root = resolve(here, '../../..');

/** Writes `file`, compiled with the flags; gives the place in the sources of a place in it. */
export async function link(network, file, flags) {
  const bundled = `${file}.bundle.js`;
  await build({
    bundle: true,
    target: 'node20',
    legalComments: 'none',
    logLevel: 'error',
    entryPoints: [`${here}rank.ts`],
    outfile: bundled,
    platform: 'neutral',
    format: 'iife',
    globalName: 'pgasc',
    sourcemap: 'external',
    plugins: [linkedWith(network)],
  });
  const runtime = readFileSync(bundled, 'utf8');
  writeFileSync(file, `${runtime}\n${compiled(network, file, flags)}`);
  return places(bundled, runtime.split('\n').length);
}

/** The program as pgasc writes it, without the runtime before it. */
function compiled(network, file, flags) {
  const output = `${file}.program.js`;
  execFileSync(process.execPath, [`${root}/bin/pgasc`, ...flags, `-network=${network}`, '-fno-split', `${here}operations.upc`, '-o', output], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const text = readFileSync(output, 'utf8');
  return text.slice(text.indexOf('\nconst program = {'));
}

function linkedWith(network) {
  const modules = [
    [/conduits\/linked\.ts$/, `${root}/runtime/conduits/${network}/index.ts`],
    [/\/posted\.ts$/, `${here}posted.ts`],
  ];
  const setup = ({ onResolve }) => {
    for (const [filter, path] of modules) onResolve({ filter }, () => ({ path }));
  };
  return { name: 'in the place of modules', setup };
}

/** Both count lines from 1, columns from 0. */
export function places(bundled, lines) {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundled}.map`, 'utf8')));
  const texts = new Map();
  return (line, column) => {
    if (line >= lines) return { file: 'operations.upc', line: line - lines, text: '' };
    const { originalSource, originalLine } = map.findEntry(line - 1, column);
    if (originalSource === undefined) return { file: '', line: 0, text: '' };
    const path = resolve(dirname(bundled), originalSource);
    if (!texts.has(path)) texts.set(path, readFileSync(path, 'utf8').split('\n'));
    return { file: relative(root, path), line: originalLine + 1, text: texts.get(path)[originalLine] };
  };
}
