/**
 * Sparse array of bytes.
 *
 * One idea: pages allocated on first write; unallocated pages are zero.
 */

const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
/** Zero bytes that end a run: fewer are included. */
const RUN_BREAK = 32;

export interface Run {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export class SparseBytes {
  readonly #pages = new Map<number, Uint8Array>();

  get(offset: number): number {
    return this.#pages.get(Math.floor(offset / PAGE))?.[offset % PAGE] ?? 0;
  }

  set(offset: number, byte: number): void {
    this.#page(Math.floor(offset / PAGE))[offset % PAGE] = byte;
  }

  /** Writes consecutive bytes. */
  write(offset: number, bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const at = (offset + from) % PAGE;
      const count = Math.min(PAGE - at, bytes.length - from);
      this.#page(Math.floor((offset + from) / PAGE)).set(bytes.subarray(from, from + count), at);
      from += count;
    }
  }

  #page(number: number): Uint8Array {
    let page = this.#pages.get(number);
    if (!page) this.#pages.set(number, (page = new Uint8Array(PAGE)));
    return page;
  }

  /** The bytes that are not zero, in runs. */
  runs(): Run[] {
    const runs: Run[] = [];
    let start = -1;
    let end = 0;
    const finish = () => start >= 0 && runs.push({ offset: start, bytes: this.#slice(start, end) });
    for (const number of [...this.#pages.keys()].sort((a, b) => a - b)) {
      const page = this.#pages.get(number) as Uint8Array;
      for (let at = 0; at < PAGE; at++) {
        if (page[at] === 0) continue;
        const offset = number * PAGE + at;
        if (start < 0 || offset - end >= RUN_BREAK) {
          finish();
          start = offset;
        }
        end = offset + 1;
      }
    }
    finish();
    return runs;
  }

  #slice(start: number, end: number): Uint8Array {
    const bytes = new Uint8Array(end - start);
    for (let offset = start; offset < end; ) {
      const at = offset % PAGE;
      const count = Math.min(PAGE - at, end - offset);
      const page = this.#pages.get(Math.floor(offset / PAGE));
      if (page) bytes.set(page.subarray(at, at + count), offset - start);
      offset += count;
    }
    return bytes;
  }
}
