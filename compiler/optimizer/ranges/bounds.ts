/**
 * What is known of integer locals at one place of a function: between which numbers they are, and what they were set to.
 *
 * One idea: there is one state, which a walk through the function changes as it goes; a log of what was there before
 * takes it back where branches end, so that branches cost what they change. What a local was set to counts as long as
 * none of the locals in it is set again.
 */
import { isDroppable } from '../../ir/builders.ts';
import type { Binary, Expression } from '../../ir/ir.ts';
import { visitExpression } from '../../ir/walk.ts';
import {
  binaryInterval,
  converted,
  EVERY,
  hull,
  type IntegerType,
  type Interval,
  intersection,
  interval,
  isInteger,
  isSingle,
  isWithin,
  loaded,
  unaryInterval,
} from './intervals.ts';

/** Of a local: what is absent is not known. */
interface Fact {
  readonly interval?: Interval;
  readonly definition?: Definition | undefined;
}

/** What one of several ways made of the locals that it changed. */
export type Changes = ReadonlyMap<string, Known>;

/** The value that was set, and which settings of the locals in it it was made of. */
interface Definition {
  readonly value: Expression;
  readonly made: ReadonlyMap<string, number>;
}

export interface Known extends Fact {
  /** Told apart for each setting. */
  readonly setting: number;
}

/** THREADS at run time: each has a region of 64 KiB and more. */
const MOST_THREADS = 65536n;
const UNSET: Known = { setting: 0 };
/** Nodes of what is remembered of a local. */
const MOST_NODES = 12;

export class Bounds {
  readonly #threads: Interval;
  readonly #known = new Map<string, Known>();
  readonly #log: { readonly name: string; readonly before: Known }[] = [];
  #settings = 0;
  /** Intervals of parts of the expression that is looked at: until the state changes. */
  #seen = new Map<Expression, Interval>();

  constructor(threads: number | undefined) {
    this.#threads = threads === undefined ? interval(1n, MOST_THREADS) : interval(BigInt(threads), BigInt(threads));
  }

  // -------------------------------------------------------------- state

  /** What `walk` changes is taken back, and given. */
  apart(walk: () => void): Changes {
    const [mark, seen] = [this.#log.length, this.#seen];
    walk();
    const changes = new Map<string, Known>();
    for (const { name } of this.#log.slice(mark)) changes.set(name, this.#knownOf(name));
    for (const { name, before } of this.#log.splice(mark).reverse()) this.#known.set(name, before);
    this.#seen = seen;
    return changes;
  }

  /** One way leads here. */
  adopt(changes: Changes): void {
    for (const [name, known] of changes) this.#write(name, known);
  }

  /** Two ways come together here. */
  join(first: Changes, second: Changes): void {
    for (const name of new Set([...first.keys(), ...second.keys()])) {
      const before = this.#knownOf(name);
      const [a, b] = [first.get(name) ?? before, second.get(name) ?? before];
      const either = a.interval && b.interval ? { interval: hull(a.interval, b.interval) } : {};
      const isSet = a.setting !== before.setting || b.setting !== before.setting;
      if (isSet) this.#put(name, either);
      else this.#write(name, { setting: before.setting, definition: before.definition, ...either });
    }
  }

  /** The local has been set to something in the interval. */
  set(name: string, within: Interval | undefined): void {
    this.#put(name, within ? { interval: within } : {});
  }

  /** The local has been set to the value, whose interval is that. */
  define(name: string, value: Expression, within: Interval | undefined): void {
    const definition = this.#definitionOf(name, value);
    this.#put(name, { ...(within && { interval: within }), definition });
  }

  #put(name: string, fact: Fact): void {
    this.#write(name, { ...fact, setting: ++this.#settings });
  }

  #write(name: string, known: Known): void {
    this.#log.push({ name, before: this.#knownOf(name) });
    this.#known.set(name, known);
    this.#seen = new Map();
  }

  #definitionOf(name: string, value: Expression): Definition | undefined {
    const made = new Map<string, number>();
    let [nodes, stays] = [0, isDroppable(value)];
    visitExpression(value, (e) => {
      stays &&= ++nodes <= MOST_NODES && e.op !== 'load' && e.op !== 'pure' && !(e.op === 'local' && e.name === name);
      if (e.op === 'local') made.set(e.name, this.#knownOf(e.name).setting);
    });
    return stays ? { value, made } : undefined;
  }

  #knownOf(name: string): Known {
    return this.#known.get(name) ?? UNSET;
  }

  /** What the local was set to, if that would give the same value now. */
  definition(e: Expression): Expression {
    const definition = e.op === 'local' ? this.#knownOf(e.name).definition : undefined;
    if (!definition) return e;
    const { value, made } = definition;
    return [...made].every(([name, setting]) => this.#knownOf(name).setting === setting) ? value : e;
  }

  // -------------------------------------------------------------- expressions

  /** Between which numbers an i32 or i64 is. */
  of(e: Expression): Interval {
    let found = this.#seen.get(e);
    if (!found) this.#seen.set(e, (found = this.#find(e)));
    return found;
  }

  #find(e: Expression): Interval {
    if (!isInteger(e.type)) return EVERY.i64;
    switch (e.op) {
      case 'const':
        return interval(BigInt(e.value), BigInt(e.value));
      case 'local':
        return this.#knownOf(e.name).interval ?? EVERY[e.type];
      case 'threads':
        return this.#threads;
      case 'mythread':
      case 'origin':
      case 'threadof':
        return interval(0n, this.#threads.high - 1n);
      case 'regionshift':
        return interval(0n, 32n);
      case 'advance.phase':
        return interval(0n, BigInt(e.layout.block - 1));
      case 'bitmask':
        return interval(0n, 0xffffn);
      case 'load':
        return loaded(e.memory, e.type);
      case 'unary':
        return unaryInterval(e, this.of(e.operand));
      case 'binary':
        return isInteger(e.left.type) ? binaryInterval(e, this.of(e.left), this.of(e.right)) : EVERY[e.type];
      case 'convert':
        return isInteger(e.operand.type) ? converted(e.type, e.signed, this.of(e.operand)) : EVERY[e.type];
      case 'select':
        return this.#either(e);
      default:
        return EVERY[e.type];
    }
  }

  #either({ test, then, otherwise }: Expression & { op: 'select' }): Interval {
    const arm = (e: Expression, truth: boolean): Interval => {
      let made = EVERY.i64;
      this.apart(() => {
        this.suppose(test, truth);
        made = this.of(e);
      });
      return made;
    };
    return hull(arm(then, true), arm(otherwise, false));
  }

  // -------------------------------------------------------------- conditions

  /** From here on the test holds, or does not. */
  suppose(test: Expression, truth: boolean): void {
    if (test.op === 'unary' && test.operator === 'not') this.suppose(test.operand, !truth);
    else if (test.op === 'select') this.#supposeBoth(test, truth);
    else if (test.op === 'binary' && isInteger(test.left.type)) this.#supposeComparison(test, truth);
  }

  /** && is (select a b 0), || is (select a 1 b). */
  #supposeBoth({ test, then, otherwise }: Expression & { op: 'select' }, truth: boolean): void {
    const [isAnd, isOr] = [isNumber(otherwise, 0), isNumber(then, 1)];
    if (!(isAnd && truth) && !(isOr && !truth)) return;
    this.suppose(test, truth);
    this.suppose(isAnd ? then : otherwise, truth);
  }

  /** Of another operation, as `x & 4`, which is not 0 or is, nothing is supposed. */
  #supposeComparison({ operator, left, right }: Binary, truth: boolean): void {
    const opposite = OPPOSITE[operator];
    if (opposite === undefined) return;
    const relation = truth ? operator : opposite;
    if (relation === 'eq') {
      this.#suppose(left, this.of(right));
      this.#suppose(right, this.of(left));
    } else if (relation === 'ne') {
      this.#supposeOther(left, this.of(right));
      this.#supposeOther(right, this.of(left));
    } else this.#supposeOrder(relation, left, right);
  }

  #supposeOrder(relation: Binary['operator'], left: Expression, right: Expression): void {
    const [low, high] = relation.startsWith('l') ? [left, right] : [right, left];
    const distance = relation[1] === 't' ? 1n : 0n;
    if (relation.endsWith('_u')) this.#supposeNaturalBelow(low, high, distance);
    else this.#supposeBelow(low, high, distance);
  }

  /** low + distance <= high */
  #supposeBelow(low: Expression, high: Expression, distance: bigint): void {
    const every = EVERY[low.type as IntegerType];
    this.#suppose(low, interval(every.low, this.of(high).high - distance));
    this.#suppose(high, interval(this.of(low).low + distance, every.high));
  }

  /** The same as unsigned numbers: what is below one that is not negative is not negative. */
  #supposeNaturalBelow(low: Expression, high: Expression, distance: bigint): void {
    if (this.of(high).low < 0n) return;
    this.#suppose(low, interval(0n, this.of(high).high - distance));
    this.#supposeBelow(low, high, distance);
  }

  /** It is not that number: at an end of its interval that matters. */
  #supposeOther(e: Expression, number: Interval): void {
    if (!isSingle(number)) return;
    const { low, high } = this.of(e);
    if (low === number.low) this.#suppose(e, interval(low + 1n, high));
    if (high === number.low) this.#suppose(e, interval(low, high - 1n));
  }

  /** The value is in the interval as well. What cannot be is left alone: it is never run. */
  #suppose(e: Expression, within: Interval): void {
    if (within.low > within.high) return;
    if (e.op === 'local') this.#narrow(e, within);
    else if (
      e.op === 'convert' &&
      e.type === 'i64' &&
      e.operand.type === 'i32' &&
      (e.signed || this.of(e.operand).low >= 0n)
    )
      this.#suppose(e.operand, within);
    else if (e.op === 'binary' && e.operator === 'add' && e.right.op === 'const') this.#supposeSum(e, within);
  }

  #narrow(e: Expression & { op: 'local' }, within: Interval): void {
    const both = intersection(this.of(e), within);
    if (both) this.#write(e.name, { ...this.#knownOf(e.name), interval: both });
  }

  /** Of x + c, where that cannot wrap. */
  #supposeSum({ left, right, type }: Binary, within: Interval): void {
    const [{ low, high }, { low: constant }] = [this.of(left), this.of(right)];
    if (!isWithin(interval(low + constant, high + constant), EVERY[type as IntegerType])) return;
    this.#suppose(left, interval(within.low - constant, within.high - constant));
  }
}

const isNumber = (e: Expression, number: number): boolean => e.op === 'const' && Number(e.value) === number;

const OPPOSITE: Partial<Record<Binary['operator'], Binary['operator']>> = {
  ...{ eq: 'ne', ne: 'eq' },
  ...{ lt_s: 'ge_s', ge_s: 'lt_s', gt_s: 'le_s', le_s: 'gt_s' },
  ...{ lt_u: 'ge_u', ge_u: 'lt_u', gt_u: 'le_u', le_u: 'gt_u' },
};
