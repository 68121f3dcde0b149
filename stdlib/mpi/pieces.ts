/** Lists of the runs of a layout's data, for copies between two layouts (runtime/extended/vis/vector.ts) and for accumulates. */
import type { Pieces } from '../../runtime/extended/vis/lists.ts';
import { type Layout, type Visitor, walk } from './layouts.ts';

class List implements Visitor {
  readonly addresses: number[] = [];
  readonly lengths: number[] = [];

  run(address: number, bytes: number): void {
    this.addresses.push(address);
    this.lengths.push(bytes);
  }

  runs(address: number, bytes: number, stride: number, count: number): void {
    for (let i = 0; i < count; i++) this.run(address + i * stride, bytes);
  }
}

/** Where bytes `first` to `end` of the data are, in order; addresses of the job. */
export function piecesOf(layout: Layout, address: number, first: number, end: number): Pieces {
  const list = new List();
  walk(layout, address, first, end, list);
  return { addresses: Float64Array.from(list.addresses), lengths: Uint32Array.from(list.lengths) };
}
