/**
 * Elements of the program as the bytes that a file has of them, in the order of the type map: where they lie if these are the same, else a copy.
 *
 * All movement between memory and file is of such streams; it knows nothing of datatypes and representations.
 */
import type { Packing } from './packing.ts';
import type { Conversion, Elements, Representation } from './representations.ts';

export interface Stream {
  readonly address: number;
  readonly bytes: number;
  /** Gives the program so many bytes that have been read; how many these are in memory. Of what has been written: how many. */
  deliver(bytes: number): number;
  /** Gives back what it has. */
  release(): void;
}

export type Direction = 'read' | 'write';

export function streamOf(
  packing: Packing,
  direction: Direction,
  elements: Elements,
  representation: Representation,
): Stream {
  const { conversion } = representation;
  if (conversion !== undefined) return converted(packing, direction, elements, representation, conversion);
  return direction === 'write' ? outgoing(packing, elements) : incoming(packing, elements);
}

const same = (bytes: number) => bytes;

function outgoing(packing: Packing, { call, address, count, type }: Elements): Stream {
  const piece = packing.outgoing(call, 'buf', address, count, type);
  const release = () => {
    if (piece.address !== address) packing.release(piece);
  };
  return { ...piece, deliver: same, release };
}

function incoming(packing: Packing, { call, address, count, type }: Elements): Stream {
  const layout = packing.layoutAt(call, 'buf', address, count, type, true);
  if (layout.kind === 'run') return { address, bytes: layout.bytes, deliver: same, release: () => {} };
  const piece = packing.room(call, layout.bytes);
  const deliver = (bytes: number) => {
    packing.unpack(layout, address, piece.address, 0, bytes);
    return bytes;
  };
  return { ...piece, deliver, release: () => packing.release(piece) };
}

function converted(
  packing: Packing,
  direction: Direction,
  elements: Elements,
  representation: Representation,
  conversion: Conversion,
): Stream {
  const { call, address, count, type } = elements;
  packing.layoutAt(call, 'buf', address, count, type, direction === 'read');
  const piece = packing.room(call, count * representation.stored(type).size);
  if (direction === 'write') conversion.toFile(elements, piece.address);
  const native = count * type.size;
  const deliver = (bytes: number) => {
    if (direction === 'read') return conversion.fromFile(elements, piece.address, bytes);
    return piece.bytes === 0 ? 0 : Math.floor((bytes / piece.bytes) * native);
  };
  return { ...piece, deliver, release: () => packing.release(piece) };
}
