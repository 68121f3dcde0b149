/**
 * Which objects an address may lie in.
 *
 * Takes: a function. Gives: for an address, the static objects and slots of the frame that it may point into, and which
 * of them no pointer from elsewhere can. One idea: arithmetic never leaves an object (C99 6.5.6), so an address lies
 * where the addresses lie that it is computed from, whatever is added to them; a local points wherever one of its
 * assignments lets it. What is loaded, passed or returned may point into everything whose address was given away.
 */
import { LOWEST_OFFSET, operandsOf } from '../../ir/builders.ts';
import type { Binary, Function as Definition, Expression, MachineType, Statement } from '../../ir/ir.ts';
import { localsSetBy, some, visitExpressionsOf, visitStatements } from '../../ir/walk.ts';

/** Names of objects as IR writes them: `&s`, `@x`, `#slot`, and ELSEWHERE. */
export type Pointees = ReadonlySet<string>;

/** Any object whose address was given away. */
const ELSEWHERE = '?';
const NOWHERE: Pointees = new Set();
const ANYWHERE: Pointees = new Set([ELSEWHERE]);

/** Types that an address may be computed in. */
const POINTERS: ReadonlySet<MachineType> = new Set(['i32', 'i64', 'shared'] as const);

/** Stands between a local's name and the number of one of its values (see numbering.ts). */
export const OF_TIME = '\n';

/** A value that numbering.ts knows no more of than what it was computed from: it points where that does. */
export type Opaque = Expression & { readonly op: 'local'; readonly from: Expression };
const isOpaque = (e: Expression): e is Opaque => 'from' in e;

export class Objects {
  readonly #locals = new Map<string, Pointees>();
  /** Slots that only this function's own addresses lead to. */
  readonly #own = new Set<string>();
  readonly #hidden: ReadonlySet<string>;
  readonly #opaque = new WeakMap<Expression, Pointees>();

  /** `hidden`: private static objects whose address nobody in the program gives away. */
  constructor(definition: Definition, hidden: ReadonlySet<string> = NOWHERE) {
    this.#hidden = hidden;
    for (const { name } of definition.parameters) this.#locals.set(name, ANYWHERE);
    this.#follow(definition);
    for (const { name } of definition.frame) this.#own.add(`#${name}`);
    for (const object of this.givenAwayBy(definition)) this.#own.delete(object);
  }

  /** Locals point nowhere until an assignment says otherwise, and what one points to goes on to the next. */
  #follow({ body }: Definition): void {
    const sets: { readonly local: string; readonly value: Expression }[] = [];
    visitStatements(body, (s) => {
      if (s.op !== 'set') for (const name of localsSetBy(s)) this.#locals.set(name, ANYWHERE);
      else if (POINTERS.has(s.value.type)) sets.push(s);
    });
    for (let changed = true; changed; ) {
      changed = false;
      for (const { local, value } of sets) {
        const before = this.#locals.get(local) ?? NOWHERE;
        const after = union(before, this.#value(value));
        if (after.size === before.size) continue;
        this.#locals.set(local, after);
        changed = true;
      }
    }
  }

  /** Objects whose address the function puts where others may find it. */
  givenAwayBy({ body }: Definition): Pointees {
    let given = NOWHERE;
    visitStatements(body, (s) => {
      for (const e of valuesGivenAway(s)) given = union(given, this.#value(e));
      // Other images have the object of that name too, and reach this one's.
      visitExpressionsOf(s, (e) => {
        if (e.op === 'counterpart') given = union(given, this.#value(e.address));
      });
    });
    return given;
  }

  /** May the two addresses lie in one object? */
  mayShare(a: Expression, b: Expression): boolean {
    const [inA, inB] = [this.#of(a), this.#of(b)];
    for (const object of inA) if (inB.has(object)) return true;
    return (inA.has(ELSEWHERE) && this.#isFound(inB)) || (inB.has(ELSEWHERE) && this.#isFound(inA));
  }

  /** Is it out of reach of every other function? */
  isOwn(address: Expression): boolean {
    return [...this.#of(address)].every((object) => this.#own.has(object));
  }

  /** Is it out of reach of other threads? */
  isPrivate(address: Expression): boolean {
    return !this.#isFound(this.#of(address));
  }

  /** Does the address lie in an object that is there as long as the function runs? */
  isNamed(address: Expression): boolean {
    return !this.#of(address).has(ELSEWHERE);
  }

  /** Is one of the objects such that a pointer from elsewhere may lead to it? */
  #isFound(objects: Pointees): boolean {
    return [...objects].some((object) => !this.#own.has(object) && !this.#hidden.has(object));
  }

  /** A number that no address went into is an address all the same if it is used as one. */
  #of(address: Expression): Pointees {
    const found = this.#value(address);
    return found.size === 0 ? ANYWHERE : found;
  }

  #value(e: Expression): Pointees {
    switch (e.op) {
      case 'static':
      case 'shared':
      case 'frame':
        return new Set([objectName(e)!]);
      case 'local':
        return isOpaque(e) ? this.#valueOfOpaque(e) : this.#local(e.name);
      case 'element':
        return this.#value(e.base);
      case 'advance':
      case 'counterpart':
        return this.#value(e.address);
      case 'load':
        return ANYWHERE;
      case 'select':
        return union(this.#value(e.then), this.#value(e.otherwise));
      case 'binary':
        return this.#binary(e);
      default:
        return operandsOf(e).reduce((all, operand) => union(all, this.#value(operand)), NOWHERE);
    }
  }

  /** Asked for once: opaque values are computed from others. */
  #valueOfOpaque(e: Opaque): Pointees {
    const found = this.#opaque.get(e) ?? this.#value(e.from);
    this.#opaque.set(e, found);
    return found;
  }

  #local(name: string): Pointees {
    const end = name.indexOf(OF_TIME);
    if (end < 0) return this.#locals.get(name) ?? NOWHERE;
    return end === 0 ? ANYWHERE : (this.#locals.get(name.slice(0, end)) ?? NOWHERE);
  }

  #binary({ operator, left, right }: Binary): Pointees {
    if (operator === 'sub') return this.#value(left);
    const [inLeft, inRight] = [this.#value(left), this.#value(right)];
    if (operator === 'add' || operator === 'offset') {
      // An index may have been loaded, but what is added to an object's address stays in it, or in one that is named there too.
      if (objectName(left) !== undefined) return union(inLeft, named(inRight));
      return objectName(right) === undefined ? union(inLeft, inRight) : union(named(inLeft), inRight);
    }
    const both = union(inLeft, inRight);
    return KEEPS.has(operator) && !isSmall(right) ? both : named(both);
  }
}

/** The name of an object, as in Pointees, if the expression is one's address. */
export function objectName(e: Expression | undefined): string | undefined {
  if (e?.op === 'frame') return `#${e.slot}`;
  if (e?.op === 'static') return `&${e.symbol}`;
  return e?.op === 'shared' ? `@${e.symbol}` : undefined;
}

/** Operations that may give an address: a product, a quotient or a comparison of unknown numbers is none. */
const KEEPS: ReadonlySet<string> = new Set(['and', 'or', 'xor']);

/** Less than the lowest address. */
const isSmall = (e: Expression): boolean => e.op === 'const' && Number(e.value) >= 0 && Number(e.value) < LOWEST_OFFSET;

function named(objects: Pointees): Pointees {
  return objects.has(ELSEWHERE) ? new Set([...objects].filter((object) => object !== ELSEWHERE)) : objects;
}

/** One of the two where it holds the other: mostly it does. */
function union(a: Pointees, b: Pointees): Pointees {
  if (a.size < b.size) return union(b, a);
  for (const object of b) if (!a.has(object)) return new Set([...a, ...b]);
  return a;
}

/** What a statement puts where others may find it. */
function valuesGivenAway(s: Statement): readonly Expression[] {
  switch (s.op) {
    case 'store':
    case 'put':
    case 'put.start':
      return [s.value];
    case 'call':
      return s.arguments;
    case 'return':
      return s.values;
    default:
      return [];
  }
}

/** A static object as far as it matters here. */
interface Named {
  readonly name: string;
  readonly space: 'private' | 'shared';
  readonly data: readonly object[];
}

const registersHandlers = (s: Statement): boolean =>
  s.op === 'call' && 'symbol' in s.callee && s.callee.symbol === 'gasnet_attach';

/**
 * Names of the private static objects whose address neither a function nor another object holds. None where handlers of messages run on a
 * thread that communicates: they may write any.
 */
export function hiddenObjects(functions: readonly Definition[], statics: readonly Named[]): ReadonlySet<string> {
  if (functions.some((definition) => some(definition, registersHandlers))) return NOWHERE;
  const hidden = new Set(statics.filter(({ space }) => space === 'private').map(({ name }) => `&${name}`));
  for (const { data } of statics) for (const datum of data) if ('symbol' in datum) hidden.delete(`&${datum.symbol}`);
  for (const definition of functions) {
    for (const object of new Objects(definition).givenAwayBy(definition)) hidden.delete(object);
  }
  return hidden;
}
