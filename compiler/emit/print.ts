/**
 * Prints the emitted tree: JavaScript that runs, with its source map, and TypeScript that people read.
 *
 * The idea: one tree, two printers. esrap prints what runs: it is quick and maps nodes with `loc`. recast prints
 * what is read; it is loaded only when asked for. Lines of the virtual space (context.ts) become source indexes here.
 */
import { print } from 'esrap';
import ts from 'esrap/languages/ts';
import { COLUMN_STEP, LINES_PER_FILE } from './context.ts';
import type { EmittedProgram } from './program.ts';
import { encodeMappings, type Mapped, type Segment } from './sourcemap.ts';
import { stripTypes } from './strip.ts';

/** JavaScript that defines `program`, and where its lines come from. */
export interface PrintedProgram {
  readonly code: string;
  readonly mappings: readonly Segment[][];
  readonly sources: readonly string[];
  readonly renamed: Readonly<Record<string, string>>;
}

/** The program without types and module syntax: a script that defines `program`. */
export function toJavaScript(emitted: EmittedProgram): PrintedProgram {
  const { code, map } = print(stripTypes(emitted.ast) as never, ts({ quotes: 'single' }), {
    sourceMapEncodeMappings: false,
    indent: ' ',
  });
  const lines = map.mappings as unknown as Mapped[][];
  const { sources, renamed } = emitted;
  return { code, mappings: lines.map((line) => line.map(toSource)), sources, renamed };
}

/** From the virtual line to source and line. */
function toSource([column, , line, sourceColumn]: Mapped): Mapped {
  const number = line + 1;
  const source = Math.floor(number / LINES_PER_FILE);
  return [column, source, (number % LINES_PER_FILE) - 1, Math.floor(sourceColumn / COLUMN_STEP)];
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
  const start = `pgasc.start(program${mapName === undefined ? '' : `, ${JSON.stringify(mapName)}`});\n`;
  const comment = mapName === undefined ? '' : `//# sourceMappingURL=${encodeURIComponent(mapName)}\n`;
  const before = head.split('\n').length - 1;
  return { code: `${head}${program.code}\n${start}${comment}`, map: sourceMap(program, before) };
}

/** The same for a program that is a WebAssembly module in a script: the map is that of the module's bytes. */
export function linkImage(code: string, runtimeText: string, mapName?: string): string {
  const program = { code, mappings: [], sources: [], renamed: {} };
  return linkOutput(program, runtimeText, mapName).code;
}

/** The source map of a program before which the file has so many lines. */
export function sourceMap({ sources, renamed, mappings }: PrintedProgram, before = 0): string {
  const lines: Segment[][] = [...Array.from({ length: before }, () => []), ...mappings];
  return JSON.stringify({
    ...{ version: 3, sources, names: [], mappings: encodeMappings(lines) },
    x_pgasc_functions: renamed,
  });
}
