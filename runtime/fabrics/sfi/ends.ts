/**
 * The ends of what an endpoint begins, or receives: counted always, told in a queue where that is asked for.
 */
import type { Counter } from './cntr.ts';
import type { CompletionError, CompletionQueue } from './cq.ts';
import type { Bound, Counted, Endpoint } from './endpoint.ts';
import { FI_COMPLETION } from './flags.ts';

/** What is counted where no counter is bound. */
const uncounted = (): Pick<Counter, 'value' | 'errors'> => ({ value: 0, errors: 0 });

export class Ends {
  private readonly queue: CompletionQueue | undefined;
  private readonly selective: boolean;
  private readonly counter: Pick<Counter, 'value' | 'errors'>;

  constructor(endpoint: Endpoint, { queue, selective }: Bound, counted: Counted) {
    this.queue = queue;
    this.selective = selective;
    this.counter = endpoint.counters.get(counted) ?? uncounted();
  }

  /** Whether an operation with these flags has an entry. */
  asked(flags: number): boolean {
    return this.queue !== undefined && (!this.selective || (flags & FI_COMPLETION) !== 0);
  }

  hasRoom(entries: number): boolean {
    return this.queue === undefined || this.queue.hasRoom(entries);
  }

  /** The operation is under way, and its entry will find room. */
  promise(): void {
    this.queue?.promise();
  }

  keepPromise(): void {
    this.queue?.keepPromise();
  }

  count(operations = 1): void {
    this.counter.value += operations;
  }

  countError(): void {
    this.counter.errors++;
  }

  /** Counts, and adds an entry if it was asked for. */
  succeed(asked: boolean, context: number, flags: number, len: number): void {
    this.counter.value++;
    if (asked) this.queue!.add(context, flags, len, 0, 0n, 0n, 0);
  }

  /** Something has been received. */
  receive(
    asked: boolean,
    context: number,
    flags: number,
    len: number,
    buf: number,
    data: bigint,
    tag: bigint,
    source: number,
  ): void {
    this.counter.value++;
    if (asked) this.queue!.add(context, flags, len, buf, data, tag, source);
  }

  /** An entry that tells of something else than an operation. */
  tell(context: number, flags: number): void {
    this.queue?.add(context, flags, 0, 0, 0n, 0n, 0);
  }

  /** Errors are told whether they were asked for or not. */
  fail(error: Partial<CompletionError> & Pick<CompletionError, 'op_context' | 'flags' | 'err' | 'text'>): void {
    this.counter.errors++;
    this.queue?.fail({ len: 0, buf: 0, data: 0n, tag: 0n, olen: 0, ...error });
  }
}
