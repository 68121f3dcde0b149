/**
 * Queries of this conduit to other ranks by active messages, and the handlers of their responses.
 *
 * Three operations need the target's processor: lookup of a memory region (a cache miss), a get without regions (the
 * owner puts the data here), an atomic operation. All queries begin with the same words:
 *
 *     word 0   counter to decrement    word 1   time of sending, in microseconds
 *     word 2   offset at the target    word 3   others, as the service needs
 */

import { taskOf } from '../../fabrics/pami/endpoint.ts';
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { SendImmediate } from '../../fabrics/pami/parameters.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
import { addressIn } from '../../memory/space.ts';
import { CHUNK } from './chunks.ts';
import type { PamiMessages } from './messages.ts';
import {
  ANSWERS,
  ASKS,
  ATOMIC,
  ATOMIC_DONE,
  GET,
  GET_DONE,
  type Ports,
  REGION_ANSWER,
  REGION_QUESTION,
} from './ports.ts';
import type { Progress } from './progress.ts';
import type { RegionCache } from './region-cache.ts';
import { microseconds } from './services.ts';

/** Bytes of queries. */
const REGION_BYTES = 16;
const GET_BYTES = 24;
const ATOMIC_BYTES = 40;

export class Questions {
  private readonly I32: Int32Array;
  private readonly send = new SendImmediate();
  private readonly word: number;
  private readonly region = new Memregion();
  /** By counter: destination of an atomic operation's old value, 0 for none, and its size. */
  private results = new Int32Array(0);
  private sizes = new Uint8Array(0);

  constructor(
    private readonly ports: Ports,
    private readonly messages: PamiMessages,
    private readonly progress: Progress,
    private readonly cache: RegionCache,
  ) {
    this.I32 = ports.host.space.I32;
    this.word = ports.questionAt >>> 2;
    this.send.header = ports.questionAt;
    this.send.hints = ports.serviceHints;
    for (const context of [ports.requests, ports.replies]) {
      for (const id of [REGION_QUESTION, GET, ATOMIC]) ports.check(context.dispatchSet(id, () => {}, 0, ASKS));
      ports.check(
        context.dispatchSet(
          REGION_ANSWER,
          (_c, _cookie, header, _b, _p, _d, origin) => this.regionCame(header, taskOf(origin)),
          0,
          ANSWERS,
        ),
      );
      ports.check(context.dispatchSet(GET_DONE, (_c, _cookie, header) => this.getDone(header), 0, ANSWERS));
      ports.check(context.dispatchSet(ATOMIC_DONE, (_c, _cookie, header) => this.atomicDone(header), 0, ANSWERS));
    }
  }

  /** Queries the memory region at an offset; skipped without room, as a later miss retries it. */
  ask(rank: number, offset: number): void {
    if (this.ports.settings.provider === 'null') {
      this.presume(rank, offset);
      return;
    }
    this.begin(0, offset, 0);
    this.prepare(REGION_QUESTION, rank, REGION_BYTES);
    const result = this.ports.requests.sendImmediate(this.send);
    if (result === PAMI_SUCCESS) this.cache.asked(rank, offset);
    else if (result !== PAMI_EAGAIN) this.ports.refused(result);
  }

  /** The null driver answers no query: all memory is assumed registered. */
  private presume(rank: number, offset: number): void {
    this.region.base = addressIn(this.ports.host.baseOf(rank), rank, offset & -CHUNK);
    this.region.bytes = CHUNK;
    this.cache.insert(rank, offset, this.region);
  }

  /** Has the owner put bytes of its region here. */
  get(rank: number, destination: number, offset: number, size: number, counter: number): void {
    this.insist(GET, rank, GET_BYTES, () => {
      this.begin(counter, offset, destination);
      this.I32[this.word + 4] = size;
    });
  }

  /** Has the owner of a word perform an atomic operation; operands and result are in this rank's memory. */
  atomic(
    rank: number,
    operation: number,
    type: number,
    size: number,
    offset: number,
    operand: number,
    compare: number,
    result: number,
    counter: number,
  ): void {
    this.remember(counter, result, size);
    const { I32, word } = this;
    this.insist(ATOMIC, rank, ATOMIC_BYTES, () => {
      this.begin(counter, offset, operation | (type << 8));
      for (const [at, from] of [
        [4, operand],
        [6, compare],
      ] as const) {
        I32[word + at] = from === 0 ? 0 : I32[from >>> 2]!;
        I32[word + at + 1] = from === 0 || size === 4 ? 0 : I32[(from >>> 2) + 1]!;
      }
    });
  }

  /** Composes the query anew in each turn: handlers served meanwhile may send queries too. */
  private insist(id: number, rank: number, bytes: number, compose: () => void): void {
    const attempt = () => {
      compose();
      this.prepare(id, rank, bytes);
      const result = this.ports.requests.sendImmediate(this.send);
      if (result !== PAMI_SUCCESS && result !== PAMI_EAGAIN) this.ports.refused(result);
      return result === PAMI_SUCCESS;
    };
    if (attempt()) return;
    this.ports.host.waitFor(rank, () => {
      this.messages.poll(false);
      return attempt();
    });
  }

  private begin(counter: number, offset: number, more: number): void {
    const { I32, word } = this;
    I32[word] = counter;
    I32[word + 1] = microseconds();
    I32[word + 2] = offset;
    I32[word + 3] = more;
  }

  private prepare(id: number, rank: number, bytes: number): void {
    this.send.dispatch = id;
    this.send.dest = this.ports.serviceOf(rank);
    this.send.headerBytes = bytes;
  }

  private remember(counter: number, result: number, size: number): void {
    if (counter >= this.results.length) {
      const capacity = this.progress.counts.length;
      const [results, sizes] = [new Int32Array(capacity), new Uint8Array(capacity)];
      results.set(this.results);
      sizes.set(this.sizes);
      [this.results, this.sizes] = [results, sizes];
    }
    this.results[counter] = result;
    this.sizes[counter] = size;
  }

  /** Response: the offset, whether there is a region, and its handle. */
  private regionCame(header: number, rank: number): void {
    const word = header >>> 2;
    const offset = this.I32[word + 2]!;
    if (this.I32[word + 3] === 0) {
      this.cache.unregistered(rank, offset);
      return;
    }
    this.region.read(this.I32, word + 4);
    this.cache.insert(rank, offset, this.region);
  }

  private getDone(header: number): void {
    this.progress.counts[this.I32[header >>> 2]!]!--;
  }

  /** Response: the counter, then the old value. */
  private atomicDone(header: number): void {
    const { I32 } = this;
    const word = header >>> 2;
    const counter = I32[word]!;
    const result = this.results[counter]! >>> 2;
    if (result !== 0) {
      I32[result] = I32[word + 4]!;
      if (this.sizes[counter] === 8) I32[result + 1] = I32[word + 5]!;
    }
    this.progress.counts[counter]!--;
  }
}
