/**
 * The last operations that have ended, in order.
 *
 * Who waits for thousands asks which have ended since it looked, and tests these. 256 are kept: who comes later tests all. A handle may be there twice, or
 * be that of another operation by now.
 */
const KEPT = 256;

export class EndedOperations {
  /** So many have been told. */
  count = 0;
  private readonly last: number[] = [];

  add(handle: number): void {
    this.last[this.count++ % KEPT] = handle;
  }

  /** The handles of those behind the first `seen`; undefined if not all are kept. */
  behind(seen: number): number[] | undefined {
    if (this.count - seen > KEPT) return undefined;
    return Array.from({ length: this.count - seen }, (_, k) => this.last[(seen + k) % KEPT]!);
  }
}
