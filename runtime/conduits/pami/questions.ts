/**
 * What this conduit asks of other ranks by active messages, and what it does with the answers.
 *
 * Three things need a processor at the other side: to know a memory region (a miss of the cache), a get without regions (the
 * owner puts the data here), an atomic operation. All questions begin with the same words:
 *
 *     word 0   number of the counter to count down    word 1   when it was sent, in microseconds
 *     word 2   address asked about                    word 3   what else; the others as the service needs them
 */

import { Memregion } from '../../fabrics/pami/memregion.ts';
import { SendImmediate } from '../../fabrics/pami/parameters.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS } from '../../fabrics/pami/results.ts';
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

/** Bytes of questions. */
const REGION_BYTES = 16;
const GET_BYTES = 24;
const ATOMIC_BYTES = 40;

export class Questions {
  private readonly I32: Int32Array;
  private readonly send = new SendImmediate();
  private readonly word: number;
  private readonly region = new Memregion();
  /** By counter: where the old value of an atomic operation goes, 0 for nowhere, and its size. */
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
      ports.check(context.dispatchSet(REGION_ANSWER, (_c, _cookie, header) => this.regionCame(header), 0, ANSWERS));
      ports.check(context.dispatchSet(GET_DONE, (_c, _cookie, header) => this.getDone(header), 0, ANSWERS));
      ports.check(context.dispatchSet(ATOMIC_DONE, (_c, _cookie, header) => this.atomicDone(header), 0, ANSWERS));
    }
  }

  /** Asks for the region of an address, unless there is no room to ask: then somebody else will. */
  ask(rank: number, address: number): void {
    if (this.ports.settings.provider === 'null') {
      this.presume(address);
      return;
    }
    this.begin(0, address, 0);
    this.prepare(REGION_QUESTION, rank, REGION_BYTES);
    const result = this.ports.requests.sendImmediate(this.send);
    if (result === PAMI_SUCCESS) this.cache.asked(address);
    else if (result !== PAMI_EAGAIN) this.ports.refused(result);
  }

  /** Over the null driver nobody answers: there, all memory is taken to be registered. */
  private presume(address: number): void {
    this.region.base = address & -CHUNK;
    this.region.bytes = CHUNK;
    this.cache.insert(address, this.region);
  }

  /** Asks the owner of `source` to put it here. */
  get(rank: number, destination: number, source: number, size: number, counter: number): void {
    this.insist(GET, rank, GET_BYTES, () => {
      this.begin(counter, source, destination);
      this.I32[this.word + 4] = size;
    });
  }

  /** Asks the owner of `target` for an atomic operation; operands and result are in this rank's memory. */
  atomic(
    rank: number,
    operation: number,
    type: number,
    size: number,
    target: number,
    operand: number,
    compare: number,
    result: number,
    counter: number,
  ): void {
    this.remember(counter, result, size);
    const { I32, word } = this;
    this.insist(ATOMIC, rank, ATOMIC_BYTES, () => {
      this.begin(counter, target, operation | (type << 8));
      for (const [at, from] of [
        [4, operand],
        [6, compare],
      ] as const) {
        I32[word + at] = from === 0 ? 0 : I32[from >>> 2]!;
        I32[word + at + 1] = from === 0 || size === 4 ? 0 : I32[(from >>> 2) + 1]!;
      }
    });
  }

  /** Composes the question anew in each turn: what is served meanwhile may ask as well. */
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

  private begin(counter: number, address: number, more: number): void {
    const { I32, word } = this;
    I32[word] = counter;
    I32[word + 1] = microseconds();
    I32[word + 2] = address;
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

  /** The address, whether there is a region, and its handle. */
  private regionCame(header: number): void {
    const word = header >>> 2;
    const address = this.I32[word + 2]!;
    if (this.I32[word + 3] === 0) {
      this.cache.unregistered(address);
      return;
    }
    this.region.read(this.I32, word + 4);
    this.cache.insert(address, this.region);
  }

  private getDone(header: number): void {
    this.progress.counts[this.I32[header >>> 2]!]!--;
  }

  /** The counter; behind it the old value. */
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
