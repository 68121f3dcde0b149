/**
 * PAMI_Type_transform_data: copies the bytes of one typed buffer, in order, to those of another.
 *
 * Packing is a transform to contiguous bytes, unpacking one from them; typed transfers are transforms whose sides lie
 * in the memories of two tasks.
 */

import type { Transformer } from './datafunctions.ts';
import { Pieces } from './pieces.ts';
import type { Type } from './type.ts';

/** One side: an address, its type (none: contiguous), the byte of its data to begin at. */
export interface Side {
  readonly address: number;
  readonly type: Type | undefined;
  readonly offset: number;
}

/** Moves `size` bytes of data by `move`, in the longest runs that are contiguous on both sides. */
export function transformData(move: Transformer, cookie: number, target: Side, source: Side, size: number): void {
  const to = new Pieces(target.type, target.address, target.offset);
  const from = new Pieces(source.type, source.address, source.offset);
  for (let left = size; left > 0; ) {
    const run = Math.min(left, to.left, from.left);
    move(to.address, from.address, run, cookie);
    to.take(run);
    from.take(run);
    left -= run;
  }
}
