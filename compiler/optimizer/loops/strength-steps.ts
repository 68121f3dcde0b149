/**
 * Writes a loop whose addresses are stepped.
 *
 * Takes: a loop, its expressions that move, and the plan. Gives: the assignments that go before it, and the loop. One
 * idea: a variable is set before the loop to what the expression is in the first iteration, and the loop's step, which every
 * iteration comes to, moves it on together with the counter: so it is right wherever the body reads it.
 */
import { add, binary, constI32, local } from '../../ir/builders.ts';
import type { Constant, Expression, Loop, SetLocal } from '../../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapOperands, mapStatements } from '../../ir/walk.ts';
import { foldExpression } from '../simplify/fold.ts';
import { type Scene, strideIn } from './linear.ts';
import { expressionOf, plus } from './polynomials.ts';
import type { Ending, Plan, Use } from './strength-plan.ts';
import { type Family, familyKey, isSingle, type Linear, type Stride, strideKey } from './strides.ts';

export interface Stepped {
  readonly before: readonly SetLocal[];
  readonly loop: Loop;
  /** The variables that are stepped, and the locals for what stays the same. */
  readonly stepped: readonly string[];
  readonly same: readonly string[];
}

/** What the expressions of a family are made of. */
interface Moved {
  readonly address: Expression;
  /** The object is in it, and the least of the constants. */
  readonly isWhole: boolean;
}

export class Stepping {
  readonly #scene: Scene;
  readonly #plan: Plan;
  readonly #first: ReadonlyMap<string, Constant>;
  readonly #name: (base: string) => string;
  readonly #before: SetLocal[] = [];
  readonly #steps: SetLocal[] = [];
  readonly #same: string[] = [];
  readonly #stepped: string[] = [];
  readonly #families = new Map<Family, Moved>();
  /** The first variable of each stride, and what it is at first. */
  readonly #leading = new Map<Stride, readonly [variable: Expression, start: Expression]>();

  /** `first` are the constants that locals are known to hold before the loop; `name` makes a local. */
  constructor(scene: Scene, plan: Plan, first: ReadonlyMap<string, Constant>, name: (base: string) => string) {
    this.#scene = scene;
    this.#plan = plan;
    this.#first = first;
    this.#name = name;
  }

  write(uses: ReadonlyMap<Expression, Use>): Stepped {
    for (const stride of this.#plan.strides.values()) this.#stride(stride);
    const { loop } = this.#scene;
    if (this.#stepped.length === 0) return { before: [], loop, stepped: [], same: [] };
    const replaced = (e: Expression): Expression => {
      const use = uses.get(e);
      return (use && this.#replacement(use.linear)) ?? mapOperands(e, replaced);
    };
    const { own: _, test, step, ...rest } = loop;
    const body = mapStatements(loop.body, (s) => mapExpressionsOf(s, replaced));
    const { ending } = this.#plan;
    const ended: Loop = ending
      ? { ...rest, body, test: this.#ending(ending), step: step.filter((s) => s !== ending.counter.stepping) }
      : { ...rest, body, ...(test && { test: replaced(test) }), step };
    const made = { ...ended, step: [...ended.step, ...this.#steps] };
    return { before: this.#before, loop: made, stepped: this.#stepped, same: this.#same };
  }

  // -------------------------------------------------------------- variables

  #stride(stride: Stride): void {
    const way = this.#plan.ways.get(stride);
    const families = [...stride.families.values()];
    if (way === 'one step') {
      const moved = this.#variable(stride, expressionOf(stride.moving));
      for (const family of families) this.#families.set(family, { address: this.#with(family, moved), isWhole: false });
    } else if (way === 'each its own')
      for (const family of families)
        this.#families.set(family, { address: this.#variable(stride, startOf(family)), isWhole: isSingle(family) });
  }

  #with({ fixed }: Family, moved: Expression): Expression {
    return fixed.size === 0 ? moved : add(this.#kept('same', expressionOf(fixed)), moved);
  }

  /** A variable that starts with the value and is stepped. */
  #variable(stride: Stride, start: Expression): Expression {
    const name = this.#name('at');
    const variable = local(name, 'i32');
    const value = this.#atFirst(start);
    this.#set(name, value);
    const by = this.#kept('by', expressionOf(strideIn(stride.moving, this.#scene)));
    this.#steps.push({ op: 'set', local: name, value: add(variable, by) });
    this.#stepped.push(name);
    if (!this.#leading.has(stride)) this.#leading.set(stride, [variable, value]);
    return variable;
  }

  /** What stays the same, in a local unless it is one. */
  #kept(base: string, value: Expression): Expression {
    if (value.op === 'const' || value.op === 'local') return value;
    const name = this.#name(base);
    this.#set(name, value);
    this.#same.push(name);
    return local(name, 'i32');
  }

  #set(name: string, value: Expression): void {
    const { at } = this.#scene.loop;
    this.#before.push({ op: 'set', local: name, value, ...(at && { at }) });
  }

  /** With what is known of the counters before the loop. */
  #atFirst(e: Expression): Expression {
    const known = mapExpression(e, (inner) => (inner.op === 'local' ? (this.#first.get(inner.name) ?? inner) : inner));
    return foldExpression(known);
  }

  // -------------------------------------------------------------- the loop

  #replacement(linear: Linear): Expression | undefined {
    const family = this.#plan.strides.get(strideKey(linear))?.families.get(familyKey(linear)) as Family;
    const moved = this.#families.get(family);
    if (!moved) return undefined;
    const { address, isWhole } = moved;
    if (isWhole) return add(address, constI32((linear.constant - family.least) | 0));
    const constant = constI32(linear.constant);
    return linear.base ? add(add(linear.base, constant), address) : add(address, constant);
  }

  /** The test that a variable has not come to its end, which is not where it starts. */
  #ending({ stride, distance }: Ending): Expression {
    const [variable, start] = this.#leading.get(stride) as readonly [Expression, Expression];
    const end = add(start, constI32(distance | 0));
    return binary('ne', variable, isLeaf(end) ? end : this.#kept('end', end));
  }
}

const isLeaf = ({ op }: Expression): boolean => op === 'const' || op === 'static';

/** The address in the first iteration, with its object and least constant if there is one object. */
function startOf(family: Family): Expression {
  const moving = expressionOf(plus(family.fixed, family.moving, 1));
  if (!isSingle(family)) return moving;
  const [base] = family.bases.values();
  const from = constI32(family.least);
  return base ? add(add(base, from), moving) : add(moving, from);
}
