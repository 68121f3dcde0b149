/**
 * The frontend of C, UPC and coarrays in C, phase by phase; this file reads as a table of contents.
 *
 *     text -> preprocess -> tokens -> parse -> AST -> semantics (facts) -> lowering -> IR
 *
 * Each phase reports into the bag and goes on as far as it can; the next phase runs only without errors, but for
 * semantics, which judges what was parsed.
 */
import type { DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { Module } from '../../ir/ir.ts';
import type { CompilerOptions, FileHost } from '../../options.ts';
import type { SourceFile } from '../../source/source.ts';
import { arraysOf } from './arrays.ts';
import type { TranslationUnit } from './ast/ast.ts';
import { printTree } from './ast/print.ts';
import { callablesOf } from './callables.ts';
import { isSerial } from './lexer/dialect.ts';
import { toTokens } from './lexer/lexer.ts';
import { lint } from './lint/lint.ts';
import { lower } from './lowering/lower.ts';
import { parse } from './parser/index.ts';
import { withoutUnusedPrototypes } from './parser/unused-prototypes.ts';
import { preprocess, printPreprocessed } from './preprocess/preprocess.ts';
import { analyze } from './semantics/analyze.ts';
import type { Facts } from './semantics/facts.ts';

/** Errors after which a part of the program is not there, and what the parser would say misleads. */
const HIDES_TEXT = new Set(['PP1001', 'PP1004', 'PP1005', 'PP1021', 'PP1051']);

/** A unit that has been understood, errors in it or not. */
export interface Understood {
  readonly tree: TranslationUnit;
  readonly facts: Facts;
  readonly serial?: true;
  /** Memory may be read as another type than it was written as. */
  readonly loose: boolean;
}

/** Text to tree and facts, with all that the frontend has to say; undefined where the text is too damaged. */
export function understandUnit(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Understood | undefined {
  const parsed = treeOf(file, options, host, bag);
  if (!parsed) return undefined;
  options.progress?.('analyzing', file.name);
  const facts = analyze(parsed.tree, options, bag);
  options.progress?.('checking', file.name);
  lint(parsed.tree, facts, options, bag);
  return { ...parsed, facts };
}

/**
 * Text to IR; undefined where there were errors. Nothing but IR leaves it: tree and facts are gone while IR is optimized,
 * and tokens while the tree is lowered.
 */
export function lowerUnit(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Module | undefined {
  const understood = understandUnit(file, options, host, bag);
  if (!understood || bag.hasErrors) return undefined;
  const { tree, facts, serial, loose } = understood;
  options.defined?.({ functions: callablesOf(facts), arrays: arraysOf(facts) });
  options.progress?.('lowering', file.name);
  const module = lower(tree, facts, loose ? { ...options, strictAliasing: false } : options);
  return serial ? { ...module, serial } : module;
}

/** Text to text, for -E. */
export function preprocessUnit(file: SourceFile, options: CompilerOptions, host: FileHost, bag: DiagnosticBag): string {
  return printPreprocessed(preprocess(file, options, host, bag), options.preprocessedText);
}

/** What it asks for one part of the file all of it gets. */
const LOOSE_PRAGMA = /^GCC optimize\b.*\bno-strict-aliasing\b/;

function treeOf(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Omit<Understood, 'facts'> | undefined {
  options.progress?.('preprocessing', file.name);
  const unit = preprocess(file, options, host, bag);
  if (bag.all.some(({ code }) => HIDES_TEXT.has(code))) return undefined;
  options.progress?.('parsing', file.name);
  const tokens = toTokens(unit, bag, options.dialect);
  const serial = isSerial(file.name, unit.files, tokens, options.dialect);
  const tree = parse(withoutUnusedPrototypes(tokens), file.name, bag, options.headerOf);
  options.dump?.('parse', () => printTree(tree));
  const loose = unit.tokens.some(({ kind, text }) => kind === 'pragma' && LOOSE_PRAGMA.test(text));
  return { tree, loose, ...(serial && { serial }) };
}
