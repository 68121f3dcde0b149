/**
 * This rank's own memory regions: the region of a chunk is created when it is first used, by this rank or by another one.
 */
import type { Context } from '../../fabrics/pami/context.ts';
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { CHUNK, CHUNKS, chunkOf } from './chunks.ts';

/** No bytes: a chunk that could not be registered. */
const NONE = new Memregion();

export class LocalRegions {
  private readonly regions: (Memregion | undefined)[] = Array.from({ length: CHUNKS }, () => undefined);

  constructor(private readonly context: Context) {}

  /** The region of the chunk of an address; it has no bytes if there can be none. */
  find(address: number): Memregion {
    return this.regions[chunkOf(address)] ?? this.create(address);
  }

  /** What PAMI grants may be less than the chunk. When it grants nothing that is remembered. */
  private create(address: number): Memregion {
    const region = new Memregion();
    const isCreated = this.context.memregionCreate(address & -CHUNK, CHUNK, region) === PAMI_SUCCESS;
    return (this.regions[chunkOf(address)] = isCreated ? region : NONE);
  }
}
