/** Runs the preprocessor over texts in memory. */
import { posix } from 'node:path';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { toTokens } from '../../compiler/frontends/c/lexer/lexer.ts';
import type { Token } from '../../compiler/frontends/c/lexer/token.ts';
import {
  type PreprocessedUnit,
  preprocess,
  printPreprocessed,
} from '../../compiler/frontends/c/preprocess/preprocess.ts';
import type { CompilerOptions } from '../../compiler/options.ts';
import { positionOf, sourceFile, spelledAt } from '../../compiler/source/source.ts';

export const OPTIONS: CompilerOptions = {
  macros: [],
  includeDirectories: [],
  systemIncludeDirectories: [],
  optimize: 0,
  debug: false,
  silencedWarnings: new Set(),
  warningsAreErrors: false,
  now: new Date(2024, 1, 3, 4, 5, 6),
};

export interface Run {
  readonly unit: PreprocessedUnit;
  readonly bag: DiagnosticBag;
  /** The unit's tokens, spaces between them normalised to where they were written. */
  readonly text: string;
  /** `line:column code: text` of each diagnostic. */
  readonly messages: string[];
  tokens(): Token[];
}

/** Preprocesses `main.c`; further files by path. */
export function run(text: string, options: Partial<CompilerOptions> = {}, files: Record<string, string> = {}): Run {
  const bag = new DiagnosticBag();
  const host = { read: (path: string) => files[path], dirname: posix.dirname, join: posix.join };
  const unit = preprocess(sourceFile('main.c', text), { ...OPTIONS, ...options }, host, bag);
  const printed = unit.tokens.map((token) => (token.kind === 'pragma' ? `#pragma ${token.text}` : token.text));
  return {
    unit,
    bag,
    text: printed.join(' '),
    get messages() {
      return messagesOf(bag);
    },
    tokens: () => toTokens(unit, bag),
  };
}

/** The text of -E without line markers. */
export function printed(unit: PreprocessedUnit): string {
  return printPreprocessed(unit).replace(/^# \d+ ".*"\n/gm, '');
}

function messagesOf(bag: DiagnosticBag): string[] {
  return bag.all.map(({ code, text, location }) => {
    const at = location && positionOf(spelledAt(location));
    return `${at?.line}:${at?.column} ${code}: ${text}`;
  });
}
