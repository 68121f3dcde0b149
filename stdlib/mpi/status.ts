/** Statuses: MPI_Status in the program's memory (mpi.h), and what is asked of them. */
import { datatypeOf } from './datatypes.ts';
import { ANY_SOURCE, ANY_TAG, type Named, type State, UNDEFINED } from './state.ts';

export interface Status {
  readonly source: number;
  readonly tag: number;
  readonly bytes: number;
}

/** Of no operation, and of a send. */
export const EMPTY: Status = { source: ANY_SOURCE, tag: ANY_TAG, bytes: 0 };
/** Words. */
const [SOURCE, BYTES, LENGTH] = [0, 3, 5];

/** `address`: 0 if it is ignored. The word of the error is for calls with several statuses. */
export function writeStatus(state: State, name: string, address: number, { source, tag, bytes }: Status): void {
  if (address === 0) return;
  const at = state.place(name, 'status', address, 4 * LENGTH);
  const { I32 } = state.environment;
  I32.set([source, tag], at + SOURCE);
  I32.set([bytes, 0], at + BYTES);
}

export function statuses(state: State): Record<string, Named> {
  /** Undefined where the bytes are no whole number of elements. */
  const count: Named = (name, status: number, datatype: number, result: number) => {
    state.initialized(name);
    const bytes = state.environment.I32[state.place(name, 'status', status, 4 * LENGTH) + BYTES]! >>> 0;
    const elements = bytes / datatypeOf(name, 'datatype', datatype).bytes;
    state.give(name, 'count', result, Number.isInteger(elements) ? elements : UNDEFINED);
  };
  return { MPI_Get_count: count, MPI_Get_elements: count };
}
