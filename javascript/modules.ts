/**
 * A source in UPC as a module of JavaScript: its functions are exports, which start the program when the first is called; and its types.
 *
 * Used by the plugins of bundlers and by the loader of Node.js. One idea: the module's text is all that they need.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Compilation } from '../compiler/api.ts';
import type { Callable } from '../compiler/callable.ts';
import type { ModuleOptions } from './api.ts';
import { declarationsFile, declarationsOf } from './declarations.ts';
import { isReserved } from './reserved.ts';
import { type Compile, USUAL, wordsOf } from './settings.ts';

export interface CompiledModule {
  /** Undefined where there are errors. */
  readonly text?: string;
  readonly compilation: Compilation;
  /** Files that were read. */
  readonly files: readonly string[];
}

/** `library`: what the module imports to run its program. */
export async function compileModule(
  compile: Compile,
  path: string,
  { threads, flags = [], types, ...options }: ModuleOptions,
  library: string,
): Promise<CompiledModule> {
  const files = [path];
  const read = (name: string) => {
    const text = textOf(name);
    if (text !== undefined) files.push(name);
    return text;
  };
  const settings = { ...USUAL, ...options, read };
  const compilation = await compile({ [path]: readFileSync(path, 'utf8') }, settings);
  const { code, map, functions } = compilation;
  if (code === undefined) return { compilation, files };
  if (types) writeFileSync(declarationsFile(path), declarationsOf(functions!));
  const text = moduleText(library, { name: path, functions: functions!, code, map: map! }, wordsOf(threads, flags));
  return { text, compilation, files };
}

/** The text of a file, if it is one. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A program that is compiled, as a module carries it. */
export interface CompiledProgram {
  readonly name: string;
  readonly functions: readonly Callable[];
  readonly code: string;
  readonly map: string;
}

function moduleText(library: string, program: CompiledProgram, words: readonly string[]): string {
  const names = program.functions.filter(({ refused, name }) => refused === undefined && !isReserved(name));
  const exported = names.map(
    ({ name }) => `export const ${name} = (...values) => $program.call('${name}', ...values);`,
  );
  return `import { instanceOf } from ${JSON.stringify(library)};
const $program = instanceOf(${JSON.stringify(program)}, ${JSON.stringify(words)});
export default $program;
${exported.join('\n')}
`;
}
