/**
 * The vector loop that goes before a scalar one and leaves it the rest.
 *
 * Takes: a loop's shape, and how many iterations are to be taken at once. Gives: the statements that replace the loop:
 *
 *     rest = number of iterations
 *     if (rest >= lanes && nothing overlaps) {
 *       do { several vectors } while (there are as many);
 *       do { one vector } while (there is one);
 *       counters moved on, parts of reductions put together
 *     }
 *     the loop as it was
 *
 * One idea: addresses are walked by a pointer for each group of accesses, counters are moved at the end, at once.
 */
import { add, binary, constI32, isConstantValue, mul, select, sub } from '../../ir/builders.ts';
import type { Expression, Load, Loop, SetLocal, Statement, Store } from '../../ir/ir.ts';
import { lane, vector } from '../../ir/vectors.ts';
import type { Names } from '../names.ts';
import { Body, type BodySetting, type Place, Preparation, pointerStep, stepsOf } from './body.ts';
import { shapeOfLanes } from './lanes.ts';
import { checksOf, type Group, groupsOf, MOST_ITERATIONS } from './memory.ts';
import { type Carried, combined, neutral, type Reduction } from './reductions.ts';
import { type Control, type Shape, unfit } from './shape.ts';
import type { Wide } from './values.ts';

export interface Plan {
  readonly shape: Shape;
  readonly carried: Carried;
  /** Iterations in one vector. */
  readonly lanes: number;
  /** Vectors in one iteration of the vector loop. */
  readonly copies: number;
  readonly intBits: number;
  /** A value before the loop, with what is known of the counters there. */
  readonly first: (e: Expression) => Expression;
  /** How often the loop runs. */
  readonly count: Expression;
}

/** The statements in the loop's place. */
export function vectorized(plan: Plan, names: Names): Statement[] {
  return new VectorLoop(plan, names).write();
}

/** One vector's statements, to see whether there are any and what they cost. */
export function sample(plan: Plan, names: Names): readonly Statement[] {
  return new VectorLoop(plan, names).sample();
}

/** How often `control` lets the loop run, from what its operands are at its start; as unsigned. */
export function countOf({ operator, step }: Control, left: Expression, bound: Expression): Expression {
  const zero = constI32(0);
  const by = step.op === 'const' ? Number(step.value) : undefined;
  const [up, down] = [sub(bound, left), sub(left, bound)];
  if (operator === 'ne' && by) return by > 0 ? divided(up, constI32(by)) : divided(down, constI32(-by));
  const rises = operator.startsWith('l');
  if (!/^[lg][te]_/.test(operator) || (by === undefined ? !rises : by === 0 || rises !== by > 0))
    return unfit('nothing tells how often it runs');
  const apart = rises ? up : down;
  const distance = operator[1] === 't' ? add(apart, constI32(-1)) : apart;
  const magnitude = by === undefined ? step : constI32(Math.abs(by));
  const count = add(divided(distance, magnitude), constI32(1));
  const runs = binary(operator, left, bound);
  return select(by === undefined ? select(binary('gt_s', step, zero), runs, zero) : runs, count, zero);
}

const divided = (e: Expression, by: Expression): Expression => {
  const power = by.op === 'const' ? Math.log2(Number(by.value)) : Number.NaN;
  return Number.isInteger(power) ? binary('shr_u', e, constI32(power)) : binary('div_u', e, by);
};

const i32 = (name: string): Expression => ({ op: 'local', type: 'i32', name });
const v128 = (name: string): Expression => ({ op: 'local', type: 'v128', name });
const set = (local: string, value: Expression): SetLocal => ({ op: 'set', local, value });

/** The statements where the test says so. */
function when(test: Expression, then: readonly Statement[]): Statement[] {
  if (test.op === 'const') return isConstantValue(test, 0) ? [] : [...then];
  return [{ op: 'if', test, then, otherwise: [] }];
}

class VectorLoop {
  readonly #plan: Plan;
  readonly #names: Names;
  readonly #before: Preparation;
  readonly #groups: readonly Group[];
  readonly #pointers = new Map<Group, string>();
  readonly #places = new Map<Load | Store, Place>();
  readonly #counters = new Map<string, string>();
  /** For each copy, the parts of the reductions. */
  readonly #parts: ReadonlyMap<Reduction, string>[];
  /** Iterations that may be taken. */
  readonly #rest: Expression;
  readonly #counting: SetLocal[] = [];

  constructor(plan: Plan, names: Names) {
    this.#plan = plan;
    this.#names = names;
    this.#before = new Preparation(names);
    this.#groups = groupsOf(plan.shape.accesses).map((group) => ({ ...group, start: plan.first(group.start) }));
    this.#rest = this.#counted();
    this.#parts = Array.from({ length: plan.copies }, () => {
      return new Map(plan.carried.reductions.map((r) => [r, names.local(`${r.local}_part`, 'v128')]));
    });
    for (const group of this.#groups) this.#walk(group);
  }

  /** The loop's count; one less where the scalar loop has to leave its locals behind. */
  #counted(): Expression {
    const { count, carried } = this.#plan;
    const less = (e: Expression): Expression => (carried.leaving ? select(e, add(e, constI32(-1)), e) : e);
    if (count.op === 'const') return less(count);
    const rest = this.#names.local('rest');
    this.#counting.push(set(rest, count));
    if (carried.leaving) this.#counting.push(set(rest, less(i32(rest))));
    return i32(rest);
  }

  /** Gives the members of a group their places. */
  #walk(group: Group): void {
    const { stride, start, members } = group;
    if (members.some(({ access }) => access.conditional && !isSafe(group, access.node)))
      unfit('it reads memory in some iterations only');
    const pointer = stride === 0 ? undefined : this.#names.local('at');
    if (pointer !== undefined) this.#pointers.set(group, pointer);
    for (const { access, offset, pair } of members)
      this.#places.set(access.node, {
        pointer: pointer === undefined ? start : i32(pointer),
        offset,
        stride,
        ...(pair && { pair }),
      });
  }

  sample(): readonly Statement[] {
    checksOf(this.#groups, this.#plan.lanes, constI32(0));
    return this.#copy(0);
  }

  write(): Statement[] {
    const { shape, lanes } = this.#plan;
    const rest = this.#rest;
    const { conditions, needsCount } = checksOf(this.#groups, lanes, rest);
    const least = binary('ge_u', rest, constI32(lanes));
    const checks = needsCount ? [binary('lt_u', rest, constI32(MOST_ITERATIONS)), ...conditions] : conditions;
    const test = [least, ...checks].reduceRight((inner, check) => select(check, inner, constI32(0)));
    const body = this.#inside();
    const scalar = this.#isAll(test) ? [] : [shape.loop];
    return [...this.#counting, ...when(test, body), ...scalar];
  }

  /** Are vectors all that the loop ever does? */
  #isAll(test: Expression): boolean {
    const { shape, lanes, carried, count } = this.#plan;
    const isWhole = count.op === 'const' && Number(count.value) % lanes === 0 && !carried.leaving;
    return isWhole && isConstantValue(test, 1) && shape.loop.test !== undefined;
  }

  /** What is done where there is a vector's worth of iterations. */
  #inside(): Statement[] {
    const { lanes, copies } = this.#plan;
    const rest = this.#rest;
    const all = copies * lanes;
    const many = this.#loop(all, copies, binary('and', rest, constI32(-all)));
    const few = copies > 1 ? this.#loop(lanes, 1, binary('and', rest, constI32(all - lanes))) : [];
    const [begin, end] = [this.#begin(), this.#end()];
    const starts = [...this.#pointers].map(([{ start }, name]) => set(name, start));
    return [...starts, ...this.#before.sets, ...begin, ...many, ...this.#gather(), ...few, ...end];
  }

  /** Vectors as long as there are `iterations` (a multiple of `each`). */
  #loop(each: number, copies: number, iterations: Expression): Statement[] {
    const { shape } = this.#plan;
    const body = Array.from({ length: copies }, (_, copy) => this.#copy(copy)).flat();
    const steps = [...this.#pointers].map(([{ stride }, name]) => set(name, pointerStep(i32(name), stride, each)));
    for (const [name, wide] of this.#counters) steps.push(set(wide, this.#further(name, wide, each)));
    const [walked] = this.#pointers;
    const end = this.#names.local('end');
    const [moving, stride] = walked ? [walked[1], walked[0].stride] : [this.#names.local('taken'), 1];
    const starts = walked ? [] : [set(moving, constI32(0))];
    if (!walked) steps.push(set(moving, add(i32(moving), constI32(each))));
    const bound = set(end, add(i32(moving), mul(iterations, constI32(stride))));
    const label = this.#names.label(`${shape.loop.label}_vector`);
    const test = binary('ne', i32(moving), i32(end));
    const { at } = shape.loop;
    const loop: Loop = { op: 'loop', label, kind: 'do', test, step: [], body: [...body, ...steps], ...(at && { at }) };
    const isOne = isConstantValue(iterations, each);
    return when(
      binary('ne', iterations, constI32(0)),
      isOne ? [...starts, ...body, ...steps] : [...starts, bound, loop],
    );
  }

  #copy(copy: number): Statement[] {
    const { shape, carried, lanes, intBits } = this.#plan;
    const setting: BodySetting = {
      shape,
      body: carried.body,
      lanes,
      intBits,
      names: this.#names,
      before: this.#before,
      placeOf: (node) => this.#places.get(node) as Place,
      counters: this.#counters,
    };
    const parts = this.#parts[copy] as ReadonlyMap<Reduction, string>;
    const { statements, values } = new Body(
      setting,
      copy,
      new Map([...parts].map(([r, name]) => [r.local, this.#wide(r, name)])),
    ).write();
    for (const [{ local }, name] of parts) statements.push(set(name, (values.get(local) as Wide).node));
    return statements;
  }

  #wide({ type }: Reduction, name: string): Wide {
    const { lanes, intBits } = this.#plan;
    const bits = type === 'i32' ? intBits : type === 'f32' ? 32 : 64;
    if (bits * lanes > 128) unfit(`there is no room for ${lanes} lanes of ${type}`);
    if (bits < 32) unfit('there is no room for a sum');
    return { kind: type, bits, node: v128(name) };
  }

  // -------------------------------------------------------------- around the loops

  /** The parts of the reductions at the start. */
  #begin(): Statement[] {
    return this.#parts.flatMap((parts) =>
      [...parts].map(([r, name]) => {
        const first = neutral(r) ?? { op: 'local', type: r.type, name: r.local };
        return set(name, this.#before.splat(this.#lanesOf(r), first));
      }),
    );
  }

  #lanesOf({ type }: Reduction) {
    return shapeOfLanes(type, type === 'i32' ? this.#plan.intBits : type === 'f32' ? 32 : 64);
  }

  /** The copies' parts put together in the first one's. */
  #gather(): Statement[] {
    const [first, ...others] = this.#parts;
    return others.flatMap((parts) =>
      [...parts].map(([r, name]) => {
        const into = first?.get(r) as string;
        return set(into, together(r, this.#lanesOf(r), v128(into), v128(name)));
      }),
    );
  }

  /** Counters moved on over all that was taken, and the lanes' parts put into the reductions. */
  #end(): Statement[] {
    const { shape, carried, lanes } = this.#plan;
    const taken = binary('and', this.#rest, constI32(-lanes));
    const counters = [...shape.inductions].map(([name, step]) => set(name, add(i32(name), mul(taken, step))));
    const parts = carried.reductions.flatMap((r) => {
      const old: Expression = { op: 'local', type: r.type, name: r.local };
      const part = v128(this.#parts[0]?.get(r) as string);
      return Array.from({ length: lanes }, (_, index) =>
        set(r.local, combined(r, old, lane(this.#lanesOf(r), index, part))),
      );
    });
    return [...counters, ...parts];
  }

  #further(name: string, wide: string, iterations: number): Expression {
    const { shape, intBits } = this.#plan;
    const as = shapeOfLanes('i32', intBits);
    const step = shape.inductions.get(name) as Expression;
    return vector(as, 'add', v128(wide), stepsOf(this.#before, as, step, iterations));
  }
}

function together(r: Reduction, lanes: ReturnType<typeof shapeOfLanes>, a: Expression, b: Expression): Expression {
  if (r.comparison) return vector('v128', 'select', vector(lanes, r.comparison as 'lt', b, a), b, a);
  return vector(r.kind === 'add' || r.kind === 'mul' ? lanes : 'v128', r.kind as 'add', a, b);
}

/** Is what a conditional access reads read or written in every iteration anyhow? */
function isSafe({ members }: Group, node: Load | Store): boolean {
  const one = members.find(({ access }) => access.node === node);
  return members.some(({ access, offset, size }) => !access.conditional && offset === one?.offset && size >= one.size);
}
