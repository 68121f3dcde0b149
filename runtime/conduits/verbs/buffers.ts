/** A pool of buffers of one size in registered memory. */

import * as verbs from '../../fabrics/verbs/index.ts';
import { IBV_ACCESS_LOCAL_WRITE, ibv_reg_mr, type ProtectionDomain } from '../../fabrics/verbs/index.ts';
import type { Host } from '../conduit.ts';
import { cannot } from './errors.ts';

export class Buffers {
  readonly base: number;
  readonly lkey: number;
  private readonly free: Int32Array;
  private left: number;

  constructor(
    host: Host,
    pd: ProtectionDomain,
    readonly count: number,
    readonly bytes: number,
  ) {
    this.base = (host.space.BASE + host.area.take(count * bytes)) | 0;
    const mr = ibv_reg_mr(pd, this.base, count * bytes, IBV_ACCESS_LOCAL_WRITE);
    if (mr === null) host.fail(cannot('register buffers', verbs.errno));
    this.lkey = mr.lkey;
    this.free = Int32Array.from({ length: count }, (_, index) => this.at(index));
    this.left = count;
  }

  at(index: number): number {
    return (this.base + index * this.bytes) | 0;
  }

  /** Address of a buffer; 0 if all are in use. */
  take(): number {
    return this.left === 0 ? 0 : this.free[--this.left]!;
  }

  give(address: number): void {
    this.free[this.left++] = address;
  }
}
