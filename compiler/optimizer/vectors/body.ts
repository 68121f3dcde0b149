/**
 * One iteration of a vector loop: what `lanes` iterations of the scalar one do.
 *
 * Takes: the body of a loop's shape, and where in memory and in the count the vector begins. Gives: statements on
 * vectors. One idea: branches become choices. What either way computes is computed, and masks choose.
 */
import { add, constI32, isConstant, load, memorySize, offset as movedBy } from '../../ir/builders.ts';
import type { Expression, If, Load, SetLocal, Statement, Store } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { splat, vector, vectorConstant } from '../../ir/vectors.ts';
import type { Names } from '../names.ts';
import { objectText } from '../remarks.ts';
import { counting, inTurn, memoryOfBytes, reversedLanes, type Shape128, shapeOfLanes } from './lanes.ts';
import type { Pair } from './memory.ts';
import { valuesIn } from './reductions.ts';
import { type Shape, unfit } from './shape.ts';
import { type Wide, Widening } from './values.ts';

/** Where an access of the body is. */
export interface Place {
  /** The pointer that walks with it; in the place itself where all iterations have one. */
  readonly pointer: Expression;
  readonly offset: number;
  readonly stride: number;
  readonly pair?: Pair;
}

/** What is done before the vector loop, so that it need not be done in it. */
export class Preparation {
  readonly sets: SetLocal[] = [];
  readonly #names: Names;
  readonly #known = new Map<string, Expression>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The value in a local; leaves stay as they are. */
  scalar(e: Expression): Expression {
    if (isConstant(e) || e.op === 'local') return e;
    return this.#kept(printExpression(e), 'fixed', e);
  }

  splat(lanes: Shape128, e: Expression): Expression {
    if (isConstant(e)) return splat(lanes, e);
    const wide = splat(lanes, this.scalar(e));
    return this.#kept(printExpression(wide), 'all', wide);
  }

  #kept(key: string, base: string, value: Expression): Expression {
    const known = this.#known.get(key);
    if (known) return known;
    const local: Expression = { op: 'local', type: value.type, name: this.#names.local(base, value.type) };
    this.sets.push({ op: 'set', local: local.name, value });
    this.#known.set(key, local);
    return local;
  }
}

export interface BodySetting {
  readonly shape: Shape;
  readonly body: readonly Statement[];
  readonly lanes: number;
  readonly intBits: number;
  readonly names: Names;
  readonly before: Preparation;
  readonly placeOf: (node: Load | Store) => Place;
  /** Vectors of the counters that are used as numbers, made when they are asked for. */
  readonly counters: Map<string, string>;
}

/** A local that some way through the body leaves without a value. */
type Values = Map<string, Wide>;

export class Body {
  readonly #in: BodySetting;
  readonly #copy: number;
  readonly #values: Values;
  readonly #read: ReadonlySet<string>;
  readonly #pairs = new Map<string, readonly [Expression, Expression]>();
  readonly #halves = new Map<string, Expression>();
  #made: Statement[] = [];

  /** The `copy`-th vector of an iteration of the vector loop; `carried` holds the reductions. */
  constructor(setting: BodySetting, copy: number, carried: ReadonlyMap<string, Wide>) {
    this.#in = setting;
    this.#copy = copy;
    this.#values = new Map(carried);
    this.#read = readIn(setting.body);
  }

  /** The statements, and what the carried locals are after them. */
  write(): { statements: Statement[]; values: ReadonlyMap<string, Wide> } {
    this.#block(this.#in.body, this.#values);
    return { statements: this.#made, values: this.#values };
  }

  #block(body: readonly Statement[], values: Values): void {
    for (const s of body) {
      if (s.op === 'set') this.#set(s, values);
      else if (s.op === 'store') this.#store(s, values);
      else if (s.op === 'if') this.#branch(s, values);
    }
  }

  #widening(values: Values): Widening {
    const { lanes, intBits, shape, before } = this.#in;
    return new Widening({
      lanes,
      intBits,
      set: shape.set,
      local: (name) => values.get(name) ?? this.#counter(name),
      address: (e) => this.#address(e),
      pair: (e) => this.#pair(e),
      fixed: (e) => before.scalar(e),
      splat: (as, e) => before.splat(as, e),
    });
  }

  #set(s: SetLocal, values: Values): void {
    if (!this.#read.has(s.local) && !this.#values.has(s.local)) return;
    const isCarried = values.get(s.local)?.kind;
    const widening = this.#widening(values);
    const wide =
      s.value.type === 'i32' && isCarried === undefined && isComparison(s.value)
        ? widening.mask(s.value)
        : widening.value(s.value);
    values.set(s.local, this.#kept(s.local, wide));
  }

  /** In a local, so that it is computed once. */
  #kept(base: string, wide: Wide): Wide {
    if (wide.node.op === 'local') return wide;
    const name = this.#in.names.local(`${base}_v`, 'v128');
    this.#made.push({ op: 'set', local: name, value: wide.node });
    return { ...wide, node: { op: 'local', type: 'v128', name } };
  }

  #store(s: Store, values: Values) {
    const { lanes } = this.#in;
    const { address, stride, pair } = this.#address(s);
    const size = memorySize(s.memory);
    const inPair = pair && size * lanes === 16 ? pair : undefined;
    if (!inPair && Math.abs(stride) !== size) unfit(`elements of ${objectText(s.address)} are ${stride} bytes apart`);
    const widening = this.#widening(values);
    const wide = widening.value(s.value);
    if (wide.bits < size * 8) unfit(`there is no room for ${lanes} lanes of ${s.memory}`);
    const bytes = widening.stored(wide, s.memory);
    if (inPair) return this.#half(s, inPair, bytes);
    const value = stride < 0 ? reversedLanes(bytes, size, lanes) : bytes;
    const made: Store = { op: 'store', memory: memoryOfBytes(size * lanes), address, value, ...(s.at && { at: s.at }) };
    this.#made.push(made);
  }

  /** Half of a pair is kept until the other half is there. */
  #half(s: Store, pair: Pair, bytes: Expression): void {
    const { address } = this.#address(s, pair.offset);
    const key = printExpression(address);
    const value = this.#kept('half', { kind: 'mask', bits: 64, node: bytes }).node;
    const other = this.#halves.get(key);
    if (!other) {
      this.#halves.set(key, value);
      return;
    }
    const [first, second] = pair.part === 0 ? [value, other] : [other, value];
    const at = s.at && { at: s.at };
    const size = memorySize(s.memory);
    for (const half of [0, 1] as const) {
      const place = movedBy(address, 16 * half);
      this.#made.push({ op: 'store', memory: 'v128', address: place, value: inTurn(half, size, first, second), ...at });
    }
  }

  /** The two vectors that a half of a pair is in, read once. */
  #pair(e: Load): { part: 0 | 1; low: Expression; high: Expression } | undefined {
    const { pair } = this.#address(e);
    if (!pair) return undefined;
    const { address } = this.#address(e, pair.offset);
    const key = printExpression(address);
    const [low, high] = this.#pairs.get(key) ?? [this.#vectorAt(address), this.#vectorAt(movedBy(address, 16))];
    this.#pairs.set(key, [low, high]);
    return { part: pair.part, low, high };
  }

  #vectorAt(address: Expression): Expression {
    return this.#kept('pair', { kind: 'mask', bits: 64, node: load('v128', address) }).node;
  }

  #branch(s: If, values: Values): void {
    const mask = this.#kept('mask', this.#widening(values).mask(s.test));
    const [then, otherwise] = [new Map(values), new Map(values)];
    this.#block(s.then, then);
    this.#block(s.otherwise, otherwise);
    for (const name of new Set([...then.keys(), ...otherwise.keys()])) {
      const [a, b] = [then.get(name), otherwise.get(name)];
      if (!a || !b) values.delete(name);
      else if (a !== b) values.set(name, this.#kept(name, this.#merged(mask, a, b, values)));
    }
  }

  #merged(mask: Wide, a: Wide, b: Wide, values: Values): Wide {
    if (a.kind !== b.kind) unfit('a local is a number on one way and a truth on the other');
    return this.#widening(values).choice(mask, a, b);
  }

  /** Where the vector of an access begins. */
  #address(node: Load | Store, from?: number): { address: Expression; stride: number; pair?: Pair } {
    const { lanes, placeOf } = this.#in;
    const { pointer, offset: own, stride, pair } = placeOf(node);
    const offset = from ?? own;
    const first = stride < 0 ? stride * (lanes - 1) : 0;
    return { address: movedBy(pointer, offset + first + this.#copy * lanes * stride), stride, ...(pair && { pair }) };
  }

  /** The counter as a number, in each lane. */
  #counter(name: string): Wide {
    const { shape, counters, names, before, lanes, intBits } = this.#in;
    const step = shape.inductions.get(name);
    if (!step) return unfit(`'${name}' may have no value`);
    if (intBits * lanes > 128) unfit(`there is no room for ${lanes} lanes of i32`);
    const as = shapeOfLanes('i32', intBits);
    let vectorName = counters.get(name);
    if (vectorName === undefined) {
      vectorName = names.local(`${name}_v`, 'v128');
      counters.set(name, vectorName);
      const first = { op: 'local', type: 'i32', name } as const;
      before.sets.push({
        op: 'set',
        local: vectorName,
        value: counting(first, step, intBits, (e) => before.splat(as, e)),
      });
    }
    const local: Expression = { op: 'local', type: 'v128', name: vectorName };
    const further = this.#copy === 0 ? local : vector(as, 'add', local, stepsOf(before, as, step, this.#copy * lanes));
    return { kind: 'i32', bits: intBits, node: further };
  }
}

/** Some steps, in each lane. */
export function stepsOf(before: Preparation, as: Shape128, step: Expression, times: number): Expression {
  const count = Number(as.slice(as.indexOf('x') + 1));
  if (step.op === 'const') return vectorConstant(as, new Array<number>(count).fill((Number(step.value) * times) | 0));
  return before.splat(as, { op: 'binary', type: 'i32', operator: 'mul', left: step, right: constI32(times) });
}

/** Locals read as values, not for addresses alone. */
function readIn(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string): void => void names.add(name);
  const look = (e: Expression): void => valuesIn(e).forEach(add);
  for (const s of body) {
    if (s.op === 'set' || s.op === 'store') look(s.value);
    if (s.op !== 'if') continue;
    look(s.test);
    for (const block of [s.then, s.otherwise]) readIn(block).forEach(add);
  }
  return names;
}

const isComparison = (e: Expression): boolean =>
  (e.op === 'binary' && /^(?:eq|ne|[lg][te])/.test(e.operator)) || (e.op === 'unary' && e.operator === 'not');

/** A pointer moved on by some vectors. */
export const pointerStep = (pointer: Expression, stride: number, iterations: number): Expression =>
  add(pointer, constI32(stride * iterations));
