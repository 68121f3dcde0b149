/**
 * The preprocessor: translation phases 2 to 4 (C99 5.1.1.2, 6.10).
 *
 * Takes: a source file. Gives: the tokens that are left when all directives are carried out and all macros expanded.
 * The idea: a file is a stream of tokens in which directives act as they are passed (file-reader.ts), macros expand
 * on top of it (expander.ts), and an `#include` runs the same over another file.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import type { CompilerOptions, FileHost } from '../options.ts';
import type { SourceFile } from '../source/source.ts';
import { reportOpen } from './conditionals.ts';
import { execute } from './directives.ts';
import { Expander } from './expander.ts';
import { FileCache } from './file-cache.ts';
import { FileReader } from './file-reader.ts';
import { BESIDE } from './header-search.ts';
import { pragmaOperator } from './pragma.ts';
import { commandLineFile, defineBuiltins, predefinedFile } from './predefined.ts';
import { State } from './state.ts';

export { printPreprocessed } from './print.ts';

export interface PreprocessedUnit {
  readonly main: SourceFile;
  readonly tokens: readonly PPToken[];
  /** Names of the files read, the main file first. */
  readonly files: readonly string[];
}

/** Preprocesses a translation unit. Where a header is missing the unit has no tokens: they would only mislead. */
export function preprocess(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): PreprocessedUnit {
  const state = new State(file, options, host, bag, new FileCache(host, bag), enter);
  const predefined = predefinedFile(options);
  defineBuiltins(state, predefined);
  enter(state, predefined, BESIDE);
  enter(state, commandLineFile(options), BESIDE);
  state.opened.clear();
  enter(state, file, BESIDE);
  return { main: file, tokens: state.incomplete ? [] : state.output, files: [...state.opened] };
}

/** Preprocesses one file into the state's output. */
function enter(state: State, file: SourceFile, directory: number): void {
  const reader = new FileReader(state, state.files.tokens(file), directory, execute);
  const expander = new Expander(state, reader);
  state.opened.add(file.name);
  state.readers.push(reader);
  for (let token = expander.next(); token.kind !== 'end'; token = expander.next()) {
    if (token.text === '_Pragma') pragmaOperator(state, token, () => expander.next());
    else if (token.kind !== 'padding') state.output.push(token);
  }
  if (!state.halted) reportOpen(state, reader);
  state.readers.pop();
}
