/**
 * Innermost loops over neighbouring elements, several iterations at a time: WebAssembly's vectors of sixteen bytes.
 *
 * Takes: a function. Gives: one in which counted loops that are fit for it are preceded by a vector loop, and run what
 * is left. Results are those of the scalar loop, bit for bit, but for sums of floating-point numbers under
 * -ffast-math. (Larsen and Amarasinghe, 2000, and Nuzman and Henderson, 2006, describe what compilers do here.)
 *
 *     shape.ts        what one iteration does, in terms of its start
 *     reductions.ts   what goes on from one iteration to the next
 *     memory.ts       what accesses may be in each other's way
 *     values.ts       expressions as vectors
 *     lanes.ts        which vectors to take
 *     ranges.ts       what integers may be, to keep bytes in bytes
 *     body.ts         an iteration as vectors
 *     loop.ts         the vector loop, and the scalar one behind it
 */
import { memorySize, operandsOf } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Loop, Statement } from '../../ir/ir.ts';
import { wantedBehindLoops } from '../../ir/liveness.ts';
import {
  blocksOf,
  expressionsOf,
  mapBlocksOf,
  mapExpression,
  some,
  visitExpressions,
  visitStatements,
} from '../../ir/walk.ts';
import { Definitions } from '../analyses/definitions.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { foldExpression } from '../simplify/fold.ts';
import { countOf, type Plan, sample, vectorized } from './loop.ts';
import { checksOf, groupsOf } from './memory.ts';
import { carriedIn } from './reductions.ts';
import { type Shape, shapeOf, Unfit, unfit } from './shape.ts';

const NOWHERE: ReadonlyMap<Loop, ReadonlySet<string>> = new Map();

/** Loops that are known to run less often than this many vectors stay. */
const LEAST_VECTORS = 1;

export function vectorize(definition: Definition, context: PassContext): Definition {
  if (!some(definition, (s) => s.op === 'loop')) return definition;
  return new Vectorizer(definition, context).run();
}

class Vectorizer {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #fastMath: boolean;
  #wanted: ReadonlyMap<Loop, ReadonlySet<string>> | undefined;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('vectorize', context);
    this.#fastMath = context.fastMath ?? false;
  }

  run(): Definition {
    const body = this.#block(this.#definition.body, new Definitions());
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], known: Definitions): readonly Statement[] {
    const result = body.flatMap((s) => this.#statement(s, known));
    return result.length === body.length && result.every((s, index) => s === body[index]) ? body : result;
  }

  #statement(s: Statement, known: Definitions): readonly Statement[] {
    if (blocksOf(s).length === 0) {
      known.pass(s);
      return [s];
    }
    const before = s.op === 'loop' && isInnermost(s) ? known.copy() : undefined;
    known.forgetSetIn([s]);
    if (before) return this.#loop(s as Loop, before);
    return [mapBlocksOf(s, (block) => this.#block(block, known.copy()))];
  }

  #loop(loop: Loop, before: Definitions): readonly Statement[] {
    try {
      const plan = this.#plan(loop, before);
      this.#tell.done(loop, () => doneText(plan));
      return vectorized(plan, this.#names);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.#tell.missed(loop, () => `not vectorized: ${error.message}`);
      return [loop];
    }
  }

  /** Is the local read behind the loop? */
  #isWanted(name: string, loop: Loop): boolean {
    this.#wanted ??= wantedBehindLoops(this.#definition) ?? NOWHERE;
    return this.#wanted.get(loop)?.has(name) ?? true;
  }

  /** The widest plan that fits. */
  #plan(loop: Loop, before: Definitions): Plan {
    const shape = shapeOf(loop);
    const carried = carriedIn(shape, (name) => this.#isWanted(name, loop), this.#fastMath);
    const { left, bound } = shape.control;
    const first = (e: Expression): Expression => foldExpression(mapExpression(e, (inner) => constantOf(inner, before)));
    const count = countOf(shape.control, first(left), first(bound));
    let reason: Unfit | undefined;
    for (const lanes of lanesFor(shape)) {
      const plan: Plan = { shape, carried, lanes, copies: 1, intBits: Math.min(32, 128 / lanes), first, count };
      try {
        return this.#paying(plan);
      } catch (error) {
        if (!(error instanceof Unfit)) throw error;
        reason = error;
      }
    }
    throw reason ?? new Unfit('its values are too large for vectors');
  }

  /** The plan with as many vectors a turn as pay. */
  #paying(plan: Plan): Plan {
    const { count, lanes } = plan;
    if (count.op === 'const' && Number(count.value) >>> 0 < lanes * LEAST_VECTORS)
      unfit(`it runs ${Number(count.value) >>> 0} times only`);
    const made = sample(plan, this.#names.draft());
    const [alone, together] = [costOf(plan.carried.body) * lanes, costOf(made)];
    if (together >= alone) unfit(`${lanes} iterations at once cost as much as one by one`);
    return { ...plan, copies: copiesFor(together, plan) };
  }
}

// ---------------------------------------------------------------- what pays

/** Steps of the machine for the statements, addresses aside. */
function costOf(body: readonly Statement[]): number {
  let cost = 0;
  const look = (e: Expression): void => {
    cost += nodeCost(e);
    if (e.op === 'load') return;
    for (const operand of operandsOf(e)) look(operand);
  };
  visitStatements(body, (s) => {
    if (s.op === 'store') cost++;
    for (const e of s.op === 'store' ? [s.value] : expressionsOf(s)) look(e);
  });
  return cost;
}

function nodeCost(e: Expression): number {
  switch (e.op) {
    case 'const':
    case 'local':
    case 'vector.const':
      return 0;
    case 'vector':
      return /^of_f(?:32|64)_/.test(e.operator) ? 6 : 1;
    default:
      return 1;
  }
}

/** Short bodies do several vectors a turn: each turn costs a test of its own. */
function copiesFor(cost: number, { count, lanes }: Plan): number {
  const wanted = cost <= 8 ? 4 : cost <= 20 ? 2 : 1;
  if (count.op !== 'const') return wanted;
  const vectors = Math.floor((Number(count.value) >>> 0) / lanes);
  return vectors < wanted ? 1 : wanted;
}

// ---------------------------------------------------------------- questions

/** Iterations that a vector may hold, most first: as many as the smallest element allows. */
function lanesFor(shape: Shape): number[] {
  const sizes = shape.accesses.filter(({ stride }) => stride !== 0).map(({ node }) => memorySize(node.memory));
  const least = Math.min(4, ...sizes);
  const fewest = hasLarge(shape) ? 2 : 4;
  return [16, 8, 4, 2].filter((lanes) => lanes * least <= 16 && lanes >= fewest);
}

/** Are there values of 64 bits? */
function hasLarge({ body }: Shape): boolean {
  let found = false;
  visitExpressions(body, (e) => {
    found ||= e.type === 'f64' || e.type === 'i64';
  });
  return found;
}

/** A local that is known to hold a constant, as the constant. */
function constantOf(e: Expression, known: Definitions): Expression {
  const value = e.op === 'local' ? known.resolve(e) : e;
  return value.op === 'const' ? value : e;
}

const isInnermost = (loop: Loop): boolean => !some(loop, (s) => s.op === 'loop');

/** What was done, for people. */
function doneText({ shape, lanes, copies }: Plan): string {
  const checks = checksOf(groupsOf(shape.accesses), lanes, { op: 'const', type: 'i32', value: 0 }).conditions.length;
  const turns = copies > 1 ? `, ${copies} vectors a turn` : '';
  const overlap =
    checks > 0 ? `, where ${checks === 1 ? 'pointers do' : `${checks} pairs of pointers do`} not overlap` : '';
  return `vectorized: ${lanes} iterations at once${turns}${overlap}`;
}
