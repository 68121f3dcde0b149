/** Types of values and of functions: each function type is written once, and has the index of its first use. */
import type { MachineType, MemoryType, Signature } from '../../ir/ir.ts';
import { refuseShared } from '../types.ts';
import type { Bytes } from './bytes.ts';

/** Of what expand leaves. */
export const VALUE_TYPES: Readonly<Record<Exclude<MachineType, 'shared'>, number>> = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
};

/** The type as expand leaves it. */
export function scalar<T extends MachineType | MemoryType>(type: T): Exclude<T, 'shared' | 'phase'> {
  if (type === 'shared' || type === 'phase') return refuseShared();
  return type as Exclude<T, 'shared' | 'phase'>;
}

const FUNCTION = 0x60;

export class FunctionTypes {
  readonly #indices = new Map<string, number>();
  readonly #signatures: Signature[] = [];

  get count(): number {
    return this.#signatures.length;
  }

  indexOf(signature: Signature): number {
    const key = signatureKey(signature);
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.#signatures.push(signature) - 1;
    this.#indices.set(key, index);
    return index;
  }

  /** The type section's contents. */
  write(out: Bytes): void {
    out.unsigned(this.#signatures.length);
    for (const { parameters, results } of this.#signatures) {
      out.byte(FUNCTION);
      for (const types of [parameters, results]) {
        out.unsigned(types.length);
        for (const type of types) out.byte(VALUE_TYPES[scalar(type)]);
      }
    }
  }
}

/** Equal for equal signatures. */
export const signatureKey = ({ parameters, results }: Signature): string => `${parameters.join()}>${results.join()}`;
