/**
 * A loop's counters, and expressions that are linear in them.
 *
 * Takes: a loop. Gives: locals that each iteration moves on by the same number, and for an expression its parts: those that
 * stay and those that move. One idea: what is stepped at the end of each iteration, and set nowhere else in the loop, has
 * one value throughout the body; all is counted modulo 2^32, so that nothing has to be known of how far it goes.
 */
import { constI32, convert, isDroppable, local, operandsOf } from '../../ir/builders.ts';
import type { Expression, Loop, SetLocal, Statement } from '../../ir/ir.ts';
import { localsSetBy, visitStatements } from '../../ir/walk.ts';
import { isInvariant, readsMemory } from '../analyses/counted.ts';
import { factorText, type Polynomial, plus, polynomial, type Term } from './polynomials.ts';
import type { Linear } from './strides.ts';

export interface Counter {
  readonly name: string;
  readonly type: 'i32' | 'i64';
  /** The low half of what is added each iteration. */
  readonly step: Polynomial;
  readonly stepping: SetLocal;
}

/** A loop, its counters by the text of their low halves, and all locals that it sets. */
export interface Scene {
  readonly loop: Loop;
  readonly set: ReadonlySet<string>;
  readonly counters: ReadonlyMap<string, Counter>;
}

/** The loop with its counters; undefined if there are none. */
export function sceneOf(loop: Loop): Scene | undefined {
  if (loop.kind !== 'while' || !loop.step.some(isStepping)) return undefined;
  const times = new Map<string, number>();
  visitStatements([loop], (s) => {
    for (const name of localsSetBy(s)) times.set(name, (times.get(name) ?? 0) + 1);
  });
  const set = new Set(times.keys());
  const counters = new Map<string, Counter>();
  for (const s of loop.step) {
    const step = isStepping(s) && times.get(s.local) === 1 ? stepOf(s) : undefined;
    if (!step || !isFixed(step, set)) continue;
    const { local: name } = s as SetLocal;
    const type = step.type as Counter['type'];
    const text = factorText(convert('i32', local(name, type)));
    counters.set(text, { name, type, step: polynomial(convert('i32', step)), stepping: s as SetLocal });
  }
  return counters.size > 0 ? { loop, set, counters } : undefined;
}

const isStepping = (s: Statement): s is SetLocal => s.op === 'set' && stepOf(s) !== undefined;

function stepOf({ local: name, value }: SetLocal): Expression | undefined {
  if (value.op !== 'binary' || value.operator !== 'add' || (value.type !== 'i32' && value.type !== 'i64'))
    return undefined;
  if (value.left.op === 'local' && value.left.name === name) return value.right;
  return value.right.op === 'local' && value.right.name === name ? value.left : undefined;
}

/** The same in all iterations, and harmless wherever it is computed. */
const isFixed = (e: Expression, set: ReadonlySet<string>): boolean =>
  isInvariant(e, set) && !readsMemory(e) && isDroppable(e) && !callsIn(e);

const callsIn = (e: Expression): boolean => e.op === 'pure' || operandsOf(e).some(callsIn);

/** The parts of an expression, if all of them stay the same or move with counters. */
export function linearIn(e: Expression, { set, counters }: Scene): Linear | undefined {
  let base: Expression | undefined;
  let constant = 0;
  const fixed = new Map<string, Term>();
  const moving = new Map<string, Term>();
  for (const [text, term] of polynomial(e)) {
    const [first, ...others] = term.factors;
    const count = term.factors.filter((factor) => counters.has(factorText(factor))).length;
    if (count > 1 || !term.factors.every((f) => counters.has(factorText(f)) || isFixed(f, set))) return undefined;
    if (!first) constant = term.coefficient;
    else if (count > 0) moving.set(text, term);
    else if (!base && others.length === 0 && term.coefficient === 1 && isObject(first)) base = first;
    else fixed.set(text, term);
  }
  return { ...(base && { base }), constant, fixed, moving };
}

const isObject = ({ op }: Expression): boolean => op === 'static' || op === 'frame' || op === 'shared';

/** By how much the terms move each iteration. */
export function strideIn(moving: Polynomial, { counters }: Scene): Polynomial {
  let stride: Polynomial = new Map();
  for (const { factors, coefficient } of moving.values()) {
    const counter = factors.find((factor) => counters.has(factorText(factor))) as Expression;
    const { step } = counters.get(factorText(counter)) as Counter;
    const others = factors.filter((factor) => factor !== counter);
    for (const term of step.values()) stride = plus(stride, productOf(others, term), coefficient);
  }
  return stride;
}

function productOf(factors: readonly Expression[], term: Term): Polynomial {
  const all = [...factors, ...term.factors];
  const product =
    all.length === 0
      ? constI32(1)
      : all.reduce((a, b) => ({ op: 'binary', type: 'i32', operator: 'mul', left: a, right: b }));
  return plus(new Map(), polynomial(product), term.coefficient);
}
