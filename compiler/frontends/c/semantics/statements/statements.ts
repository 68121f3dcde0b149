/**
 * Statements (C99 6.8, UPC 6.6): one case a kind; loops, switches and jumps have files of their own.
 */

import { advice, InternalError, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { BlockItem, Compound, Expression, If, Labeled, Return, Statement } from '../../ast/ast.ts';
import type { Analysis, FunctionContext } from '../analysis.ts';
import { changeTeam, checkLeavesNoBlock, critical } from '../coarrays/image-blocks.ts';
import { isSectionAssignment, sectionAssignment } from '../coarrays/sections.ts';
import { declaration, staticAssert } from '../declarations/declarations.ts';
import { functionDefinition } from '../declarations/functions.ts';
import { assign } from '../expressions/assignable.ts';
import { effectOf, rvalue } from '../expressions/expressions.ts';
import type { Scope } from '../scope.ts';
import { compatibleTypes } from '../types/compatible.ts';
import { INT, isScalar } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';
import { barrierStatement } from './barriers.ts';
import { breakOrContinue, computedGoto, goto, label } from './jumps.ts';
import { doWhile, forall, forLoop, whileLoop } from './loops.ts';
import { caseLabel, switchStatement } from './switches.ts';

export function statement(a: Analysis, node: Statement): void {
  let at = node;
  while (at.kind === 'Labeled' || at.kind === 'Case') {
    if (at.kind === 'Labeled') label(a, at as Labeled);
    else caseLabel(a, at);
    at = at.body;
  }
  unlabeled(a, at);
}

function unlabeled(a: Analysis, node: Exclude<Statement, { kind: 'Labeled' | 'Case' }>): void {
  switch (node.kind) {
    case 'Compound':
      compound(a, node);
      return;
    case 'ExpressionStatement':
      if (node.expression) expressionStatement(a, node.expression);
      return;
    case 'If':
      ifStatement(a, node);
      return;
    case 'Switch':
      switchStatement(a, node);
      return;
    case 'While':
      whileLoop(a, node);
      return;
    case 'DoWhile':
      doWhile(a, node);
      return;
    case 'For':
      forLoop(a, node);
      return;
    case 'UpcForall':
      forall(a, node);
      return;
    case 'ComputedGoto':
      computedGoto(a, node);
      return;
    case 'Goto':
      goto(a, node);
      return;
    case 'Continue':
    case 'Break':
      breakOrContinue(a, node);
      return;
    case 'Return':
      returnStatement(a, node);
      return;
    case 'UpcNotify':
    case 'UpcWait':
    case 'UpcBarrier':
    case 'UpcFence':
      barrierStatement(a, node);
      return;
    case 'Critical':
      critical(a, node);
      return;
    case 'ChangeTeam':
      changeTeam(a, node);
      return;
    default:
      throw new InternalError(`no rule for the statement ${(node as Statement).kind}`, (node as Statement).location);
  }
}

function expressionStatement(a: Analysis, node: Expression): void {
  const outer = a.assignsSections;
  a.assignsSections = false;
  if (isSectionAssignment(node)) sectionAssignment(a, node);
  else effectOf(a, node);
  a.assignsSections = outer;
}

/** The arms of a long `else if` chain are walked in a loop. */
function ifStatement(a: Analysis, node: If): void {
  let at: Statement = node;
  for (; at.kind === 'If'; at = at.otherwise) {
    condition(a, at.test);
    statement(a, at.then);
    if (!at.otherwise) return;
  }
  statement(a, at);
}

/** A block: names, variable lengths and pragmas in it last to its end. */
export function compound(a: Analysis, node: Compound, scope?: Scope): void {
  const { region, mode } = a;
  a.inScope('block', () => blockItems(a, node.items), scope);
  a.region = region;
  a.mode = mode;
}

function blockItems(a: Analysis, items: readonly BlockItem[]): void {
  warnOfLatePragmas(a, items);
  for (const item of items) blockItem(a, item);
}

export function blockItem(a: Analysis, item: BlockItem): void {
  switch (item.kind) {
    case 'Declaration':
      declaration(a, item);
      break;
    case 'StaticAssert':
      staticAssert(a, item);
      break;
    case 'PragmaUpc':
      a.mode = item.mode;
      break;
    case 'FunctionDefinition':
      functionDefinition(a, item);
      break;
    default:
      statement(a, item);
  }
}

/** UPC 6.7.1p4: in a block, `#pragma upc` comes before all else; later ones act from there on. */
function warnOfLatePragmas(a: Analysis, items: readonly BlockItem[]): void {
  const first = items.findIndex(({ kind }) => kind !== 'PragmaUpc');
  for (const item of first < 0 ? [] : items.slice(first)) {
    if (item.kind !== 'PragmaUpc') continue;
    const text = `'#pragma upc ${item.mode}' after declarations or statements of its block (UPC 1.3, 6.7.1)`;
    a.warning('UPC3252', 'pragmas', text, item.location, advice('put it first in a block of its own'));
  }
}

/** A test: a scalar (C99 6.8.4.1, 6.8.5). */
export function condition(a: Analysis, node: Expression): void {
  const o = rvalue(a, node);
  if (o.failed || isScalar(o.type.type)) return;
  a.error('SEM3500', `used '${typeText(o.type)}' type value where scalar is required`, node.location);
}

function returnStatement(a: Analysis, node: Return): void {
  const context = a.function as FunctionContext;
  const { result, symbol } = context;
  checkForall(a, node, context);
  checkLeavesNoBlock(a, undefined, 'return', node.location);
  if (!node.value) {
    if (result.type.kind !== 'void')
      a.warning(
        'SEM3501',
        'return-type',
        `'return' with no value, in function returning '${typeText(result)}'`,
        node.location,
        noteAt('declared here', symbol.location),
      );
    return;
  }
  const o = effectOf(a, node.value);
  if (o.failed) return;
  if (result.type.kind !== 'void') {
    assign(a, o, result, { kind: 'return' });
  } else if (!compatibleTypes(o.type.type, result.type)) {
    const text = `'return' with a value, in function '${symbol.name}' returning void`;
    a.warning('SEM3502', 'return-type', text, node.location, noteAt('declared here', symbol.location));
  }
}

/** UPC 6.6.2: leaving the body of upc_forall before its end is undefined. */
function checkForall(a: Analysis, node: Return, { enclosing }: FunctionContext): void {
  const loop = enclosing.findLast(({ kind }) => kind === 'forall');
  if (loop)
    a.error(
      'UPC3150',
      "'return' leaves a upc_forall before its end (UPC 1.3, 6.6.2)",
      node.location,
      noteAt('the upc_forall is here', loop.statement.location),
    );
}

/** The int that upc_notify, upc_wait and upc_barrier compare. */
export function barrierValue(a: Analysis, node: Expression, name: string): void {
  const o = rvalue(a, node);
  if (o.failed) return;
  const { kind } = o.type.type;
  if (kind === 'integer' || kind === 'enum' || kind === 'floating') {
    assign(a, o, { type: INT }, { kind: 'assignment' });
    return;
  }
  const text = `the value of '${name}' has type '${typeText(o.type)}', which cannot be assigned to 'int' (UPC 1.3, 6.6.1)`;
  a.error('UPC3151', text, node.location, advice('give a number, the same on every thread, or nothing'));
}
