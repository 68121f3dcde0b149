/**
 * What the vectorizer has to know of a loop: what runs it, what moves on with it, and what one iteration does.
 *
 * Takes: an innermost loop. Gives: its Shape, or throws Unfit with the reason, for people. One idea: one iteration is
 * written anew in terms of the locals as they are at its start. Locals that move by the same amount in each iteration
 * (inductions) disappear from the body; addresses are sums of them and of what the loop leaves alone.
 */
import { add, binary, constI32, isDroppable, not } from '../../ir/builders.ts';
import type { Binary, BinaryOperator, Expression, If, Load, Loop, SetLocal, Statement, Store } from '../../ir/ir.ts';
import { localsIn, localsSetBy, mapOperands, visitExpression, visitStatements } from '../../ir/walk.ts';
import { isInvariant, MIRRORED, readsMemory, setIn } from '../analyses/counted.ts';
import { type Affine, affine } from '../communication/affine.ts';
import { objectText } from '../remarks.ts';

/** Why a loop stays as it is: a clause for people. */
export class Unfit extends Error {}

export function unfit(reason: string): never {
  throw new Unfit(reason);
}

/** Runs while `left operator bound`; `left` moves by `step` each time. All as they are when an iteration starts. */
export interface Control {
  readonly left: Expression;
  readonly operator: BinaryOperator;
  readonly bound: Expression;
  readonly step: Expression;
}

/** A load or store of the body. */
export interface Access {
  readonly node: Load | Store;
  readonly isStore: boolean;
  /** Address in the first iteration, as a sum. */
  readonly sum: Affine;
  /** Bytes it moves by from one iteration to the next. */
  readonly stride: number;
  /** Is not made in every iteration. */
  readonly conditional: boolean;
}

export interface Shape {
  readonly loop: Loop;
  readonly control: Control;
  /** What is added to each in an iteration. */
  readonly inductions: ReadonlyMap<string, Expression>;
  /** Sets, stores and ifs of an iteration, in terms of its start; sets of inductions left out. */
  readonly body: readonly Statement[];
  /** In order. */
  readonly accesses: readonly Access[];
  /** Locals that the loop sets. */
  readonly set: ReadonlySet<string>;
}

export function shapeOf(loop: Loop): Shape {
  return new Reading(loop).shape();
}

/** What a temporary is known to be, in terms of the iteration's start. */
type Known = Map<string, Expression>;

class Reading {
  readonly #loop: Loop;
  readonly #set: ReadonlySet<string>;
  readonly #inductions: ReadonlyMap<string, Expression>;
  readonly #accesses: Access[] = [];
  #control: Control | undefined;

  constructor(loop: Loop) {
    this.#loop = loop;
    this.#set = setIn(loop);
    this.#inductions = inductionsIn(loop, this.#set);
  }

  shape(): Shape {
    const loop = this.#loop;
    if (loop.kind !== 'while') unfit('its test stands at its end');
    const known: Known = new Map();
    if (loop.test) this.#control = this.#controlOf(loop.test, known);
    const body = this.#block([...loop.body, ...loop.step], known, false);
    const control = this.#control ?? unfit('nothing tells how often it runs');
    return { loop, control, inductions: this.#inductions, body, accesses: this.#accesses, set: this.#set };
  }

  // -------------------------------------------------------------- what runs it

  #controlOf(test: Expression, known: Known): Control {
    const e = this.#address(test, known);
    if (readsMemory(e)) unfit('its test reads memory');
    if (e.op !== 'binary') unfit('its test is no comparison of a counter');
    return this.#sided(e.left, e.operator, e.right) ?? this.#mirrored(e);
  }

  #mirrored({ left, operator, right }: Binary): Control {
    const mirror = MIRRORED[operator];
    return (
      (mirror && this.#sided(right, mirror, left)) ?? unfit('its test is no comparison of a counter with a fixed bound')
    );
  }

  #sided(left: Expression, operator: BinaryOperator, bound: Expression): Control | undefined {
    if (left.type !== 'i32' || readsMemory(bound) || !isDroppable(bound) || !isInvariant(bound, this.#set))
      return undefined;
    const moving = [...localsIn(left)].filter((name) => this.#set.has(name));
    const [counter] = moving;
    const term = counter !== undefined && affine(left).get(`%${counter}`);
    const step = counter === undefined ? undefined : this.#inductions.get(counter);
    return moving.length === 1 && term && term.coefficient === 1 && step ? { left, operator, bound, step } : undefined;
  }

  // -------------------------------------------------------------- statements

  #block(body: readonly Statement[], known: Known, conditional: boolean): Statement[] {
    return body.flatMap((s) => this.#statement(s, known, conditional));
  }

  #statement(s: Statement, known: Known, conditional: boolean): Statement[] {
    switch (s.op) {
      case 'set':
        return this.#assignment(s, known, conditional);
      case 'store':
        return [this.#store(s, known, conditional)];
      case 'if':
        return this.#branch(s, known, conditional);
      case 'evaluate':
        if (isDroppable(s.value)) return [];
        return unfit(`it does ${nameOf(s)}`);
      default:
        return unfit(`it has ${nameOf(s)}`);
    }
  }

  #assignment(s: SetLocal, known: Known, conditional: boolean): Statement[] {
    const step = this.#inductions.get(s.local);
    if (step) {
      known.set(s.local, add(local(s.local), step));
      return [];
    }
    const value = this.#value(s.value, known, conditional);
    const start = this.#address(s.value, known);
    if (isAddressPart(start) && this.#isOfStart(start)) known.set(s.local, start);
    else known.delete(s.local);
    return [{ ...s, value }];
  }

  /** Is it made of inductions and what the loop leaves alone? */
  #isOfStart(e: Expression): boolean {
    return [...localsIn(e)].every((name) => this.#inductions.has(name) || !this.#set.has(name));
  }

  #store(s: Store, known: Known, conditional: boolean): Store {
    const value = this.#value(s.value, known, conditional);
    const made: Store = { ...s, address: this.#address(s.address, known), value };
    if (conditional) unfit(`it writes ${objectText(s.address)} in some iterations only`);
    this.#access(made, true, conditional);
    return made;
  }

  #branch(s: If, known: Known, conditional: boolean): Statement[] {
    if (isExit(s, this.#loop.label)) {
      if (this.#control || conditional || this.#accesses.length > 0) unfit('it may end early');
      this.#control = this.#controlOf(not(s.test), known);
      return [];
    }
    const test = this.#value(s.test, known, conditional);
    const [inThen, inElse] = [new Map(known), new Map(known)];
    const made = {
      ...s,
      test,
      then: this.#block(s.then, inThen, true),
      otherwise: this.#block(s.otherwise, inElse, true),
    };
    for (const name of known.keys()) if (inThen.get(name) !== inElse.get(name)) known.delete(name);
    for (const [name, value] of inThen) if (inElse.get(name) === value) known.set(name, value);
    return [made];
  }

  // -------------------------------------------------------------- expressions

  /** A value in terms of the iteration's start; temporaries stay. Loads are noted. */
  #value(e: Expression, known: Known, conditional: boolean): Expression {
    if (e.op === 'local') return (this.#inductions.has(e.name) && known.get(e.name)) || e;
    if (e.op === 'load') {
      const made = { ...e, address: this.#address(e.address, known) };
      this.#access(made, false, conditional);
      return made;
    }
    if (e.op !== 'select') return mapOperands(e, (operand) => this.#value(operand, known, conditional));
    return {
      ...e,
      test: this.#value(e.test, known, conditional),
      then: this.#value(e.then, known, true),
      otherwise: this.#value(e.otherwise, known, true),
    };
  }

  /** An address in terms of the iteration's start, temporaries replaced. */
  #address(e: Expression, known: Known): Expression {
    if (e.op === 'local') return known.get(e.name) ?? e;
    if (e.op === 'binary') return binary(e.operator, this.#address(e.left, known), this.#address(e.right, known));
    return mapOperands(e, (operand) => this.#address(operand, known));
  }

  #access(node: Load | Store, isStore: boolean, conditional: boolean): void {
    if (node.volatile) unfit(`${objectText(node.address)} is volatile`);
    const sum = affine(node.address);
    this.#accesses.push({ node, isStore, sum, stride: this.#stride(node.address, sum), conditional });
  }

  #stride(address: Expression, sum: Affine): number {
    let stride = 0;
    for (const { atom, coefficient, rows } of sum.values()) {
      const step = atom?.op === 'local' ? this.#inductions.get(atom.name) : undefined;
      if (step && step.op === 'const' && !rows) stride += coefficient * Number(step.value);
      else if (step) unfit(`elements of ${objectText(address)} are not a fixed distance apart`);
      else if (atom && (!isInvariant(atom, this.#set) || readsMemory(atom) || !isDroppable(atom)))
        unfit(`the place in ${objectText(address)} does not move by the same amount each time`);
    }
    return stride;
  }
}

const local = (name: string): Expression => ({ op: 'local', type: 'i32', name });

/** What may be part of an address: an integer from registers. */
const isAddressPart = (value: Expression): boolean =>
  value.type === 'i32' && !readsMemory(value) && isDroppable(value) && isSmall(value);

function isSmall(value: Expression): boolean {
  let nodes = 0;
  visitExpression(value, () => {
    nodes++;
  });
  return nodes <= 24;
}

const isExit = ({ then, otherwise }: If, label: string): boolean => {
  const [only] = then;
  return then.length === 1 && otherwise.length === 0 && only?.op === 'break' && only.label === label;
};

/** Locals that one statement of the loop, in every iteration, moves by what the loop leaves alone. */
function inductionsIn(loop: Loop, set: ReadonlySet<string>): ReadonlyMap<string, Expression> {
  const counts = new Map<string, number>();
  visitStatements([loop], (s) => {
    for (const name of localsSetBy(s)) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  const found = new Map<string, Expression>();
  const copies = new Map<string, string>();
  for (const s of [...loop.body, ...loop.step]) {
    if (s.op !== 'set') {
      visitStatements([s], (inner) => {
        for (const name of localsSetBy(inner)) copies.delete(name);
      });
      continue;
    }
    const step = stepOf(s, copies);
    if (counts.get(s.local) === 1 && step && isInvariant(step, set) && !readsMemory(step) && isDroppable(step))
      found.set(s.local, step);
    for (const [copy, original] of copies) if (original === s.local || copy === s.local) copies.delete(copy);
    if (s.value.op === 'local') copies.set(s.local, s.value.name);
  }
  return found;
}

/** `x = x + step` of an i32, or `x = t + step` where t is a copy of x. */
function stepOf({ local: name, value }: SetLocal, copies: ReadonlyMap<string, string>): Expression | undefined {
  if (value.op !== 'binary' || value.type !== 'i32') return undefined;
  if (value.operator !== 'add' && value.operator !== 'sub') return undefined;
  const isCounter = (e: Expression): boolean => e.op === 'local' && (e.name === name || copies.get(e.name) === name);
  if (value.operator === 'sub') return isCounter(value.left) ? binary('sub', constI32(0), value.right) : undefined;
  if (isCounter(value.left)) return value.right;
  return isCounter(value.right) ? value.left : undefined;
}

/** A statement that stands in the way, for people. */
function nameOf(s: Statement): string {
  switch (s.op) {
    case 'call':
      return 'symbol' in s.callee ? `a call of '${s.callee.symbol}'` : 'a call';
    case 'get':
    case 'get.start':
    case 'get.sync':
      return 'a read of shared data';
    case 'put':
    case 'put.start':
    case 'put.sync':
      return 'a write of shared data';
    case 'break':
    case 'continue':
    case 'return':
    case 'block':
    case 'switch':
      return 'jumps in it';
    case 'evaluate':
      return 'a volatile read';
    default:
      return `a ${s.op}`;
  }
}
