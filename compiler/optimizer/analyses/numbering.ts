/**
 * Values of expressions, whatever locals they are computed through: value numbering.
 *
 * Takes: expressions and assignments in the order in which they run. Gives: for an expression its value; two that are
 * surely equal have the same. One idea: locals change, values do not. A local stands for the value it was set to last,
 * or, where that is not known, for a new unknown. (Cocke and Schwartz, Programming Languages and Their Compilers, 1970.)
 */
import type { Function as Definition, Expression, MachineType, Statement } from '../../ir/ir.ts';
import { blocksOf, hasBlocks, localsSetBy, mapOperands } from '../../ir/walk.ts';
import { OF_TIME, type Opaque } from './objects.ts';

export interface Value {
  readonly id: number;
  /** The value over unknowns, which are locals of that time; itself an unknown (Opaque) where it would be too large. */
  readonly form: Expression;
  readonly size: number;
}

/** What stands for a local or what a load reads. */
export type Leaf = (leaf: Expression & { op: 'local' | 'load' }) => Value;

/** Forms that would grow larger are unknowns: many small steps would take time by powers. */
const MOST_NODES = 32;

export class Numbering {
  readonly #values = new Map<string, Value>();
  #count = 0;

  /** A value of which nothing is known, of the local `name` or of none. */
  unknown(type: MachineType, name = ''): Value {
    const id = this.#count++;
    return { id, form: { op: 'local', type, name: `${name}${OF_TIME}${id}` }, size: 1 };
  }

  of(e: Expression, leaf: Leaf): Value {
    if (e.op === 'local' || e.op === 'load') return leaf(e);
    const ids: number[] = [];
    let size = 1;
    const form = mapOperands(e, (operand) => {
      const value = this.of(operand, leaf);
      ids.push(value.id);
      size += value.size;
      return value.form;
    });
    const key = `${headOf(e)} ${ids.join(' ')}`;
    return this.#values.get(key) ?? this.#add(key, form, size);
  }

  #add(key: string, form: Expression, size: number): Value {
    const value = size > MOST_NODES ? this.#opaque(form) : { id: this.#count++, form, size };
    this.#values.set(key, value);
    return value;
  }

  /** An unknown that keeps what it was computed from: where that may point, it may. */
  #opaque(from: Expression): Value {
    const { form, ...value } = this.unknown(from.type);
    const opaque: Opaque = { ...(form as Opaque), from };
    return { ...value, form: opaque };
  }
}

/** The node without its operands, as text. */
function headOf(e: Expression): string {
  const { op, type, ...rest } = e;
  let text = `${op} ${type}`;
  for (const [name, field] of Object.entries(rest)) {
    if (name === 'layout') text += JSON.stringify(field);
    else if (name === 'values' || name === 'bytes') text += ` ${(field as readonly unknown[]).map(numberText)}`;
    else if (typeof field !== 'object') text += ` ${numberText(field)}`;
  }
  return text;
}

const numberText = (field: unknown): string => (Object.is(field, -0) ? '-0' : String(field));

/** What locals hold, as one goes through a function. */
export class Held {
  readonly #numbering: Numbering;
  readonly #values: Map<string, Value>;
  /** What was held before, for the way back. */
  readonly #trail: (readonly [string, Value])[] = [];
  readonly #setIn = new Map<Statement, Set<string>>();

  constructor({ parameters, locals }: Pick<Definition, 'parameters' | 'locals'>, numbering: Numbering) {
    this.#numbering = numbering;
    const all = [...parameters, ...locals];
    this.#values = new Map(all.map(({ name, type }) => [name, numbering.unknown(type, name)]));
  }

  /** A local that was added meanwhile. */
  declare(name: string, type: MachineType): Value {
    const value = this.#numbering.unknown(type, name);
    this.#values.set(name, value);
    return value;
  }

  of(name: string): Value {
    return this.#values.get(name) as Value;
  }

  set(name: string, value: Value): void {
    this.#trail.push([name, this.of(name)]);
    this.#values.set(name, value);
  }

  /** From now on the local holds who knows what. */
  forget(name: string): void {
    this.set(name, this.#numbering.unknown(this.of(name).form.type, name));
  }

  /** Forgets what is set in the statements. */
  forgetSetIn(body: readonly Statement[]): void {
    for (const s of body) for (const name of this.setIn(s)) this.forget(name);
  }

  /** The locals that the statement and those in it set; asked of a statement for each that it is in, found once. */
  setIn(s: Statement): Iterable<string> {
    if (!hasBlocks(s)) return localsSetBy(s);
    let names = this.#setIn.get(s);
    if (names) return names;
    names = new Set(localsSetBy(s));
    for (const block of blocksOf(s)) for (const inner of block) for (const name of this.setIn(inner)) names.add(name);
    this.#setIn.set(s, names);
    return names;
  }

  /** Goes a way, and back to where it began. */
  along<T>(way: () => T): T {
    const start = this.#trail.length;
    const found = way();
    while (this.#trail.length > start) {
      const [name, value] = this.#trail.pop() as [string, Value];
      this.#values.set(name, value);
    }
    return found;
  }
}
