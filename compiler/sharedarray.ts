/**
 * A shared object of a program as those know it who draw it: an array, or a scalar, which has no dimensions.
 *
 * Takes: nothing; the C frontend describes them (frontends/c/arrays.ts), a compilation adds where they lie. layout.ts computes
 * with it.
 */
export interface SharedArray {
  readonly name: string;
  /** "shared [2] int a[10]" */
  readonly declaration: string;
  /** Of its name. */
  readonly at: { readonly name: string; readonly line: number; readonly column: number };
  /** Elements of a block; 0: all are on thread 0. */
  readonly block: number;
  /** Of the dimensions, outermost first. */
  readonly lengths: readonly number[];
  /** The dimension that counts THREADS times. */
  readonly scaled?: number;
  /** Bytes. */
  readonly elementSize: number;
  /** Where it begins in each thread's region: in a program that uses it. */
  readonly offset?: number;
}
