/**
 * This rank's own memory regions: that of a chunk is created on first use, by this rank or another.
 */
import type { Context } from '../../fabrics/pami/context.ts';
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { CHUNK, chunkBits, chunkOf } from './chunks.ts';

/** An empty region: a chunk that could not be registered. */
const NONE = new Memregion();

export class LocalRegions {
  private readonly base: number;
  /** By chunk of this rank's region. */
  private readonly regions: (Memregion | undefined)[];

  constructor(private readonly context: Context) {
    const { BASE, SHIFT } = context.adapter.space;
    this.base = BASE;
    this.regions = Array.from({ length: 2 ** chunkBits(SHIFT) }, () => undefined);
  }

  /** The region of the chunk of an address; empty if registration failed. */
  find(address: number): Memregion {
    const offset = (address - this.base) | 0;
    return this.regions[chunkOf(offset)] ?? this.create(offset);
  }

  /** PAMI may grant less than the chunk. A failure is cached. */
  private create(offset: number): Memregion {
    const region = new Memregion();
    const start = (this.base + (offset & -CHUNK)) | 0;
    const isCreated = this.context.memregionCreate(start, CHUNK, region) === PAMI_SUCCESS;
    return (this.regions[chunkOf(offset)] = isCreated ? region : NONE);
  }
}
