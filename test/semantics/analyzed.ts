/** Text to facts, for the tests of semantics. */

import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import type {
  Expression,
  FunctionDefinition,
  InitDeclarator,
  TranslationUnit,
} from '../../compiler/frontends/c/ast/ast.ts';
import { toTokens } from '../../compiler/frontends/c/lexer/lexer.ts';
import { parse } from '../../compiler/frontends/c/parser/index.ts';
import { preprocess } from '../../compiler/frontends/c/preprocess/preprocess.ts';
import { analyze } from '../../compiler/frontends/c/semantics/analyze.ts';
import type { Facts } from '../../compiler/frontends/c/semantics/facts.ts';
import type { CompilerOptions } from '../../compiler/options.ts';
import { sourceFile } from '../../compiler/source/source.ts';

export interface Analyzed {
  readonly unit: TranslationUnit;
  readonly facts: Facts;
  readonly bag: DiagnosticBag;
  /** "error UPC3103: text", in the order in which they were found. */
  readonly messages: readonly string[];
}

/** Analyses a unit that includes nothing; `threads` undefined is the dynamic environment. */
export function analyzed(text: string, threads?: number): Analyzed {
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
  const host = { read: () => undefined, dirname: () => '.', join: (a: string, b: string) => `${a}/${b}` };
  const bag = new DiagnosticBag();
  const unit = parse(toTokens(preprocess(sourceFile('test.c', `${text}\n`), options, host, bag), bag), 'test.c', bag);
  const facts = analyze(unit, options, bag);
  const messages = bag.all.map(({ severity, code, text: words }) => `${severity} ${code}: ${words}`);
  return { unit, facts, bag, messages };
}

/** The expressions of a function's expression statements, in order. */
export function expressionsOf({ unit }: Analyzed, name: string): Expression[] {
  const definition = unit.declarations.find(
    (each): each is FunctionDefinition =>
      each.kind === 'FunctionDefinition' && each.declarator.kind === 'FunctionDeclarator' && nameOf(each) === name,
  );
  return (definition?.body.items ?? []).flatMap((item) =>
    item.kind === 'ExpressionStatement' && item.expression ? [item.expression] : [],
  );
}

function nameOf({ declarator }: FunctionDefinition): string | undefined {
  let at = declarator;
  while (at.kind !== 'NameDeclarator') at = at.inner;
  return at.name;
}

/** The declarator of a file-scope object. */
export function declaratorOf({ unit }: Analyzed, name: string): InitDeclarator {
  for (const each of unit.declarations) {
    if (each.kind !== 'Declaration') continue;
    for (const declarator of each.declarators) {
      let at = declarator.declarator;
      while (at.kind !== 'NameDeclarator') at = at.inner;
      if (at.name === name) return declarator;
    }
  }
  throw new Error(`no declarator of ${name}`);
}
