/**
 * Packed images of the program's buffers whose data have gaps, while a collective call moves them.
 *
 * One idea: the engine moves bytes alone. A buffer of such a datatype has an image with all its data from before the call; what has come into it goes back
 * behind the call, so that gaps, and blocks to which nothing came, stay as they were.
 */
import type { Datatype } from './datatype.ts';
import type { Layout } from './layouts.ts';
import type { Packing, Piece } from './packing.ts';

interface Image {
  readonly piece: Piece;
  readonly layout: Layout;
  readonly address: number;
  readonly isReceived: boolean;
}

/** Elements that lie as they are packed; a value and an int go with the gap between them. */
export const isDense = ({ contents, layout, extent, size }: Datatype): boolean =>
  contents === undefined || (layout.kind === 'run' && extent === size);

export class Images {
  private all: Image[] = [];

  constructor(private readonly packing: Packing) {}

  /** Where the bytes of `count` elements at an address are for the engine. */
  of(call: string, argument: string, address: number, count: number, type: Datatype, isReceived: boolean): number {
    const layout = this.packing.layoutAt(call, argument, address, count, type);
    const piece = this.packing.room(call, layout.bytes);
    this.packing.pack(layout, address, piece.address, 0, layout.bytes);
    this.all.push({ piece, layout, address, isReceived });
    return piece.address;
  }

  /** Gives the program what has come. */
  deliver(): void {
    for (const { piece, layout, address, isReceived } of this.all)
      if (isReceived) this.packing.unpack(layout, address, piece.address, 0, layout.bytes);
  }

  release(): void {
    for (const { piece } of this.all) this.packing.release(piece);
    this.all = [];
  }
}
