/**
 * Constants of floating point as immutable globals of the module.
 *
 * One idea: V8 moves a constant of the code through an integer register each time it is used, two instructions, in loops too;
 * a global is an operand in memory of the instruction that takes it. Zeros it makes from nothing, so they stay constants.
 */
import type { Bytes } from './bytes.ts';
import { PLAIN, SPECIAL } from './instructions.ts';
import { VALUE_TYPES } from './types.ts';

type FloatType = 'f32' | 'f64';

const IMMUTABLE = 0;
/** V8 takes a million globals. */
const MOST = 100_000;

export class FloatConstants {
  readonly #indices = new Map<string, number>();
  readonly #values: { readonly type: FloatType; readonly value: number }[] = [];

  get count(): number {
    return this.#values.length;
  }

  /** Which of these globals has the value; undefined where it is to stay a constant. */
  indexOf(type: FloatType, value: number): number | undefined {
    if (value === 0 || Number.isNaN(value)) return undefined;
    const key = `${type} ${value}`;
    const known = this.#indices.get(key);
    if (known !== undefined || this.count === MOST) return known;
    const index = this.#values.push({ type, value }) - 1;
    this.#indices.set(key, index);
    return index;
  }

  /** Of the global section, behind the number of globals. */
  write(out: Bytes): void {
    for (const { type, value } of this.#values) {
      out.bytes([VALUE_TYPES[type], IMMUTABLE, SPECIAL[`${type}.const`]]);
      out[type](value);
      out.byte(PLAIN.end);
    }
  }
}
