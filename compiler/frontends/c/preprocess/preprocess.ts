/**
 * The preprocessor: translation phases 2 to 4 (C99 5.1.1.2, 6.10).
 *
 * Takes: a source file. Gives: the tokens that are left when all directives are carried out and all macros expanded.
 * The idea: a file is a stream of tokens in which directives act as they are passed (file-reader.ts), macros expand
 * on top of it (expander.ts), and an `#include` runs the same over another file.
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import { WarningPragmas } from '../../../diagnostics/warning-pragmas.ts';
import type { CompilerOptions, FileHost } from '../../../options.ts';
import { type SourceFile, sourceFile } from '../../../source/source.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { reportOpen } from './conditionals.ts';
import { execute } from './directives.ts';
import { Expander } from './expander.ts';
import { FileCache } from './file-cache.ts';
import { FileReader } from './file-reader.ts';
import { BESIDE } from './header-search.ts';
import type { Macro } from './macro.ts';
import { pragmaOperator } from './pragma.ts';
import { commandLineFile, defineBuiltins, PREDEFINED_FILE, predefinedFile } from './predefined.ts';
import { State } from './state.ts';

export { printPreprocessed } from './print.ts';

export interface PreprocessedUnit extends Preprocessed {
  readonly main: SourceFile;
  readonly tokens: readonly PPToken[];
}

/** The part of a unit that further text would see. */
export interface Preprocessed {
  readonly macros: ReadonlyMap<string, Macro>;
  /** Names of the files read, the main file first. */
  readonly files: readonly string[];
  /** Those that are to be read but once. */
  readonly once: ReadonlySet<string>;
}

/**
 * Preprocesses a translation unit, or what comes after `earlier`. Where a header is missing the unit has no tokens:
 * they would only mislead.
 */
export function preprocess(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
  earlier?: Preprocessed,
): PreprocessedUnit {
  bag.pragmas = new WarningPragmas();
  const state = new State(file, options, host, bag, new FileCache(host, bag), enter);
  if (earlier) resume(state, earlier);
  else predefine(state);
  enter(state, file, BESIDE);
  const { macros, once } = state;
  return { main: file, tokens: state.incomplete ? [] : state.output, files: [...state.opened], macros, once };
}

function predefine(state: State): void {
  const predefined = predefinedFile(state.options);
  defineBuiltins(state, predefined);
  enter(state, predefined, BESIDE);
  enter(state, commandLineFile(state.options), BESIDE);
  state.opened.clear();
}

function resume(state: State, { macros, files, once }: Preprocessed): void {
  defineBuiltins(state, sourceFile(PREDEFINED_FILE, '', true));
  for (const [name, macro] of macros) if (!macro.builtin) state.macros.set(name, macro);
  for (const name of files) state.opened.add(name);
  for (const name of once) state.once.add(name);
}

/** Preprocesses one file into the state's output. */
function enter(state: State, file: SourceFile, directory: number): void {
  const reader = new FileReader(state, state.files.tokens(file), directory, execute);
  const expander = new Expander(state, reader);
  state.open(file);
  state.readers.push(reader);
  for (let token = expander.next(); token.kind !== 'end'; token = expander.next()) {
    if (token.text === '_Pragma') pragmaOperator(state, token, () => expander.next());
    else if (token.kind !== 'padding') state.put(token);
  }
  if (!state.halted) reportOpen(state, reader);
  state.readers.pop();
}
