/**
 * Address vectors (fi_av(3)): short addresses of peers for what has been found out about them.
 *
 * In a FI_AV_TABLE the address is the index: insert the ranks in their order, and it is the rank. In a FI_AV_MAP the provider chooses:
 * a name has one address, however often it is inserted, and what is no name uses up none. The upper bits of an address may choose a receive context of the peer (fi_rx_addr).
 */
import type { Domain } from './domain.ts';
import type { EventQueue } from './eq.ts';
import { FI_EDOMAIN, FI_EINVAL, FI_ENOEQ } from './errno.ts';
import { Fid } from './fid.ts';
import { FI_ADDR_NOTAVAIL, FI_EVENT } from './flags.ts';
import { NAME_UNIT, nameAt, offsetOfName, rankOfName } from './name.ts';

export interface AddressVectorAttributes {
  readonly type: 'FI_AV_UNSPEC' | 'FI_AV_MAP' | 'FI_AV_TABLE';
  /** Upper bits of an address that say the receive context. */
  readonly rx_ctx_bits: number;
}

const [NO_NAME, NO_RANK] = [0, -1];

/** So many endpoints with their bytes at the same offset, from that of `rank` on. */
interface Row {
  readonly rank: number;
  readonly offset: number;
  readonly count: number;
}
const NO_ROW: Row = { rank: 0, offset: 0, count: 0 };

/** fi_rx_addr: the address of one receive context of a scalable endpoint. */
export function fi_rx_addr(address: number, index: number, rx_ctx_bits: number): number {
  return rx_ctx_bits === 0 ? address : ((index << (32 - rx_ctx_bits)) | address) >>> 0;
}

export class AddressVector extends Fid {
  static readonly MOST_CONTEXT_BITS = 6;
  /** By index: names, their ranks and offsets; 0, -1 and 0 where there is none. */
  private readonly names: number[] = [];
  private readonly ranks: number[] = [];
  private readonly offsets: number[] = [];
  /** Names of consecutive ranks that were inserted by one call into the empty vector: of those nothing is stored. */
  private row: Row = NO_ROW;
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
    this.storeRow();
    let inserted = 0;
    names.forEach((name, i) => {
      addresses[i] = this.isName(name) ? this.enter(name) : this.enterNothing();
      if (addresses[i] !== FI_ADDR_NOTAVAIL) inserted++;
    });
    if ((flags & FI_EVENT) === 0) return inserted;
    this.events!.write({ event: 'FI_AV_COMPLETE', fid: this, context, data: inserted });
    return 0;
  }

  /** fi_av_insertsym: inserts the name, and those like it of the ranks behind its own: `count` in all. Gives how many were inserted. */
  insertsym(name: number, count: number): number {
    const { space } = this.domain.fabric.hardware;
    const [rank, offset] = [rankOfName(space, name), offsetOfName(space, name)];
    const isRow = this.names.length === 0 && this.row.count === 0 && this.isName(name) && rank + count <= space.THREADS;
    if (!isRow) return this.insert(Array.from({ length: count }, (_, i) => nameAt(space, rank + i, offset)));
    this.row = { rank, offset, count };
    return count;
  }

  remove(addresses: readonly number[]): number {
    this.storeRow();
    if (this.type === 'FI_AV_TABLE')
      for (const address of addresses) this.set(address & this.addressMask, NO_NAME, NO_RANK, 0);
    return 0;
  }

  /** fi_av_lookup: the name of an address, or -FI_EINVAL. */
  lookup(address: number): number {
    return this.nameOf(address) || -FI_EINVAL;
  }

  straddr(name: number): string {
    const { space } = this.domain.fabric.hardware;
    return `fi_shm://${rankOfName(space, name)}/0x${offsetOfName(space, name).toString(16)}`;
  }

  /** The name of an address; 0 if there is none. For providers, as the two that follow. */
  nameOf(address: number): number {
    const index = address & this.addressMask;
    const { rank, offset, count } = this.row;
    if (index >>> 0 < count) return nameAt(this.domain.fabric.hardware.space, rank + index, offset);
    return this.names[index] ?? NO_NAME;
  }

  /** The rank behind an address; -1 if there is none. */
  rankOf(address: number): number {
    const index = address & this.addressMask;
    const { row } = this;
    return index >>> 0 < row.count ? row.rank + index : (this.ranks[index] ?? NO_RANK);
  }

  /** The offset of its endpoint's bytes in the region of that rank. */
  offsetOf(address: number): number {
    const index = address & this.addressMask;
    const { row } = this;
    return index >>> 0 < row.count ? row.offset : (this.offsets[index] ?? 0);
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
    const { space } = this.domain.fabric.hardware;
    const { rank, offset, count } = this.row;
    const index = rankOfName(space, name) - rank;
    if (index >= 0 && index < count && offsetOfName(space, name) === offset) return index;
    return this.names.indexOf(name);
  }

  checkDomain(domain: Domain): number {
    return domain === this.domain ? 0 : -FI_EDOMAIN;
  }

  /** What is inserted or removed by itself is stored, and then all are. */
  private storeRow(): void {
    const { space } = this.domain.fabric.hardware;
    const { rank, offset, count } = this.row;
    this.row = NO_ROW;
    for (let index = 0; index < count; index++)
      this.set(index, nameAt(space, rank + index, offset), rank + index, offset);
  }

  private enter(name: number): number {
    const known = this.type === 'FI_AV_MAP' ? this.names.indexOf(name) : -1;
    if (known >= 0) return known;
    const { space } = this.domain.fabric.hardware;
    return this.set(this.names.length, name, rankOfName(space, name), offsetOfName(space, name));
  }

  /** An index is used up all the same, so that the others are where they were expected. */
  private enterNothing(): number {
    if (this.type === 'FI_AV_TABLE') this.set(this.names.length, NO_NAME, NO_RANK, 0);
    return FI_ADDR_NOTAVAIL;
  }

  private set(index: number, name: number, rank: number, offset: number): number {
    this.names[index] = name;
    this.ranks[index] = rank;
    this.offsets[index] = offset;
    return index;
  }

  private isName(name: number): boolean {
    const { space } = this.domain.fabric.hardware;
    return name > 0 && name % NAME_UNIT === 0 && rankOfName(space, name) < space.THREADS;
  }
}
