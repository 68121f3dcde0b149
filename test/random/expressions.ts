/**
 * Random expressions of C over what is in scope. All are defined: divisors are positive, shifts short, subscripts inside, and
 * what a floating-point number is converted to an integer by is the macro SMALL. None writes anything.
 */
import type { Choices } from './choices.ts';
import { FLOATS, NUMBERS, type Type } from './numbers.ts';

export interface Expression {
  readonly text: string;
  readonly float: boolean;
}

/** A counter of a loop: it has values from low to high, both included. */
export interface Counter {
  readonly text: string;
  readonly type: Type;
  readonly low: number;
  readonly high: number;
}

/** An array, a field of the elements of one, or a pointer: subscripts are 0 .. size-1. */
export interface Place {
  readonly text: string;
  readonly type: Type;
  readonly size: number;
  readonly field?: string;
  /** It is not to be written. */
  readonly constant?: true;
}

export interface Variable {
  readonly text: string;
  readonly type: Type;
}

export interface Callee extends Variable {
  readonly parameters: readonly Type[];
}

/** An array of bytes, all of them values that may be subscripts of 256 elements. */
const PLACES = { name: 'places', size: 256 };

const whole = ({ text, float }: Expression): string => (float ? `SMALL(${text})` : text);

export class Expressions {
  places: readonly Place[] = [];
  variables: readonly Variable[] = [];
  callees: readonly Callee[] = [];
  counters: readonly Counter[] = [];

  constructor(private readonly choices: Choices) {}

  /** An expression that can be converted to the type. */
  of(type: Type, depth = this.choices.from(0, 3)): string {
    const expression = this.any(depth);
    return type.float ? expression.text : whole(expression);
  }

  /** A number that serves as a condition: not a comparison, and not 0 or 1 alone. */
  number(): string {
    const c = this.choices;
    return `${whole(this.#leaf())} ${c.one(['&', '-', '^', '|', '%'])} ${c.one([1, 2, 3, 4, 6, 7, 8, 16])}`;
  }

  constant(type: Type): string {
    return this.choices.one(type.constants);
  }

  /** An lvalue that may be written. */
  target(): Variable {
    const places = this.places.filter(({ constant }) => !constant);
    return this.#element(this.choices.one(places));
  }

  #element(place: Place): Variable {
    const { text, type, size, field } = place;
    return { text: `${text}[${this.#subscript(size)}]${field === undefined ? '' : `.${field}`}`, type };
  }

  /** A linear form of counters, a number from memory, or a constant. */
  #subscript(size: number): string {
    const c = this.choices;
    if (size >= PLACES.size && c.once(8)) return `${PLACES.name}[${this.#subscript(PLACES.size)}]`;
    const chosen = this.counters.length === 0 ? [] : [c.one(this.counters), c.one(this.counters)].slice(c.from(0, 1));
    const used = c.once(10) ? [] : [...new Set(chosen)];
    const terms = used.map((counter) => ({ counter, factor: c.one([1, 1, 1, 1, 2, 3, -1, -2]) }));
    const ends = terms.flatMap(({ counter, factor }) => [[factor * counter.low, factor * counter.high]]);
    const low = ends.reduce((sum, pair) => sum + Math.min(...pair), 0);
    const high = ends.reduce((sum, pair) => sum + Math.max(...pair), 0);
    const mixed = terms.length > 1;
    const spelled = terms.map(({ counter, factor }) => {
      const name = mixed ? `(int)${counter.text}` : counter.text;
      return factor === 1 ? name : factor === -1 ? `-${name}` : `${factor} * ${name}`;
    });
    if (high - low >= size) return `(unsigned)(${spelled.join(' + ')}) % ${size}u`;
    const offset = c.from(-low, Math.min(size - 1 - high, -low + 9));
    return [...spelled, ...(offset === 0 && spelled.length > 0 ? [] : [`${offset}`])].join(' + ').replace('+ -', '- ');
  }

  any(depth: number): Expression {
    return depth <= 0 || this.choices.once(5) ? this.#leaf() : this.#node(depth - 1);
  }

  #leaf(): Expression {
    const c = this.choices;
    const constant = () => {
      const type = c.one(NUMBERS);
      return { text: this.constant(type), float: type.float };
    };
    const variable = ({ text, type }: Variable) => ({ text, float: type.float });
    const kind = c.from(0, 9);
    if (kind < 2 && this.counters.length > 0) return variable(c.one(this.counters));
    if (kind < 4 && this.variables.length > 0) return variable(c.one(this.variables));
    if (kind < 8 && this.places.length > 0) return variable(this.#element(c.one(this.places)));
    return constant();
  }

  #node(depth: number): Expression {
    const c = this.choices;
    const [a, b] = [this.any(depth), this.any(depth)];
    const float = a.float || b.float;
    const [m, n] = [whole(a), whole(b)];
    const arithmetic = (): Expression => ({ text: `(${a.text} ${c.one(['+', '-', '*', '+'])} ${b.text})`, float });
    const comparison = (): Expression => ({
      text: `(${a.text} ${c.one(['<', '<=', '>', '>=', '==', '!='])} ${b.text})`,
      float: false,
    });
    const integers = (text: string) => (): Expression => ({ text: `(${text})`, float: false });
    const cast = (): Expression => {
      const type = c.one(NUMBERS);
      return { text: `(${type.name})${type.float ? `(${a.text})` : `(${m})`}`, float: type.float };
    };
    return c.one([
      arithmetic,
      arithmetic,
      arithmetic,
      comparison,
      integers(`${m} ${c.one(['&', '|', '^'])} ${n}`),
      integers(`${m} ${c.one(['/', '%'])} ((${n} & 15) + 1)`),
      integers(`${m} ${c.one(['<<', '>>'])} ${c.once(2) ? `(${n} & 7)` : c.from(0, 31)}`),
      integers(`${c.one(['~', '!', '- '])}${m}`),
      integers(`${a.text} ${c.one(['&&', '||'])} ${b.text}`),
      integers(`(${m} & 63) ${c.one(['<', '>='])} ${this.constant(c.one(NUMBERS))}`),
      cast,
      cast,
      () => ({ text: `(${this.any(1).text} ? ${a.text} : ${b.text})`, float }),
      () => ({ text: `(${a.text} ${c.one(['<', '>'])} ${b.text} ? ${a.text} : ${b.text})`, float }),
      () => ({ text: `${c.one(['sqrt(fabs', 'fabs(fabs', 'floor(fabs'])}(${a.text}))`, float: true }),
      () => ({ text: `(${a.text} / (float)${this.of(c.one(FLOATS), 1)} * 1.0f)`, float: true }),
      () => this.#call(depth) ?? arithmetic(),
    ])();
  }

  #call(depth: number): Expression | undefined {
    if (this.callees.length === 0) return undefined;
    const { text, type, parameters } = this.choices.one(this.callees);
    return { text: `${text}(${parameters.map((p) => this.of(p, depth)).join(', ')})`, float: type.float };
  }
}
