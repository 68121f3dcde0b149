/**
 * A C function as JavaScript may call it: what its parameters and its result are, and its prototype for messages.
 *
 * Takes: nothing; the C frontend makes them. Read by the text of the serving main (serving.ts), by who converts values (javascript/values.ts),
 * and by who writes declarations of TypeScript.
 */

/** A number as C has it in memory. */
export type NumberKind = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64';

/** A value that a call passes. */
export type CallValue =
  | { readonly kind: NumberKind | 'bool' | 'void'; readonly type: string }
  | {
      readonly kind: 'pointer';
      /** In C's notation: "const double *". */
      readonly type: string;
      /** What it points to, where that is a number. */
      readonly to?: NumberKind;
      /** The function does not write through it. */
      readonly const?: true;
    };

export interface Callable {
  readonly name: string;
  /** "double solve(double *u, int n)" */
  readonly prototype: string;
  readonly parameters: readonly (CallValue & { readonly name?: string })[];
  readonly result: CallValue;
  /** Why it cannot be called: "its parameter p is a struct". */
  readonly refused?: string;
}
