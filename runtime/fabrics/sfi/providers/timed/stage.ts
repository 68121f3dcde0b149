/**
 * Room in each rank's memory for what is sent: a packet on its way, or bytes of a call that are the caller's again on return (FI_INJECT).
 *
 * One idea: no rank runs while another one uses it, so one place at the same offset in all regions is enough.
 */
import { addressOf, offsetOf, type Space } from '../../../../memory/space.ts';
import type { Endpoint } from '../../endpoint.ts';
import { STAGE_BYTES } from './sizes.ts';

const ALIGNED = 16;

export interface Place {
  readonly at: number;
  readonly bytes: number;
}

export class Stage {
  private readonly U8: Uint8Array;
  private readonly address: number;
  private readonly offset: number;

  constructor({ domain }: Endpoint) {
    const { space } = domain.fabric.hardware;
    this.U8 = space.U8;
    this.address = domain.take(STAGE_BYTES);
    this.offset = offsetOf(space, this.address);
  }

  /** Its address in the memory `there`, for `rank`. */
  of(there: Space, rank: number): number {
    return addressOf(there, rank, this.offset);
  }

  /** Takes bytes; gives what lays them out here, and their addresses then. */
  keep(places: readonly Place[]): () => number[] {
    const { U8 } = this;
    const kept = places.map(({ at, bytes }) => U8.slice(at >>> 0, (at >>> 0) + bytes));
    return () => {
      let end = this.address;
      return kept.map((bytes) => {
        const at = end;
        U8.set(bytes, at >>> 0);
        end += (bytes.length + ALIGNED - 1) & -ALIGNED;
        return at;
      });
    };
  }
}
