/**
 * Loops that a 64-bit counter counts: `for (i = a; i < b; i += c)` with b unchanged by the loop and c a constant.
 *
 * Takes: a loop. Gives: its counter, step and bound, when nothing in the loop but its step sets the counter and
 * nothing can change the bound; and what else a rewriting of such loops asks about them.
 */
import { constI32, isDroppable } from '../../ir/builders.ts';
import type { Binary, BinaryOperator, Constant, Expression, Loop, SetLocal, Statement } from '../../ir/ir.ts';
import {
  blocksOf,
  expressionsOf,
  localsSetBy,
  visitExpression,
  visitExpressions,
  visitStatements,
} from '../../ir/walk.ts';

/** Steps are at most this, and bounds asked for stay this far away from the ends of 32 bits. */
export const ROOM = 65536;

export interface Counted {
  readonly loop: Loop;
  readonly counter: string;
  readonly step: number;
  /** How the i32 counter compares with the i32 bound. */
  readonly operator: BinaryOperator;
  readonly bound: Expression;
  /** Compared as unsigned: counter and bound must not be negative. */
  readonly natural: boolean;
  /** One step from within the bound cannot pass it. */
  readonly isStrict: boolean;
}

/** Comparisons with their operands exchanged. */
export const MIRRORED: Partial<Record<BinaryOperator, BinaryOperator>> = {
  lt_s: 'gt_s',
  gt_s: 'lt_s',
  le_s: 'ge_s',
  ge_s: 'le_s',
  lt_u: 'gt_u',
  gt_u: 'lt_u',
  le_u: 'ge_u',
  ge_u: 'le_u',
  ne: 'ne',
};

/** The loop as a counted one, if it is. */
export function countedLoop(loop: Loop): Counted | undefined {
  const { test } = loop;
  if (loop.kind !== 'while' || test?.op !== 'binary' || test.left.type !== 'i64') return undefined;
  return countedBy(loop, test.operator, test.left, test.right) ?? countedMirrored(loop, test);
}

function countedMirrored(loop: Loop, test: Binary): Counted | undefined {
  const operator = MIRRORED[test.operator];
  return operator && countedBy(loop, operator, test.right, test.left);
}

function countedBy(loop: Loop, operator: BinaryOperator, left: Expression, bound: Expression): Counted | undefined {
  if (left.op !== 'local') return undefined;
  const counter = left.name;
  const step = stepIn(loop, counter);
  if (step === undefined || !ends(operator, step)) return undefined;
  if (!isDroppable(bound) || !isInvariant(bound, setIn(loop))) return undefined;
  if (readsMemory(bound) && mayWrite(loop)) return undefined;
  const natural = operator.endsWith('_u');
  const isStrict = Math.abs(step) === 1 && /^[lg]t_/.test(operator);
  return { loop, counter, step, operator: operator.replace(/_u$/, '_s') as BinaryOperator, bound, natural, isStrict };
}

/** The constant that the step, and nothing else in the loop, adds to the counter. */
export function stepIn(loop: Loop, counter: string): number | undefined {
  const sets: Statement[] = [];
  visitStatements([loop], (s) => {
    if (localsSetBy(s).includes(counter)) sets.push(s);
  });
  const [only] = sets;
  if (sets.length !== 1 || only?.op !== 'set' || !loop.step.includes(only)) return undefined;
  const { value } = only;
  if (value.op !== 'binary' || value.left.op !== 'local' || value.left.name !== counter) return undefined;
  if (value.right.op !== 'const' || (value.operator !== 'add' && value.operator !== 'sub')) return undefined;
  const step = Number(value.right.value) * (value.operator === 'add' ? 1 : -1);
  return step !== 0 && Math.abs(step) <= ROOM ? step : undefined;
}

/** Does the step move to where the test ends the loop, without passing the ends of 32 bits? */
function ends(operator: BinaryOperator, step: number): boolean {
  if (operator === 'ne') return Math.abs(step) === 1;
  if (step > 0) return /^l[te]_[su]$/.test(operator);
  return /^g[te]_s$/.test(operator) || (operator === 'gt_u' && step === -1);
}

// ---------------------------------------------------------------- questions about loops and expressions

/** The i32 expression that an i64 one extends with its sign. */
export function fitting(e: Expression): Expression | undefined {
  if (e.op === 'convert' && e.signed && e.operand.type === 'i32') return e.operand;
  if (e.op !== 'const' || e.type !== 'i64') return undefined;
  return BigInt.asIntN(32, e.value as bigint) === e.value ? constI32(Number(e.value)) : undefined;
}

/** Locals that the loop sets. */
export function setIn(loop: Loop): ReadonlySet<string> {
  const set = new Set<string>();
  visitStatements([loop], (s) => {
    for (const name of localsSetBy(s)) set.add(name);
    if (s.op === 'landing') set.add(s.activation);
  });
  return set;
}

export function labelsIn(loop: Loop): ReadonlySet<string> {
  const labels = new Set<string>();
  visitStatements([loop], (s) => {
    if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') labels.add(s.label);
  });
  return labels;
}

export function isInvariant(e: Expression, set: ReadonlySet<string>): boolean {
  return !some(e, (inner) => inner.op === 'local' && set.has(inner.name));
}

export const readsMemory = (e: Expression): boolean => some(e, (inner) => inner.op === 'load');

function some(e: Expression, is: (e: Expression) => boolean): boolean {
  let found = false;
  visitExpression(e, (inner) => {
    found ||= is(inner);
  });
  return found;
}

const QUIET: ReadonlySet<Statement['op']> = new Set([
  ...(['set', 'evaluate', 'if', 'loop', 'block', 'switch', 'break', 'continue', 'return'] as const),
]);

/** May the loop write memory, or let other threads write it? */
function mayWrite(loop: Loop): boolean {
  let writes = false;
  visitStatements([loop], (s) => {
    writes ||= !QUIET.has(s.op);
  });
  return writes;
}

/** Nodes of statements and expressions. */
export function sizeOf(body: readonly Statement[]): number {
  let size = 0;
  visitStatements(body, () => {
    size++;
  });
  visitExpressions(body, () => {
    size++;
  });
  return size;
}

// ---------------------------------------------------------------- counters

/** The assignment of the counter just before its loop, when its value is the same at the loop. */
export function initOf(
  before: readonly Statement[],
  counter: string,
): { readonly index: number; readonly value: Expression } | undefined {
  const between = new Set<string>();
  for (let index = before.length - 1; index >= 0; index--) {
    const s = before[index] as Statement;
    if (s.op !== 'set') return undefined;
    if (s.local === counter) {
      const isSame = isInvariant(s.value, new Set([...between, counter])) && isDroppable(s.value);
      return isSame ? { index, value: s.value } : undefined;
    }
    if (!isInvariant(s.value, new Set([counter]))) return undefined;
    between.add(s.local);
  }
  return undefined;
}

/** Counters whose every mention is in a loop that they count or the assignment before it: no one reads them after. */
export function passedCounters(body: readonly Statement[]): ReadonlySet<string> {
  const all = mentions(body);
  const own = new Map<string, number>();
  const look = (list: readonly Statement[]): void => {
    list.forEach((s, index) => {
      for (const block of blocksOf(s)) look(block);
      const counter = s.op === 'loop' ? countedLoop(s)?.counter : undefined;
      const init = counter === undefined ? undefined : initOf(list.slice(0, index), counter);
      if (counter === undefined || !init) return;
      const inLoop = mentions([list[init.index] as SetLocal, s]).get(counter) ?? 0;
      own.set(counter, (own.get(counter) ?? 0) + inLoop);
    });
  };
  look(body);
  return new Set([...own].filter(([name, count]) => all.get(name) === count).map(([name]) => name));
}

function mentions(body: readonly Statement[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  visitStatements(body, (s) => {
    localsSetBy(s).forEach(count);
    for (const e of expressionsOf(s)) visitExpression(e, (inner) => inner.op === 'local' && count(inner.name));
  });
  return counts;
}

/** Constants that locals were set to right before what follows the statements. */
export function constantsBehind(before: readonly Statement[]): ReadonlyMap<string, Constant> {
  const values = new Map<string, Constant>();
  const changed = new Set<string>();
  for (let index = before.length - 1; index >= 0; index--) {
    const s = before[index] as Statement;
    if (s.op !== 'set') break;
    if (!changed.has(s.local) && s.value.op === 'const') values.set(s.local, s.value);
    changed.add(s.local);
  }
  return values;
}
