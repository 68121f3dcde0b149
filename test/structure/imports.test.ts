/** Imports go one way: phases know the one before them, emit knows of the runtime only its interface, and so on. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';

/** Folders that a folder may import besides itself; files directly in compiler/ and in a frontend may import all phases. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  'compiler/source': [],
  'compiler/diagnostics': ['compiler/source', 'compiler/options.ts'],
  'compiler/frontends/c/lexer': ['compiler/source', 'compiler/diagnostics', 'compiler/frontends/c/preprocess'],
  'compiler/frontends/c/preprocess': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/frontends/c/lexer',
    'compiler/options.ts',
  ],
  'compiler/frontends/c/ast': ['compiler/source', 'compiler/frontends/c/lexer'],
  'compiler/frontends/c/parser': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/frontends/c/ast',
    'compiler/frontends/c/lexer',
  ],
  'compiler/frontends/c/semantics': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/frontends/c/ast',
    'compiler/frontends/c/lexer',
    'compiler/options.ts',
  ],
  'compiler/frontends/c/lint': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/frontends/c/ast',
    'compiler/frontends/c/semantics',
    'compiler/options.ts',
  ],
  'compiler/ir': ['compiler/source', 'compiler/diagnostics'],
  'compiler/frontends/c/lowering': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/frontends/c/ast',
    'compiler/frontends/c/semantics',
    'compiler/ir',
    'compiler/options.ts',
  ],
  'compiler/optimizer': ['compiler/source', 'compiler/diagnostics', 'compiler/ir', 'compiler/options.ts'],
  'compiler/link': ['compiler/source', 'compiler/diagnostics', 'compiler/ir', 'compiler/options.ts', 'runtime/abi.ts'],
  'compiler/emit': [
    'compiler/source',
    'compiler/diagnostics',
    'compiler/ir',
    'compiler/link',
    'compiler/options.ts',
    'runtime/abi.ts',
  ],
};

const BASE = ['runtime/abi.ts', 'runtime/errors.ts', 'runtime/memory', 'runtime/platform'];
const CORE = [...BASE, 'runtime/core', 'runtime/conduits/conduit.ts'];
const LIBRARY = [...CORE, 'runtime/extended', 'runtime/collectives', 'runtime/segment', 'runtime/environment.ts'];

/** The same for the runtime: libraries, collectives, extended, core, conduits, fabrics, memory, platform. */
const RUNTIME_MAY: Readonly<Record<string, readonly string[]>> = {
  'runtime/platform': [],
  'runtime/machines': [],
  'runtime/memory': ['runtime/abi.ts', 'runtime/errors.ts'],
  'runtime/fabrics': ['runtime/memory', 'runtime/platform'],
  'runtime/conduits': ['runtime/errors.ts', 'runtime/memory', 'runtime/platform', 'runtime/fabrics'],
  'runtime/core': CORE,
  'runtime/segment': CORE,
  'runtime/extended': CORE,
  'runtime/collectives': [...CORE, 'runtime/extended'],
  'runtime/trace': [...CORE, 'runtime/extended'],
  'runtime/upcr': LIBRARY,
  'runtime/coarray': LIBRARY,
  'runtime/gasnet': LIBRARY,
  'runtime/calls': LIBRARY,
  'runtime/neighbourhood.ts': ['runtime/core', 'runtime/launch/simulation.ts', 'runtime/memory'],
  'runtime/simulated': [
    ...CORE,
    ...[
      'runtime/conduits',
      'runtime/fabrics',
      'runtime/launch',
      'runtime/machines',
      'runtime/segment',
      'runtime/trace',
    ],
  ],
};

function sources(folder: string): string[] {
  if (folder.endsWith('.ts')) return [folder];
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? sources(path) : entry.name.endsWith('.ts') ? [path] : [];
  });
}

function imports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const names = [...text.matchAll(/^(?:import|export)\b[^'"]*?from\s+['"](\.[^'"]+)['"]/gms)].map(
    (m) => m[1] as string,
  );
  return names.map((name) => relative(ROOT, normalize(join(ROOT, dirname(path), name))));
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

test.each([
  ['compiler phases', MAY],
  ['layers of the runtime', RUNTIME_MAY],
])('%s import only what comes before them', (_, may) => {
  const wrong = Object.entries(may).flatMap(([folder, allowed]) =>
    sources(folder).flatMap((path) =>
      imports(path)
        .filter((name) => !within(name, folder) && !allowed.some((other) => within(name, other)))
        .map((name) => `${path} imports ${name}`),
    ),
  );
  expect(wrong).toEqual([]);
});

test('the compiler touches neither process nor files', () => {
  const wrong = sources('compiler').filter((path) =>
    /from 'node:|\bprocess\./.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('the runtime imports neither compiler nor stdlib', () => {
  const wrong = sources('runtime').filter((path) => imports(path).some((name) => !within(name, 'runtime')));
  expect(wrong).toEqual([]);
});

test('a runtime of real jobs has nothing of simulated ones: the build puts that in its place', () => {
  const others = sources('runtime').filter((path) => !within(path, 'runtime/simulated'));
  const simulated = others.filter((path) => imports(path).some((name) => within(name, 'runtime/simulated')));
  const machines = others
    .filter((path) => !within(path, 'runtime/machines'))
    .filter((path) => imports(path).some((name) => within(name, 'runtime/machines')));
  expect([simulated, machines]).toEqual([[], []]);
});

test('only the platform names what the runtime runs on', () => {
  const wrong = sources('runtime')
    .filter((path) => !within(path, 'runtime/platform/node') && !within(path, 'runtime/platform/browser'))
    .filter((path) => /'node:|\bprocess\.\w|\bWorker\b|\bNodeJS\b|\bperformance\./.test(code(path)));
  expect(wrong).toEqual([]);
});

/** The text without comments. */
function code(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8').replace(/\/\*.*?\*\/|\/\/.*$/gms, '');
}
