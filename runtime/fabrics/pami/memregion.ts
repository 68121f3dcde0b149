/**
 * Memory regions: ranges of this task's memory that RDMA may access, and their handles.
 *
 * The handle is plain data: any holder of a copy may use it. Creation may grant fewer bytes than asked for, and fails
 * when the task's table of keys is full. Regions may overlap. Destroying a region changes its slot's key, so stale
 * handles are refused.
 */
import { offsetOf, offsetsEnd, rankOf } from '../../memory/space.ts';
import type { ShmAdapter } from './drivers/shm.ts';
import { hex, PAMI_ENOMEM, PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';

/** PAMI_CLIENT_MEMREGION_SIZE: bytes of a handle. */
export const MEMREGION_SIZE = 16;
/** Maximum bytes of one region. */
export const LARGEST_MEMREGION = 2 ** 28;

/** A slot is below MAX_MEMREGIONS; the task is above it in a handle. */
const SLOT_BITS = 12;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
/** Set in keys in use; the other bits count the slot's reuses. */
const IN_USE = 1;

/** pami_memregion_t. */
export class Memregion {
  /** Of the task whose memory it is: its address there. */
  base = 0;
  task = 0;
  bytes = 0;
  slot = 0;
  /** 0: no region. */
  key = 0;

  copyFrom(other: Memregion): void {
    this.base = other.base;
    this.task = other.task;
    this.bytes = other.bytes;
    this.slot = other.slot;
    this.key = other.key;
  }

  /** Writes the MEMREGION_SIZE bytes of the handle at an index of I32. */
  write(I32: Int32Array, index: number): void {
    I32[index] = this.base;
    I32[index + 1] = this.bytes;
    I32[index + 2] = this.slot | (this.task << SLOT_BITS);
    I32[index + 3] = this.key;
  }

  read(I32: Int32Array, index: number): void {
    this.base = I32[index]!;
    this.bytes = I32[index + 1]!;
    this.slot = I32[index + 2]! & SLOT_MASK;
    this.task = I32[index + 2]! >>> SLOT_BITS;
    this.key = I32[index + 3]!;
  }
}

export class Memregions {
  private readonly I32: Int32Array;
  private next = 0;

  constructor(
    private readonly adapter: ShmAdapter,
    private readonly most: number,
  ) {
    this.I32 = adapter.space.I32;
  }

  /** PAMI_Memregion_create: fills in `region`, whose `bytes` are those granted. */
  create(address: number, bytes: number, region: Memregion): Result {
    const { space } = this.adapter;
    const { MYTHREAD } = space;
    const call = 'PAMI_Memregion_create';
    if (bytes <= 0) return refuse(PAMI_INVAL, call, `${bytes} bytes: at least 1 is needed`);
    if (rankOf(space, address) !== MYTHREAD)
      return refuse(PAMI_INVAL, call, `address ${hex(address)} is not in the memory of task ${MYTHREAD}`);
    const slot = this.takeSlot();
    if (slot < 0) return refuse(PAMI_ENOMEM, call, `the task has ${this.most} regions, and can have no more`);
    const left = offsetsEnd(space) - (offsetOf(space, address) >>> 0);
    region.base = address;
    region.task = MYTHREAD;
    region.bytes = Math.min(bytes, left, LARGEST_MEMREGION);
    region.slot = slot;
    region.key = this.I32[this.adapter.keyWord(MYTHREAD, slot)]!;
    return PAMI_SUCCESS;
  }

  /** PAMI_Memregion_destroy. */
  destroy(region: Memregion): Result {
    const word = this.adapter.keyWord(this.adapter.task, region.slot);
    if (region.key === 0 || Atomics.compareExchange(this.I32, word, region.key, region.key ^ IN_USE) !== region.key)
      return refuse(PAMI_INVAL, 'PAMI_Memregion_destroy', `region of ${hex(region.base)}: there is none of this key`);
    region.key = 0;
    return PAMI_SUCCESS;
  }

  /** Whether [offset, offset + bytes) lies in the region of `task`, and the region still exists. */
  covers(region: Memregion, task: number, offset: number, bytes: number): boolean {
    const { adapter } = this;
    const { I32 } = adapter.memoryOf(task);
    return (
      offset >= 0 &&
      offset + bytes <= region.bytes &&
      region.key !== 0 &&
      I32[adapter.keyWord(task, region.slot)] === region.key
    );
  }

  /** Atomic: another thread of the task may take slots as well. */
  private takeSlot(): number {
    for (let tried = 0; tried < this.most; tried++) {
      const slot = this.next;
      this.next = (this.next + 1) % this.most;
      const word = this.adapter.keyWord(this.adapter.task, slot);
      const key = Atomics.load(this.I32, word);
      const fresh = (key + 2) | IN_USE;
      if ((key & IN_USE) === 0 && Atomics.compareExchange(this.I32, word, key, fresh) === key) return slot;
    }
    return -1;
  }
}
