/**
 * An endpoint as the plain provider sees it: its completions reach the queue and the counters late, in another order.
 *
 * The room that an entry will need in the queue is promised meanwhile, and little room is admitted: a window of a few entries.
 */
import type { Hostility } from '../../../hostility.ts';
import type { Counter } from '../../cntr.ts';
import type { CompletionError, CompletionQueue } from '../../cq.ts';
import type { Bound, Endpoint } from '../../endpoint.ts';
import { FI_MULTI_RECV } from '../../flags.ts';
import type { Info } from '../../info.ts';

/** Entries that are put off at a time. */
const WINDOW = 8;

/** A buffer for several messages is given back with up to so many times the room left in it that was asked for. */
const EARLY = 3;

/** `info`: what the plain provider is to make of it. */
export function lateEndpoint(endpoint: Endpoint, info: Info, hostility: Hostility): Endpoint {
  const { transmit, receive, counters } = endpoint;
  const late = ({ queue, selective }: Bound) => ({ queue: queue && new LateQueue(queue, hostility), selective });
  const lateCounters = [...counters].map(([event, counter]) => [event, new LateCounter(counter, hostility)] as const);
  return Object.create(endpoint, {
    info: { value: info },
    transmit: { value: late(transmit) },
    receive: { value: late(receive) },
    counters: { value: new Map(lateCounters) },
    min_multi_recv: { get: () => endpoint.min_multi_recv * (1 + hostility.below(EARLY)) },
  });
}

class LateQueue implements Pick<CompletionQueue, 'hasRoom' | 'promise' | 'keepPromise' | 'add' | 'fail'> {
  private held = 0;
  /** Entries put off, by their context. */
  private readonly heldOf = new Map<number, number>();

  constructor(
    private readonly queue: CompletionQueue,
    private readonly hostility: Hostility,
  ) {}

  /** One more, as an entry may become two. */
  hasRoom(entries: number): boolean {
    return this.held + entries <= WINDOW && this.queue.hasRoom(entries + 1);
  }

  promise(): void {
    this.queue.promise();
  }

  keepPromise(): void {
    this.queue.keepPromise();
  }

  /** That a buffer is given back may be told with its last message, or behind it. */
  add(context: number, flags: number, len: number, buf: number, data: bigint, tag: bigint, source: number): void {
    const isApart = (flags & FI_MULTI_RECV) !== 0 && len > 0 && this.hostility.chance(2);
    this.putOff(context, isApart ? flags & ~FI_MULTI_RECV : flags, len, buf, data, tag, source);
    if (isApart) this.putOff(context, FI_MULTI_RECV, 0, 0, 0n, 0n, 0);
  }

  fail(error: CompletionError): void {
    this.hostility.later(() => {
      this.queue.fail(error);
      return true;
    });
  }

  private putOff(
    context: number,
    flags: number,
    len: number,
    buf: number,
    data: bigint,
    tag: bigint,
    source: number,
  ): void {
    this.hold(context, 1);
    this.queue.promise();
    this.hostility.later(() => {
      if (flags & FI_MULTI_RECV && this.heldOf.get(context)! > 1) return false;
      this.hold(context, -1);
      this.queue.keepPromise();
      this.queue.add(context, flags, len, buf, data, tag, source);
      return true;
    });
  }

  private hold(context: number, count: number): void {
    this.held += count;
    this.heldOf.set(context, (this.heldOf.get(context) ?? 0) + count);
  }
}

/** What is added to `value` and `errors` arrives later. */
class LateCounter implements Pick<Counter, 'value' | 'errors'> {
  constructor(
    private readonly counter: Counter,
    private readonly hostility: Hostility,
  ) {}

  get value(): number {
    return 0;
  }

  set value(count: number) {
    this.hostility.later(() => {
      this.counter.value += count;
      return true;
    });
  }

  get errors(): number {
    return 0;
  }

  set errors(count: number) {
    this.hostility.later(() => {
      this.counter.errors += count;
      return true;
    });
  }
}
