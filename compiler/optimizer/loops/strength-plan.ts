/**
 * What strength reduction does with one loop.
 *
 * Takes: a loop and its expressions that move. Gives: a way for each stride, and the counter that the loop can do
 * without. One idea: variables are few, so those that save most come first; a counter goes if all that it is good for is
 * then done by others, and that costs less than it did.
 */

import { operandsOf } from '../../ir/builders.ts';
import type { Constant, Expression, Loop, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { blocksOf, expressionsOf, some } from '../../ir/walk.ts';
import { type Counter, linearIn, type Scene, strideIn } from './linear.ts';
import { constantOf } from './polynomials.ts';
import { cheapest, type Linear, priceOf, type Stride, stridesOf, variablesFor, type Way } from './strides.ts';
import { iterationsOf } from './trip-count.ts';

/** Variables that a loop may have stepped; with loops in it, which need registers as well. */
const MOST_VARIABLES = 6;
const MOST_OUTSIDE = 3;

const OLD: readonly Way[] = ['as it is', 'each its own', 'one step'];
const NEW: readonly Way[] = ['each its own', 'one step'];

/** An expression that moves, and whether every iteration evaluates it. */
export interface Use {
  readonly linear: Linear;
  isSure: boolean;
}

export interface Plan {
  readonly strides: ReadonlyMap<string, Stride>;
  readonly ways: ReadonlyMap<Stride, Way>;
  /** What ends the loop instead of its counter. */
  readonly ending?: Ending;
}

export interface Ending {
  readonly counter: Counter;
  readonly stride: Stride;
  /** By how much the stride's variables move in all iterations. */
  readonly distance: number;
}

/** The loop's largest expressions that are linear in its counters. */
export function usesIn(scene: Scene): Map<Expression, Use> {
  const uses = new Map<Expression, Use>();
  const look = (e: Expression, isSure: boolean): void => {
    const known = uses.get(e);
    if (known) known.isSure ||= isSure;
    const linear = known || !isArithmetic(e) ? undefined : linearIn(e, scene);
    if (linear && linear.moving.size > 0) uses.set(e, { linear, isSure });
    if (known || linear) return;
    for (const [index, operand] of operandsOf(e).entries()) look(operand, isSure && (e.op !== 'select' || index === 0));
  };
  const walk = (body: readonly Statement[], isSure: boolean): void => {
    for (const s of body) {
      for (const e of expressionsOf(s)) look(e, isSure);
      for (const block of blocksOf(s)) walk(block, isSure && s.op !== 'if' && s.op !== 'switch');
    }
  };
  const { body, test } = scene.loop;
  walk(body, true);
  if (test) look(test, true);
  return uses;
}

function isArithmetic(e: Expression): boolean {
  if (e.op === 'convert') return e.type === 'i32' && e.operand.type === 'i64' && e.operand.op === 'binary';
  return e.op === 'binary' && e.type === 'i32' && /^(add|sub|mul|shl)$/.test(e.operator);
}

/** What to do. `first` are values before the loop, `isWanted` asks for one behind it. */
export function planFor(
  scene: Scene,
  uses: ReadonlyMap<Expression, Use>,
  first: ReadonlyMap<string, Constant>,
  isWanted: (local: string) => boolean,
): Plan {
  const strides = stridesOf(
    [...uses.values()].map(({ linear, isSure }) => [linear, isSure] as const),
    printExpression,
  );
  const ways = waysFor(scene.loop, strides, OLD) as Map<Stride, Way>;
  const other = waysFor(scene.loop, strides, NEW);
  // A counter costs an addition as well.
  const ending =
    other && priceOfAll(other) <= priceOfAll(ways) ? endingFor(scene, uses, strides, first, isWanted) : undefined;
  if (other && ending) return { strides, ways: other, ending };
  return { strides, ways };
}

const priceOfAll = (ways: ReadonlyMap<Stride, Way>): number =>
  [...ways].reduce((sum, [stride, way]) => sum + priceOf(stride, way), 0);

function waysFor(
  loop: Loop,
  strides: ReadonlyMap<string, Stride>,
  allowed: readonly Way[],
): Map<Stride, Way> | undefined {
  let room = some(loop, (s) => s.op === 'loop') ? MOST_OUTSIDE : MOST_VARIABLES;
  const saving = (stride: Stride): number =>
    priceOf(stride, 'as it is') - Math.min(priceOf(stride, 'one step'), priceOf(stride, 'each its own'));
  const ways = new Map<Stride, Way>();
  for (const stride of [...strides.values()].sort((a, b) => saving(b) - saving(a))) {
    const way = cheapest(stride, room, allowed);
    if (!way) return undefined;
    ways.set(stride, way);
    room -= variablesFor(stride, way);
  }
  return ways;
}

// ---------------------------------------------------------------- the end of the loop

function endingFor(
  scene: Scene,
  uses: ReadonlyMap<Expression, Use>,
  strides: ReadonlyMap<string, Stride>,
  first: ReadonlyMap<string, Constant>,
  isWanted: (local: string) => boolean,
): Ending | undefined {
  const { test } = scene.loop;
  const name = test?.op === 'binary' && test.left.op === 'local' ? test.left.name : undefined;
  const counter = [...scene.counters.values()].find((c) => c.name === name);
  const start = first.get(name ?? '');
  const step = counter && constantOf(counter.step);
  if (!counter || start === undefined || step === undefined || isWanted(counter.name)) return undefined;
  const iterations = iterationsOf(test, counter.name, Number(start.value), step);
  if (!iterations || isReadElsewhere(scene, counter, uses)) return undefined;
  for (const stride of strides.values()) {
    const by = constantOf(strideIn(stride.moving, scene));
    if (by && Math.abs(by) * iterations < 2 ** 32) return { counter, stride, distance: by * iterations };
  }
  return undefined;
}

/** Does anything else read the counter but the test, its own step, and what is going to be replaced? */
function isReadElsewhere({ loop }: Scene, { name, stepping }: Counter, uses: ReadonlyMap<Expression, Use>): boolean {
  let found = false;
  const look = (e: Expression): void => {
    if (uses.has(e)) return;
    found ||= e.op === 'local' && e.name === name;
    operandsOf(e).forEach(look);
  };
  const walk = (body: readonly Statement[]): void => {
    for (const s of body) {
      if (s === stepping) continue;
      expressionsOf(s).forEach(look);
      blocksOf(s).forEach(walk);
    }
  };
  walk(loop.body);
  walk(loop.step);
  if (loop.test) operandsOf(loop.test).slice(1).forEach(look);
  return found;
}
