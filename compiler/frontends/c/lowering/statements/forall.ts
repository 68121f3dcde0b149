/**
 * upc_forall (UPC 6.6.2): a loop whose iterations are divided among the threads by affinity.
 *
 * One idea: every thread runs the loop's control; the body runs where the affinity is this thread's (the optimizer
 * reduces such loops to the own iterations). Only the outermost upc_forall with an affinity divides, also across calls:
 * a loop whose body calls unknown functions increments a per-thread depth that loops of other functions test.
 */

import {
  add,
  binary,
  constI32,
  isConstantValue,
  load,
  myThread,
  not,
  staticAddress,
  threadOf,
} from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression, UpcForall } from '../../ast/ast.ts';
import { visitTree } from '../../ast/tree.ts';
import { emitIf } from '../expressions/conditions.ts';
import { lowerValue, valueType } from '../expressions/expressions.ts';
import { threadCount } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import { addressOf, expressionOf, type Value } from '../value.ts';
import { emitLoop, lowerInitial } from './loops.ts';
import { lowerEffectStatement, lowerStatement, restoreStack } from './statements.ts';

const DEPTH = '__pgasc_forall_depth';

export function lowerForall(f: FunctionLowering, s: UpcForall): void {
  f.scopes.within(s, () => {
    lowerInitial(f, s.initial);
    f.moveTo(s.location);
    if (s.affinity === undefined || s.affinity === 'continue') allIterations(f, s);
    else if (f.unit.options.threads === 1) ignoringAffinity(f, s, s.affinity);
    else if (f.controlled > 0) ignoringAffinity(f, s, s.affinity);
    else sharedOut(f, s, s.affinity);
    restoreStack(f);
  });
}

function allIterations(f: FunctionLowering, s: UpcForall): void {
  emitLoop(f, { test: s.test, step: s.step, body: () => lowerStatement(f, s.body) });
}

/** Nested in another upc_forall, or with one thread: every iteration is this thread's. */
function ignoringAffinity(f: FunctionLowering, s: UpcForall, affinity: CExpression): void {
  const body = () => {
    lowerEffectStatement(f, affinity);
    lowerStatement(f, s.body);
  };
  emitLoop(f, { test: s.test, step: s.step, body });
}

function sharedOut(f: FunctionLowering, s: UpcForall, affinity: CExpression): void {
  const controls = controlling(f);
  const counts = callsUnknown(f, s);
  if (counts) changeDepth(f, 1);
  f.controlled++;
  everyIterationAsked(f, s, affinity, controls);
  f.controlled--;
  if (counts) changeDepth(f, -1);
}

/** The loop with an affinity test in each iteration. */
function everyIterationAsked(
  f: FunctionLowering,
  s: UpcForall,
  affinity: CExpression,
  controls: Expression | undefined,
): void {
  const body = () => {
    const mine = f.releasing(() => ownIteration(f, affinity));
    const test = controls ? binary('or', not(controls), mine) : mine;
    emitIf(
      f,
      test,
      f.collect(() => lowerStatement(f, s.body)),
      [],
    );
  };
  emitLoop(f, { test: s.test, step: s.step, body });
}

/** i32 0 or 1: does the affinity expression select this thread? */
function ownIteration(f: FunctionLowering, affinity: CExpression): Expression {
  const value: Value = lowerValue(f, affinity);
  if (value.kind === 'shared') return binary('eq', threadOf(addressOf(value.pointer)), myThread);
  const integer = expressionOf(value);
  const { signed } = shapeOf(valueType(f, affinity)) as ScalarShape;
  return binary('eq', moduloThreads(f, integer, signed), myThread);
}

/** Of a non-negative value (UPC 6.6.2p6 leaves negative ones open; they select no thread). */
export function moduloThreads(f: FunctionLowering, value: Expression, signed: boolean): Expression {
  const threads = threadCount(f);
  if (isConstantValue(threads, 1)) return constI32(0);
  if (value.type === 'i32') return binary(signed ? 'rem_s' : 'rem_u', value, threads);
  const wide = binary(signed ? 'rem_s' : 'rem_u', value, {
    op: 'convert',
    type: 'i64',
    signed: true,
    operand: threads,
  });
  return { op: 'convert', type: 'i32', signed: true, operand: wide };
}

// ---------------------------------------------------------------- nesting through calls

/** Undefined where this loop is certainly the outermost: main is never called. */
function controlling(f: FunctionLowering): Expression | undefined {
  if (f.facts?.symbol.name === 'main') return undefined;
  const name = f.scopedLocal('controls', 'i32');
  f.set(name, binary('eq', load('i32', depthAddress(f)), constI32(0)));
  return f.read(name);
}

function depthAddress(f: FunctionLowering): Expression {
  f.unit.commons.add(DEPTH);
  return staticAddress(DEPTH);
}

function changeDepth(f: FunctionLowering, by: number): void {
  const address = depthAddress(f);
  f.emit({ op: 'store', memory: 'i32', address, value: add(load('i32', address), constI32(by)) });
}

/** Does the body call functions other than those of system headers? */
function callsUnknown(f: FunctionLowering, s: UpcForall): boolean {
  let found = false;
  visitTree(s.body, (node) => {
    if (node.kind === 'Call') found ||= !callsLibrary(f, node as CExpression & { kind: 'Call' });
  });
  return found;
}

function callsLibrary(f: FunctionLowering, e: CExpression & { kind: 'Call' }): boolean {
  const symbol = f.unit.facts.symbolOf[e.callee.id];
  return symbol?.kind === 'function' && symbol.location.file.system && !f.unit.definitions.has(symbol);
}
