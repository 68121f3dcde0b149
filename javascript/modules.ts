/**
 * A source in UPC as a module of JavaScript: its functions are exports, which start the program when the first is called; and its types.
 *
 * Used by the plugins of bundlers and by the loader of Node.js. One idea: the module's text is all that they need.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Compilation } from '../compiler/api.ts';
import type { Callable } from '../compiler/callable.ts';
import type { ModuleOptions } from './api.ts';
import { declarationsFile, declarationsOf } from './declarations.ts';
import { INSTANCE, START, whyAbsent } from './reserved.ts';
import { type Compile, USUAL, wordsOf } from './settings.ts';

export interface CompiledModule {
  /** Undefined where there are errors. */
  readonly text?: string;
  readonly compilation: Compilation;
  /** Files that were read. */
  readonly files: readonly string[];
  /** Functions that are no exports, and why. */
  readonly absent: readonly string[];
}

export interface ModuleSource {
  readonly path: string;
  /** Folder of the project: messages, also those of the program when it runs elsewhere, have names as they are from there. */
  readonly root: string;
  /** What the module imports to run its program. */
  readonly library: string;
}

export async function compileModule(
  compile: Compile,
  { path, root, library }: ModuleSource,
  { threads, flags = [], types, ...options }: ModuleOptions,
): Promise<CompiledModule> {
  const files = [path];
  const read = (name: string) => {
    const text = textOf(resolve(root, name));
    if (text !== undefined) files.push(resolve(root, name));
    return text;
  };
  const name = relative(root, path);
  const compilation = await compile({ [name]: readFileSync(path, 'utf8') }, { ...USUAL, ...options, read });
  const { code, map, functions = [] } = compilation;
  const absent = absentAmong(name, functions);
  if (code === undefined) return { compilation, files, absent };
  if (types) writeFileSync(declarationsFile(path), declarationsOf(functions));
  const text = moduleText(library, { name, functions, code, map: map! }, wordsOf(threads, flags));
  return { text, compilation, files, absent };
}

const absentAmong = (source: string, functions: readonly Callable[]) =>
  functions.flatMap((each) => {
    const why = whyAbsent(each);
    return why === undefined ? [] : [`${source}: ${each.name} is no export: ${why}: ${each.prototype}`];
  });

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
  const names = program.functions.filter((each) => whyAbsent(each) === undefined);
  const exported = names.map(
    ({ name }) => `export const ${name} = (...values) => ${INSTANCE}.call('${name}', ...values);`,
  );
  return `import { instanceOf as ${START} } from ${JSON.stringify(library)};
const ${INSTANCE} = ${START}(${JSON.stringify(program)}, ${JSON.stringify(words)});
export default ${INSTANCE};
${exported.join('\n')}
`;
}
