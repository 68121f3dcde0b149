/**
 * Loop-invariant code motion: hoists loads that nothing in the loop changes, pure calls and divisions; and promotes to a local, while the
 * loop runs, what it loads and stores at one address.
 *
 * Takes: a function. Gives: the same with these before its loops, and such stores behind them. One idea: what is done in
 * each iteration is done at all if there is a first one, so it may be done before that one: behind the loop's own test,
 * unless that is known to hold. What an iteration might skip stays; what it does unless a function that it calls ends the
 * program goes before the loop only if it cannot trap. A store goes behind the loop only if every iteration stores there, so
 * that none happens that did not happen in the program.
 */
import { isDroppable, local } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Load, Loop, MachineType, Statement } from '../../ir/ir.ts';
import {
  mapBlocksOf,
  mapExpression,
  mapExpressionsOf,
  mapInnerFirst,
  mapOperands,
  some,
  visitExpression,
} from '../../ir/walk.ts';
import { Accesses, readOf } from '../analyses/accesses.ts';
import { comingBack, isWaiting, writesIn } from '../analyses/clobbers.ts';
import { constantsBehind } from '../analyses/counted.ts';
import { Held, Numbering, type Value } from '../analyses/numbering.ts';
import { Objects } from '../analyses/objects.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { foldExpression } from '../simplify/fold.ts';
import { type Fixed, fixedIn, keptInLocals, type Scene } from './promotion.ts';

/** No more is taken out of one loop: registers are few. */
const MOST_TAKEN = 24;

export function hoistInvariants(definition: Definition, context: PassContext): Definition {
  const isLooping = some(definition, (s) => s.op === 'loop');
  if (!isLooping || some(definition, (s) => s.op === 'landing')) return definition;
  return new Invariants(definition, context).run();
}

class Invariants {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #numbering = new Numbering();
  readonly #accesses: Accesses;
  /** Calls behind which __pgasc_unreached stands come back (emit/wasm/unreached.ts). */
  readonly #isChecked: boolean;
  readonly #added: { name: string; type: MachineType }[] = [];

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('licm', context);
    this.#isChecked = context.keepsCalls === true;
    this.#accesses = new Accesses(new Objects(definition, context.hidden), context.strictAliasing !== false);
  }

  run(): Definition {
    // What leaves inner loops may go on.
    const body = mapInnerFirst(this.#definition.body, (s, before) =>
      s.op === 'loop' && !isWaiting(s) ? this.#loop(s, before) : [s],
    );
    return this.#names.declaredIn(this.#definition, body);
  }

  #loop(s: Loop, before: readonly Statement[]): readonly Statement[] {
    if (s.kind === 'while' && s.test && readsVolatile(s.test)) return [s]; // a test before the loop would be one too many
    const { parameters, locals } = this.#definition;
    const held = new Held({ parameters, locals: [...locals, ...this.#added] }, this.#numbering);
    const name = (base: string, type: MachineType): string => {
      const made = this.#names.local(base, type);
      this.#added.push({ name: made, type });
      return made;
    };
    const writes = writesIn(this.#isChecked ? [s] : comingBack([s]), held, this.#numbering);
    const scene = { loop: s, held, numbering: this.#numbering, accesses: this.#accesses, writes, name };
    const iteration = new Iteration(scene, this.#tell);
    const made = iteration.of(s);
    const { loop, before: loads, after, stores } = keptInLocals({ ...scene, loop: made });
    for (const store of stores)
      this.#tell.done(store, () => `${objectText(store.address)} kept in a local during the loop`);
    if (loop === s) return [s];
    const guarded = [...iteration.guarded, ...loads];
    const whole = [...guarded, loop, ...after];
    const { test } = made;
    if (guarded.length === 0 || s.kind === 'do' || !test || holdsFirst(test, before))
      return [...iteration.free, ...whole];
    return [...iteration.free, { op: 'if', test, then: whole, otherwise: [], ...(s.at && { at: s.at }) }];
  }
}

function readsVolatile(test: Expression): boolean {
  let found = false;
  visitExpression(test, (e) => (found ||= e.op === 'load' && e.volatile === true));
  return found;
}

/** Does the test hold in the first iteration, by what was set right before the loop? */
function holdsFirst(test: Expression, before: readonly Statement[]): boolean {
  const values = constantsBehind(before);
  const first = foldExpression(mapExpression(test, (e) => (e.op === 'local' ? (values.get(e.name) ?? e) : e)));
  return first.op === 'const' && Number(first.value) !== 0;
}

/** Does control come here in the first iteration: surely, unless a call ends the program before, or perhaps not? */
type Coming = 'surely' | 'usually' | 'perhaps';

/** Where an expression may go, and whether the program surely evaluates it there. */
interface Place {
  readonly statements: Statement[];
  readonly isSure: boolean;
}

/** Goes through a loop once, whatever the iteration, and takes out what is the same in all. */
class Iteration {
  /** What may be done whether there is an iteration or not, and what only if there is one. */
  readonly free: Statement[] = [];
  readonly guarded: Statement[] = [];
  readonly #scene: Scene;
  readonly #tell: Teller;
  readonly #fixed: Fixed;
  readonly #taken = new Map<string, Expression>();

  constructor(scene: Scene, tell: Teller) {
    this.#scene = scene;
    this.#tell = tell;
    this.#fixed = fixedIn(scene);
  }

  of(s: Loop): Loop {
    const { held } = this.#scene;
    return held.along(() => {
      const always = { statements: this.free, isSure: true };
      const test = s.kind === 'while' && s.test ? this.#expression(s.test, always) : s.test;
      const [body, coming] = this.#block(s.body, 'surely');
      const [step] = this.#block(s.step, coming);
      const last = s.kind === 'do' && test ? this.#expression(test, this.#placeOf(coming)) : test;
      const isSame = last === s.test && body === s.body && step === s.step;
      return isSame ? s : { ...s, ...(last && { test: last }), body, step };
    });
  }

  /** undefined where the first iteration may not come. */
  #placeOf(coming: Coming): Place | undefined {
    return coming === 'perhaps' ? undefined : { statements: this.guarded, isSure: coming === 'surely' };
  }

  /** The statements, and whether control comes behind them. */
  #block(body: readonly Statement[], coming: Coming): [readonly Statement[], Coming] {
    let here = coming;
    let same = true;
    const result = body.map((s) => {
      const made = this.#statement(s, here);
      same &&= made === s;
      if (mayLeave(s)) here = 'perhaps';
      else if (here === 'surely' && some({ body: [s] }, ({ op }) => op === 'call')) here = 'usually';
      return made;
    });
    return [same ? body : result, here];
  }

  #statement(s: Statement, coming: Coming): Statement {
    const { held } = this.#scene;
    if (s.op === 'loop') held.forgetSetIn([s]);
    const isTested = s.op !== 'loop' || s.kind === 'while';
    const own = mapExpressionsOf(s, (e) => this.#expression(e, isTested ? this.#placeOf(coming) : undefined));
    const value = s.op === 'set' ? this.#valueOf(s.value) : undefined;
    if (value) held.set((s as Statement & { op: 'set' }).local, value);
    if (s.op === 'switch') held.forgetSetIn([s]);
    const inside = s.op === 'block' ? coming : 'perhaps';
    const made = mapBlocksOf(own, (block) => held.along(() => this.#block(block, inside)[0]));
    if (!value) held.forgetSetIn([s]);
    return made;
  }

  #expression(e: Expression, to: Place | undefined): Expression {
    if (e.op === 'select') {
      const test = this.#expression(e.test, to);
      const [then, otherwise] = [e.then, e.otherwise].map((arm) => this.#expression(arm, undefined));
      const isSame = test === e.test && then === e.then && otherwise === e.otherwise;
      return isSame ? e : ({ ...e, test, then, otherwise } as Expression);
    }
    const made = mapOperands(e, (operand) => this.#expression(operand, to));
    if (e.op === 'load') return this.#load(e, to) ?? made;
    return isWorthy(e) ? (this.#take(e, to) ?? made) : made;
  }

  #load(e: Load, to: Place | undefined): Expression | undefined {
    if (e.volatile) return undefined;
    const address = this.#valueOf(e.address);
    const fixed = this.#fixed(address);
    if (!fixed) return undefined;
    const { accesses, writes, loop } = this.#scene;
    const read = readOf(e, address.form);
    const key = `${e.memory} ${address.id}`;
    const known = this.#taken.get(key);
    if (known) return known;
    if (writes.some((write) => accesses.mayChange(write, read))) return undefined;
    const isThere = fixed.op === 'static' || fixed.op === 'frame';
    const place = isThere ? this.free : to?.isSure ? to.statements : undefined;
    if (!place) return undefined;
    this.#tell.done(loop, () => `load of ${objectText(fixed)} taken out of the loop`);
    return this.#put(key, { ...e, address: fixed }, place);
  }

  #take(e: Expression, to: Place | undefined): Expression | undefined {
    const value = this.#valueOf(e);
    const fixed = this.#fixed(value);
    if (!fixed) return undefined;
    const key = `value ${value.id}`;
    const known = this.#taken.get(key);
    if (known) return known;
    return to && (to.isSure || isDroppable(fixed)) ? this.#put(key, fixed, to.statements) : undefined;
  }

  #put(key: string, value: Expression, place: Statement[]): Expression | undefined {
    if (this.#taken.size >= MOST_TAKEN) return undefined;
    const { name, held, loop } = this.#scene;
    const made = local(name('same', value.type), value.type);
    held.declare(made.name, made.type);
    this.#taken.set(key, made);
    place.push({ op: 'set', local: made.name, value, ...(loop.at && { at: loop.at }) });
    return made;
  }

  #valueOf(e: Expression): Value {
    const { held, numbering } = this.#scene;
    return numbering.of(e, (leaf) => {
      if (leaf.op === 'local') return held.of(leaf.name);
      const taken = leaf.volatile ? undefined : this.#taken.get(`${leaf.memory} ${this.#valueOf(leaf.address).id}`);
      return taken?.op === 'local' ? held.of(taken.name) : numbering.unknown(leaf.type);
    });
  }
}

/** Worth a local though V8 does it once by itself where it sees that: calls, and divisions of integers. */
const isWorthy = (e: Expression): boolean =>
  e.op === 'pure' || (e.op === 'binary' && (/^(div|rem)_/.test(e.operator) || e.operator === 'div'));

/** May the statement go elsewhere than behind it, and not only since a function that is called ends the program? */
function mayLeave(s: Statement, inside: readonly string[] = []): boolean {
  if (s.op === 'return') return true;
  if (s.op === 'break' || s.op === 'continue') return !inside.includes(s.label);
  const labels = s.op === 'loop' || s.op === 'block' || s.op === 'switch' ? [...inside, s.label] : inside;
  let leaves = false;
  mapBlocksOf(s, (block) => {
    leaves ||= block.some((inner) => mayLeave(inner, labels));
    return block;
  });
  return leaves;
}
