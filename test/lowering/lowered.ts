/** The IR text of a function, straight from C: what the tests of lowering look at. */
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { toTokens } from '../../compiler/frontends/c/lexer/lexer.ts';
import { lower } from '../../compiler/frontends/c/lowering/lower.ts';
import { parse } from '../../compiler/frontends/c/parser/index.ts';
import { preprocess } from '../../compiler/frontends/c/preprocess/preprocess.ts';
import { analyze } from '../../compiler/frontends/c/semantics/analyze.ts';
import type { Module } from '../../compiler/ir/ir.ts';
import { printModule } from '../../compiler/ir/text.ts';
import { verify } from '../../compiler/ir/verify.ts';
import type { CompilerOptions } from '../../compiler/options.ts';
import { sourceFile } from '../../compiler/source/source.ts';

const NO_FILES = { read: () => undefined, dirname: () => '', join: (_: string, path: string) => path };

/** Lowers a unit that includes nothing; the IR must verify. */
export function lowerText(text: string, threads?: number): Module {
  const bag = new DiagnosticBag();
  const options: CompilerOptions = {
    ...(threads !== undefined && { threads }),
    macros: [],
    includeDirectories: [],
    systemIncludeDirectories: [],
    optimize: 0,
    debug: false,
    silencedWarnings: new Set(),
    warningsAreErrors: false,
    now: new Date(0),
  };
  const unit = preprocess(sourceFile('test.upc', text), options, NO_FILES, bag);
  const tree = parse(toTokens(unit, bag), 'test.upc', bag);
  const facts = analyze(tree, options, bag);
  const errors = bag.all.filter((each) => each.severity === 'error').map((each) => each.text);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const module = lower(tree, facts, options);
  const problems = verify(module);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return module;
}

/** The statements of function `f` (declarations of locals and positions left out), one a line. */
export function bodyOf(text: string, threads?: number): string {
  const printed = printModule(lowerText(text, threads));
  const [, body] = /function \w+ \*f\(.*?\{\n(.*?)\n\}/s.exec(printed) ?? [];
  if (body === undefined) throw new Error('no function f');
  const lines = body.split('\n').filter((line) => !/^ {2}(local|prototype|frame) /.test(line));
  return lines.map((line) => line.replace(/^ {2}/, '').replace(/ ![\d:/]+(?= \{$|$)/, '')).join('\n');
}
