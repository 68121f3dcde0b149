/** The predefined datatype that a datatype is made of alone, as accumulates want it (MPI 3.1, 11.3.4). */
import type { Datatype, Sequence } from './datatype.ts';
import { PREDEFINED } from './predefined.ts';
import type { Types } from './types.ts';

export class ElementTypes {
  /** Predefined datatypes by their sequences, of which those of others are made. */
  private readonly known = new Map<Sequence, Datatype>();

  constructor(types: Types, firstHandle: number) {
    for (const i of PREDEFINED.keys()) {
      const type = types.at('MPI', 'datatype', firstHandle + i);
      this.known.set(type.sequence, type);
    }
  }

  /** Undefined where there are several, or none. */
  of({ sequence }: Datatype): Datatype | undefined {
    return this.in(sequence);
  }

  private in(sequence: Sequence): Datatype | undefined {
    const known = this.known.get(sequence);
    if (known !== undefined) return known;
    const parts = (sequence.of ?? []).filter((each) => each.count > 0 && each.sequence.bytes > 0);
    const [first, ...rest] = parts.map((each) => this.in(each.sequence));
    return rest.every((each) => isAlike(each, first)) ? first : undefined;
  }
}

/** MPI_LONG and MPI_INT64_T are, for one. */
export function isAlike(one: Datatype | undefined, other: Datatype | undefined): boolean {
  return one?.element === other?.element && one?.size === other?.size;
}
