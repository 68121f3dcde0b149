/**
 * Global value numbering: eliminates redundant loads, forwards stores to loads, and makes repeated pure calls once.
 *
 * Takes: a function. Gives: the same with fewer loads, pure calls and integer divisions, and without stores of what is
 * there already. One idea: go through the statements with what memory is known to hold, by the value of the address.
 * Every load first goes to a local of its own; what nobody else asked for goes back to where it was. Where control
 * meets, known is what all ways know; into a loop goes what nothing in it may change.
 */
import { local } from '../../ir/builders.ts';
import type {
  Function as Definition,
  Expression,
  Load,
  Loop,
  MachineType,
  MemoryType,
  Statement,
  Store,
} from '../../ir/ir.ts';
import {
  localsSetBy,
  mapExpressionsOf,
  mapOperands,
  some,
  visitExpressionsOf,
  visitStatements,
} from '../../ir/walk.ts';
import { type Access, Accesses, readOf, type Write, writeOf } from '../analyses/accesses.ts';
import { isWaiting, writesIn } from '../analyses/clobbers.ts';
import { Held, Numbering, type Value } from '../analyses/numbering.ts';
import { Objects } from '../analyses/objects.ts';
import { Names } from '../names.ts';
import { lineText, objectText, type PassContext, Teller } from '../remarks.ts';
import { withoutUnshared } from '../simplify/temporaries.ts';

/** Values known at a time: long functions would take time by their square. */
const MOST_KNOWN = 64;

/** What is known of memory, or of an operation. */
interface Known {
  readonly value: Value;
  /** Of a load or store; operations do not change. */
  readonly access?: Access;
  /** A local that holds the value, as long as it does; one that the pass made always does. */
  readonly holder: Expression;
  readonly origin: Statement;
}

/** What is known at a place. */
class Knowledge {
  readonly all: Map<string, Known>;

  constructor(all: ReadonlyMap<string, Known> = new Map()) {
    this.all = new Map(all);
  }

  copy(): Knowledge {
    return new Knowledge(this.all);
  }

  add(key: string, known: Known): void {
    this.all.delete(key);
    if (this.all.size >= MOST_KNOWN) this.all.delete(this.all.keys().next().value as string);
    this.all.set(key, known);
  }

  /** Ends what the write may change. */
  change(write: Write, accesses: Accesses): void {
    for (const [key, { access }] of this.all) if (access && accesses.mayChange(write, access)) this.all.delete(key);
  }

  /** Keeps what the other knows as well. */
  meet(other: Knowledge): void {
    for (const [key, known] of this.all) if (!isSame(known, other.all.get(key))) this.all.delete(key);
  }
}

const isSame = (a: Known, b: Known | undefined): boolean =>
  a === b || (b !== undefined && a.value.id === b.value.id && a.holder === b.holder);

/** Of the ways on which control comes, those that it comes on: what all of them know. */
function meeting(ways: readonly (Knowledge | undefined)[]): Knowledge | undefined {
  const [first, ...others] = ways.filter((way) => way !== undefined);
  for (const other of others) first?.meet(other);
  return first;
}

const keyOf = (memory: MemoryType, address: Value): string => `${memory} ${address.id}`;

/** What a block became, and what is known behind it; nothing where control never comes there. */
interface Way {
  readonly statements: Statement[];
  readonly end: Knowledge | undefined;
}

/** Where loads that are not known go: before this statement. */
interface Place {
  readonly out: Statement[];
  readonly s: Statement;
}

export function eliminateRedundancy(definition: Definition, context: PassContext): Definition {
  if (some(definition, (s) => s.op === 'landing')) return definition;
  let worthy = 0;
  visitStatements(definition.body, (s) => {
    if (s.op === 'store') worthy++;
    visitExpressionsOf(s, (e) => {
      if (isCostly(e)) worthy++;
    });
  });
  return worthy > 1 ? new Reuse(definition, context).run() : definition;
}

/** Worth a local: what V8 does not do once by itself. */
const isCostly = (e: Expression): boolean => e.op === 'load' || e.op === 'pure' || isDivision(e);

const isDivision = (e: Expression): boolean =>
  e.op === 'binary' && /^(div|rem)_/.test(e.operator) && e.right.op !== 'const';

const isVolatile = (e: Expression): boolean => e.op === 'load' && e.volatile === true;

class Reuse {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;
  readonly #numbering = new Numbering();
  readonly #held: Held;
  readonly #accesses: Accesses;
  /** Locals that the pass made: each holds one value wherever it is known. */
  readonly #made = new Set<string>();
  /** Whether anything known was of use: else all goes back to where it was. */
  #reuses = false;
  /** What is known at all jumps to the end of each label, and to the next iteration of each loop. */
  readonly #breaks = new Map<string, Knowledge>();
  readonly #continues = new Map<string, Knowledge>();

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('gvn', context);
    this.#held = new Held(definition, this.#numbering);
    this.#accesses = new Accesses(new Objects(definition, context.hidden), context.strictAliasing !== false);
  }

  run(): Definition {
    const { statements } = this.#block(this.#definition.body, new Knowledge());
    if (!this.#reuses) return this.#definition;
    return withoutUnshared(this.#names.declaredIn(this.#definition, statements), this.#made);
  }

  #block(body: readonly Statement[], known: Knowledge): Way {
    const statements: Statement[] = [];
    let end: Knowledge | undefined = known;
    for (const s of body) {
      // What stands behind a jump is left as it is.
      if (end) end = this.#statement(s, end, statements);
      else statements.push(s);
    }
    if (end) this.#settle(end);
    return { statements, end };
  }

  /** Puts the statement out; gives what is known behind it. */
  #statement(s: Statement, known: Knowledge, out: Statement[]): Knowledge | undefined {
    switch (s.op) {
      case 'if':
        return this.#if(s, known, out);
      case 'loop':
        return this.#loop(s, known, out);
      case 'block':
        return this.#labelled(s, known, out);
      case 'switch':
        return this.#switch(s, known, out);
      case 'break':
        return this.#jump(this.#breaks, s, known, out);
      case 'continue':
        return this.#jump(this.#continues, s, known, out);
      case 'return':
        out.push(this.#expressions(s, known, out));
        return undefined;
      default:
        this.#plain(s, known, out);
        return known;
    }
  }

  // -------------------------------------------------------------- statements without blocks

  #plain(s: Statement, known: Knowledge, out: Statement[]): void {
    const made = this.#expressions(s, known, out);
    if (s.op === 'store' && !s.volatile) {
      this.#store(s, made as Store, known, out);
      return;
    }
    out.push(made);
    const value = s.op === 'set' ? this.#valueOf(s.value, known) : undefined;
    const write = writeOf(s, (address) => this.#valueOf(address, known).form);
    if (write) known.change(write, this.#accesses);
    for (const name of localsSetBy(s)) {
      if (value) this.#held.set(name, value);
      else this.#held.forget(name);
    }
  }

  #store(s: Store, made: Store, known: Knowledge, out: Statement[]): void {
    const [address, value] = [this.#valueOf(s.address, known), this.#valueOf(s.value, known)];
    const key = keyOf(s.memory, address);
    const before = known.all.get(key);
    if (before?.value.id === value.id) {
      this.#reuses = true;
      this.#tell.done(
        s,
        () => `store to ${objectText(s.address)} left out: ${lineText(before.origin)} left the same there`,
      );
      return;
    }
    const access = writeOf(s, () => address.form) as Access;
    known.change(access, this.#accesses);
    // Small integers are cut when they are stored.
    const isWhole = s.memory === s.value.type;
    const isHeld = made.value.op === 'local' || made.value.op === 'const';
    const holder = isHeld || !isWhole ? made.value : this.#keep(made.value, { out, s });
    out.push(holder === made.value ? made : { ...made, value: holder });
    if (isWhole) known.add(key, { value, access, holder, origin: s });
  }

  // -------------------------------------------------------------- control flow

  #if(s: Statement & { op: 'if' }, known: Knowledge, out: Statement[]): Knowledge | undefined {
    const made = this.#expressions(s, known, out) as typeof s;
    const then = this.#held.along(() => this.#block(s.then, known.copy()));
    const otherwise = this.#held.along(() => this.#block(s.otherwise, known));
    if (then.end && otherwise.end) this.#shareBoth(then, otherwise);
    if (then.end) this.#held.forgetSetIn(s.then);
    if (otherwise.end) this.#held.forgetSetIn(s.otherwise);
    out.push({ ...made, then: then.statements, otherwise: otherwise.statements });
    return meeting([then.end, otherwise.end]);
  }

  /** What both arms know, each in its own local, goes to one local. */
  #shareBoth(then: Way, otherwise: Way): void {
    const [a, b] = [then.end as Knowledge, otherwise.end as Knowledge];
    for (const [key, left] of a.all) {
      const right = b.all.get(key);
      if (!right || left === right) continue;
      const { type } = left.holder;
      const name = this.#local(type);
      then.statements.push({ op: 'set', local: name, value: left.holder });
      otherwise.statements.push({ op: 'set', local: name, value: right.holder });
      const value = left.value.id === right.value.id ? left.value : this.#numbering.unknown(type);
      const shared = { ...left, value, holder: local(name, type) };
      a.all.set(key, shared);
      b.all.set(key, shared);
    }
  }

  #labelled(s: Statement & { op: 'block' }, known: Knowledge, out: Statement[]): Knowledge | undefined {
    const { statements, end } = this.#held.along(() => this.#block(s.body, known));
    this.#held.forgetSetIn(s.body);
    out.push({ ...s, body: statements });
    return meeting([end, this.#arrival(this.#breaks, s.label)]);
  }

  #switch(s: Statement & { op: 'switch' }, known: Knowledge, out: Statement[]): Knowledge | undefined {
    const made = this.#expressions(s, known, out) as typeof s;
    let before: Knowledge | undefined;
    const setBefore = new Set<string>();
    const arms = s.arms.map((arm) => {
      const { statements, end } = this.#held.along(() => {
        for (const name of setBefore) this.#held.forget(name);
        return this.#block(arm.body, meeting([known.copy(), before]) as Knowledge);
      });
      before = end;
      for (const inner of arm.body) for (const name of this.#held.setIn(inner)) setBefore.add(name);
      return { ...arm, body: statements };
    });
    this.#held.forgetSetIn([s]);
    out.push({ ...made, arms });
    const none = s.arms.some(({ isDefault }) => isDefault) ? [] : [known];
    return meeting([before, ...none, this.#arrival(this.#breaks, s.label)]);
  }

  #loop(s: Loop, known: Knowledge, out: Statement[]): Knowledge | undefined {
    if (isWaiting(s)) known.all.clear();
    for (const write of writesIn([s], this.#held, this.#numbering)) known.change(write, this.#accesses);
    this.#held.forgetSetIn([s]);
    const [made, ends] = this.#held.along(() => this.#iterations(s, known));
    this.#held.forgetSetIn([s]);
    out.push(made);
    return meeting([...ends, this.#arrival(this.#breaks, s.label)]);
  }

  /** The loop, whatever the iteration, and what is known where its test ends it. */
  #iterations(s: Loop, known: Knowledge): [Loop, Knowledge[]] {
    const atTest = s.kind === 'while' && s.test ? [known.copy()] : [];
    const first = s.kind === 'while' && s.test && this.#expression(s.test, known, undefined);
    const body = this.#block(s.body, known);
    const next = meeting([body.end, this.#arrival(this.#continues, s.label)]);
    if (some(s, isContinueOf(s.label))) this.#held.forgetSetIn(s.body);
    const step = next ? this.#block(s.step, next) : { statements: [...s.step], end: undefined };
    const last = s.kind === 'do' && s.test && step.end ? this.#expression(s.test, step.end, undefined) : undefined;
    const test = first || last || s.test;
    const made: Loop = { ...s, ...(test && { test }), body: body.statements, step: step.statements };
    return [made, s.kind === 'do' && s.test && step.end ? [step.end] : atTest];
  }

  #jump(to: Map<string, Knowledge>, s: Statement & { label: string }, known: Knowledge, out: Statement[]): undefined {
    this.#settle(known);
    to.set(s.label, meeting([to.get(s.label), known]) as Knowledge);
    out.push(s);
  }

  #arrival(at: Map<string, Knowledge>, label: string): Knowledge | undefined {
    const known = at.get(label);
    at.delete(label);
    return known;
  }

  /** Drops what no local holds any more. */
  #settle(known: Knowledge): void {
    for (const [key, each] of known.all) if (!this.#holder(each)) known.all.delete(key);
  }

  // -------------------------------------------------------------- expressions

  /** The statement with what is known in its own expressions; what is not is kept in locals before it. */
  #expressions(s: Statement, known: Knowledge, out: Statement[]): Statement {
    return mapExpressionsOf(s, (e) => this.#expression(e, known, { out, s }));
  }

  /** Without a place, what is known can be used, but nothing kept: it may not run, or run again. */
  #expression(e: Expression, known: Knowledge, place: Place | undefined): Expression {
    if (e.op === 'select') {
      const test = this.#expression(e.test, known, place);
      const [then, otherwise] = [e.then, e.otherwise].map((arm) => this.#expression(arm, known, undefined));
      const isSame = test === e.test && then === e.then && otherwise === e.otherwise;
      return isSame ? e : ({ ...e, test, then, otherwise } as Expression);
    }
    if (isCostly(e) && !isVolatile(e)) return this.#costly(e, known, place);
    return mapOperands(e, (operand) => this.#expression(operand, known, place));
  }

  #costly(e: Expression, known: Knowledge, place: Place | undefined): Expression {
    const address = e.op === 'load' ? this.#valueOf(e.address, known) : undefined;
    const key = e.op === 'load' && address ? keyOf(e.memory, address) : `value ${this.#valueOf(e, known).id}`;
    const before = known.all.get(key);
    const holder = before && this.#holder(before);
    if (before && holder) {
      this.#reuses = true;
      if (e.op === 'load' && place) this.#tellReused(e, before, place.s);
      return holder;
    }
    const made = mapOperands(e, (operand) => this.#expression(operand, known, place));
    if (!place) return made;
    const value = before?.value ?? this.#valueOf(e, known);
    const access = e.op === 'load' && address ? readOf(e, address.form) : undefined;
    const kept = this.#keep(made, place);
    known.add(key, { value, ...(access && { access }), holder: kept, origin: place.s });
    return kept;
  }

  #tellReused(e: Load, { origin }: Known, s: Statement): void {
    this.#tell.done(s, () => `load of ${objectText(e.address)} left out: known from ${lineText(origin)}`);
  }

  /** What holds the value here, if anything does still. */
  #holder({ holder, value }: Known): Expression | undefined {
    if (holder.op !== 'local' || this.#made.has(holder.name)) return holder;
    return this.#held.of(holder.name).id === value.id ? holder : undefined;
  }

  /** The expression's value here; what it loads is an unknown one where memory is not known. */
  #valueOf(e: Expression, known: Knowledge): Value {
    return this.#numbering.of(e, (leaf) => {
      if (leaf.op === 'local') return this.#held.of(leaf.name);
      const address = isVolatile(leaf) ? undefined : this.#valueOf(leaf.address, known);
      const before = address && known.all.get(keyOf(leaf.memory, address));
      return before?.value ?? this.#numbering.unknown(leaf.type);
    });
  }

  #keep(value: Expression, { out, s }: Place): Expression {
    const name = this.#local(value.type);
    out.push({ op: 'set', local: name, value, ...(s.at && { at: s.at }) });
    return local(name, value.type);
  }

  #local(type: MachineType): string {
    const name = this.#names.local('kept', type);
    this.#made.add(name);
    return name;
  }
}

const isContinueOf =
  (label: string) =>
  (s: Statement): boolean =>
    s.op === 'continue' && s.label === label;
