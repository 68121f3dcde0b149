/**
 * Scalable endpoints: one address, several contexts that send or receive for themselves, each with its own queues.
 *
 * A peer names a receive context with `fi_rx_addr`.
 */
import type { AddressVector } from './av.ts';
import type { Domain } from './domain.ts';
import { Endpoint, makeName } from './endpoint.ts';
import { FI_EDOMAIN, FI_EINVAL } from './errno.ts';
import { Fid } from './fid.ts';
import type { Info } from './info.ts';
import { ownName } from './name.ts';

export class ScalableEndpoint extends Fid {
  /** Address of its bytes in the adapter's memory. */
  private readonly name: number;
  private vector: AddressVector | undefined;

  constructor(
    readonly domain: Domain,
    readonly info: Info,
  ) {
    super(domain);
    this.name = makeName(domain, info);
  }

  /** fi_scalable_ep_bind: the address vector of all its contexts. */
  bind(vector: AddressVector): number {
    if (vector.domain !== this.domain) return -FI_EDOMAIN;
    this.vector = vector;
    this.use(vector);
    return 0;
  }

  /** fi_tx_context */
  tx_context(index: number): Endpoint | number {
    return this.context(index, 'transmit', this.info.ep_attr.tx_ctx_cnt);
  }

  /** fi_rx_context */
  rx_context(index: number): Endpoint | number {
    return this.context(index, 'receive', this.info.ep_attr.rx_ctx_cnt);
  }

  getname(): number {
    return ownName(this.domain.fabric.hardware.space, this.name);
  }

  private context(index: number, role: 'transmit' | 'receive', count: number): Endpoint | number {
    if (index < 0 || index >= count) return -FI_EINVAL;
    const endpoint = new Endpoint(this.domain, this.info, { name: this.name, index, role }, this);
    if (this.vector !== undefined) endpoint.bind(this.vector);
    return endpoint;
  }
}
