/**
 * Value range propagation: from bounds of counters, masks, remainders, narrow loads and conditions on the path.
 *
 * Takes: a function. Gives: one that does the same with plainer operations (bounded.ts lists the rewritings). One idea:
 * one walk in the order of execution, with what is known at each place (bounds.ts). A loop's facts are found before
 * it is walked, from each assignment in it, and hold anywhere in it: a local has what it had at the entry or what one
 * of them gives, and a counter that the loop's test keeps from wrapping never gets back below its first value.
 */
import { local } from '../../ir/builders.ts';
import type { Block, Function as Definition, Expression, If, Local, Loop, Statement, Switch } from '../../ir/ir.ts';
import { localsSetBy, mapBlocksOf, mapExpressionsOf, some, visitExpression, visitStatements } from '../../ir/walk.ts';
import type { PassContext } from '../remarks.ts';
import { simplified } from './bounded.ts';
import { Bounds, type Changes } from './bounds.ts';
import {
  EVERY,
  hull,
  type IntegerType,
  type Interval,
  interval,
  isInteger,
  isSingle,
  isWithin,
  loaded,
} from './intervals.ts';

export function useRanges(definition: Definition, { threads }: PassContext): Definition {
  if (some(definition, ({ op }) => op === 'landing')) return definition; // longjmp leads to where no text shows it
  return new Walk(definition, threads).run();
}

class Walk {
  readonly #definition: Definition;
  readonly #bounds: Bounds;
  readonly #types: ReadonlyMap<string, IntegerType>;

  constructor(definition: Definition, threads: number | undefined) {
    this.#definition = definition;
    this.#bounds = new Bounds(threads);
    const locals = [...definition.parameters, ...definition.locals];
    this.#types = new Map(locals.flatMap(({ name, type }) => (isInteger(type) ? [[name, type]] : [])));
  }

  run(): Definition {
    const { statements } = this.#block(this.#definition.body);
    return statements === this.#definition.body ? this.#definition : { ...this.#definition, body: statements };
  }

  // -------------------------------------------------------------- statements

  /** The statements, and whether their end may be reached. */
  #block(body: readonly Statement[]): Walked {
    const statements: Statement[] = [];
    let ends = true;
    for (const s of body) {
      const walked = this.#statement(s);
      statements.push(walked.statement);
      ends &&= walked.ends;
    }
    const same = statements.every((s, index) => s === body[index]);
    return { statements: same ? body : statements, ends };
  }

  #statement(s: Statement): { readonly statement: Statement; readonly ends: boolean } {
    switch (s.op) {
      case 'if':
        return this.#if(s);
      case 'loop':
        return { statement: this.#loop(s), ends: true };
      case 'block':
      case 'switch':
        return { statement: this.#labelled(s), ends: true };
      case 'break':
      case 'continue':
        return { statement: s, ends: false };
      default: {
        const statement = this.#rewritten(s);
        this.#takeEffect(statement);
        return { statement, ends: s.op !== 'return' };
      }
    }
  }

  #rewritten = (s: Statement): Statement => mapExpressionsOf(s, (e) => simplified(e, this.#bounds));

  #takeEffect(s: Statement): void {
    for (const name of localsSetBy(s)) {
      const type = this.#types.get(name);
      if (s.op === 'set') this.#bounds.define(name, s.value, type && this.#bounds.of(s.value));
      else this.#bounds.set(name, type && givenBy(s, type));
    }
  }

  #if(s: If): { readonly statement: Statement; readonly ends: boolean } {
    const head = this.#rewritten(s) as If;
    const then = this.#way(s.then, s.test, true);
    const otherwise = this.#way(s.otherwise, s.test, false);
    if (then.ends && otherwise.ends) this.#bounds.join(then.changes, otherwise.changes);
    else this.#bounds.adopt((then.ends ? then : otherwise).changes);
    const same = head === s && then.statements === s.then && otherwise.statements === s.otherwise;
    const statement = same ? s : { ...head, then: then.statements, otherwise: otherwise.statements };
    return { statement, ends: then.ends || otherwise.ends };
  }

  #way(body: readonly Statement[], test: Expression, truth: boolean): Walked & { readonly changes: Changes } {
    let walked: Walked = { statements: body, ends: true };
    const changes = this.#bounds.apart(() => {
      this.#bounds.suppose(test, truth);
      walked = this.#block(body);
    });
    return { ...walked, changes };
  }

  /** Behind it nothing is known of what is set in it, for jumps may lead there; nor in an arm of what the others set. */
  #labelled(s: Block | Switch): Statement {
    const { assignments } = insideOf(s);
    const forget = (): void => {
      for (const name of assignments.keys()) this.#bounds.set(name, undefined);
    };
    const head = this.#rewritten(s);
    if (s.op === 'switch') forget();
    const made = mapBlocksOf(head, (block) => this.#iteration(block, undefined));
    forget();
    return made;
  }

  // -------------------------------------------------------------- loops

  #loop(s: Loop): Loop {
    const inside = insideOf(s);
    this.#enter(s, inside);
    const head = this.#rewritten(s) as Loop;
    const body = this.#iteration(s.body, s.kind === 'while' ? s.test : undefined);
    const step = this.#iteration(s.step, inside.keepsTest ? s.test : undefined);
    if (s.test && !inside.isLeft) this.#bounds.suppose(s.test, false);
    const same = head === s && body === s.body && step === s.step;
    return same ? s : { ...head, body, step };
  }

  /** A part of a loop, in any of its iterations; `test` has just been passed. */
  #iteration(part: readonly Statement[], test: Expression | undefined): readonly Statement[] {
    let statements = part;
    this.#bounds.apart(() => {
      if (test) this.#bounds.suppose(test, true);
      statements = this.#block(part).statements;
    });
    return statements;
  }

  /** From here on what is known holds wherever in the loop, and behind it. */
  #enter(loop: Loop, { assignments }: Inside): void {
    const integers = [...assignments].flatMap(([name, all]) => {
      const type = this.#types.get(name);
      return type
        ? [{ counter: local(name, type) as Local, type, all, first: this.#bounds.of(local(name, type)) }]
        : [];
    });
    for (const name of assignments.keys()) this.#bounds.set(name, undefined);
    for (const { counter, type, all, first } of integers) {
      const values =
        this.#counted(loop, counter, first, all) ?? all.map((s) => this.#givenBy(s, type)).reduce(hull, first);
      this.#bounds.set(counter.name, values);
    }
  }

  /**
   * The values of a counter, which the step alone sets, once: that they never get below the first one (above it, where
   * it counts down) is supposed, and holds if the test leaves room for a step from there.
   */
  #counted(loop: Loop, counter: Local, first: Interval, all: readonly Statement[]): Interval | undefined {
    const [only] = all;
    const { test, step } = loop;
    if (loop.kind !== 'while' || !test || all.length !== 1 || only?.op !== 'set' || !step.includes(only))
      return undefined;
    const added = addedTo(counter, only.value);
    if (added === undefined) return undefined;
    const supposed = this.#supposed(test, counter, first, added);
    let inBody = supposed;
    this.#bounds.apart(() => {
      this.#bounds.set(counter.name, supposed);
      this.#bounds.suppose(test, true);
      inBody = this.#bounds.of(counter);
    });
    const next = interval(inBody.low + added, inBody.high + added);
    return isWithin(next, supposed) ? hull(first, next) : undefined;
  }

  /** From the first value on: to what it is compared with, if steps of one meet that, else as far as there are numbers. */
  #supposed(test: Expression, counter: Local, first: Interval, added: bigint): Interval {
    const every = EVERY[counter.type as IntegerType];
    const isMet = test.op === 'binary' && test.operator === 'ne' && isLocal(test.left, counter.name);
    const end = isMet ? this.#bounds.of(test.right) : every;
    const meets = isSingle(end) && (added === 1n ? first.high <= end.low : added === -1n && first.low >= end.low);
    const limits = meets ? end : every;
    return added > 0n ? interval(first.low, limits.high) : interval(limits.low, first.high);
  }

  #givenBy(s: Statement, type: IntegerType): Interval {
    return s.op === 'set' ? this.#bounds.of(s.value) : givenBy(s, type);
  }
}

interface Walked {
  readonly statements: readonly Statement[];
  readonly ends: boolean;
}

/** What a value that is no expression can be. */
const givenBy = (s: Statement, type: IntegerType): Interval => (s.op === 'get' ? loaded(s.memory, type) : EVERY[type]);

const isLocal = (e: Expression, name: string): boolean => e.op === 'local' && e.name === name;

/** The constant other than zero that the value is more than the counter. */
function addedTo(counter: Local, value: Expression): bigint | undefined {
  if (value.op !== 'binary' || value.operator !== 'add' || value.right.op !== 'const') return undefined;
  const added = BigInt(value.right.value);
  return isLocal(value.left, counter.name) && added !== 0n ? added : undefined;
}

// ---------------------------------------------------------------- what stands in a loop or block

interface Inside {
  /** What sets each local. */
  readonly assignments: ReadonlyMap<string, readonly Statement[]>;
  /** A jump leads behind it. */
  readonly isLeft: boolean;
  /** Of a loop: its test holds until the step, whatever the body does. */
  readonly keepsTest: boolean;
}

function insideOf(s: Statement & { readonly label: string }): Inside {
  const assignments = new Map<string, Statement[]>();
  let isLeft = false;
  visitStatements([s], (inner) => {
    isLeft ||= inner.op === 'break' && inner.label === s.label;
    for (const name of localsSetBy(inner)) {
      const all = assignments.get(name);
      if (all) all.push(inner);
      else assignments.set(name, [inner]);
    }
  });
  return { assignments, isLeft, keepsTest: s.op === 'loop' && keepsTest(s) };
}

function keepsTest({ kind, test, body }: Loop): boolean {
  if (kind !== 'while' || !test) return false;
  const tested = new Set<string>();
  visitExpression(test, (e) => e.op === 'local' && tested.add(e.name));
  return !some({ body }, (s) => localsSetBy(s).some((name) => tested.has(name)));
}
