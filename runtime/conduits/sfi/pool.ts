/** Buffers to send from, which the fabric reads until it tells that it is done. */
export class Pool {
  private readonly free: number[] = [];

  constructor(address: number, size: number, count: number) {
    for (let i = 0; i < count; i++) this.free.push((address + i * size) | 0);
  }

  /** A buffer; 0 while all are in use. */
  take(): number {
    return this.free.pop() ?? 0;
  }

  give(buffer: number): void {
    this.free.push(buffer);
  }
}
