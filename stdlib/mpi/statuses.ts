/** Statuses: what of a message its receiver is told, and how many elements it has (MPI 3.1, 3.2.5, 4.1.11, 12.3). */

import { UNDEFINED } from './constants.ts';
import { bytesOf } from './datatype.ts';
import type { Outcome } from './operations.ts';
import type { Body, State } from './state.ts';
import { fitting, type Types } from './types.ts';

/** MPI_STATUS_IGNORE, and MPI_STATUSES_IGNORE. */
export const IGNORE = 1;
export const STATUS_BYTES = 20;
/** Words of a status (mpi.h). */
const [SOURCE, TAG, ERROR, BYTES, CANCELLED] = [0, 1, 2, 3, 4];
/** The last word: whether it was cancelled, and above that what the bytes are more than a word. */
const MORE_SHIFT = 1;

/** What a status says, whose first word is at that index. */
export function outcomeIn(I32: Int32Array, first: number): Outcome {
  const [source, tag, , low, last] = I32.subarray(first, first + STATUS_BYTES / 4) as unknown as Words;
  return { source, tag, bytes: (low >>> 0) + (last >>> MORE_SHIFT) * 2 ** 32, isCancelled: (last & 1) !== 0 };
}
type Words = [number, number, number, number, number];

export class Statuses {
  constructor(
    private readonly state: State,
    private readonly types: Types,
  ) {}

  /** MPI_ERROR is only for functions of several requests to set. */
  give(call: string, at: number, { source, tag, bytes, isCancelled }: Outcome): void {
    if (at === IGNORE) return;
    const first = this.at(call, at);
    const { I32 } = this.state.environment;
    I32[first + SOURCE] = source;
    I32[first + TAG] = tag;
    I32[first + CANCELLED] = isCancelled ? 1 : 0;
    this.giveBytes(first, bytes);
  }

  private giveBytes(first: number, bytes: number): void {
    const { I32 } = this.state.environment;
    I32[first + BYTES] = bytes | 0;
    I32[first + CANCELLED] = (I32[first + CANCELLED]! & 1) | (Math.floor(bytes / 2 ** 32) << MORE_SHIFT);
  }

  giveError(at: number, kind: number): void {
    if (at !== IGNORE) this.state.environment.I32[(at >>> 2) + ERROR] = kind;
  }

  private at(call: string, at: number): number {
    this.state.local(call, 'status', at, STATUS_BYTES);
    return at >>> 2;
  }

  private ofBytes(
    of: (call: string, type: number, bytes: number) => number,
  ): (...parameters: Parameters<Body>) => number {
    return (call, at, type) => of(call, type!, outcomeIn(this.state.environment.I32, this.at(call, at!)).bytes);
  }

  private readonly count = this.ofBytes((call, handle, bytes) => {
    const { size } = this.types.at(call, 'datatype', handle);
    if (size === 0) return bytes === 0 ? 0 : UNDEFINED;
    return bytes % size === 0 ? bytes / size : UNDEFINED;
  });

  private readonly elements = this.ofBytes((call, handle, bytes) =>
    this.types.units(this.types.at(call, 'datatype', handle), bytes),
  );

  private setElements(call: string, at: number, handle: number, count: number): void {
    const type = this.types.at(call, 'datatype', handle);
    this.state.natural(call, 'count', count);
    const { units, bytes } = type.sequence;
    const whole = units === 0 ? 0 : Math.floor(count / units) * bytes;
    const rest = units === 0 ? 0 : bytesOf(type.sequence, count % units);
    this.giveBytes(this.at(call, at), whole + rest);
  }

  /** Statuses of Fortran have the same words. */
  private copy(call: string, source: string, from: number, destination: string, to: number): void {
    const words = this.state.words(call, source, from, STATUS_BYTES / 4);
    this.state.giveWords(call, destination, to, [...words]);
  }

  readonly bodies: Record<string, Body> = {
    MPI_Get_count: (call, at, type, result) =>
      this.state.give(call, 'count', result!, fitting(this.count(call, at!, type!))),
    MPI_Get_elements: (call, at, type, result) =>
      this.state.give(call, 'count', result!, fitting(this.elements(call, at!, type!))),
    MPI_Get_elements_x: (call, at, type, result) =>
      this.state.giveLong(call, 'count', result!, this.elements(call, at!, type!)),
    MPI_Status_set_elements: (call, at, type, count) => this.setElements(call, at!, type!, Number(count)),
    MPI_Status_set_elements_x: (call, at, type, count) => this.setElements(call, at!, type!, Number(count)),
    MPI_Status_set_cancelled: (call, at, flag) => {
      const [word, { I32 }] = [this.at(call, at!) + CANCELLED, this.state.environment];
      I32[word] = (I32[word]! & ~1) | (flag === 0 ? 0 : 1);
    },
    MPI_Status_c2f: (call, from, to) => this.copy(call, 'c_status', from!, 'f_status', to!),
    MPI_Status_f2c: (call, from, to) => this.copy(call, 'f_status', from!, 'c_status', to!),
    MPI_Test_cancelled: (call, at, flag) =>
      this.state.give(call, 'flag', flag!, this.state.environment.I32[this.at(call, at!) + CANCELLED]! & 1),
  };
}
