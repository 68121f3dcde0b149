/**
 * Memory regions (fi_mr(3)): what of a rank's memory others may access, by a key.
 *
 * In the mode FI_MR_SCALABLE, the one that partitioned global address spaces want, the application chooses the key, the same
 * on all ranks, and addresses count from the start of the region; so nobody needs to be told anything. In FI_MR_BASIC
 * the provider chooses keys, and addresses are those of memory. A region may span the whole address space.
 *
 * The table of a rank's regions lies in the memory of its adapter; who accesses a region looks it up there, as the
 * adapter of the target would. It has offsets in the rank's memory: the target's addresses mean nothing elsewhere.
 */
import type { Memories } from '../../memory/memories.ts';
import { addressOf, isEverybodys, regionBytes, type Space } from '../../memory/space.ts';
import type { Hardware } from '../hardware.ts';
import type { Counter } from './cntr.ts';
import type { Domain } from './domain.ts';
import { FI_EACCES, FI_EDOMAIN, FI_EINVAL, FI_EKEYREJECTED, FI_ENOKEY, FI_ENOMEM } from './errno.ts';
import { Fid } from './fid.ts';
import { FI_REMOTE_READ, FI_REMOTE_WRITE } from './flags.ts';
import type { DomainAttributes } from './info.ts';

/** Words of an entry: FIRST and LAST are offsets; ORIGIN, added to an address of the region, makes an offset. */
const [STATE, KEY, FIRST, LAST, ORIGIN, ACCESS, WRITES, READS] = [0, 1, 2, 3, 4, 5, 6, 7];
const [FREE, USED, REMOVED] = [0, 1, 2];
const WORDS = 8;
const ENTRIES = 256;
const TABLE_BYTES = ENTRIES * WORDS * 4;
/** Behind the table lies a word that is not 0 while somebody changes what is too large for the processor. */
export const REGION_TABLE_BYTES = TABLE_BYTES + 64;
const ADDRESSES = 2 ** 32;

/** The regions of all ranks: an open hash table in the memory of each, which its owner alone changes. */
export class RegionTable {
  private readonly offset: number;
  private readonly memories: Memories;
  private readonly I32: Int32Array;
  private readonly space: Space;
  private readonly own: number;
  private nextKey = 1;
  /** The entry that `locate` has found last. */
  private located = 0;
  private locatedIn: Int32Array;

  constructor(hardware: Hardware) {
    this.memories = hardware.memories;
    this.I32 = this.locatedIn = hardware.space.I32;
    this.space = hardware.space;
    this.own = hardware.space.MYTHREAD;
    this.offset = hardware.area.take(REGION_TABLE_BYTES);
  }

  /**
   * Offset at which `rank` has the `length` bytes at `address` of its region with this key, if that permits all of `access`;
   * else a negative error.
   */
  locate(rank: number, key: number, address: number, length: number, access: number): number {
    const entry = this.find(rank, key);
    if (entry === 0) return -FI_EKEYREJECTED;
    const { I32 } = this.memories.at(rank);
    this.located = entry;
    this.locatedIn = I32;
    if ((I32[entry + ACCESS]! & access) !== access) return -FI_EACCES;
    if (address >= ADDRESSES) return -FI_EINVAL;
    const first = (I32[entry + ORIGIN]! + address) >>> 0;
    const last = length === 0 ? first : first + length - 1;
    if (isEverybodys(first)) return first; // behind all regions, with them
    return first < I32[entry + FIRST]! >>> 0 || last > I32[entry + LAST]! >>> 0 ? -FI_EINVAL : first;
  }

  /** Counts an access to the region located last, where its owner wants to know of it. */
  count(access: number): void {
    const I32 = this.locatedIn;
    const counter = I32[this.located + (access === FI_REMOTE_WRITE ? WRITES : READS)]!;
    if (counter !== 0) Atomics.add(I32, counter >>> 2, 1);
  }

  /** Index of the word that is held while a large value in the memory of `rank` is changed. */
  lockOf(rank: number): number {
    return this.tableOf(rank) + TABLE_BYTES / 4;
  }

  /**
   * Adds [first, last] of this process's memory, of which others may access what is this rank's: its entry, or a negative error.
   * `origin`: where addresses of the region count from.
   */
  add(key: number, first: number, last: number, origin: number, access: number): number {
    if (this.find(this.own, key) !== 0) return -FI_ENOKEY;
    const { I32 } = this;
    const base = this.space.BASE >>> 0;
    const entry = this.unused(key);
    if (entry === 0) return -FI_ENOMEM;
    I32[entry + KEY] = key;
    const end = Math.min(last - base, regionBytes(this.space.SHIFT) - 1);
    I32[entry + FIRST] = end < 0 ? 1 : Math.max(first - base, 0);
    I32[entry + LAST] = Math.max(end, 0);
    I32[entry + ORIGIN] = origin - base;
    I32[entry + ACCESS] = access;
    I32[entry + WRITES] = I32[entry + READS] = 0;
    Atomics.store(I32, entry + STATE, USED);
    return entry;
  }

  remove(entry: number): void {
    Atomics.store(this.I32, entry + STATE, REMOVED);
  }

  keyOf(entry: number): number {
    return this.I32[entry + KEY]! >>> 0;
  }

  setCounter(entry: number, access: number, word: number): void {
    Atomics.store(this.I32, entry + (access === FI_REMOTE_WRITE ? WRITES : READS), word);
  }

  /** A key that no region of this rank has. */
  unusedKey(): number {
    while (this.find(this.own, this.nextKey) !== 0) this.nextKey++;
    return this.nextKey++;
  }

  /** Index of the entry's first word; 0 if there is none. */
  private find(rank: number, key: number): number {
    const { I32 } = this.memories.at(rank);
    const table = this.tableOf(rank);
    for (let probe = 0, slot = slotOf(key); probe < ENTRIES; probe++, slot = (slot + 1) % ENTRIES) {
      const entry = table + slot * WORDS;
      const state = Atomics.load(I32, entry + STATE);
      if (state === FREE) return 0;
      if (state === USED && I32[entry + KEY] === (key | 0)) return entry;
    }
    return 0;
  }

  private unused(key: number): number {
    const table = this.tableOf(this.own);
    for (let probe = 0, slot = slotOf(key); probe < ENTRIES; probe++, slot = (slot + 1) % ENTRIES)
      if (this.I32[table + slot * WORDS + STATE] !== USED) return table + slot * WORDS;
    return 0;
  }

  private tableOf(rank: number): number {
    return addressOf(this.memories.at(rank), rank, this.offset) >>> 2;
  }
}

function slotOf(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 24;
}

/** Registers a region: its entry in the table, or a negative error. */
export function registered(
  table: RegionTable,
  { mr_mode, mr_key_size }: DomainAttributes,
  address: number,
  length: number,
  access: number,
  offset: number,
  key: number,
): number {
  const first = address >>> 0;
  if (!(length > 0) || first + length > ADDRESSES || offset !== 0) return -FI_EINVAL;
  const last = first + length - 1;
  if (mr_mode === 'FI_MR_BASIC') return table.add(table.unusedKey(), first, last, 0, access);
  if (!Number.isInteger(key) || key < 0 || key >= 2 ** (8 * mr_key_size)) return -FI_EKEYREJECTED;
  return table.add(key, first, last, first, access);
}

export class MemoryRegion extends Fid {
  constructor(
    private readonly domain: Domain,
    private readonly entry: number,
  ) {
    super(domain);
  }

  /** fi_mr_key */
  get key(): number {
    return this.domain.regions.keyOf(this.entry);
  }

  /** fi_mr_bind: counts accesses of others, FI_REMOTE_READ or FI_REMOTE_WRITE. */
  bind(counter: Counter, flags: number): number {
    if (counter.domain !== this.domain) return -FI_EDOMAIN;
    if ((flags & (FI_REMOTE_READ | FI_REMOTE_WRITE)) === 0) return -FI_EINVAL;
    this.use(counter);
    for (const access of [FI_REMOTE_READ, FI_REMOTE_WRITE])
      if (flags & access) this.domain.regions.setCounter(this.entry, access, counter.shared());
    return 0;
  }

  protected override released(): void {
    this.domain.regions.remove(this.entry);
  }
}
