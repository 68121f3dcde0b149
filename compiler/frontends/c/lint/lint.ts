/**
 * Likely mistakes: what the language allows, or leaves undefined, and hardly anybody means.
 *
 * Takes: facts about a unit; of functions with errors nothing is said. Gives: warnings, each with a name. One idea: each check is a file and a row
 * of the table; checks read facts and change nothing, and say nothing where they are not sure.
 */

import type { DiagnosticBag, Fix, Note } from '../../../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../../../options.ts';
import type { Location } from '../../../source/source.ts';
import type { TranslationUnit } from '../ast/ast.ts';
import type { Facts, FunctionFacts } from '../semantics/facts.ts';
import { address } from './address.ts';
import { arrayBounds } from './bounds.ts';
import { bulkOverflow } from './bulk-overflow.ts';
import { boolCompare, signCompare, tautologicalCompare, typeLimits } from './comparisons.ts';
import { distinctArrays } from './distinct-arrays.ts';
import { type Divergence, divergenceOf } from './divergence.ts';
import { implicitFallthrough } from './fallthrough.ts';
import { fineGrained } from './fine-grained.ts';
import { forallAffinity } from './forall-affinity.ts';
import { freeNonheap } from './free.ts';
import { returnLocalAddress } from './local-address.ts';
import { memsetTransposed, nonnull, sizeofPointer } from './memory-calls.ts';
import { misleadingIndentation } from './misleading-indentation.ts';
import { missingInitializers, missingOfFile } from './missing-initializers.ts';
import { mpiArguments } from './mpi-arguments.ts';
import { mpiDatatype } from './mpi-datatype.ts';
import { mpiWait } from './mpi-wait.ts';
import { nestedForall } from './nested-forall.ts';
import { Outline } from './outline.ts';
import { privateForall } from './private-forall.ts';
import { sequencePoint } from './sequence-point.ts';
import { singleValued } from './single-valued.ts';
import { danglingElse, emptyBody, parentheses } from './spelled-structure.ts';
import { spin } from './spin.ts';
import { stringOverflow } from './string-overflow.ts';
import { switchEnum } from './switch-enum.ts';
import { Synchronization } from './synchronization.ts';
import { maybeUninitialized, uninitialized } from './uninitialized.ts';
import { unmatchedBarriers } from './unmatched-barriers.ts';
import {
  unusedButSetParameter,
  unusedButSetVariable,
  unusedLabel,
  unusedParameter,
  unusedValue,
  unusedVariable,
} from './unused.ts';
import { unusedFunction, unusedStaticVariable } from './unused-statics.ts';

/** The facts that the checks of one function may look at. */
export interface Lint {
  readonly facts: Facts;
  readonly unit: Pick<TranslationUnit, 'declarations'>;
  readonly outline: Outline;
  readonly synchronization: Synchronization;
  /** Found out when it is first asked for. */
  readonly divergence: () => Divergence;
  /** -T=N. */
  readonly threads?: number;
  warning(code: string, text: string, location: Location, notes?: Note[], fixes?: Fix[]): void;
}

/** The facts that the checks of a file may look at. */
export type UnitLint = Pick<Lint, 'unit' | 'facts' | 'warning'>;

export interface Check {
  /** As in -WNAME. */
  readonly name: string;
  /** Besides its name: what is hardly ever meant; what may be; advice about speed. */
  readonly shownBy: 'default' | '-Wall' | '-Wextra';
  /** Looks at a function; at the file as a whole. */
  readonly run?: (lint: Lint, f: FunctionFacts) => void;
  readonly runUnit?: (lint: UnitLint) => void;
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
  { name: 'uninitialized', shownBy: '-Wall', run: uninitialized },
  { name: 'maybe-uninitialized', shownBy: '-Wall', run: maybeUninitialized },
  { name: 'unused-variable', shownBy: '-Wall', run: unusedVariable, runUnit: unusedStaticVariable },
  { name: 'unused-function', shownBy: '-Wall', runUnit: unusedFunction },
  { name: 'unused-but-set-variable', shownBy: '-Wall', run: unusedButSetVariable },
  { name: 'unused-label', shownBy: '-Wall', run: unusedLabel },
  { name: 'unused-value', shownBy: '-Wall', run: unusedValue },
  { name: 'mpi-datatype', shownBy: 'default', run: mpiDatatype },
  { name: 'mpi-arguments', shownBy: 'default', run: mpiArguments },
  { name: 'mpi-wait', shownBy: '-Wall', run: mpiWait },
  { name: 'array-bounds', shownBy: 'default', run: arrayBounds },
  { name: 'stringop-overflow', shownBy: 'default', run: stringOverflow },
  { name: 'return-local-addr', shownBy: 'default', run: returnLocalAddress },
  { name: 'tautological-compare', shownBy: '-Wall', run: tautologicalCompare },
  { name: 'bool-compare', shownBy: '-Wall', run: boolCompare },
  { name: 'switch', shownBy: '-Wall', run: switchEnum },
  { name: 'sequence-point', shownBy: '-Wall', run: sequencePoint },
  { name: 'parentheses', shownBy: '-Wall', run: parentheses },
  { name: 'address', shownBy: '-Wall', run: address },
  { name: 'misleading-indentation', shownBy: '-Wall', run: misleadingIndentation },
  { name: 'dangling-else', shownBy: '-Wall', run: danglingElse },
  { name: 'memset-transposed-args', shownBy: '-Wall', run: memsetTransposed },
  { name: 'sizeof-pointer-memaccess', shownBy: '-Wall', run: sizeofPointer },
  { name: 'nonnull', shownBy: '-Wall', run: nonnull },
  // Told when the program ends (stdlib/mpi/unfreed.ts).
  { name: 'unfreed', shownBy: '-Wall' },
  { name: 'unused-parameter', shownBy: '-Wextra', run: unusedParameter },
  { name: 'unused-but-set-parameter', shownBy: '-Wextra', run: unusedButSetParameter },
  { name: 'sign-compare', shownBy: '-Wextra', run: signCompare },
  { name: 'type-limits', shownBy: '-Wextra', run: typeLimits },
  { name: 'implicit-fallthrough', shownBy: '-Wextra', run: implicitFallthrough },
  { name: 'empty-body', shownBy: '-Wextra', run: emptyBody },
  { name: 'missing-field-initializers', shownBy: '-Wextra', run: missingInitializers, runUnit: missingOfFile },
];

export function lint(unit: Lint['unit'], facts: Facts, options: CompilerOptions, bag: DiagnosticBag): void {
  const checks = CHECKS.filter(({ name }) => !options.silencedWarnings.has(name) || bag.pragmas.asksFor(name));
  if (checks.length === 0) return;
  ifShallow(() => {
    if (!bag.hasErrors)
      for (const { name, runUnit } of checks) runUnit?.({ unit, facts, warning: warningOf(bag, name) });
    const synchronization = new Synchronization(facts);
    for (const f of facts.functions) {
      if (!f.isSound || f.definition.location.file.system) continue;
      const context = contextOf(unit, facts, options, f, synchronization);
      for (const { name, run } of checks) run?.({ ...context, warning: warningOf(bag, name) }, f);
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
  let known: Divergence | undefined;
  const divergence = () => (known ??= threads === 1 ? new Map() : divergenceOf(facts, f));
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
