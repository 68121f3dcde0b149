/**
 * Puts the iterations of a short loop one after the other, where their number is known.
 *
 * Takes: a function. Gives: the same without such loops. One idea: in each iteration the counter is a constant, so indexes
 * of small arrays become offsets, and the array can become locals (scalars); V8 asks at the end of each iteration of a
 * loop whether it is to stop, which costs more than a few operations. What only lives in an iteration gets a name in each.
 */
import { binary, constI32, local } from '../../ir/builders.ts';
import { type LocalUse, localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, Loop, MachineType, Statement } from '../../ir/ir.ts';
import {
  expressionsOf,
  localsSetBy,
  mapExpression,
  mapExpressionsOf,
  mapInnerFirst,
  mapStatements,
  some,
  visitExpression,
  visitStatements,
} from '../../ir/walk.ts';
import { constantsBehind, sizeOf } from '../analyses/counted.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { foldExpression } from '../simplify/fold.ts';

/** Iterations, and nodes of IR of all of them, that are put one after the other: from -O3 on there may be more. */
const MODERATE = { iterations: 4, nodes: 240 };
const GENEROUS = { iterations: 8, nodes: 720 };

export function unrollShortLoops(definition: Definition, context: PassContext): Definition {
  const isLooping = some(definition, (s) => s.op === 'loop' && s.test !== undefined && s.step.length > 0);
  if (!isLooping || some(definition, (s) => s.op === 'landing')) return definition;
  return new Unrolling(definition, context).run();
}

/** A loop's counter in each iteration, and behind the last. */
interface Iterations {
  readonly counter: string;
  readonly values: readonly number[];
  readonly end: number;
}

class Unrolling {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #most: { readonly iterations: number; readonly nodes: number };
  readonly #uses: ReadonlyMap<string, LocalUse>;
  readonly #types: ReadonlyMap<string, MachineType>;
  /** Locals of iterations that stand by themselves by now. */
  readonly #fresh = new Map<string, MachineType>();

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('unroll', context);
    this.#most = context.level >= 3 ? GENEROUS : MODERATE;
    this.#uses = localUses(definition);
    this.#types = new Map(definition.locals.map(({ name, type }) => [name, type]));
  }

  run(): Definition {
    // What is left of inner loops counts.
    const body = mapInnerFirst(this.#definition.body, (s, before, was) =>
      s.op === 'loop' ? this.#loop(s, before, was as Loop) : [s],
    );
    return this.#names.declaredIn(this.#definition, body);
  }

  #loop(s: Loop, before: readonly Statement[], was: Loop): readonly Statement[] {
    const iterations = iterationsOf(s, before, this.#most.iterations);
    return (iterations && this.#unrolled(s, iterations, this.#passing(was, s))) ?? [s];
  }

  #unrolled(
    s: Loop,
    { counter, values, end }: Iterations,
    passing: ReadonlySet<string>,
  ): readonly Statement[] | undefined {
    if (sizeOf(s.body) * values.length > this.#most.nodes) return undefined;
    this.#tell.done(s, () => `its ${values.length} iterations stand one after the other`);
    const leaves = some({ body: s.body }, (inner) => inner.op === 'break' && inner.label === s.label);
    const iterations = values.flatMap((value) => {
      const iteration = this.#iteration(s, counter, value, passing);
      return leaves ? [setTo(counter, value), ...iteration] : iteration;
    });
    const whole = [...iterations, setTo(counter, end)];
    return leaves ? [{ op: 'block', label: s.label, body: whole, ...(s.at && { at: s.at }) }] : whole;
  }

  /** Locals that live in an iteration alone: each is set there before anything reads it, as it was or in an inner iteration. */
  #passing(was: Loop, { body }: Loop): ReadonlySet<string> {
    const isPassing = ([name, number]: [string, number]): boolean => {
      const use = this.#uses.get(name);
      return use?.first !== undefined && this.#types.has(name) && use.reads + use.assignments === number;
    };
    const own = [...mentionsIn(was.body)].filter(isPassing).map(([name]) => name);
    const inner = [...mentionsIn(body).keys()].filter((name) => this.#fresh.has(name));
    return new Set([...own, ...inner]);
  }

  #copyOf(name: string): string {
    const type = (this.#types.get(name) ?? this.#fresh.get(name)) as MachineType;
    const copy = this.#names.local(name, type);
    this.#fresh.set(copy, type);
    return copy;
  }

  #iteration(s: Loop, counter: string, value: number, passing: ReadonlySet<string>): readonly Statement[] {
    const renamed = new Map<string, string>();
    for (const name of passing) renamed.set(name, this.#copyOf(name));
    const labels = new Map<string, string>();
    const isContinued = some({ body: s.body }, (inner) => inner.op === 'continue' && inner.label === s.label);
    visitStatements(s.body, (inner) => {
      if (inner.op === 'loop' || inner.op === 'block' || inner.op === 'switch')
        labels.set(inner.label, this.#names.label(inner.label));
    });
    const next = isContinued ? this.#names.label(`${s.label}_next`) : undefined;
    const change = (e: Expression): Expression => {
      if (e.op !== 'local') return e;
      return e.name === counter ? constI32(value) : local(renamed.get(e.name) ?? e.name, e.type);
    };
    const body = mapStatements(s.body, (inner) => {
      const made = mapExpressionsOf(inner, (e) => foldExpression(mapExpression(e, change)));
      return withNames(made, renamed, (label) => labels.get(label) ?? label, s.label, next);
    });
    return next === undefined ? body : [{ op: 'block', label: next, body }];
  }
}

/** How often the statements mention each local. */
function mentionsIn(body: readonly Statement[]): ReadonlyMap<string, number> {
  const mentions = new Map<string, number>();
  const count = (name: string): void => void mentions.set(name, (mentions.get(name) ?? 0) + 1);
  visitStatements(body, (s) => {
    localsSetBy(s).forEach(count);
    for (const e of expressionsOf(s)) visitExpression(e, (inner) => inner.op === 'local' && count(inner.name));
  });
  return mentions;
}

const setTo = (name: string, value: number): Statement => ({ op: 'set', local: name, value: constI32(value) });

/** The statement with new names for the locals it sets and its labels; a `continue` of the loop leaves the iteration. */
function withNames(
  s: Statement,
  renamed: ReadonlyMap<string, string>,
  labelOf: (label: string) => string,
  loop: string,
  next: string | undefined,
): Statement {
  switch (s.op) {
    case 'continue':
      if (s.label === loop && next !== undefined) return { ...s, op: 'break', label: next };
      return { ...s, label: labelOf(s.label) };
    case 'break':
    case 'loop':
    case 'block':
    case 'switch':
      return { ...s, label: labelOf(s.label) };
    case 'set':
    case 'get':
    case 'get.start':
    case 'get.sync':
    case 'stack.save':
    case 'stack.allocate':
    case 'stack.restore':
      return { ...s, local: renamed.get(s.local) ?? s.local };
    case 'call':
      return { ...s, results: s.results.map((name) => renamed.get(name) ?? name) };
    default:
      return s;
  }
}

/** The iterations of a loop that counts from a constant, set right before it, by a constant to one; at most so many. */
function iterationsOf(s: Loop, before: readonly Statement[], most: number): Iterations | undefined {
  const [step] = s.step;
  if (s.kind !== 'while' || s.own || s.test?.op !== 'binary' || s.step.length !== 1 || step?.op !== 'set')
    return undefined;
  const counter = step.local;
  const first = constantsBehind(before).get(counter);
  const isSet = some({ body: s.body }, (inner) => localsSetBy(inner).includes(counter));
  if (!first || isSet || !isCounted(step.value, counter) || !isCounted(s.test, counter)) return undefined;
  const at = (e: Expression, value: number): number => {
    const known = foldExpression(mapExpression(e, (inner) => (inner.op === 'local' ? constI32(value) : inner)));
    return known.op === 'const' ? Number(known.value) : Number.NaN;
  };
  const values: number[] = [];
  let value = Number(first.value);
  for (let test = at(s.test, value); test !== 0; test = at(s.test, value)) {
    if (values.length === most || Number.isNaN(test)) return undefined;
    values.push(value);
    value = at(step.value, value);
  }
  return { counter, values, end: value };
}

/** Is it an operation on the counter, an i32, and constants alone? */
function isCounted(e: Expression, counter: string): boolean {
  const isLeaf = (leaf: Expression): boolean =>
    leaf.type === 'i32' && (leaf.op === 'const' || (leaf.op === 'local' && leaf.name === counter));
  return e.op === 'binary' && isLeaf(e.left) && isLeaf(e.right) && binary(e.operator, e.left, e.right).op !== 'const';
}
