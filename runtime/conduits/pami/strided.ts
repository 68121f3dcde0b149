/**
 * Strided transfers of short rows: one typed transfer instead of one transfer per row.
 *
 * Starting a row costs PAMI as much as moving many bytes (T = o m/l0 + m G), so tall and skinny patches, of rows below
 * SKINNY bytes, become two types and one PAMI_Put_typed or PAMI_Get_typed, which copies. (Vishnu et al., section
 * III.C.2.)
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';
import { GetTyped, PutTyped } from '../../fabrics/pami/parameters.ts';
import { PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { Type } from '../../fabrics/pami/type.ts';
import { addressIn } from '../../memory/space.ts';
import type { Ports } from './ports.ts';

/** Rows shorter than this use typed transfers. */
const SKINNY = 256;
/** Minimum number of rows that pays for two types. */
const TALL = 4;

/** A patch: `dimensions` outside a row, innermost first. The other rank's side is an offset in its region. */
export interface Shape {
  readonly destination: number;
  readonly source: number;
  readonly row: number;
  readonly dimensions: readonly Dimension[];
}

interface Dimension {
  readonly count: number;
  readonly toStride: number;
  readonly fromStride: number;
}

export class Strided {
  private readonly putTyped = new PutTyped();
  private readonly getTyped = new GetTyped();

  constructor(
    private readonly ports: Ports,
    putDone: EventFunction,
    getDone: EventFunction,
  ) {
    this.putTyped.rdoneFn = putDone;
    this.getTyped.doneFn = getDone;
  }

  /** Coalesces dimensions that are contiguous on both sides into one row. Undefined if the patch is empty. */
  shapeOf(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): Shape | undefined {
    if (counts.includes(0)) return undefined;
    let row = counts[0]!;
    const dimensions: Dimension[] = [];
    for (let i = 1; i < counts.length; i++) {
      const [count, toStride, fromStride] = [counts[i]!, destinationStrides[i - 1]!, sourceStrides[i - 1]!];
      if (count === 1) continue;
      if (dimensions.length === 0 && toStride === row && fromStride === row) row *= count;
      else dimensions.push({ count, toStride, fromStride });
    }
    return { destination, source, row, dimensions };
  }

  /** Types support no negative strides. */
  isTallAndSkinny({ row, dimensions }: Shape): boolean {
    const rows = dimensions.reduce((product, { count }) => product * count, 1);
    const isForward = dimensions.every(({ toStride, fromStride }) => toStride >= 0 && fromStride >= 0);
    return row < SKINNY && rows >= TALL && isForward;
  }

  /** Calls `move` for each row. */
  eachRow(
    { destination, source, row, dimensions }: Shape,
    move: (to: number, from: number, size: number) => void,
  ): void {
    const walk = (depth: number, to: number, from: number): void => {
      if (depth < 0) {
        move(to, from, row);
        return;
      }
      const { count, toStride, fromStride } = dimensions[depth]!;
      for (let i = 0; i < count; i++) walk(depth - 1, (to + i * toStride) | 0, (from + i * fromStride) | 0);
    };
    walk(dimensions.length - 1, destination, source);
  }

  put(rank: number, shape: Shape, counter: number): void {
    const p = this.putTyped;
    p.dest = this.ports.requestsOf(rank);
    p.local = shape.source;
    p.localType = typeOf(shape, ({ fromStride }) => fromStride);
    p.remote = addressIn(this.ports.host.baseOf(rank), rank, shape.destination);
    p.remoteType = typeOf(shape, ({ toStride }) => toStride);
    p.bytes = p.localType.dataSize;
    p.cookie = counter;
    this.ports.check(this.ports.requests.putTyped(p));
  }

  get(rank: number, shape: Shape, counter: number): void {
    const p = this.getTyped;
    p.dest = this.ports.requestsOf(rank);
    p.local = shape.destination;
    p.localType = typeOf(shape, ({ toStride }) => toStride);
    p.remote = addressIn(this.ports.host.baseOf(rank), rank, shape.source);
    p.remoteType = typeOf(shape, ({ fromStride }) => fromStride);
    p.bytes = p.localType.dataSize;
    p.cookie = counter;
    this.ports.check(this.ports.requests.getTyped(p));
  }
}

/** Each dimension is a type over the next inner one. */
function typeOf({ row, dimensions }: Shape, strideOf: (dimension: Dimension) => number): Type {
  let type = new Type();
  const [inner, ...outer] = dimensions;
  complete(type, type.addSimple(row, 0, inner!.count, strideOf(inner!)));
  for (const dimension of outer) {
    const wider = new Type();
    complete(wider, wider.addTyped(type, 0, dimension.count, strideOf(dimension)));
    type = wider;
  }
  return type;
}

function complete(type: Type, added: number): void {
  if (added !== PAMI_SUCCESS || type.complete(1) !== PAMI_SUCCESS) throw new Error('a patch is not a type');
}
