/** Datatypes: the predefined ones, and contiguous sequences of them. A message has the bytes of whole extents. */
import { ERR_COUNT, ERR_TYPE } from './errors.ts';
import { Handles, nullOf, TYPE } from './handles.ts';
import { PREDEFINED } from './predefined.ts';
import type { Body, State } from './state.ts';

export interface Datatype {
  readonly name: string;
  /** Bytes of data. */
  readonly size: number;
  readonly extent: number;
  /** What operators see (predefined.ts); undefined: they have nothing of it. */
  readonly element?: number;
  isCommitted: boolean;
}

export class Types {
  readonly handles = new Handles<Datatype>(TYPE, ERR_TYPE);

  constructor(private readonly state: State) {
    for (const [name, size, element, extent = size] of PREDEFINED)
      this.handles.predefine({ name, size, extent, element, isCommitted: true });
  }

  at(call: string, argument: string, handle: number): Datatype {
    return this.handles.at(call, argument, handle);
  }

  /** Bytes of so many elements, for communication. */
  bytes(call: string, count: number, handle: number, argument = 'count', typeArgument = 'datatype'): number {
    const type = this.at(call, typeArgument, handle);
    if (!type.isCommitted)
      this.state.refuse(call, typeArgument, type.name, 'commit it by MPI_Type_commit first', ERR_TYPE);
    if (count < 0) this.state.refuse(call, argument, count, 'it is 0 or more', ERR_COUNT);
    return count * type.extent;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Type_contiguous: (call, count, old, result) => {
      const { name, size, extent } = this.at(call, 'oldtype', old);
      if (count < 0) this.state.refuse(call, 'count', count, 'it is 0 or more', ERR_COUNT);
      const made = { name: `${count} of ${name}`, size: count * size, extent: count * extent, isCommitted: false };
      this.state.give(call, 'newtype', result, this.handles.add(made));
    },
    MPI_Type_commit: (call, at) => {
      this.at(call, 'datatype', this.state.word(call, 'datatype', at)).isCommitted = true;
    },
    MPI_Type_free: (call, at) => {
      this.handles.remove(call, 'datatype', this.state.word(call, 'datatype', at));
      this.state.give(call, 'datatype', at, nullOf(TYPE));
    },
    MPI_Type_size: (call, type, result) => this.state.give(call, 'size', result, this.at(call, 'datatype', type).size),
    MPI_Type_get_extent: (call, type, lb, extent) => {
      const found = this.at(call, 'datatype', type);
      this.state.local(call, 'lb', lb, 8);
      this.state.local(call, 'extent', extent, 8);
      this.state.environment.I64[lb >>> 3] = 0n;
      this.state.environment.I64[extent >>> 3] = BigInt(found.extent);
    },
    MPI_Get_address: (call, location, address) => {
      this.state.local(call, 'address', address, 8);
      this.state.environment.I64[address >>> 3] = BigInt(location >>> 0);
    },
  };
}
