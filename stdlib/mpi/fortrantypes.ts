/**
 * Datatypes by the decimal precision and exponent range that Fortran's selected_real_kind and selected_int_kind are asked for (MPI 3.1, 17.1.9).
 *
 * Each is a predefined one with the arguments of its call as contents; equal arguments give the same datatype, which cannot be freed.
 */
import { UNDEFINED } from './constants.ts';
import { combinerOf } from './constructors.ts';
import { ERR_ARG } from './errors.ts';
import { nullOf, TYPE } from './handles.ts';
import { PREDEFINED } from './predefined.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** Decimal digits of a kind, its range of exponents, the name of its datatype. */
type Kind = readonly [digits: number, range: number, name: string];

const REALS: readonly Kind[] = [
  [6, 37, 'MPI_REAL4'],
  [15, 307, 'MPI_REAL8'],
];
const COMPLEX: readonly Kind[] = [
  [6, 37, 'MPI_COMPLEX8'],
  [15, 307, 'MPI_COMPLEX16'],
];
const INTEGERS: readonly Kind[] = [
  [2, 0, 'MPI_INTEGER1'],
  [4, 0, 'MPI_INTEGER2'],
  [9, 0, 'MPI_INTEGER4'],
  [18, 0, 'MPI_INTEGER8'],
];

export class FortranTypes {
  private readonly made = new Map<string, number>();

  constructor(
    private readonly state: State,
    private readonly types: Types,
  ) {}

  /** The smallest kind that has what the arguments want, in their order; of p and r one may be MPI_UNDEFINED. */
  private chosen(call: string, kinds: readonly Kind[], names: readonly string[], wanted: readonly number[]): string {
    const largest = kinds.at(-1)!;
    for (const [i, name] of names.entries())
      if (wanted[i]! > (largest[i] as number))
        this.state.refuse(call, name, wanted[i]!, `no datatype has more than ${largest[i]}`, ERR_ARG);
    if (wanted.every((each) => each === UNDEFINED))
      this.state.refuse(call, names[0]!, 'MPI_UNDEFINED', 'p or r says what is wanted', ERR_ARG);
    return kinds.find((kind) => wanted.every((each, i) => each <= (kind[i] as number)))![2];
  }

  private handleOf(combiner: string, integers: readonly number[], name: string): number {
    const key = `${combiner} ${integers}`;
    if (!this.made.has(key)) {
      const index = PREDEFINED.findIndex(([each]) => each === name);
      const type = this.types.at(name, 'datatype', nullOf(TYPE) + 1 + index);
      const contents = { combiner: combinerOf(combiner), integers, addresses: [], types: [] };
      this.made.set(key, this.types.enter({ ...type, contents }));
      this.types.handles.keep(this.made.get(key)!);
    }
    return this.made.get(key)!;
  }

  private real(combiner: string, kinds: readonly Kind[]): Body {
    return (call, digits, range, at) => {
      const name = this.chosen(call, kinds, ['p', 'r'], [digits!, range!]);
      this.state.give(call, 'newtype', at!, this.handleOf(combiner, [digits!, range!], name));
    };
  }

  readonly bodies: Record<string, Body> = {
    MPI_Type_create_f90_real: this.real('F90_REAL', REALS),
    MPI_Type_create_f90_complex: this.real('F90_COMPLEX', COMPLEX),
    MPI_Type_create_f90_integer: (call, digits, at) => {
      const name = this.chosen(call, INTEGERS, ['r'], [digits!]);
      this.state.give(call, 'newtype', at!, this.handleOf('F90_INTEGER', [digits!], name));
    },
  };
}
