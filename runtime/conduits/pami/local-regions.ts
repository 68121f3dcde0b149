/**
 * This rank's own memory regions: that of a chunk is created on first use, by this rank or another.
 */
import type { Context } from '../../fabrics/pami/context.ts';
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { CHUNK, chunkOf } from './chunks.ts';

/** An empty region: a chunk that could not be registered. */
const NONE = new Memregion();

export class LocalRegions {
  /** By chunk: of those that this rank has. */
  private readonly regions: Memregion[] = [];

  constructor(private readonly context: Context) {}

  /** The region of the chunk of an address; empty if registration failed. */
  find(address: number): Memregion {
    return this.regions[chunkOf(address)] ?? this.create(address);
  }

  /** PAMI may grant less than the chunk. A failure is cached. */
  private create(address: number): Memregion {
    const region = new Memregion();
    const { BASE } = this.context.adapter.space; // a region may be smaller than a chunk
    const start = BASE + ((address - BASE) & -CHUNK);
    const isCreated = this.context.memregionCreate(start, CHUNK, region) === PAMI_SUCCESS;
    return (this.regions[chunkOf(address)] = isCreated ? region : NONE);
  }
}
