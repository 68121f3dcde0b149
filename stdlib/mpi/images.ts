/**
 * Packed images of the program's buffers whose data have gaps, while a collective call moves them.
 *
 * One idea: the engine moves bytes alone. A buffer of such a datatype has an image with all its data from before the call; what has come into it goes back
 * behind the call, so that gaps, and blocks to which nothing came, stay as they were.
 */
import { type Datatype, spanOf } from './datatype.ts';
import type { Packing, Piece } from './packing.ts';

interface Image {
  readonly piece: Piece;
  /** Gives the program what has come into it; absent of what is sent. */
  readonly deliver?: (() => void) | undefined;
}

/** Elements that lie as they are packed. */
export const isDense = ({ layout, extent, size }: Datatype): boolean => layout.kind === 'run' && extent === size;

/** The largest alignment of data. */
const ALIGNMENT = 8;
const alignedDown = (offset: number): number => Math.floor(offset / ALIGNMENT) * ALIGNMENT;
/** Bytes of an image that others may follow, so that they are as aligned as it is. */
export const alignedUp = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Bytes of the image that spans so many elements, and where it begins from the address of the first. */
export function imageSpan(type: Datatype, count: number): { readonly first: number; readonly bytes: number } {
  const [low, high] = spanOf(type, count);
  const first = alignedDown(low);
  return { first, bytes: high - first };
}

export class Images {
  private all: Image[] = [];
  private ends: (() => void)[] = [];

  constructor(private readonly packing: Packing) {}

  /** Where the bytes of `count` elements at an address are for the engine. */
  of(call: string, argument: string, address: number, count: number, type: Datatype, isReceived: boolean): number {
    const layout = this.packing.layoutAt(call, argument, address, count, type, isReceived);
    const piece = this.packing.room(call, layout.bytes);
    this.packing.pack(layout, address, piece.address, 0, layout.bytes);
    const deliver = () => this.packing.unpack(layout, address, piece.address, 0, layout.bytes);
    this.all.push({ piece, deliver: isReceived ? deliver : undefined });
    return piece.address;
  }

  /**
   * Copies the memory that `count` elements at an address span, gaps included, as functions of the program see it. The data begin `low` bytes
   * behind where the image would have the address; it begins before them, so that they are as aligned as they were.
   */
  spanning(
    call: string,
    argument: string,
    address: number,
    count: number,
    type: Datatype,
    isReceived: boolean,
  ): number {
    const { packing } = this;
    const layout = packing.layoutAt(call, argument, address, count, type, isReceived);
    const [low, high] = spanOf(type, count);
    const first = alignedDown(low);
    const piece = packing.room(call, alignedUp(high - first));
    packing.copy(address + low, piece.address + low - first, high - low);
    const deliver = () => packing.transfer(layout, piece.address - first, address);
    this.all.push({ piece, deliver: isReceived ? deliver : undefined });
    return piece.address;
  }

  /** Has something done when the call is over. */
  whenOver(end: () => void): void {
    this.ends.push(end);
  }

  /** Gives the program what has come. */
  deliver(): void {
    for (const { deliver } of this.all) deliver?.();
  }

  release(): void {
    for (const { piece } of this.all) this.packing.release(piece);
    for (const end of this.ends) end();
    this.all = [];
    this.ends = [];
  }
}
