/**
 * A view of a file (MPI 3.1, 13.3): the bytes of the file that a filetype shows, laid end to end from a displacement on, as one sequence of data.
 *
 * Takes the filetype's layout as it lies in the file. Gives the runs of the file that hold a range of the data, and where in the data a place of the
 * file is. One idea: a view is the layout of a datatype that is repeated without end, so a walk through layouts.ts is all there is.
 */
import type { Datatype } from './datatype.ts';
import { type Layout, repeated, type Visitor, walk } from './layouts.ts';
import type { Representation } from './representations.ts';

export class View {
  /** Bytes in the file of an etype, and of the data of a filetype. */
  readonly unit: number;
  private readonly tile: number;
  private readonly extent: number;
  private readonly layout: Layout;
  /** Data that come later lie behind: across all filetypes too. */
  readonly isAscending: boolean;

  constructor(
    readonly displacement: number,
    readonly etype: Datatype,
    readonly filetype: Datatype,
    readonly representation: Representation,
  ) {
    const stored = representation.stored(filetype);
    this.unit = representation.stored(etype).size;
    [this.tile, this.extent, this.layout] = [stored.size, stored.extent, stored.layout];
    this.isAscending = orderOf(this.layout, stored.extent) === 'ascending';
  }

  /** Whether there are any data to see. */
  get hasData(): boolean {
    return this.tile > 0;
  }

  /** What is wrong with the filetype, for a file that may be written or not (13.1.1); undefined: nothing. */
  faultOf(isWritable: boolean): string | undefined {
    const { tile, unit, extent, layout } = this;
    if (unit === 0 || tile % unit !== 0)
      return `its ${tile} bytes of data are no multiple of the ${unit} that an etype has`;
    if (tile > 0 && extent <= 0) return `its extent is ${extent}, and the view needs one above 0`;
    const order = orderOf(layout, 0);
    if (order === 'unordered') return 'its displacements must be 0 or more, and must not decrease';
    if (order === 'overlapping' && isWritable)
      return 'its data overlap, which a file that may be written does not allow';
    return undefined;
  }

  /** Shows the runs of the file with bytes `first` to `end` of the data. */
  visit(first: number, end: number, visitor: Visitor): void {
    if (first >= end) return;
    walk(repeated(Math.ceil(end / this.tile), this.extent, this.layout), this.displacement, first, end, visitor);
  }

  /** Where in the file a byte of the data is. */
  offsetOf(byte: number): number {
    let at = this.displacement;
    if (this.hasData) this.visit(byte, byte + 1, { run: (offset) => (at = offset), runs: (offset) => (at = offset) });
    return at;
  }

  /** The first byte of the data that does not lie before a place of the file. */
  firstFrom(place: number): number {
    if (!this.hasData || place <= this.displacement) return 0;
    let low = 0;
    let high = (Math.ceil((place - this.displacement) / this.extent) + 1) * this.tile;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.offsetOf(middle) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type Order = 'ascending' | 'overlapping' | 'unordered';

/** How the runs of a layout follow each other; `extent` above 0: with the first one again so far behind. */
function orderOf(layout: Layout, extent: number): Order {
  let order: Order = 'ascending';
  let [start, end, first] = [0, 0, -1];
  const next = (at: number, bytes: number) => {
    if (at < start) order = 'unordered';
    else if (at < end && order === 'ascending') order = 'overlapping';
    if (first < 0) first = at;
    [start, end] = [at, Math.max(end, at + bytes)];
  };
  const runs = (at: number, bytes: number, stride: number, count: number) => {
    next(at, bytes);
    if (count > 1) next(at + stride, bytes);
    if (count > 2) next(at + (count - 1) * stride, bytes);
  };
  walk(layout, 0, 0, layout.bytes, { run: next, runs });
  if (extent > 0 && layout.bytes > 0) next(first + extent, 1);
  return order;
}
