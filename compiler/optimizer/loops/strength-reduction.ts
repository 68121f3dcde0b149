/**
 * Strength reduction: addresses that are linear in an induction variable are stepped, not multiplied out in each iteration.
 *
 * Takes: a function. Gives: the same where of `a + 8 * (n * i + j)` what the loop leaves the same is computed before it,
 * and what is a multiple of its counter is a variable of its own, to which the loop's step adds; where nothing else
 * needs the counter any more and the number of iterations is known, such a variable ends the loop too.
 * Inner loops come first: what they leave before them moves with the counters of outer ones.
 * (Cocke and Kennedy, An Algorithm for Reduction of Operator Strength, 1977.)
 *
 *     polynomials.ts     expressions as sums of products
 *     linear.ts          a loop's counters, and what is linear in them
 *     strides.ts         what is worth a variable
 *     strength-plan.ts   what is done with a loop
 *     trip-count.ts          how often a loop runs
 */
import { local } from '../../ir/builders.ts';
import type { Function as Definition, Loop, Statement } from '../../ir/ir.ts';
import { wantedBehindLoops } from '../../ir/liveness.ts';
import { mapInnerFirst, some } from '../../ir/walk.ts';
import { constantsBehind, isInvariant } from '../analyses/counted.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { type Scene, sceneOf } from './linear.ts';
import { type Ending, planFor, usesIn } from './strength-plan.ts';
import { Stepping } from './strength-steps.ts';

export function reduceStrength(definition: Definition, context: PassContext): Definition {
  if (!some(definition, (s) => s.op === 'loop') || some(definition, (s) => s.op === 'landing')) return definition;
  return new Strength(definition, context).run();
}

class Strength {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  /** Locals that are wanted behind each loop, by its label. */
  readonly #wanted = new Map<string, ReadonlySet<string>>();
  /** Locals that were made for what stays the same in a loop, and for what is stepped. */
  readonly #same = new Set<string>();
  readonly #stepped = new Set<string>();

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('strength-reduce', context);
    for (const [{ label }, wanted] of wantedBehindLoops(definition) ?? [])
      this.#wanted.set(label, new Set([...wanted, ...(this.#wanted.get(label) ?? [])]));
  }

  run(): Definition {
    const body = mapInnerFirst(this.#definition.body, (s, before) => (s.op === 'loop' ? this.#loop(s, before) : [s]));
    return this.#names.declaredIn(this.#definition, body);
  }

  #loop(loop: Loop, before: readonly Statement[]): readonly Statement[] {
    const scene = sceneOf(loop);
    if (!scene) return [loop];
    const { left, rest } = this.#leave(scene);
    const uses = usesIn(rest);
    const first = constantsBehind(before);
    const isWanted = (name: string): boolean => this.#wanted.get(loop.label)?.has(name) ?? true;
    const plan = planFor(rest, uses, first, isWanted);
    const made = new Stepping(rest, plan, first, (base) => this.#names.local(base)).write(uses);
    for (const name of made.same) this.#same.add(name);
    for (const name of made.stepped) this.#stepped.add(name);
    if (made.stepped.length > 0) this.#tell.done(loop, () => textOf(made.stepped.length, plan.ending));
    return [...left, ...made.before, made.loop];
  }

  /** Takes out what was computed before an inner loop and is the same in all iterations of this one too. */
  #leave(scene: Scene): { readonly left: readonly Statement[]; readonly rest: Scene } {
    const set = new Set(scene.set);
    const left: Statement[] = [];
    const body = scene.loop.body.flatMap((s): readonly Statement[] => {
      if (s.op !== 'set' || !isInvariant(s.value, set)) return [s];
      if (this.#same.has(s.local)) {
        set.delete(s.local);
        left.push(s);
        return [];
      }
      if (!this.#stepped.has(s.local) || s.value.op !== 'binary') return [s];
      const name = this.#names.local('same');
      this.#same.add(name);
      left.push({ ...s, local: name });
      return [{ ...s, value: local(name, 'i32') }];
    });
    return left.length === 0 ? { left, rest: scene } : { left, rest: { ...scene, set, loop: { ...scene.loop, body } } };
  }
}

function textOf(count: number, ending: Ending | undefined): string {
  const what = count === 1 ? 'one address is stepped' : `${count} addresses are stepped`;
  return ending ? `${what}, and one ends the loop instead of '${ending.counter.name}'` : what;
}
