/**
 * Charges what a program computes, before any pass: how much does not depend on the target or on -O then, as passes drop no charge.
 *
 * Takes: a function as lowering gives it. Gives: the function with a charge at the beginning of each segment (segments.ts), for all that is
 * evaluated in it: what ends it comes last and is charged by then. An iteration of a loop is charged at its beginning, with the step and test that
 * follow it, wherever it ends; the first test before the loop. What depends on a size has a charge of its own. Iterations of a upc_forall that
 * are another thread's are free: compilers go straight through a thread's own. Functions of the library's headers are the library's.
 */
import { convert } from '../../ir/builders.ts';
import type {
  Amounts,
  Call,
  Charge,
  Copy,
  Function as Definition,
  Expression,
  Fill,
  Loop,
  Statement,
} from '../../ir/ir.ts';
import { hasBlocks, mapBlocksOf } from '../../ir/walk.ts';
import { askOf } from '../communication/shares.ts';
import type { PassContext } from '../remarks.ts';
import { charged, isNothing, NOTHING, plus } from './amounts.ts';
import { BRANCH, costOf, costOfByte, costOfStatement } from './costs.ts';
import { libraryCost, sizeOf } from './library.ts';
import { endsSegment, readsVolatile, tells } from './segments.ts';
import { Strides } from './strides.ts';

export function placeCharges(
  definition: Definition,
  { libraryFolders = [] }: Pick<PassContext, 'libraryFolders'>,
): Definition {
  const { at, body } = definition;
  const isLibrary = at !== undefined && libraryFolders.some((folder) => at.name.startsWith(`${folder}/`));
  return isLibrary ? definition : { ...definition, body: chargedList(body, new Strides()) };
}

/** The statements with their charges; `first` is charged with the first segment. */
function chargedList(body: readonly Statement[], strides: Strides, first: Amounts = NOTHING): readonly Statement[] {
  const result: Statement[] = [];
  let [start, due] = [0, first];
  const endSegment = (): void => {
    result.splice(start, 0, ...charged(due));
    [start, due] = [result.length, NOTHING];
  };
  for (const s of body) {
    due = plus(due, isDealt(s) ? NOTHING : costOfStatement(s, strides));
    result.push(...sizedBefore(s, strides), inside(s, strides), ...sizedBehind(s));
    if (endsSegment(s)) endSegment();
  }
  endSegment();
  return result;
}

/** With the lists in it charged. */
function inside(s: Statement, strides: Strides): Statement {
  if (s.op === 'loop') return chargedLoop(s);
  return hasBlocks(s) ? mapBlocksOf(s, (block) => chargedList(block, strides)) : s;
}

// ---------------------------------------------------------------- loops

function chargedLoop(loop: Loop): Loop {
  const strides = new Strides(loop);
  const isPlain = !loop.step.some((s) => hasBlocks(s) || tells(s));
  const steps = isPlain ? loop.step.reduce((all, s) => plus(all, costOfStatement(s, strides)), NOTHING) : NOTHING;
  const iteration = plus(plus(BRANCH, loop.test ? costOf(loop.test, strides) : NOTHING), steps);
  const step = isPlain ? loop.step : chargedList(loop.step, strides);
  return { ...loop, body: chargedBody(loop, strides, iteration), step };
}

function chargedBody(loop: Loop, strides: Strides, iteration: Amounts): readonly Statement[] {
  const [only] = loop.body;
  if (!isForAll(loop) || only?.op !== 'if') return chargedList(loop.body, strides, iteration);
  return [{ ...only, then: chargedList(only.then, strides, iteration) }];
}

const isForAll = (loop: Loop): boolean => askOf(loop) !== undefined;

/** Its first test is as free as its iterations are that are another thread's. */
const isDealt = (s: Statement): boolean => s.op === 'loop' && isForAll(s);

// ---------------------------------------------------------------- sizes

function sizedBefore(s: Statement, strides: Strides): readonly Charge[] {
  if (s.op === 'copy' || s.op === 'fill') return bytesMoved(s, strides);
  const cost = calledCost(s);
  return cost?.each && cost.of !== 'result' ? sized(cost.each, sizeOf(cost, s as Call)) : [];
}

function sizedBehind(s: Statement): readonly Charge[] {
  const cost = calledCost(s);
  return cost?.each && cost.of === 'result' ? sized(cost.each, sizeOf(cost, s as Call)) : [];
}

const calledCost = (s: Statement) =>
  s.op === 'call' && 'symbol' in s.callee ? libraryCost(s.callee.symbol) : undefined;

const bytesMoved = (s: Copy | Fill, strides: Strides): readonly Charge[] =>
  readsVolatile(s.size) ? [] : sized(costOfByte(s, strides), convert('f64', s.size, false));

const sized = (each: Amounts, size: Expression | undefined): readonly Charge[] =>
  size === undefined || isNothing(each) ? [] : charged(each, size);
