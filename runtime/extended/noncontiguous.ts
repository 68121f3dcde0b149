/**
 * Non-contiguous transfers (GASNet's VIS): strided, vector and indexed copies as operations with a handle.
 *
 * Takes addresses of the job's memory; each piece must lie in the memory of one thread. Forms without network support
 * become copies of contiguous pieces, under one handle.
 */
import { COMPLETE } from '../conduits/conduit.ts';
import type { Job } from '../core/job.ts';
import { badTransfer } from '../errors.ts';
import { isLoaded, isOwn, offsetOf, rankOf } from '../memory/space.ts';
import type { Movement } from './movement.ts';
import type { Packing } from './reference/packing.ts';
import type { Transfers } from './transfers.ts';
import { indexed } from './vis/indexed.ts';
import type { Chunks, Pieces } from './vis/lists.ts';
import { type CopyRow, extent, strided } from './vis/strided.ts';
import { vector } from './vis/vector.ts';

export class NonContiguous {
  constructor(
    private readonly job: Job,
    private readonly transfers: Transfers,
    private readonly movement: Movement,
    /** For small pieces; none where memory is accessible by load and store. */
    private readonly packing?: Packing | undefined,
  ) {}

  /**
   * Starts a strided copy: `counts[0]` is the bytes of a row, `counts[i + 1]` the items of dimension i, whose starts
   * lie `strides[i]` bytes apart. `name` is the caller's function, for messages.
   */
  strided(
    name: string,
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number {
    if (counts.includes(0)) return COMPLETE;
    this.checkExtent(`${name}: destination`, destination, destinationStrides, counts);
    this.checkExtent(`${name}: source`, source, sourceStrides, counts);
    return (
      this.movement.strided?.(destination, destinationStrides, source, sourceStrides, counts) ??
      this.gather((copy) => strided(copy, destination, destinationStrides, source, sourceStrides, counts))
    );
  }

  /** Starts a copy from the pieces of one list to those of the other; both have the same number of bytes. */
  vector(name: string, destination: Pieces, source: Pieces): number {
    this.checkPieces(`${name}: destination`, destination);
    this.checkPieces(`${name}: source`, source);
    return this.pieces(destination, source);
  }

  /** The same of pieces that the caller has checked, of any memory. */
  pieces(destination: Pieces, source: Pieces): number {
    return this.gather((copy) => vector(copy, destination, source));
  }

  /** Starts a copy from the chunks of one list to those of the other; both have the same number of bytes. */
  indexed(name: string, destination: Chunks, source: Chunks): number {
    this.checkChunks(`${name}: destination`, destination);
    this.checkChunks(`${name}: source`, source);
    return this.gather((copy) => indexed(copy, destination, source));
  }

  /** Starts all copies that `issue` issues, small ones packed into messages, under one handle. */
  private gather(issue: (copy: CopyRow) => void): number {
    const { movement, packing } = this;
    const pending: number[] = [];
    const copy: CopyRow = (destination, source, size) => {
      const handle = movement.copy(destination, source, size);
      if (handle !== COMPLETE) pending.push(handle);
    };
    if (packing === undefined) issue(copy);
    else pending.push(this.pack(packing, issue, copy));
    return this.transfers.together(pending);
  }

  /** `copy` takes unpacked pieces: large ones, and those that are no put of this rank's memory, and no get to there. */
  private pack(packing: Packing, issue: (copy: CopyRow) => void, copy: CopyRow): number {
    const { space } = this.job;
    packing.begin();
    issue((destination, source, size) => {
      const isPut = isOwn(space, source) && !isLoaded(space, destination);
      const isGet = isOwn(space, destination) && !isLoaded(space, source);
      if (size > packing.largest || isPut === isGet) copy(destination, source, size);
      else if (isPut) packing.put(rankOf(space, destination), offsetOf(space, destination), source, size);
      else packing.get(destination, rankOf(space, source), offsetOf(space, source), size);
    });
    return packing.end();
  }

  /** Ends the job unless the whole extent of a side of a strided copy lies in the memory of one thread. */
  checkExtent(side: string, address: number, strides: Int32Array, counts: ArrayLike<number>): void {
    const { start, size } = extent(strides, counts);
    const first = address === 0 ? 0 : (address < 0 ? address >>> 0 : address) + start;
    const at = first < 2 ** 32 ? first | 0 : first; // signed, as addresses of this memory are
    const fault = first >= 0 ? this.transfers.fault(at, size) : 'begins before the memory of thread 0';
    if (fault !== undefined) this.job.fail(badTransfer(side, at, size, fault));
  }

  private checkPieces(side: string, { addresses, lengths }: Pieces): void {
    for (let i = 0; i < lengths.length; i++) this.checkPiece(side, i, addresses[i]!, lengths[i]!);
  }

  private checkChunks(side: string, { addresses, length }: Chunks): void {
    for (let i = 0; i < addresses.length; i++) this.checkPiece(side, i, addresses[i]!, length);
  }

  private checkPiece(side: string, entry: number, address: number, size: number): void {
    const fault = size === 0 ? undefined : this.transfers.fault(address, size);
    if (fault !== undefined) this.job.fail(badTransfer(`${side}, entry ${entry}`, address, size, fault));
  }
}
