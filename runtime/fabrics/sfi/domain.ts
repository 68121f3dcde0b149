/**
 * A domain: an adapter, and all that is opened on it. Only objects of one domain may be bound to each other.
 */
import { AddressVector, type AddressVectorAttributes } from './av.ts';
import { Counter } from './cntr.ts';
import { CompletionQueue, type CompletionQueueAttributes } from './cq.ts';
import { Endpoint } from './endpoint.ts';
import { FI_EINVAL, FI_EOPNOTSUPP } from './errno.ts';
import type { Fabric } from './fabric.ts';
import { Fid } from './fid.ts';
import type { Info } from './info.ts';
import { MemoryRegion, RegionTable, registered } from './mr.ts';
import { ScalableEndpoint } from './scalable.ts';

export class Domain extends Fid {
  readonly regions: RegionTable;

  constructor(
    readonly fabric: Fabric,
    readonly info: Info,
  ) {
    super(fabric);
    this.regions = new RegionTable(fabric.hardware);
  }

  /** fi_endpoint: one that sends and receives. */
  endpoint(info: Info): Endpoint | number {
    return info.ep_attr.type === 'FI_EP_RDM' ? new Endpoint(this, info) : -FI_EOPNOTSUPP;
  }

  /** fi_scalable_ep: one address with several contexts to send from and to receive in. */
  scalable_ep(info: Info): ScalableEndpoint | number {
    return info.ep_attr.type === 'FI_EP_RDM' ? new ScalableEndpoint(this, info) : -FI_EOPNOTSUPP;
  }

  /** fi_av_open */
  av_open(attributes: Partial<AddressVectorAttributes> = {}): AddressVector | number {
    const type = attributes.type ?? this.info.domain_attr.av_type;
    const bits = attributes.rx_ctx_bits ?? 0;
    if (bits < 0 || bits > AddressVector.MOST_CONTEXT_BITS) return -FI_EINVAL;
    return new AddressVector(this, type === 'FI_AV_MAP' ? 'FI_AV_MAP' : 'FI_AV_TABLE', bits);
  }

  /** fi_cq_open */
  cq_open(attributes: Partial<CompletionQueueAttributes> = {}): CompletionQueue {
    return new CompletionQueue(this, attributes.format ?? 'FI_CQ_FORMAT_CONTEXT', attributes.size || 1024);
  }

  /** fi_cntr_open: counts completions. */
  cntr_open(): Counter {
    return new Counter(this);
  }

  /**
   * fi_mr_reg: lets others access [address, address + length), which need not exist. `access`: FI_REMOTE_READ and the
   * like. -FI_ENOKEY if the key is in use, -FI_EKEYREJECTED if it is too large.
   */
  mr_reg(address: number, length: number, access: number, offset: number, key: number): MemoryRegion | number {
    const entry = registered(this.regions, this.info.domain_attr, address, length, access, offset, key);
    return entry < 0 ? entry : new MemoryRegion(this, entry);
  }

  /** Memory of the adapter: address of `bytes` bytes in this rank's region. */
  take(bytes: number): number {
    const { area, space } = this.fabric.hardware;
    return (space.BASE + area.take(bytes)) | 0;
  }
}
