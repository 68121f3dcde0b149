/**
 * Likely mistakes: what the language allows, or leaves undefined, and hardly anybody means.
 *
 * Takes: facts about a unit without errors. Gives: warnings, each with a name. One idea: each check is a file and a row
 * of the table; checks read facts and change nothing, and say nothing where they are not sure.
 */
import type { DiagnosticBag, Note } from '../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../options.ts';
import type { Facts, FunctionFacts } from '../semantics/facts.ts';
import type { Location } from '../source/source.ts';
import { type Divergence, divergenceOf } from './divergence.ts';
import { Synchronization } from './synchronization.ts';
import { unmatchedBarriers } from './unmatched-barriers.ts';

/** What the checks of one function may look at. */
export interface Lint {
  readonly facts: Facts;
  readonly synchronization: Synchronization;
  readonly divergence: Divergence;
  /** -T=N. */
  readonly threads?: number;
  warning(code: string, name: string, text: string, location: Location, notes?: Note[]): void;
}

type Check = (lint: Lint, f: FunctionFacts) => void;

const CHECKS: readonly Check[] = [unmatchedBarriers];

export function lint(facts: Facts, options: CompilerOptions, bag: DiagnosticBag): void {
  ifShallow(() => {
    const synchronization = new Synchronization(facts);
    const { threads } = options;
    const warning: Lint['warning'] = (...words) => bag.warning(...words);
    for (const f of facts.functions.filter(({ definition }) => !definition.location.file.system)) {
      const divergence = threads === 1 ? new Map() : divergenceOf(facts, f);
      const context = { facts, synchronization, divergence, warning, ...(threads !== undefined && { threads }) };
      for (const check of CHECKS) check(context, f);
    }
  });
}

/** Nesting deeper than the stack is a matter of the phases that must get through; a warning may be missing. */
function ifShallow(body: () => void): void {
  try {
    body();
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
  }
}
