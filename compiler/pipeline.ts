/**
 * The way of a program, phase by phase; this file reads as a table of contents.
 *
 *     text -> preprocess -> tokens -> parse -> AST -> semantics (facts) -> lowering -> IR -> optimizer -> link -> optimizer -> emit
 *
 * Each phase reports into the bag and goes on as far as it can; the next phase runs only without errors, but for
 * semantics, which judges what was parsed.
 */
import type { TranslationUnit } from './ast/ast.ts';
import { printTree } from './ast/print.ts';
import { type DiagnosticBag, InternalError } from './diagnostics/diagnostic.ts';
import type { Module } from './ir/ir.ts';
import { printModule } from './ir/text.ts';
import { verify } from './ir/verify.ts';
import { isSerial } from './lexer/dialect.ts';
import { toTokens } from './lexer/lexer.ts';
import { type Available, type LinkedProgram, link } from './link/link.ts';
import { lint } from './lint/lint.ts';
import { lower } from './lowering/lower.ts';
import { optimize } from './optimizer/passes.ts';
import { optimizeProgram } from './optimizer/program.ts';
import type { CompilerOptions, FileHost } from './options.ts';
import { parse } from './parser/index.ts';
import { type PreprocessedUnit, preprocess, printPreprocessed } from './preprocess/preprocess.ts';
import { analyze } from './semantics/analyze.ts';
import type { SourceFile } from './source/source.ts';

/** Errors after which a part of the program is not there, and what the parser would say misleads. */
const HIDES_TEXT = new Set(['PP1001', 'PP1004', 'PP1005', 'PP1021', 'PP1051']);

/** Text to IR; undefined where there were errors. */
export function compileUnit(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): Module | undefined {
  const lowered = lowerUnit(file, options, host, bag);
  if (!lowered) return undefined;
  options.progress?.(`optimizing ${file.name}`);
  return optimize(lowered, options);
}

/** Nothing but IR leaves it: tree and facts are gone while IR is optimized, and tokens while the tree is lowered. */
function lowerUnit(file: SourceFile, options: CompilerOptions, host: FileHost, bag: DiagnosticBag): Module | undefined {
  const parsed = treeOf(file, options, host, bag);
  if (!parsed) return undefined;
  const { tree, serial } = parsed;
  options.progress?.(`analyzing ${file.name}`);
  const facts = analyze(tree, options, bag);
  lint(tree, facts, options, bag);
  if (bag.hasErrors) return undefined;
  options.progress?.(`lowering ${file.name}`);
  const module = lower(tree, facts, options);
  return verified(serial ? { ...module, serial } : module, 'lowering', options);
}

function treeOf(
  file: SourceFile,
  options: CompilerOptions,
  host: FileHost,
  bag: DiagnosticBag,
): { tree: TranslationUnit; serial?: true } | undefined {
  options.progress?.(`preprocessing ${file.name}`);
  const unit = preprocess(file, options, host, bag);
  if (bag.all.some(({ code }) => HIDES_TEXT.has(code))) return undefined;
  options.progress?.(`parsing ${file.name}`);
  const serial = isSerial(unit.files, options.dialect);
  return { tree: parseUnit(unit, file.name, options, bag), ...(serial && { serial }) };
}

function parseUnit(
  unit: PreprocessedUnit,
  name: string,
  options: CompilerOptions,
  bag: DiagnosticBag,
): TranslationUnit {
  const tree = parse(toTokens(unit, bag, options.dialect), name, bag, options.headerOf);
  options.dump?.('parse', () => printTree(tree));
  return tree;
}

/** IR modules to one program; undefined where there were errors. */
export function linkUnits(
  modules: Module[],
  available: Available,
  options: CompilerOptions,
  bag: DiagnosticBag,
): LinkedProgram | undefined {
  const program = link(modules, available, options, bag);
  return bag.hasErrors ? undefined : optimizeProgram(program, options);
}

/** Text to text, for -E. */
export function preprocessUnit(file: SourceFile, options: CompilerOptions, host: FileHost, bag: DiagnosticBag): string {
  return printPreprocessed(preprocess(file, options, host, bag));
}

/** With --verify each step is; else the optimizer verifies what it gives. */
function verified(module: Module, pass: string, options: CompilerOptions): Module {
  const problems = options.verifiesPasses === false ? [] : verify(module);
  if (problems.length > 0) throw new InternalError(`after ${pass}: ${problems.slice(0, 5).join('; ')}`);
  options.dump?.(pass, () => printModule(module));
  return module;
}
