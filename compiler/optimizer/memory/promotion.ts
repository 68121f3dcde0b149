/**
 * Keeps in locals what a loop loads and stores at addresses that stay.
 *
 * Takes: a loop. Gives: the loop on locals, the loads before it and the stores behind it. One idea: a location that
 * every iteration stores to, and that nothing else in the loop may touch, can be a local meanwhile. Iterations that leave the
 * loop early, calls, and whatever shows memory to other threads forbid it. Where a location is stored to by what is
 * declared as another type, memory may be reused: types do not tell stores apart.
 */
import { local } from '../../ir/builders.ts';
import type { Expression, Load, Loop, MachineType, Statement, Store } from '../../ir/ir.ts';
import { expressionsOf, mapBlocksOf, mapExpression, mapExpressionsOf, some, visitExpression } from '../../ir/walk.ts';
import { type Access, type Accesses, readOf, type Write, writeOf } from '../analyses/accesses.ts';
import { ofRank } from '../analyses/alias.ts';
import { labelsIn, setIn } from '../analyses/counted.ts';
import type { Held, Numbering, Value } from '../analyses/numbering.ts';
import { OF_TIME } from '../analyses/objects.ts';
import { foldExpression } from '../simplify/fold.ts';

/** What a loop is looked at with. Locals hold unknowns where it begins. */
export interface Scene {
  readonly loop: Loop;
  readonly held: Held;
  readonly numbering: Numbering;
  readonly accesses: Accesses;
  readonly writes: readonly Write[];
  /** A new local. */
  readonly name: (base: string, type: MachineType) => string;
}

/** An expression for a value over locals that the loop does not set; undefined where there is none. */
export type Fixed = (value: Value) => Expression | undefined;

export function fixedIn({ loop, held }: Scene): Fixed {
  const set = setIn(loop);
  return ({ form }) => {
    let isFixed = true;
    const made = mapExpression(form, (e) => {
      if (e.op !== 'local') return e;
      const name = e.name.slice(0, e.name.indexOf(OF_TIME));
      if (name === '' || set.has(name) || held.of(name).form !== e) isFixed = false;
      return local(name, e.type);
    });
    return isFixed ? foldExpression(made) : undefined;
  };
}

export interface Kept {
  readonly loop: Loop;
  readonly before: readonly Statement[];
  readonly after: readonly Statement[];
  /** Of each location, a store that was there. */
  readonly stores: readonly Store[];
}

/** A read or a write that the loop makes. */
interface Touch {
  readonly access: Access;
  readonly key: string;
  readonly isStore: boolean;
  /** Can be one of a local. */
  readonly isPlain: boolean;
}

interface Location {
  readonly store: Store;
  readonly address: Expression;
  readonly access: Access;
}

export function keptInLocals(scene: Scene): Kept {
  const { loop } = scene;
  const none = { loop, before: [], after: [], stores: [] };
  const labels = labelsIn(loop);
  const leaves = (s: Statement): boolean =>
    s.op === 'return' ||
    ((s.op === 'break' || s.op === 'continue') && (s.label === loop.label || !labels.has(s.label)));
  if (!loop.test || scene.writes.some((write) => typeof write === 'string')) return none;
  return some({ body: loop.body }, leaves) ? none : new Keeping(scene).kept();
}

class Keeping {
  readonly #scene: Scene;
  readonly #touches: Touch[] = [];
  readonly #locations = new Map<string, Location>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  kept(): Kept {
    const { loop, accesses, name } = this.#scene;
    const fixed = fixedIn(this.#scene);
    this.#through((s, isInEach) => this.#look(s, isInEach, fixed));
    const before: Statement[] = [];
    const after: Statement[] = [];
    const locals = new Map<string, Expression & { op: 'local' }>();
    for (const [key, location] of this.#locations) {
      const isAlone = this.#touches.every((touch) =>
        touch.key === key ? touch.isPlain : !mayTouch(accesses, touch, location.access),
      );
      if (!isAlone) continue;
      const { memory, at } = location.store;
      const type = location.store.value.type;
      const made = local(name('held', type), type);
      locals.set(key, made);
      const { address } = location;
      const place = at ? { at } : {};
      before.push({ op: 'set', local: made.name, value: { ...loadOf(location.store), address }, ...place });
      after.push({ ...location.store, memory, address, value: made });
    }
    if (locals.size === 0) return { loop, before, after, stores: [] };
    for (const { name: declared, type } of locals.values()) this.#scene.held.declare(declared, type);
    const made = this.#through((s) => this.#onLocals(s, locals));
    return { loop: made, before, after, stores: [...locals.keys()].map((key) => this.#storeAt(key)) };
  }

  #storeAt(key: string): Store {
    return (this.#locations.get(key) as Location).store;
  }

  /** Goes through the loop once, in order; `change` is for the statement's own expressions. */
  #through(change: (s: Statement, isInEach: boolean) => Statement): Loop {
    const { loop, held } = this.#scene;
    const block = (body: readonly Statement[], isInEach: boolean): readonly Statement[] => {
      let same = true;
      const result = body.map((s) => {
        if (s.op === 'loop') held.forgetSetIn([s]);
        const own = change(s, isInEach);
        if (s.op === 'set') held.set(s.local, this.#valueOf(s.value));
        if (s.op === 'switch') held.forgetSetIn([s]);
        const made = mapBlocksOf(own, (inner) => held.along(() => block(inner, false)));
        if (s.op !== 'set') held.forgetSetIn([s]);
        same &&= made === s;
        return made;
      });
      return same ? body : result;
    };
    return held.along(() => {
      const first = loop.kind === 'while' ? (change(loop, false) as Loop) : loop;
      const [body, step] = [block(loop.body, true), block(loop.step, true)];
      const last = loop.kind === 'do' ? (change(loop, false) as Loop) : first;
      return last === loop && body === loop.body && step === loop.step ? loop : { ...last, body, step };
    });
  }

  #look(s: Statement, isInEach: boolean, fixed: Fixed): Statement {
    for (const e of expressionsOf(s))
      visitExpression(e, (inner) => {
        if (inner.op === 'load') this.#touches.push(this.#read(inner));
      });
    if (s.op === 'get' || s.op === 'get.start') this.#touch(ofRank(s.rank, { address: this.#form(s.address) }));
    if (s.op === 'copy') this.#touch(ofRank(s.sourceRank, { address: this.#form(s.source) }));
    const write = writeOf(s, (address) => this.#form(address));
    if (s.op === 'store') this.#store(s, write as Access, isInEach, fixed);
    else if (write && typeof write !== 'string') this.#touch(write, true);
    return s;
  }

  #touch(access: Access, isStore = false): void {
    this.#touches.push({ access, key: '', isStore, isPlain: false });
  }

  #read(e: Load): Touch {
    const address = this.#valueOf(e.address);
    return {
      access: readOf(e, address.form),
      key: `${e.memory} ${address.id}`,
      isStore: false,
      isPlain: !e.volatile,
    };
  }

  #store(s: Store, access: Access, isInEach: boolean, fixed: Fixed): void {
    const address = this.#valueOf(s.address);
    const key = `${s.memory} ${address.id}`;
    const isPlain = !s.volatile && s.memory === s.value.type;
    this.#touches.push({ access, key, isStore: true, isPlain });
    const outside = isInEach && isPlain ? fixed(address) : undefined;
    if (outside) this.#locations.set(key, { store: s, address: outside, access });
  }

  #onLocals(s: Statement, locals: ReadonlyMap<string, Expression & { op: 'local' }>): Statement {
    const own = mapExpressionsOf(s, (whole) =>
      mapExpression(whole, (e) => (e.op === 'load' && !e.volatile ? (locals.get(this.#read(e).key) ?? e) : e)),
    );
    if (s.op !== 'store' || own.op !== 'store' || s.volatile) return own;
    const held = locals.get(`${s.memory} ${this.#valueOf(s.address).id}`);
    if (!held) return own;
    return { op: 'set', local: held.name, value: own.value, ...(s.at && { at: s.at }) };
  }

  #form(e: Expression): Expression {
    return this.#valueOf(e).form;
  }

  #valueOf(e: Expression): Value {
    const { held, numbering } = this.#scene;
    return numbering.of(e, (leaf) => (leaf.op === 'local' ? held.of(leaf.name) : numbering.unknown(leaf.type)));
  }
}

/** A store, and one of which the type is not to be trusted, may be where an earlier one was of another type. */
function mayTouch(accesses: Accesses, { access, isStore }: Touch, location: Access): boolean {
  const { memory: _, ...bytes } = location;
  return accesses.mayMeet(access, isStore ? bytes : location);
}

function loadOf({ memory, address, value, unaligned, punned }: Store): Load {
  const how = { ...(unaligned && { unaligned }), ...(punned && { punned }) };
  return { op: 'load', type: value.type, memory, address, ...how };
}
