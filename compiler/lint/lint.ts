/**
 * Likely mistakes: what the language allows, or leaves undefined, and hardly anybody means.
 *
 * Takes: facts about a unit without errors. Gives: warnings, each with a name. One idea: each check is a file and a row
 * of the table; checks read facts and change nothing, and say nothing where they are not sure.
 */

import type { TranslationUnit } from '../ast/ast.ts';
import type { DiagnosticBag, Fix, Note } from '../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../options.ts';
import type { Facts, FunctionFacts } from '../semantics/facts.ts';
import type { Location } from '../source/source.ts';
import { bulkOverflow } from './bulk-overflow.ts';
import { distinctArrays } from './distinct-arrays.ts';
import { type Divergence, divergenceOf } from './divergence.ts';
import { fineGrained } from './fine-grained.ts';
import { forallAffinity } from './forall-affinity.ts';
import { freeNonheap } from './free.ts';
import { nestedForall } from './nested-forall.ts';
import { Outline } from './outline.ts';
import { privateForall } from './private-forall.ts';
import { singleValued } from './single-valued.ts';
import { spin } from './spin.ts';
import { Synchronization } from './synchronization.ts';
import { unmatchedBarriers } from './unmatched-barriers.ts';

/** What the checks of one function may look at. */
export interface Lint {
  readonly facts: Facts;
  readonly unit: Pick<TranslationUnit, 'declarations'>;
  readonly outline: Outline;
  readonly synchronization: Synchronization;
  readonly divergence: Divergence;
  /** -T=N. */
  readonly threads?: number;
  warning(code: string, text: string, location: Location, notes?: Note[], fixes?: Fix[]): void;
}

export interface Check {
  /** As in -WNAME. */
  readonly name: string;
  /** Besides its name: what is hardly ever meant; what may be; advice about speed. */
  readonly shownBy: 'default' | '-Wall' | '-Wextra';
  readonly run: (lint: Lint, f: FunctionFacts) => void;
}

export const CHECKS: readonly Check[] = [
  { name: 'unmatched-barriers', shownBy: 'default', run: unmatchedBarriers },
  { name: 'single-valued', shownBy: 'default', run: singleValued },
  { name: 'spin', shownBy: 'default', run: spin },
  { name: 'bulk-overflow', shownBy: 'default', run: bulkOverflow },
  { name: 'free-nonheap-object', shownBy: 'default', run: freeNonheap },
  { name: 'distinct-arrays', shownBy: 'default', run: distinctArrays },
  { name: 'nested-forall', shownBy: '-Wall', run: nestedForall },
  { name: 'forall-affinity', shownBy: '-Wall', run: forallAffinity },
  { name: 'private-forall', shownBy: '-Wall', run: privateForall },
  { name: 'fine-grained', shownBy: '-Wextra', run: fineGrained },
];

export function lint(unit: Lint['unit'], facts: Facts, options: CompilerOptions, bag: DiagnosticBag): void {
  const checks = CHECKS.filter(({ name }) => !options.silencedWarnings.has(name));
  if (checks.length === 0) return;
  ifShallow(() => {
    const synchronization = new Synchronization(facts);
    for (const f of facts.functions) {
      if (f.definition.location.file.system) continue;
      const context = contextOf(unit, facts, options, f, synchronization);
      for (const { name, run } of checks) run({ ...context, warning: warningOf(bag, name) }, f);
    }
  });
}

function contextOf(
  unit: Lint['unit'],
  facts: Facts,
  { threads }: CompilerOptions,
  f: FunctionFacts,
  synchronization: Synchronization,
): Omit<Lint, 'warning'> {
  const divergence = threads === 1 ? new Map() : divergenceOf(facts, f);
  const outline = new Outline(f.definition);
  return { unit, facts, outline, synchronization, divergence, ...(threads !== undefined && { threads }) };
}

function warningOf(bag: DiagnosticBag, name: string): Lint['warning'] {
  return (code, text, location, notes, fixes) => bag.warning(code, name, text, location, notes, fixes);
}

/** Nesting deeper than the stack is a matter of the phases that must get through; a warning may be missing. */
function ifShallow(body: () => void): void {
  try {
    body();
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
  }
}
