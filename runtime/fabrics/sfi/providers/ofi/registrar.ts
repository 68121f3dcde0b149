/**
 * Registers memory of this process with a domain of libfabric (fi_mr_reg), for the thread that makes it.
 *
 * Takes ranges as native code sees them; gives libfabric's regions. Each has a random key, or one that the provider chooses (FI_MR_PROV_KEY).
 */
import type { NativeFunction } from '../../../../platform/platform.ts';
import { FI_ENOKEY } from '../../errno.ts';
import { DOMAIN_MR, FI_ENABLE, FI_MR_ENDPOINT, FI_MR_PROV_KEY, MR_DESC, OPS_MR } from './abi.ts';
import { newKey } from './keys.ts';
import type { Library } from './library.ts';
import type { Scratch } from './opening.ts';

/** Keys that are drawn for a region: where keys have few bytes another region may have one already. */
const TRIES = 64;

/** What of an opened provider registration takes. */
export interface Registering {
  readonly domain: number;
  readonly endpoint: number;
  /** Its mr_mode and mr_key_size. */
  readonly mode: number;
  readonly keyBytes: number;
}

export class Registrar {
  private readonly reg: NativeFunction;

  constructor(
    private readonly library: Library,
    private readonly I32: Int32Array,
    /** 8 bytes for results. */
    private readonly scratch: Scratch,
    private readonly opened: Registering,
  ) {
    const { native } = library;
    const table = native.readLong(opened.domain + DOMAIN_MR);
    this.reg = native.at(native.readLong(table + 8 * OPS_MR.REG), 'int', 9);
  }

  /** The region of `bytes` from `start` on, for so many uses (`access`), or a negative error. */
  register(start: number, bytes: number, access: number): number {
    const { library, opened } = this;
    const region = this.make(start, bytes, access);
    if (region < 0 || (opened.mode & FI_MR_ENDPOINT) === 0) return region;
    const bound = library.bind(region, opened.endpoint, 0) || library.control(region, FI_ENABLE);
    if (bound !== 0) library.close(region);
    return bound || region;
  }

  descriptorOf(region: number): number {
    return this.library.native.readLong(region + MR_DESC);
  }

  close(region: number): void {
    this.library.close(region);
  }

  /** With a key that no other region of the domain has. */
  private make(start: number, bytes: number, access: number): number {
    const { I32, scratch, opened } = this;
    let status = -FI_ENOKEY;
    for (let tries = 0; status === -FI_ENOKEY && tries < TRIES; tries++)
      status = this.reg(opened.domain, start, bytes, access, 0, this.key(), 0, scratch.there, 0);
    const word = scratch.here >>> 2;
    return status === 0 ? (I32[word]! >>> 0) + I32[word + 1]! * 2 ** 32 : status;
  }

  private key(): bigint {
    const { mode, keyBytes } = this.opened;
    return mode & FI_MR_PROV_KEY ? 0n : newKey(keyBytes);
  }
}
