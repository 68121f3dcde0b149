/**
 * Packets of collective operations that have not been asked for yet, by operation and member.
 *
 * One idea: all that has come for an operation lies together, so that its end drops it at once, however many members there are.
 */

/** A packet that waits: its data, and the signature of the operation of its sender. */
export interface Held {
  readonly data: Uint8Array;
  readonly signature: number;
}

/** Oldest first, by the member that sent them. */
export type Arrivals = Map<number, Held[]>;

export class Boxes {
  private readonly byOperation = new Map<string, Arrivals>();

  /** What has come for the operation of a geometry with this number; `starter`: the initiator of a one-sided one. */
  of(id: number, sequence: number, starter: number | undefined): Arrivals {
    const key = keyOf(id, sequence, starter);
    let arrivals = this.byOperation.get(key);
    if (arrivals === undefined) this.byOperation.set(key, (arrivals = new Map()));
    return arrivals;
  }

  /** Nothing more comes; gives what is left. */
  drop(id: number, sequence: number, starter: number | undefined): Arrivals | undefined {
    const key = keyOf(id, sequence, starter);
    const arrivals = this.byOperation.get(key);
    this.byOperation.delete(key);
    return arrivals;
  }
}

const keyOf = (id: number, sequence: number, starter: number | undefined) => `${id} ${sequence} ${starter ?? ''}`;

/** What a member has sent. */
export function boxOf(arrivals: Arrivals, from: number): Held[] {
  let box = arrivals.get(from);
  if (box === undefined) arrivals.set(from, (box = []));
  return box;
}
