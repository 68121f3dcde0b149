/**
 * What locals are known to hold, statement by statement.
 *
 * Takes: the statements of a function in order. Gives: for an expression, the same with such locals replaced by what
 * they were set to. One idea: a set is remembered as long as nothing sets its local or what it reads again; values
 * that read memory are not remembered, so that nothing but sets can end them.
 */
import { everyOperand } from '../../ir/builders.ts';
import type { Function as Definition, Expression, SetLocal, Statement } from '../../ir/ir.ts';
import { hasBlocks, localsIn, localsSetBy, mapExpression, visitExpression, visitStatements } from '../../ir/walk.ts';

/** Locals that addresses of shared accesses are computed from, and counters of loops. */
export function addressLocals({ body }: Definition): Set<string> {
  const names = new Set<string>();
  const values = new Map<string, Expression[]>();
  const addLocal = (e: Expression): void => {
    if (e.op !== 'local' || names.has(e.name)) return;
    names.add(e.name);
    values.get(e.name)?.forEach(add);
  };
  const add = (e: Expression): void => visitExpression(e, addLocal);
  visitStatements(body, (s) => {
    if (s.op !== 'set' || !isAddress(s)) return;
    const known = values.get(s.local);
    if (known) known.push(s.value);
    else values.set(s.local, [s.value]);
  });
  visitStatements(body, (s) => {
    if (s.op === 'get' || s.op === 'put') add(s.address);
    if (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared')) [s.destination, s.source].forEach(add);
    if (s.op === 'loop') for (const step of s.step) if (step.op === 'set') add(step.value);
  });
  return names;
}

/** Addresses are made of pointers-to-shared and 32-bit numbers. */
const isAddress = ({ value: { type } }: SetLocal): boolean => type === 'i32' || type === 'shared';

/** Values that have grown larger are not followed. */
const MOST_NODES = 24;
/** No more locals are followed at a time: long functions would take time by their square. */
const MOST_KNOWN = 64;

interface Known {
  readonly value: Expression;
  readonly reads: ReadonlySet<string>;
  /** The value as it stands, with its locals: it may outlive theirs. */
  readonly plain?: Known;
}

export class Definitions {
  #known: Map<string, Known>;
  /** Locals whose assignment ends something: known ones, and those that they are or were computed from. */
  #mentioned: Set<string>;
  /** Is what is known another's too? Most copies are only read. */
  #isShared = false;
  /** Locals that are followed; undefined for all. */
  readonly #followed: ReadonlySet<string> | undefined;

  constructor(followed?: ReadonlySet<string>) {
    this.#followed = followed;
    this.#known = new Map();
    this.#mentioned = new Set();
  }

  copy(): Definitions {
    const copy = new Definitions(this.#followed);
    copy.#known = this.#known;
    copy.#mentioned = this.#mentioned;
    copy.#isShared = this.#isShared = true;
    return copy;
  }

  /** What is known, to be changed. */
  #own(): Map<string, Known> {
    if (this.#isShared) {
      this.#known = new Map(this.#known);
      this.#mentioned = new Set(this.#mentioned);
      this.#isShared = false;
    }
    return this.#known;
  }

  /** The expression with known locals replaced. */
  resolve(e: Expression): Expression {
    if (this.#known.size === 0) return e;
    return mapExpression(e, (inner) => (inner.op === 'local' ? (this.#known.get(inner.name)?.value ?? inner) : inner));
  }

  /** Goes past a statement. */
  pass(s: Statement): void {
    if (hasBlocks(s)) {
      this.forgetSetIn([s]);
      return;
    }
    const isWanted = s.op === 'set' && isAddress(s) && (this.#followed?.has(s.local) ?? true);
    const value = isWanted ? this.resolve(s.value) : undefined;
    for (const name of localsSetBy(s)) this.#forget(name);
    if (s.op === 'set' && value && isFollowed(value, s.local)) {
      const known = this.#own();
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value as string);
      const plain = value === s.value ? undefined : { value: s.value, reads: localsIn(s.value) };
      const reads = localsIn(value);
      known.set(s.local, { value, reads, ...(plain && { plain }) });
      this.#mentioned.add(s.local);
      for (const set of [reads, plain?.reads ?? []]) for (const name of set) this.#mentioned.add(name);
    }
  }

  /** Forgets whatever the statements may set. */
  forgetSetIn(body: readonly Statement[]): void {
    if (this.#known.size === 0) return;
    visitStatements(body, (s) => {
      for (const name of localsSetBy(s)) this.#forget(name);
      if (s.op === 'landing') this.#own().clear();
    });
  }

  #forget(name: string): void {
    if (this.#known.size === 0 || !this.#mentioned.has(name)) return;
    const known = this.#own();
    known.delete(name);
    for (const [other, { reads, plain }] of known) {
      if (!reads.has(name)) continue;
      if (plain && !plain.reads.has(name)) known.set(other, plain);
      else known.delete(other);
    }
  }
}

function isFollowed(value: Expression, name: string): boolean {
  let nodes = 0;
  const isPlain = (e: Expression): boolean => {
    nodes++;
    if (e.op === 'load' || e.op === 'pure' || (e.op === 'local' && e.name === name)) return false;
    return everyOperand(e, isPlain);
  };
  return isPlain(value) && nodes <= MOST_NODES;
}
