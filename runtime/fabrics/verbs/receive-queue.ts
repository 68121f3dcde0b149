/**
 * A queue of posted receives in its owner's region: the owner posts, senders take.
 *
 *     0     slots taken
 *     64    slots posted
 *     128   limit for IBV_EVENT_SRQ_LIMIT_REACHED (0: none), mask of the slots
 *     192   slots of 64 bytes: wr_id, number of pieces, up to four pieces of address, length, key
 *
 * A sender reads the oldest slot, then advances the count of taken slots by compare-and-swap: on failure another sender
 * took the slot. A slot is rewritten only after it was taken.
 */
import type { Space } from '../../memory/space.ts';
import type { IbvRecvWr } from './work-requests.ts';

const HEADER = 192;
const SLOT = 64;
export const MAX_SGE = 4;

export function receiveQueueBytes(slots: number): number {
  return HEADER + slots * SLOT;
}

/** A receive taken by a sender. */
export class Slot {
  wr_id = 0;
  num_sge = 0;
  readonly addr = new Int32Array(MAX_SGE);
  readonly length = new Int32Array(MAX_SGE);
  readonly lkey = new Int32Array(MAX_SGE);

  /** Bytes of the buffer. */
  get size(): number {
    let size = 0;
    for (let i = 0; i < this.num_sge; i++) size += this.length[i]! >>> 0;
    return size;
  }
}

export class ReceiveQueue {
  private readonly I32: Int32Array;
  private readonly F64: Float64Array;
  private readonly taken: number;
  private readonly posted: number;
  private readonly limitWord: number;
  private readonly maskWord: number;

  /** The queue at an address of `space`, of any rank. */
  constructor(
    space: Space,
    private readonly address: number,
  ) {
    this.I32 = space.I32;
    this.F64 = space.F64;
    this.taken = address >>> 2;
    this.posted = (address + 64) >>> 2;
    this.limitWord = (address + 128) >>> 2;
    this.maskWord = this.limitWord + 1;
  }

  /** Owner only, once: `slots` is a power of two. */
  open(slots: number): void {
    this.I32[this.maskWord] = slots - 1;
  }

  /** Owner only: posts a buffer; false if there is no free slot. */
  post(wr: IbvRecvWr): boolean {
    const { I32 } = this;
    const position = I32[this.posted]!;
    const mask = I32[this.maskWord]!;
    if (((position - Atomics.load(I32, this.taken)) | 0) > mask) return false;
    this.write(this.address + HEADER + (position & mask) * SLOT, wr);
    Atomics.store(I32, this.posted, (position + 1) | 0);
    return true;
  }

  /** Takes the oldest buffer; false if none is posted. */
  take(slot: Slot): boolean {
    const { I32 } = this;
    for (;;) {
      const position = Atomics.load(I32, this.taken);
      if (position === Atomics.load(I32, this.posted)) return false;
      this.read(this.address + HEADER + (position & I32[this.maskWord]!) * SLOT, slot);
      if (Atomics.compareExchange(I32, this.taken, position, (position + 1) | 0) === position) return true;
    }
  }

  /** Owner only: drops posted buffers. */
  clear(): void {
    Atomics.store(this.I32, this.taken, Atomics.load(this.I32, this.posted));
  }

  /** Buffers posted and not taken. */
  get left(): number {
    return (Atomics.load(this.I32, this.posted) - Atomics.load(this.I32, this.taken)) | 0;
  }

  get limit(): number {
    return Atomics.load(this.I32, this.limitWord);
  }

  set limit(limit: number) {
    Atomics.store(this.I32, this.limitWord, limit);
  }

  /** True once after the number of buffers fell below the limit. */
  fellBelowLimit(): boolean {
    const { limit } = this;
    return limit !== 0 && this.left < limit && Atomics.compareExchange(this.I32, this.limitWord, limit, 0) === limit;
  }

  private write(at: number, wr: IbvRecvWr): void {
    const { I32 } = this;
    this.F64[at >>> 3] = wr.wr_id;
    I32[(at + 8) >>> 2] = wr.num_sge;
    for (let i = 0; i < wr.num_sge; i++) {
      const word = (at + 16 + 12 * i) >>> 2;
      const sge = wr.sg_list[i]!;
      I32[word] = sge.addr;
      I32[word + 1] = sge.length;
      I32[word + 2] = sge.lkey;
    }
  }

  private read(at: number, slot: Slot): void {
    const { I32 } = this;
    slot.wr_id = this.F64[at >>> 3]!;
    slot.num_sge = I32[(at + 8) >>> 2]! & 7;
    for (let i = 0; i < slot.num_sge; i++) {
      const word = (at + 16 + 12 * i) >>> 2;
      slot.addr[i] = I32[word]!;
      slot.length[i] = I32[word + 1]!;
      slot.lkey[i] = I32[word + 2]!;
    }
  }
}
