/**
 * Order of evaluation. IR expressions are evaluated where their statement stands, so a value computed before a later
 * operand's statements is kept in a temporary if those statements change what it reads.
 *
 * Takes: values with the length of `code` when they were computed (`pending`). Gives: values still valid now
 * (`settle`). The one idea: a value is spilled only if a write intervenes, so expressions stay deep trees.
 */
import { operandsOf } from '../../../../ir/builders.ts';
import type { Expression, Statement } from '../../../../ir/ir.ts';
import { blocksOf, localsSetBy, visitExpression } from '../../../../ir/walk.ts';
import type { FunctionLowering } from '../function.ts';
import type { Place, SharedPointer, Value } from '../value.ts';

interface Reads {
  readonly locals: ReadonlySet<string>;
  readonly memory: boolean;
}

function readsOf(expression: Expression): Reads {
  const locals = new Set<string>();
  let memory = false;
  visitExpression(expression, (e) => {
    if (e.op === 'local') locals.add(e.name);
    else if (e.op === 'load') memory = true;
  });
  return { locals, memory };
}

export function readsMemory(expression: Expression): boolean {
  return readsOf(expression).memory;
}

/** Statements without stores to memory that this thread can read. */
const HARMLESS: ReadonlySet<Statement['op']> = new Set([
  ...(['set', 'get', 'if', 'loop', 'block', 'switch', 'break', 'continue', 'return', 'evaluate'] as const),
  ...(['stack.save', 'stack.allocate', 'stack.restore'] as const),
]);

/** Does any of the statements, nested ones included, change a value that is read? */
function disturbs(statements: readonly Statement[], reads: Reads): boolean {
  return statements.some(
    (statement) =>
      localsSetBy(statement).some((name) => reads.locals.has(name)) ||
      (reads.memory && !HARMLESS.has(statement.op)) ||
      blocksOf(statement).some((block) => disturbs(block, reads)),
  );
}

/** A value and the number of statements when it was computed. */
export interface Pending {
  readonly value: Value;
  readonly mark: number;
}

export function pending(f: FunctionLowering, value: Value): Pending {
  return { value, mark: f.code.length };
}

/** The values as computed, whatever was emitted since. */
export function settle(f: FunctionLowering, values: readonly Pending[]): Value[] {
  const settled: Value[] = [];
  for (let index = values.length - 1; index >= 0; index--) {
    const { value, mark } = values[index] as Pending;
    settled[index] = mapValue(value, (expression) => settleExpression(f, expression, mark));
  }
  return settled;
}

export function settleOne(f: FunctionLowering, value: Pending): Value {
  return settle(f, [value])[0] as Value;
}

export function settlePlace(f: FunctionLowering, place: Place, mark: number): Place {
  return mapPlace(place, (expression) => settleExpression(f, expression, mark));
}

/** The expression's value at the time of `mark` statements. */
export function settleExpression(f: FunctionLowering, expression: Expression, mark: number): Expression {
  if (mark === f.code.length || expression.op === 'const') return expression;
  const since = f.code.slice(mark);
  if (!disturbs(since, readsOf(expression))) return expression;
  // A statement within the expression may have had and released a temporary since.
  const name = f.temporary(expression.type, (free) => !disturbs(since, { locals: new Set([free]), memory: false }));
  f.code.splice(mark, 0, { op: 'set', local: name, value: expression, ...(f.at && { at: f.at }) });
  return f.read(name);
}

/** The same value, usable more than once. */
export function stable(f: FunctionLowering, expression: Expression): Expression {
  return isCheap(expression) ? expression : spill(f, expression);
}

export function stableValue(f: FunctionLowering, value: Value): Value {
  return mapValue(value, (expression) => stable(f, expression));
}

export function stablePlace(f: FunctionLowering, place: Place): Place {
  return mapPlace(place, (expression) => stable(f, expression));
}

export function spill(f: FunctionLowering, expression: Expression): Expression {
  const name = f.temporary(expression.type);
  f.set(name, expression);
  return f.read(name);
}

/** Cheap to evaluate twice: a leaf, or a leaf plus a constant. */
function isCheap(expression: Expression): boolean {
  if (operandsOf(expression).length === 0) return true;
  if (expression.op !== 'binary' || expression.operator !== 'add') return false;
  return operandsOf(expression.left).length === 0 && expression.right.op === 'const';
}

/** Parallel assignment of several locals: no value sees the new value of another's local. */
export function setAll(f: FunctionLowering, names: readonly string[], values: readonly Expression[]): void {
  const kept = values.map((value, index) => {
    const earlier = names.slice(0, index);
    const { locals } = readsOf(value);
    return earlier.some((name) => locals.has(name)) ? spill(f, value) : value;
  });
  names.forEach((name, index) => {
    f.set(name, kept[index] as Expression);
  });
}

/** Evaluates an unused value, if that has an observable effect. */
export function drop(f: FunctionLowering, value: Value): void {
  mapValue(value, (expression) => {
    if (hasVolatileLoad(expression)) f.emit({ op: 'evaluate', value: expression });
    return expression;
  });
}

function hasVolatileLoad(expression: Expression): boolean {
  if (expression.op === 'load' && expression.volatile) return true;
  return operandsOf(expression).some(hasVolatileLoad);
}

export function mapValue(value: Value, change: (expression: Expression) => Expression): Value {
  switch (value.kind) {
    case 'none':
      return value;
    case 'scalar':
      return { ...value, expression: change(value.expression) };
    case 'complex': {
      const real = change(value.real);
      return { kind: 'complex', real, imaginary: change(value.imaginary) };
    }
    case 'shared':
      return { ...value, pointer: mapPointer(value.pointer, change) };
    case 'struct':
      return { kind: 'struct', place: mapPlace(value.place, change) };
  }
}

function mapPointer(pointer: SharedPointer, change: (expression: Expression) => Expression): SharedPointer {
  if (pointer.kind === 'element') return { ...pointer, base: change(pointer.base), index: change(pointer.index) };
  const address = change(pointer.address);
  return pointer.phase ? { kind: 'address', address, phase: change(pointer.phase) } : { kind: 'address', address };
}

export function mapPlace(place: Place, change: (expression: Expression) => Expression): Place {
  if (place.kind === 'memory') return { ...place, address: change(place.address) };
  return place.kind === 'shared' ? { ...place, pointer: mapPointer(place.pointer, change) } : place;
}
