/**
 * A message that has arrived: read from its packet; one for which there is no buffer yet is kept with its bytes.
 */
import type { Hardware } from '../../../hardware.ts';
import { nameAt } from '../../name.ts';
import {
  ACKNOWLEDGE,
  BY_REFERENCE,
  DATA,
  DATA_WORD,
  FIRST,
  headerOf,
  KIND,
  LENGTH,
  piecesOf,
  rankOfSender,
  SOURCE,
  TAG_WORD,
  TAGGED,
} from './packet.ts';

export class Arrival {
  kind = 0;
  hasData = false;
  byReference = false;
  length = 0;
  /** Rank that it comes from, and name of the endpoint there. */
  rank = 0;
  source = 0;
  acknowledge = 0;
  data = 0n;
  tag = 0n;
  /** Lengths of the pieces in which the bytes lie, and where: addresses here, or offsets at the sender if it is by reference. */
  bases: number[] = [0];
  lengths: number[] = [0];
  /** The bytes, once they have been taken from the ring. */
  private kept: Uint8Array | undefined;

  constructor(private readonly hardware: Hardware) {}

  /** Reads a packet, in which the bytes stay. */
  read(packet: number): void {
    const { space } = this.hardware;
    const { I32, I64 } = space;
    const word = packet >>> 2;
    const first = I32[word + FIRST]!;
    this.kind = first & KIND;
    this.hasData = (first & DATA) !== 0;
    this.byReference = (first & BY_REFERENCE) !== 0;
    this.length = I32[word + LENGTH]!;
    this.rank = rankOfSender(first);
    this.source = nameAt(space, this.rank, I32[word + SOURCE]!);
    this.acknowledge = I32[word + ACKNOWLEDGE]!;
    this.data = this.hasData ? BigInt.asUintN(64, I64[(word + DATA_WORD) >>> 1]!) : 0n;
    this.tag = this.kind === TAGGED ? BigInt.asUintN(64, I64[(word + TAG_WORD) >>> 1]!) : 0n;
    const start = packet + headerOf(first);
    this.bases[0] = start;
    this.lengths[0] = this.length;
    if (this.byReference) this.readPieces(start >>> 2, piecesOf(first));
  }

  /** A copy that outlives the packet. */
  keep(): Arrival {
    const kept = Object.assign(new Arrival(this.hardware), this);
    kept.bases = [...this.bases];
    kept.lengths = [...this.lengths];
    const start = this.bases[0]! >>> 0;
    if (!this.byReference) kept.kept = this.hardware.space.U8.slice(start, start + this.length);
    return kept;
  }

  /** Bytes that it takes of the memory set apart for such messages. */
  get buffered(): number {
    return this.byReference ? 0 : this.length;
  }

  /** Copies bytes [offset, offset + size) to an address. */
  copy(offset: number, size: number, to: number): void {
    if (this.kept !== undefined) this.hardware.space.U8.set(this.kept.subarray(offset, offset + size), to >>> 0);
    else if (!this.byReference) this.hardware.bulk.copy(to, this.bases[0]! + offset, size);
    else this.fetchPieces(offset, size, to);
  }

  /** From the memory of the sender. */
  private fetchPieces(offset: number, size: number, to: number): void {
    const { memories } = this.hardware;
    for (let i = 0; size > 0; offset = Math.max(0, offset - this.lengths[i++]!)) {
      const part = Math.min(size, this.lengths[i]! - offset);
      if (part <= 0) continue;
      memories.read(this.rank, this.bases[i]! + offset, to, part);
      to += part;
      size -= part;
    }
  }

  private readPieces(word: number, count: number): void {
    const { I32 } = this.hardware.space;
    this.bases.length = this.lengths.length = count;
    for (let i = 0; i < count; i++) {
      this.bases[i] = I32[word + 2 * i]!;
      this.lengths[i] = I32[word + 2 * i + 1]! >>> 0;
    }
  }
}
