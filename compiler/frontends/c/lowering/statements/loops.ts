/**
 * while, do and for (C99 6.8.5).
 *
 * One idea: a test without statements stays the loop's own test; one with statements goes to the head of the body and
 * leaves the loop by `break`, each side of an && separately.
 */

import { isConstantValue, not } from '../../../../ir/builders.ts';
import type { Expression, OwnElements, Statement } from '../../../../ir/ir.ts';
import type { Expression as CExpression, Statement as CStatement, DoWhile, For, While } from '../../ast/ast.ts';
import { isLogical, lowerTest } from '../expressions/conditions.ts';
import { hasStatements } from '../expressions/effects.ts';
import type { FunctionLowering } from '../function.ts';
import type { JumpTarget } from '../scopes.ts';
import { lowerDeclaration } from './declarations.ts';
import { lowerEffectStatement, lowerStatement, restoreStack } from './statements.ts';

export function lowerWhile(f: FunctionLowering, s: While): void {
  emitLoop(f, { test: s.test, body: () => lowerStatement(f, s.body) });
}

export function lowerFor(f: FunctionLowering, s: For): void {
  f.scopes.within(s, () => {
    lowerInitial(f, s.initial);
    f.moveTo(s.location);
    emitLoop(f, { test: s.test, step: s.step, body: () => lowerStatement(f, s.body) });
    restoreStack(f);
  });
}

export function lowerInitial(f: FunctionLowering, initial: For['initial']): void {
  if (initial?.kind === 'Declaration') lowerDeclaration(f, initial);
  else if (initial) lowerEffectStatement(f, initial);
}

export interface LoopParts {
  readonly test?: CExpression | undefined;
  readonly step?: CExpression | (() => void) | undefined;
  readonly body: () => void;
  readonly own?: OwnElements;
}

/** `for (; test; step) body` */
export function emitLoop(f: FunctionLowering, { test, step, body, own }: LoopParts): void {
  const { at } = f;
  const label = f.label('loop');
  const head = testOf(f, test, label);
  const inside = f.collect(() => {
    f.scopes.targeting({ breakLabel: label, continueLabel: label }, body);
  });
  if (at) f.at = at;
  const after = f.collect(() => {
    if (typeof step === 'function') step();
    else if (step) lowerEffectStatement(f, step);
  });
  if (at) f.at = at;
  f.emit({
    op: 'loop',
    label,
    kind: 'while',
    ...(head.test && { test: head.test }),
    ...(own && { own }),
    step: after,
    body: [...head.statements, ...inside],
  });
}

interface LoopTest {
  readonly statements: Statement[];
  readonly test?: Expression;
}

/** A loop's test: an expression, or statements that break. None if it is always true. */
function testOf(f: FunctionLowering, test: CExpression | undefined, label: string): LoopTest {
  if (!test) return { statements: [] };
  if (hasStatements(f, test)) return simplified(f.collect(() => leaveUnless(f, test, label)));
  let expression: Expression | undefined;
  const statements = f.collect(() => {
    expression = f.releasing(() => lowerTest(f, test));
    if (f.code.length > 0) leaveWhenZero(f, expression, label);
  });
  const always = expression?.op === 'const' && !isConstantValue(expression, 0);
  return statements.length > 0 || always || !expression ? { statements } : { statements, test: expression };
}

/** A head without other statements becomes a test again. */
function simplified(statements: Statement[]): LoopTest {
  const [only, ...others] = statements;
  const tests = only?.op === 'if' && only.then[0]?.op === 'break' && others.length === 0;
  return tests ? { statements: [], test: not(only.test) } : { statements };
}

/** Leaves the loop unless the test is true; && one side after the other. */
function leaveUnless(f: FunctionLowering, test: CExpression, label: string): void {
  if (isLogical(test) && test.operator === '&&') {
    leaveUnless(f, test.left, label);
    leaveUnless(f, test.right, label);
    return;
  }
  f.releasing(() => leaveWhenZero(f, lowerTest(f, test), label));
}

function leaveWhenZero(f: FunctionLowering, test: Expression, label: string): void {
  if (test.op === 'const' && !isConstantValue(test, 0)) return;
  f.emit({ op: 'if', test: not(test), then: [{ op: 'break', label }], otherwise: [] });
}

// ---------------------------------------------------------------- do

export function lowerDo(f: FunctionLowering, s: DoWhile): void {
  const test = f.unit.facts.constantOf[s.test.id];
  if (test?.kind === 'integer' && test.value === 0n) runOnce(f, s.body);
  else repeat(f, s);
}

/** `do body while (0)`: a block that break and continue leave. */
function runOnce(f: FunctionLowering, body: CStatement): void {
  const label = f.label('once');
  const { statements, target } = bodyOf(f, body, { breakLabel: label, continueLabel: label, continueBy: 'break' });
  if (target.breaks + target.continues > 0) f.emit({ op: 'block', label, body: statements });
  else f.code.push(...statements);
}

function bodyOf(
  f: FunctionLowering,
  body: CStatement,
  jumps: Pick<JumpTarget, 'breakLabel' | 'continueLabel' | 'continueBy'>,
): { statements: Statement[]; target: JumpTarget } {
  let target: JumpTarget | undefined;
  const statements = f.collect(() => {
    target = f.scopes.targeting(jumps, (made) => {
      lowerStatement(f, body);
      return made;
    });
  });
  return { statements, target: target as JumpTarget };
}

function repeat(f: FunctionLowering, s: DoWhile): void {
  const { at } = f;
  const label = f.label('loop');
  const head = testOf(f, s.test, label);
  const loop = (body: Statement[]) => {
    if (at) f.at = at;
    const test = head.test && { test: head.test };
    f.emit({ op: 'loop', label, kind: test ? 'do' : 'while', ...test, step: [], body });
  };
  if (head.statements.length === 0) {
    loop(bodyOf(f, s.body, { breakLabel: label, continueLabel: label }).statements);
    return;
  }
  // The test's statements come after the body, which `continue` leaves as a block.
  const inner = f.label('body');
  const { statements, target } = bodyOf(f, s.body, { breakLabel: label, continueLabel: inner, continueBy: 'break' });
  const body: Statement[] = target.continues > 0 ? [{ op: 'block', label: inner, body: statements }] : statements;
  loop([...body, ...head.statements]);
}
