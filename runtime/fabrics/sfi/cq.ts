/**
 * Completion queues (fi_cq(3)): an entry for each operation that is complete, in a queue of its own for those that failed.
 *
 * Whoever reads moves on what is under way on the endpoints that are bound to the queue. A queue never overruns: an
 * operation whose completion would find no room is refused with -FI_EAGAIN, and what arrives waits.
 */
import type { Domain } from './domain.ts';
import { FI_EAGAIN, FI_EAVAIL, fi_strerror } from './errno.ts';
import { Fid } from './fid.ts';
import { FI_ADDR_NOTAVAIL } from './flags.ts';
import { waitUntil } from './wait.ts';

/** Which fields of an entry are filled in: each format has all of the one before. */
export type Format = 'FI_CQ_FORMAT_CONTEXT' | 'FI_CQ_FORMAT_MSG' | 'FI_CQ_FORMAT_DATA' | 'FI_CQ_FORMAT_TAGGED';

export interface CompletionQueueAttributes {
  readonly format: Format;
  /** Entries. */
  readonly size: number;
}

/** fi_cq_tagged_entry, and whence a message came. */
export class Completion {
  op_context = 0;
  flags = 0;
  len = 0;
  /** Where a message lies in a buffer for several. */
  buf = 0;
  data = 0n;
  tag = 0n;
  /** Name of the sender. */
  source = 0;
}

/** fi_cq_err_entry */
export interface CompletionError {
  readonly op_context: number;
  readonly flags: number;
  readonly len: number;
  readonly buf: number;
  readonly data: bigint;
  readonly tag: bigint;
  /** Bytes of a message for which the buffer had no room. */
  readonly olen: number;
  /** One of FI_E..., positive. */
  readonly err: number;
  /** What the provider knows of it: the operation, the target, the address, the size. */
  readonly text: string;
}

const LEVELS: Readonly<Record<Format, number>> = {
  FI_CQ_FORMAT_CONTEXT: 0,
  FI_CQ_FORMAT_MSG: 1,
  FI_CQ_FORMAT_DATA: 2,
  FI_CQ_FORMAT_TAGGED: 3,
};

export class CompletionQueue extends Fid {
  /** Made when they are first used: few of a large queue are. */
  private readonly entries: Completion[] = [];
  private readonly errors: CompletionError[] = [];
  private readonly progress: (() => void)[] = [];
  private readonly level: number;
  private first = 0;
  private count = 0;
  /** Entries that operations under way will need. */
  private promised = 0;
  private signalled = false;

  constructor(
    readonly domain: Domain,
    format: Format,
    private readonly size: number,
  ) {
    super(domain);
    this.level = LEVELS[format];
  }

  /** Reads at most `count` entries: how many; -FI_EAGAIN if there are none, -FI_EAVAIL while an error waits. Where `into` has no objects they are made. */
  read(into: Completion[], count: number): number {
    if (this.count === 0) for (const advance of this.progress) advance();
    if (this.errors.length !== 0) return -FI_EAVAIL;
    if (this.count === 0) return -FI_EAGAIN;
    const taken = this.count < count ? this.count : count;
    for (let i = 0; i < taken; i++) this.take((into[i] ??= new Completion()));
    return taken;
  }

  /** The same, and the addresses of the senders in the domain's address vector that is given. */
  readfrom(
    into: Completion[],
    count: number,
    addresses: number[],
    vector: { addressOf(name: number): number },
  ): number {
    const taken = this.read(into, count);
    for (let i = 0; i < taken; i++) {
      const { source } = into[i]!;
      addresses[i] = source === 0 ? FI_ADDR_NOTAVAIL : vector.addressOf(source);
    }
    return taken;
  }

  /** Waits for entries, so many milliseconds at most; -FI_EAGAIN too when another one calls `signal`. */
  sread(into: Completion[], count: number, timeout = -1): number {
    let taken = 0;
    waitUntil(() => (taken = this.read(into, count)) !== -FI_EAGAIN || this.signalled, timeout);
    this.signalled = false;
    return taken;
  }

  /** Ends the wait of who is in `sread`, or of the next. */
  signal(): number {
    this.signalled = true;
    return 0;
  }

  /** The oldest error, or -FI_EAGAIN. */
  readerr(): CompletionError | number {
    return this.errors.shift() ?? -FI_EAGAIN;
  }

  strerror(error: CompletionError): string {
    return `${error.text}: ${fi_strerror(error.err)}`;
  }

  // ---------------------------------------------------------------- for providers

  /** Whether there is room for so many entries more. */
  hasRoom(entries: number): boolean {
    return this.count + this.promised + entries <= this.size;
  }

  /** Keeps room for the completion of an operation that is under way. */
  promise(): void {
    this.promised++;
  }

  keepPromise(): void {
    this.promised--;
  }

  add(context: number, flags: number, len: number, buf: number, data: bigint, tag: bigint, source: number): void {
    let last = this.first + this.count++;
    if (last >= this.size) last -= this.size;
    const entry = (this.entries[last] ??= new Completion());
    entry.op_context = context;
    entry.flags = flags;
    entry.len = len;
    entry.buf = buf;
    entry.data = data;
    entry.tag = tag;
    entry.source = source;
  }

  fail(error: CompletionError): void {
    this.errors.push(error);
  }

  drive(progress: () => void): void {
    if (!this.progress.includes(progress)) this.progress.push(progress);
  }

  private take(into: Completion): void {
    const entry = this.entries[this.first]!;
    if (--this.count === 0 || ++this.first === this.size) this.first = 0;
    into.op_context = entry.op_context;
    into.source = entry.source;
    if (this.level === 0) return;
    into.flags = entry.flags;
    into.len = entry.len;
    if (this.level === 1) return;
    into.buf = entry.buf;
    into.data = entry.data;
    if (this.level === 3) into.tag = entry.tag;
  }
}
