/**
 * Standard input and output of a job in a page.
 *
 * Output goes to the page as it comes; who writes more than the page has taken waits. A read waits for input.
 */

/** Bytes that the page may have to take. */
const MOST_UNTAKEN = 2 ** 20;

export class Console {
  private readonly input: Uint8Array[] = [];
  private hasEnded = false;
  private readers: (() => void)[] = [];
  private untaken = 0;
  private writers: (() => void)[] = [];

  /** `show` gives bytes to the page. */
  constructor(private readonly show: (descriptor: number, bytes: Uint8Array) => void) {}

  /** Input of the page; undefined at its end. */
  give(bytes: Uint8Array | undefined): void {
    if (bytes === undefined) this.hasEnded = true;
    else if (bytes.length > 0) this.input.push(bytes);
    for (const wake of this.readers.splice(0)) wake();
  }

  /** The page has shown so many bytes. */
  taken(bytes: number): void {
    this.untaken -= bytes;
    if (this.untaken < MOST_UNTAKEN) for (const wake of this.writers.splice(0)) wake();
  }

  async read(length: number): Promise<Uint8Array> {
    while (this.input.length === 0 && !this.hasEnded) await new Promise<void>((wake) => this.readers.push(wake));
    const first = this.input[0];
    if (first === undefined || length === 0) return new Uint8Array(0);
    if (first.length <= length) this.input.shift();
    else this.input[0] = first.subarray(length);
    return first.slice(0, length);
  }

  /** Gives how many bytes, when there is room for more. */
  write(descriptor: number, bytes: Uint8Array): number | Promise<number> {
    this.untaken += bytes.length;
    this.show(descriptor, bytes);
    if (this.untaken < MOST_UNTAKEN) return bytes.length;
    return new Promise((resolve) => this.writers.push(() => resolve(bytes.length)));
  }
}
