/**
 * Statements (C99 6.8, UPC 6.6), one case a node kind; loops, switch and jumps have files of their own.
 *
 * Takes: a statement. Gives: IR appended to `f.code`. One idea: temporaries live, and positions apply, for one C
 * statement.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { zero } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { BlockItem, Expression as CExpression, Compound, Statement as CStatement, Goto } from '../../ast/ast.ts';
import { visitTree } from '../../ast/tree.ts';
import { isSectionAssignment } from '../../semantics/coarrays/sections.ts';
import { lowerChangeTeam, lowerCritical } from '../coarrays/image-blocks.ts';
import { lowerSectionAssignment } from '../coarrays/section-assignments.ts';
import { emitIf, isLogical, lowerTest } from '../expressions/conditions.ts';
import { hasStatements } from '../expressions/effects.ts';
import { lowerEffect, lowerInteger, lowerValue } from '../expressions/expressions.ts';
import { mapValue, spill } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { storePlace } from '../places/access.ts';
import { memoryPlace } from '../places/places.ts';
import { scalarsOf } from '../shape.ts';
import { NONE, partsOf, type Value } from '../value.ts';
import { jumpByNumber, lowerComputedGoto, numberOf, placeDispatch } from './computed-gotos.ts';
import { lowerDeclaration } from './declarations.ts';
import { lowerForall } from './forall.ts';
import { lowerBreak, lowerContinue, lowerGoto, lowerLabel } from './jumps.ts';
import { lowerDo, lowerFor, lowerWhile } from './loops.ts';
import { endsFlow } from './restructure.ts';
import { lowerCase, lowerSwitch } from './switches.ts';

export function lowerStatement(f: FunctionLowering, s: CStatement): void {
  f.moveTo(s.location);
  switch (s.kind) {
    case 'Compound':
      lowerBlock(f, s);
      return;
    case 'ExpressionStatement':
      if (s.expression && isSectionAssignment(s.expression)) lowerSectionAssignment(f, s.expression);
      else if (s.expression) lowerEffectStatement(f, s.expression);
      return;
    case 'If':
      lowerIf(f, s);
      return;
    case 'Switch':
      lowerSwitch(f, s);
      return;
    case 'While':
      lowerWhile(f, s);
      return;
    case 'DoWhile':
      lowerDo(f, s);
      return;
    case 'For':
      lowerFor(f, s);
      return;
    case 'UpcForall':
      lowerForall(f, s);
      return;
    case 'Goto':
      lowerPlainGoto(f, s);
      return;
    case 'Continue':
      lowerContinue(f);
      return;
    case 'Break':
      lowerBreak(f);
      return;
    case 'Return':
      lowerReturn(f, s);
      return;
    case 'ComputedGoto':
      lowerComputedGoto(f, s);
      return;
    case 'Labeled':
      placeDispatch(f, s);
      lowerLabel(f, s);
      lowerStatement(f, s.body);
      return;
    case 'Case':
      lowerCase(f, s);
      return;
    case 'UpcNotify':
    case 'UpcWait':
    case 'UpcBarrier':
      lowerBarrier(f, s);
      return;
    case 'Critical':
      lowerCritical(f, s);
      return;
    case 'ChangeTeam':
      lowerChangeTeam(f, s);
      return;
    case 'UpcFence':
      f.emit({ op: 'fence' });
      return;
  }
}

function lowerPlainGoto(f: FunctionLowering, s: Goto): void {
  const number = numberOf(f, s.label);
  if (number === undefined) lowerGoto(f, s);
  else jumpByNumber(f, number);
}

/** An expression as a statement of its own. */
export function lowerEffectStatement(f: FunctionLowering, e: CExpression): void {
  f.releasing(() => lowerEffect(f, e));
}

// ---------------------------------------------------------------- blocks

export function lowerBlock(f: FunctionLowering, block: Compound): void {
  f.scopes.within(block, () => {
    for (const item of block.items) lowerItem(f, item);
    restoreStack(f);
  });
}

export function lowerItem(f: FunctionLowering, item: BlockItem): void {
  switch (item.kind) {
    case 'Declaration':
      lowerDeclaration(f, item);
      return;
    case 'StaticAssert':
    case 'PragmaUpc':
      return;
    case 'FunctionDefinition':
      throw new InternalError('a function inside a function', item.location);
    default:
      lowerStatement(f, item);
  }
}

/** Restores the stack pointer from before the innermost scope's variable-length arrays. */
export function restoreStack(f: FunctionLowering): void {
  const saved = f.scopes.restoring(f.scopes.stack.length - 1);
  if (saved && !endsFlow(f.code)) f.emit({ op: 'stack.restore', local: saved });
}

/** GNU `({ ...; value; })` */
export function lowerStatementExpression(
  f: FunctionLowering,
  e: CExpression & { kind: 'StatementExpression' },
  wanted: boolean,
): Value {
  const { items } = e.body;
  const last = items.at(-1);
  return f.scopes.within(e.body, () => {
    for (const item of items.slice(0, -1)) lowerItem(f, item);
    const value = lastValue(f, last, wanted);
    if (f.scopes.innermost?.saved.length === 0) return value;
    const kept = mapValue(value, (part) => spill(f, part));
    restoreStack(f);
    return kept;
  });
}

function lastValue(f: FunctionLowering, last: BlockItem | undefined, wanted: boolean): Value {
  if (!last) return NONE;
  if (last.kind === 'Labeled') {
    lowerLabel(f, last);
    return lastValue(f, last.body, wanted);
  }
  if (wanted && last.kind === 'ExpressionStatement' && last.expression) return lowerValue(f, last.expression);
  lowerItem(f, last);
  return NONE;
}

// ---------------------------------------------------------------- if

function lowerIf(f: FunctionLowering, s: CStatement & { kind: 'If' }): void {
  const then = () => lowerStatement(f, s.then);
  const { otherwise } = s;
  const known = f.unit.facts.constantOf[s.test.id];
  if (known?.kind === 'integer') {
    const [live, dead] = known.value === 0n ? [otherwise, s.then] : [s.then, otherwise];
    if (!dead || !hasLabels(dead)) {
      if (live) lowerStatement(f, live);
      return;
    }
  }
  lowerBranch(f, s.test, then, otherwise && (() => lowerStatement(f, otherwise)));
}

/** Does the statement contain jump targets? */
function hasLabels(s: CStatement): boolean {
  let found = false;
  visitTree(s, (node) => {
    found ||= node.kind === 'Labeled' || node.kind === 'Case';
  });
  return found;
}

/** An if; `a && b` without an else becomes two, when b needs statements of its own. */
function lowerBranch(f: FunctionLowering, test: CExpression, then: () => void, otherwise?: () => void): void {
  if (!otherwise && isLogical(test) && test.operator === '&&' && hasStatements(f, test.right)) {
    lowerBranch(f, test.left, () => lowerBranch(f, test.right, then));
    return;
  }
  const { at } = f;
  const condition = f.releasing(() => lowerTest(f, test));
  const first = f.collect(then);
  const second = otherwise ? f.collect(otherwise) : [];
  if (at) f.at = at;
  emitIf(f, condition, first, second);
}

// ---------------------------------------------------------------- return

function lowerReturn(f: FunctionLowering, s: CStatement & { kind: 'Return' }): void {
  f.releasing(() => {
    const value = s.value ? lowerValue(f, s.value) : NONE;
    f.moveTo(s.location);
    f.emit({ op: 'return', values: returnedScalars(f, value) });
  });
}

function returnedScalars(f: FunctionLowering, value: Value): Expression[] {
  const result = f.result;
  if (!result) return [];
  if (value.kind === 'struct') {
    storePlace(f, memoryPlace(f.resultAddress as Expression, { type: result.type }), value);
    return [];
  }
  const parts = partsOf(value, result.type);
  const machines = scalarsOf(result.type);
  return parts.length === machines.length ? parts : machines.map(zero);
}

// ---------------------------------------------------------------- synchronization

function lowerBarrier(f: FunctionLowering, s: CStatement & { kind: 'UpcNotify' | 'UpcWait' | 'UpcBarrier' }): void {
  const op = s.kind === 'UpcNotify' ? 'notify' : s.kind === 'UpcWait' ? 'wait' : 'barrier';
  f.releasing(() => {
    const value = s.value && lowerInteger(f, s.value);
    f.moveTo(s.location);
    f.emit(value ? { op, value } : { op });
  });
}
