/**
 * The handles of the operations that ended last, in the order of their ends.
 *
 * A caller that waits for thousands of operations asks which have ended since its last call, and tests only those. The last 256 handles are kept: a caller that is
 * further behind tests all of its operations. A handle may occur twice, or belong to another operation by now.
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
