/**
 * Address vectors (fi_av(3)): short addresses of peers for what has been found out about them.
 *
 * In a FI_AV_TABLE the address is the index: insert the ranks in their order, and it is the rank. In a FI_AV_MAP it is
 * what the provider likes best. The upper bits of an address may choose a receive context of the peer (fi_rx_addr).
 */
import type { Domain } from './domain.ts';
import type { EventQueue } from './eq.ts';
import { FI_EDOMAIN, FI_EINVAL, FI_ENOEQ } from './errno.ts';
import { Fid } from './fid.ts';
import { FI_ADDR_NOTAVAIL, FI_EVENT } from './flags.ts';

export interface AddressVectorAttributes {
  readonly type: 'FI_AV_UNSPEC' | 'FI_AV_MAP' | 'FI_AV_TABLE';
  /** Upper bits of an address that say the receive context. */
  readonly rx_ctx_bits: number;
}

/** Names of endpoints are addresses of their bytes in the adapter's memory, which are multiples of 64. */
const NAME_SHIFT = 6;

/** fi_rx_addr: the address of one receive context of a scalable endpoint. */
export function fi_rx_addr(address: number, index: number, rx_ctx_bits: number): number {
  return rx_ctx_bits === 0 ? address : ((index << (32 - rx_ctx_bits)) | address) >>> 0;
}

export class AddressVector extends Fid {
  static readonly MOST_CONTEXT_BITS = NAME_SHIFT;
  /** Names by index; 0 where there is none. */
  private readonly table: number[] = [];
  private readonly addressMask: number;
  private readonly contextMask: number;
  private events: EventQueue | undefined;

  constructor(
    readonly domain: Domain,
    readonly type: 'FI_AV_MAP' | 'FI_AV_TABLE',
    readonly rx_ctx_bits: number,
  ) {
    super(domain);
    this.addressMask = rx_ctx_bits === 0 ? -1 : (1 << (32 - rx_ctx_bits)) - 1;
    this.contextMask = (1 << rx_ctx_bits) - 1;
  }

  /** fi_av_bind: insertions with FI_EVENT are told to the queue. */
  bind(events: EventQueue): number {
    this.events = events;
    this.use(events);
    return 0;
  }

  /**
   * Inserts names; their addresses go to `addresses`, FI_ADDR_NOTAVAIL for what is none. Gives how many were inserted; with
   * FI_EVENT 0, and the number comes as an event.
   */
  insert(names: readonly number[], addresses: number[] = [], flags = 0, context = 0): number {
    if (flags & FI_EVENT && this.events === undefined) return -FI_ENOEQ;
    let inserted = 0;
    names.forEach((name, i) => {
      addresses[i] = this.isName(name) ? this.enter(name) : this.enterNothing();
      if (addresses[i] !== FI_ADDR_NOTAVAIL) inserted++;
    });
    if ((flags & FI_EVENT) === 0) return inserted;
    this.events!.write({ event: 'FI_AV_COMPLETE', fid: this, context, data: inserted });
    return 0;
  }

  remove(addresses: readonly number[]): number {
    if (this.type === 'FI_AV_TABLE') for (const address of addresses) this.table[address & this.addressMask] = 0;
    return 0;
  }

  /** fi_av_lookup: the name of an address, or -FI_EINVAL. */
  lookup(address: number): number {
    const name = this.nameOf(address);
    return name === 0 ? -FI_EINVAL : name >>> 0;
  }

  straddr(name: number): string {
    const { SHIFT } = this.domain.fabric.hardware.space;
    return `fi_shm://${name >>> SHIFT}/0x${(name >>> 0).toString(16)}`;
  }

  /** The name, as an address (32 bits, signed); 0 if there is none. For providers. */
  nameOf(address: number): number {
    const index = address & this.addressMask;
    return this.type === 'FI_AV_TABLE' ? (this.table[index] ?? 0) : index << NAME_SHIFT;
  }

  /** The receive context that an address names. */
  contextOf(address: number): number {
    return (address >>> (32 - this.rx_ctx_bits)) & this.contextMask;
  }

  /** One number for each context of each peer, counted from 0 in a table. */
  slotOf(address: number): number {
    return ((address & this.addressMask) << this.rx_ctx_bits) | this.contextOf(address);
  }

  /** The address of a name: FI_ADDR_NOTAVAIL if it is not in the vector. */
  addressOf(name: number): number {
    if (this.type === 'FI_AV_MAP') return name >>> NAME_SHIFT;
    return this.table.indexOf(name | 0);
  }

  checkDomain(domain: Domain): number {
    return domain === this.domain ? 0 : -FI_EDOMAIN;
  }

  private enter(name: number): number {
    return this.type === 'FI_AV_MAP' ? name >>> NAME_SHIFT : this.table.push(name | 0) - 1;
  }

  /** An index is used up all the same, so that the others are where they were expected. */
  private enterNothing(): number {
    if (this.type === 'FI_AV_TABLE') this.table.push(0);
    return FI_ADDR_NOTAVAIL;
  }

  private isName(name: number): boolean {
    const { SHIFT, THREADS } = this.domain.fabric.hardware.space;
    return name !== 0 && (name & ((1 << NAME_SHIFT) - 1)) === 0 && name >>> SHIFT < THREADS;
  }
}
