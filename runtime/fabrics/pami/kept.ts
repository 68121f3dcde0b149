/**
 * The parameters of a transfer that is on its way, as they are at the call, without its events: the caller may reuse them, and the handles of regions.
 *
 * One idea: one kind of object for all transfers, so that the engine knows it.
 */
import { Memregion } from './memregion.ts';
import type { PutTyped, RputTyped } from './parameters.ts';

/** Of any of them. */
export type Transfer = Pick<PutTyped, 'dest' | 'hints' | 'bytes' | 'cookie' | 'doneFn'> & Partial<PutTyped & RputTyped>;

export class Kept implements PutTyped, RputTyped {
  readonly dest;
  readonly hints;
  readonly bytes;
  readonly cookie;
  readonly doneFn = undefined;
  readonly rdoneFn = undefined;
  readonly local;
  readonly remote;
  readonly localRegion;
  readonly localOffset;
  readonly remoteRegion;
  readonly remoteOffset;
  readonly localType;
  readonly remoteType;

  constructor(p: Transfer) {
    this.dest = p.dest;
    this.hints = p.hints;
    this.bytes = p.bytes;
    this.cookie = p.cookie;
    this.local = p.local ?? 0;
    this.remote = p.remote ?? 0;
    this.localRegion = copyOf(p.localRegion);
    this.localOffset = p.localOffset ?? 0;
    this.remoteRegion = copyOf(p.remoteRegion);
    this.remoteOffset = p.remoteOffset ?? 0;
    this.localType = p.localType;
    this.remoteType = p.remoteType;
  }
}

function copyOf(region: Memregion | undefined): Memregion | undefined {
  if (region === undefined) return undefined;
  const copy = new Memregion();
  copy.copyFrom(region);
  return copy;
}
