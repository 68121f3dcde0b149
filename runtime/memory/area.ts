/**
 * Allocation in the network's part of each region: symmetric, so that threads know each other's addresses without
 * communication.
 */
export class Area {
  private next: number;

  /** Offsets in the region. The bytes are zero when the job starts. */
  constructor(
    start: number,
    /** Of a region others reach nothing behind it. */
    readonly end: number,
  ) {
    this.next = align(start, 64);
  }

  /** Offset of `bytes` bytes. All threads must allocate the same sizes in the same order. */
  take(bytes: number, alignment = 64): number {
    const offset = align(this.next, alignment);
    this.next = offset + bytes;
    if (this.next > this.end) throw new Error(`the network's area is ${this.next - this.end} bytes too small`);
    return offset;
  }

  /** Bytes that are left. */
  get left(): number {
    return this.end - this.next;
  }
}

function align(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}
