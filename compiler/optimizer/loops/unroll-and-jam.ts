/**
 * Unroll and jam: several iterations of an outer loop share one inner loop.
 *
 * Takes: a function. Gives: the same where of
 *
 *     for (j = 0; j < n; j++) { before; for (k ...) sum += x[k] * y[k][j]; behind; }
 *
 * four iterations are done at once: what is before the inner loop for each, one inner loop that goes on with four sums, and
 * what is behind it for each; the iterations that are left are done as they were. One idea: a sum waits for its own additions
 * alone, so four take hardly longer than one, and what the iterations load alike is loaded once; each sum has its old order.
 * That iterations are so mixed nobody sees if they pass nothing on to each other: no local (jam-shape.ts), and no memory,
 * which is written behind the inner loop only (jam-memory.ts).
 * (Callahan, Carr and Kennedy, Improving Register Allocation for Subscripted Variables, 1990.)
 */
import { add, constI32, local } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Loop, MachineType, SetLocal, Statement, Store } from '../../ir/ir.ts';
import { wantedBehindLoops } from '../../ir/liveness.ts';
import { printExpression } from '../../ir/text.ts';
import { mapBlocksOf, mapExpression, mapExpressionsOf, mapOperands, some } from '../../ir/walk.ts';
import { Accesses } from '../analyses/accesses.ts';
import { Objects } from '../analyses/objects.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { foldExpression } from '../simplify/fold.ts';
import { readsWhatIsWritten } from './jam-memory.ts';
import { addsUp, moveOn, type Nest, nestOf, roomFor, sharedLoads } from './jam-shape.ts';

export function unrollAndJam(definition: Definition, context: PassContext): Definition {
  const isNested = some(definition, (s) => s.op === 'loop' && some(s, (inner) => inner.op === 'loop'));
  return isNested ? new Jam(definition, context).run() : definition;
}

class Jam {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #accesses: Accesses;
  readonly #types: ReadonlyMap<string, MachineType>;
  readonly #wanted: ReadonlyMap<Loop, ReadonlySet<string>>;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('unroll-and-jam', context);
    this.#accesses = new Accesses(new Objects(definition, context.hidden), context.strictAliasing !== false);
    this.#types = new Map([...definition.parameters, ...definition.locals].map(({ name, type }) => [name, type]));
    this.#wanted = wantedBehindLoops(definition) ?? new Map();
  }

  run(): Definition {
    return this.#names.declaredIn(this.#definition, this.#block(this.#definition.body));
  }

  #block(body: readonly Statement[]): readonly Statement[] {
    let same = true;
    const result = body.flatMap((s): readonly Statement[] => {
      const nest = s.op === 'loop' ? nestOf(s, this.#wanted.get(s)) : undefined;
      const isFree = nest && addsUp(nest) && !readsWhatIsWritten(nest, this.#definition, this.#accesses);
      const made = isFree ? this.#jammed(nest) : [mapBlocksOf(s, (block) => this.#block(block))];
      same &&= made.length === 1 && made[0] === s;
      return made;
    });
    return same ? body : result;
  }

  /** The loop over several iterations, and the old one for those that are left. */
  #jammed(nest: Nest): readonly Statement[] {
    const { loop, inner, iterations, control } = nest;
    this.#tell.done(loop, () => `${iterations} iterations go through the inner loop together`);
    const { loads, body } = this.#sharing(nest);
    const copies = Array.from({ length: iterations }, (_, iteration) => this.#copy(nest, iteration));
    const all = (part: readonly (SetLocal | Store)[]): readonly Statement[] => copies.flatMap((copy) => part.map(copy));
    const through: Loop = { ...inner, label: this.#names.label(inner.label), body: [...loads, ...all(body)] };
    const { own: _, ...plain } = loop;
    const together: Loop = {
      ...plain,
      label: this.#names.label(loop.label),
      test: roomFor(nest, iterations),
      body: [...control, ...all(nest.before), through, ...all(nest.behind)],
      step: [moveOn(nest, iterations)],
    };
    return [together, loop];
  }

  /** What the iterations load alike in locals, and the inner loop's body that reads them. */
  #sharing(nest: Nest): { readonly loads: readonly SetLocal[]; readonly body: readonly SetLocal[] } {
    const names = new Map<string, string>();
    const loads: SetLocal[] = [];
    for (const load of sharedLoads(nest)) {
      const text = printExpression(load);
      if (names.has(text)) continue;
      const name = this.#names.local('shared', load.type);
      names.set(text, name);
      loads.push({ op: 'set', local: name, value: load });
    }
    const replaced = (e: Expression): Expression => {
      const name = e.op === 'load' ? names.get(printExpression(e)) : undefined;
      return name === undefined ? mapOperands(e, replaced) : local(name, e.type);
    };
    return { loads, body: nest.body.map((s) => mapExpressionsOf(s, replaced) as SetLocal) };
  }

  /** Makes a statement one of that iteration, which has its own locals. */
  #copy({ counter, own }: Nest, iteration: number): (s: SetLocal | Store) => Statement {
    const names = new Map<string, string>();
    if (iteration > 0) for (const name of own) names.set(name, this.#names.local(name, this.#types.get(name)));
    const change = (e: Expression): Expression => {
      if (e.op !== 'local') return e;
      return e.name === counter ? add(e, constI32(iteration)) : local(names.get(e.name) ?? e.name, e.type);
    };
    return (s) => {
      const made = mapExpressionsOf(s, (e) => foldExpression(mapExpression(e, change)));
      return made.op === 'set' ? { ...made, local: names.get(made.local) ?? made.local } : made;
    };
  }
}
