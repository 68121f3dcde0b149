/**
 * Loops (C99 6.8.5) and upc_forall (UPC 6.6.2).
 */

import { advice } from '../../../../diagnostics/diagnostic.ts';
import type { DoWhile, For, Statement, UpcForall, While } from '../../ast/ast.ts';
import type { Analysis, Enclosing, FunctionContext } from '../analysis.ts';
import { declaration } from '../declarations/declarations.ts';
import { promote } from '../expressions/conversions.ts';
import { effectOf, rvalue } from '../expressions/expressions.ts';
import { isInteger, isPointerToShared } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';
import { condition, statement } from './statements.ts';

/** A statement inside which break (and continue) mean `enclosing`. */
export function enclosed(a: Analysis, enclosing: Enclosing, body: Statement): void {
  const { enclosing: stack } = a.function as FunctionContext;
  const { region } = a;
  stack.push({ ...(region && { region }), ...enclosing });
  a.inScope('block', () => statement(a, body));
  stack.pop();
  a.region = region;
}

export function whileLoop(a: Analysis, node: While): void {
  condition(a, node.test);
  enclosed(a, { kind: 'loop', statement: node }, node.body);
}

export function doWhile(a: Analysis, node: DoWhile): void {
  enclosed(a, { kind: 'loop', statement: node }, node.body);
  condition(a, node.test);
}

export function forLoop(a: Analysis, node: For): void {
  const { region } = a;
  a.inScope('block', () => {
    header(a, node);
    enclosed(a, { kind: 'loop', statement: node }, node.body);
  });
  a.region = region;
}

function header(a: Analysis, { initial, test, step }: For | UpcForall): void {
  if (initial?.kind === 'Declaration') declaration(a, initial);
  else if (initial) effectOf(a, initial);
  if (test) condition(a, test);
  if (step) effectOf(a, step);
}

export function forall(a: Analysis, node: UpcForall): void {
  const { region } = a;
  a.inScope('block', () => {
    header(a, node);
    affinity(a, node);
    const outer = a.region;
    a.region = { kind: 'forall', location: node.location, ...(outer && { outer }) };
    enclosed(a, { kind: 'forall', statement: node }, node.body);
  });
  a.region = region;
}

/** UPC 6.6.2p3: a pointer-to-shared or an integer. */
function affinity(a: Analysis, { affinity: node }: UpcForall): void {
  if (!node || node === 'continue') return;
  const o = rvalue(a, node);
  if (o.failed) return;
  if (isInteger(o.type.type)) promote(a, o);
  else if (!isPointerToShared(o.type.type)) {
    const text = `affinity of upc_forall has type '${typeText(o.type)}', neither a pointer-to-shared nor an integer`;
    const hint = advice("give the element whose thread is to run the iteration, as '&a[i]', or a number, as 'i'");
    a.error('UPC3153', `${text} (UPC 1.3, 6.6.2)`, node.location, hint);
  }
}
