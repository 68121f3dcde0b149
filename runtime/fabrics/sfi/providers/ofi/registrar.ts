/**
 * Registers memory of this process with a domain of libfabric (fi_mr_reg), for the thread that makes it.
 *
 * Takes ranges as native code sees them; gives libfabric's regions.
 */
import type { NativeFunction } from '../../../../platform/platform.ts';
import { DOMAIN_MR, FI_ENABLE, FI_MR_ENDPOINT, MR_DESC, OPS_MR } from './abi.ts';
import type { Library } from './library.ts';
import type { Scratch } from './opening.ts';

/** Keys that are asked for, of the ranks' regions in their order, then of what ranks register later. */
export const FIRST_KEY = 1;

/** What of an opened provider registration takes. */
export interface Registering {
  readonly domain: number;
  readonly endpoint: number;
  /** Its mr_mode. */
  readonly mode: number;
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

  /** The region of `bytes` from `start` on, for so many uses (`access`), or a negative error. `key`: where the provider chooses none. */
  register(start: number, bytes: number, access: number, key: number): number {
    const { library, I32, scratch, opened } = this;
    const status = this.reg(opened.domain, start, bytes, access, 0, key, 0, scratch.there, 0);
    if (status !== 0) return status;
    const word = scratch.here >>> 2;
    const region = (I32[word]! >>> 0) + I32[word + 1]! * 2 ** 32;
    if ((opened.mode & FI_MR_ENDPOINT) === 0) return region;
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
}
