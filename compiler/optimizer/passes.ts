/**
 * The optimizer's table of contents.
 *
 * Takes: a module of verified IR. Gives: a module that does the same, verified after each pass.
 * Each pass is a function from function to function; what it needs and gives is written beside it. A pass is run
 * from the level of -O that the table names.
 */
import type { Function as Definition, Module } from '../ir/ir.ts';
import { printModule } from '../ir/text.ts';
import { assertVerified } from '../ir/verify.ts';
import type { CompilerOptions } from '../options.ts';
import { simplifyControlFlow } from './control.ts';
import { shortenCounters } from './counters.ts';
import { removeDeadSets } from './dead.ts';
import { foldExpressions } from './fold.ts';
import { forwardTemporaries } from './forward.ts';
import { narrowIntegers } from './narrow.ts';
import { propagateConstants } from './propagate.ts';
import { versionLoops } from './versions.ts';

export interface Pass {
  readonly name: string;
  /** Lowest level of -O that runs it. */
  readonly level: 0 | 1 | 2 | 3;
  readonly requires: string;
  readonly establishes: string;
  readonly run: (definition: Definition) => Definition;
}

export const PASSES: readonly Pass[] = [
  {
    name: 'fold',
    level: 0,
    requires: 'verified IR',
    establishes: 'no operation on constants alone, no extension of what has the range already',
    run: foldExpressions,
  },
  {
    name: 'control',
    level: 0,
    requires: 'tests that are constant are constants (fold)',
    establishes: 'no branch on a constant, no statement after a jump, no block without a jump to its end',
    run: simplifyControlFlow,
  },
  {
    name: 'propagate',
    level: 1,
    requires: 'verified IR',
    establishes: 'locals set once to a constant, an address or an unchanging local are replaced by it',
    run: propagateConstants,
  },
  {
    name: 'forward',
    level: 0,
    requires: 'verified IR',
    establishes: 'no local read once whose value could be computed where it is read',
    run: forwardTemporaries,
  },
  {
    name: 'counters',
    level: 1,
    requires: 'tests and steps of loops as trees (forward)',
    establishes: '64-bit counters that stay within 32 bits are 32-bit locals',
    run: shortenCounters,
  },
  {
    name: 'narrow',
    level: 1,
    requires: 'trees as large as they get (forward)',
    establishes: 'no 64-bit arithmetic whose upper half is dropped or known',
    run: narrowIntegers,
  },
  {
    name: 'versions',
    level: 1,
    requires: 'cuts to 32 bits stand at the leaves (narrow)',
    establishes: 'loops on 64-bit counters have a version on 32-bit ones for when these suffice',
    run: versionLoops,
  },
  {
    name: 'renarrow',
    level: 1,
    requires: 'what versions put together',
    establishes: 'no 64-bit arithmetic whose upper half is dropped or known',
    run: narrowIntegers,
  },
  {
    name: 'dead',
    level: 0,
    requires: 'verified IR',
    establishes: 'no assignment without effect to a local that is never read; no local that is never mentioned',
    run: removeDeadSets,
  },
  {
    name: 'refold',
    level: 1,
    requires: 'what propagate and forward put together',
    establishes: 'no operation on constants alone',
    run: foldExpressions,
  },
  {
    name: 'recontrol',
    level: 1,
    requires: 'tests that are constant are constants (refold)',
    establishes: 'no branch on a constant, no statement after a jump',
    run: simplifyControlFlow,
  },
];

/** Settings of the compiler that matter here. */
export type OptimizerOptions = Pick<CompilerOptions, 'optimize' | 'dump'>;

/** The module after all passes of its level. */
export function optimize(module: Module, options: OptimizerOptions): Module {
  let current = module;
  for (const pass of PASSES) {
    if (pass.level > options.optimize) continue;
    current = { ...current, functions: current.functions.map(pass.run) };
    assertVerified(current, pass.name);
    const after = current;
    options.dump?.(pass.name, () => printModule(after));
  }
  return current;
}
