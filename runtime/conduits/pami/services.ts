/**
 * Services for queries of other ranks (questions.ts), run by whichever thread advances the service context: the
 * program's, whenever it polls (default), or the progress thread (asynchronous progress).
 *
 * Responses without room are queued by PAMI: a service never waits.
 */

import type { Context } from '../../fabrics/pami/context.ts';
import { type Endpoint, taskOf } from '../../fabrics/pami/endpoint.ts';
import { MEMREGION_SIZE } from '../../fabrics/pami/memregion.ts';
import { Put, SendImmediate } from '../../fabrics/pami/parameters.ts';
import { addressIn, offsetOf, type Space } from '../../memory/space.ts';
import { platform } from '../../platform/linked.ts';
import { perform } from './atomics.ts';
import type { LocalRegions } from './local-regions.ts';
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

/** Microseconds after which a query counts as served late: its sender waited for this rank to poll. */
const LATE = 100;

const REGION_BYTES = 16 + MEMREGION_SIZE;
const GET_BYTES = 8;
const ATOMIC_BYTES = 24;

/** One clock for all threads of the process, truncated to 32 bits. */
export function microseconds(): number {
  return (((platform.clock.origin + platform.clock.milliseconds()) * 1000) % 2 ** 31) | 0;
}

export class Services {
  atomics = 0;
  late = 0;
  private readonly space: Space;
  private readonly answer = new SendImmediate();
  private readonly put = new Put();
  private readonly word: number;

  /** `at`: this thread's buffer for responses. */
  constructor(
    private readonly ports: Ports,
    private readonly context: Context,
    private readonly regions: LocalRegions,
    private readonly at: number,
  ) {
    this.space = ports.host.space;
    this.word = at >>> 2;
    this.answer.header = at;
    ports.check(
      context.dispatchSet(
        REGION_QUESTION,
        (_c, _k, header, _b, _p, _d, origin) => this.region(header, origin),
        0,
        ASKS,
      ),
    );
    ports.check(context.dispatchSet(GET, (_c, _k, header, _b, _p, _d, origin) => this.get(header, origin), 0, ASKS));
    ports.check(
      context.dispatchSet(ATOMIC, (_c, _k, header, _b, _p, _d, origin) => this.atomic(header, origin), 0, ASKS),
    );
    for (const id of [REGION_ANSWER, GET_DONE, ATOMIC_DONE])
      if (context.dispatch(id) === undefined) ports.check(context.dispatchSet(id, () => {}, 0, ANSWERS));
  }

  private region(header: number, origin: Endpoint): void {
    const { I32 } = this.space;
    const offset = this.begin(header);
    const region = this.regions.find(this.addressAt(offset));
    I32[this.word + 2] = offset;
    I32[this.word + 3] = region.bytes === 0 ? 0 : 1;
    region.write(I32, this.word + 4);
    this.reply(REGION_ANSWER, origin, REGION_BYTES);
  }

  /** The data by a put, then the response: PAMI orders both, to one endpoint. */
  private get(header: number, origin: Endpoint): void {
    const { I32 } = this.space;
    const word = header >>> 2;
    const { put } = this;
    put.dest = this.ports.repliesOf(taskOf(origin));
    put.local = this.addressAt(this.begin(header));
    put.remote = addressIn(
      this.ports.host.baseOf(taskOf(origin)),
      taskOf(origin),
      offsetOf(this.space, I32[word + 3]!),
    );
    put.bytes = I32[word + 4]! >>> 0;
    this.ports.check(this.context.put(put));
    this.reply(GET_DONE, origin, GET_BYTES);
  }

  private atomic(header: number, origin: Endpoint): void {
    const what = this.space.I32[(header >>> 2) + 3]!;
    const target = this.addressAt(this.begin(header));
    perform(this.space, what & 255, what >>> 8, target, header + 16, header + 24, this.at + 16);
    this.atomics++;
    this.reply(ATOMIC_DONE, origin, ATOMIC_BYTES);
  }

  private addressAt(offset: number): number {
    return addressIn(this.space.BASE, this.space.MYTHREAD, offset);
  }

  /** Begins a response; returns the offset in the query. */
  private begin(header: number): number {
    const { I32 } = this.space;
    const word = header >>> 2;
    if (((microseconds() - I32[word + 1]!) | 0) > LATE) this.late++;
    I32[this.word] = I32[word]!;
    return I32[word + 2]!;
  }

  private reply(id: number, origin: Endpoint, bytes: number): void {
    const { answer, ports } = this;
    answer.dispatch = id;
    answer.dest = ports.repliesOf(taskOf(origin));
    answer.headerBytes = bytes;
    ports.check(this.context.sendImmediate(answer));
  }
}
