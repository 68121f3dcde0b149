/**
 * Prints the emitted tree: JavaScript that runs, with its source map, and TypeScript that people read.
 *
 * The idea: one tree, two printers. `javascript.ts` prints what runs, quickly and with places. recast prints what is
 * read; it is loaded only when asked for.
 */

import type { Beginning } from '../link/beginnings.ts';
import { printScript } from './javascript.ts';
import type { EmittedProgram } from './program.ts';
import { beginningsIn, encodeMappings, type Segment } from './sourcemap.ts';

/** JavaScript that defines `program`, and where its lines come from. */
export interface PrintedProgram {
  readonly code: string;
  readonly mappings: readonly (readonly Segment[])[];
  readonly sources: readonly string[];
  readonly renamed: Readonly<Record<string, string>>;
  readonly beginnings: readonly Beginning[];
}

/** The program without types and module syntax: a script that defines `program`. */
export function toJavaScript({ ast, sources, renamed, beginnings }: EmittedProgram): PrintedProgram {
  return { ...printScript(ast), sources, renamed, beginnings };
}

/** The module as people read it: type-checks under `tsc --strict` beside pgasc/runtime. */
export async function toTypeScript(emitted: EmittedProgram): Promise<string> {
  const recast = (await import('recast')).default;
  const { code } = recast.print(withBigIntLiterals(emitted.ast) as never, {
    tabWidth: 2,
    quote: 'single',
    wrapColumn: 120,
    reuseWhitespace: false,
  });
  return `${code}\n`;
}

/** A copy in which bigint literals are nodes of their own kind: recast prints an ESTree one without its suffix. */
function withBigIntLiterals(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withBigIntLiterals);
  if (node === null || typeof node !== 'object') return node;
  const fields = node as Record<string, unknown>;
  if (fields.type === 'Literal' && typeof fields.bigint === 'string') {
    return { type: 'BigIntLiteral', value: fields.bigint };
  }
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, withBigIntLiterals(value)]));
}

/** The readable module as a program: `node out.ts` runs it, beside pgasc/runtime and where Node strips types. */
export function linkModule(text: string): string {
  return `import * as pgasc from 'pgasc/runtime';\n${text}pgasc.start(program);\n`;
}

/**
 * The single file out.js: the runtime (a script that defines `pgasc`), the program, and the start. It has neither
 * import nor require, so it runs as CommonJS and as an ES module alike. `mapName` is the file of its source map.
 */
export function linkOutput(
  program: PrintedProgram,
  runtimeText: string,
  mapName?: string,
): { code: string; map: string } {
  const head = `#!/usr/bin/env node\n'use strict';\n${runtimeText.trimEnd()}\n`;
  const start = `pgasc.startScript(program${mapName === undefined ? '' : `, ${JSON.stringify(mapName)}`});\n`;
  const comment = mapName === undefined ? '' : `//# sourceMappingURL=${encodeURIComponent(mapName)}\n`;
  const before = head.split('\n').length - 1;
  return { code: `${head}${program.code}\n${start}${comment}`, map: sourceMap(program, before) };
}

/** The same for a program that is a WebAssembly module in a script: the map is that of the module's bytes. */
export function linkImage(code: string, runtimeText: string, mapName?: string): string {
  const program = { code, mappings: [], sources: [], renamed: {}, beginnings: [] };
  return linkOutput(program, runtimeText, mapName).code;
}

/** The source map of a program before which the file has so many lines. */
export function sourceMap({ sources, renamed, beginnings, mappings }: PrintedProgram, before = 0): string {
  const lines: (readonly Segment[])[] = [...Array.from({ length: before }, () => []), ...mappings];
  return JSON.stringify({
    ...{ version: 3, sources, names: [], mappings: encodeMappings(lines) },
    x_pgasc_functions: renamed,
    ...beginningsIn(sources, beginnings),
  });
}
