/**
 * A message that has come and that no receive has matched yet: with its data, or an offer, which says where they lie (post.ts); and whether a receive or a probe
 * wants it (MPI 3.1, 3.2.4).
 */
import type { Wanted } from './operations.ts';

/** What decides whether it is wanted; `from` is a rank of the job. */
export type Envelope = Pick<Arrived, 'from' | 'context' | 'tag'>;

/** A class: all have one shape, so that looking through thousands is fast. */
export class Arrived {
  constructor(
    readonly from: number,
    readonly context: number,
    readonly tag: number,
    readonly bytes: number,
    /** Those of an eager one. */
    readonly data: Uint8Array | undefined,
    /** Of an offer: the rank and the offset of the data, the number of the send. */
    readonly owner = 0,
    readonly offset = 0,
    readonly send = 0,
    /** Offset of the word of its sender that becomes 1 when the data have been taken, if the receiver does not say so. */
    readonly toldAt = 0,
  ) {}
}

export const isMatch = (wanted: Wanted, { from, context, tag }: Envelope): boolean =>
  wanted.context === context &&
  (wanted.source === from || wanted.source < 0) &&
  (wanted.tag === tag || (wanted.tag < 0 && tag >= 0));
