/** Pins buckets of this rank's memory: a memory region each, with remote read and write. */

import * as verbs from '../../../fabrics/verbs/index.ts';
import { ibv_dereg_mr, ibv_reg_mr, type MemoryRegion } from '../../../fabrics/verbs/index.ts';
import { addressOf } from '../../../memory/space.ts';
import type { Host } from '../../conduit.ts';
import { ALL_ACCESS } from '../connections.ts';
import type { Endpoint } from '../endpoint.ts';
import { cannot } from '../errors.ts';
import type { Pinner } from './local.ts';

export class RegionPinner implements Pinner {
  /** Buckets pinned, and unpinned, so far. */
  pinned = 0;
  unpinned = 0;
  private readonly regions: (MemoryRegion | undefined)[] = [];

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
    private readonly bucketShift: number,
  ) {}

  pin(bucket: number): number {
    const bytes = 1 << this.bucketShift;
    const { space } = this.host;
    const address = addressOf(space, space.MYTHREAD, bucket * bytes);
    const region = ibv_reg_mr(this.endpoint.pd, address, bytes, ALL_ACCESS);
    if (region === null) return this.host.fail(cannot('pin memory', verbs.errno));
    this.regions[bucket] = region;
    this.pinned++;
    return region.rkey;
  }

  unpin(bucket: number): void {
    ibv_dereg_mr(this.regions[bucket]!);
    this.regions[bucket] = undefined;
    this.unpinned++;
  }
}
