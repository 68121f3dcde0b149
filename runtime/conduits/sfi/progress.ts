/**
 * Operations with handles: which are under way, and which the fabric has told to be complete.
 *
 * A handle is a place and, so that one that has been given up is not taken for a later one, how often the place was used.
 * The queue is read only while something is under way.
 */
import type { Completion, CompletionQueue } from '../../fabrics/sfi/cq.ts';
import { FI_EAGAIN, FI_EAVAIL, fi_strerror } from '../../fabrics/sfi/errno.ts';
import type { Host } from '../conduit.ts';
import { EndedOperations } from '../endedoperations.ts';

const PLACE_BITS = 20;
const PLACE_MASK = (1 << PLACE_BITS) - 1;
const USES_MASK = (1 << (31 - PLACE_BITS)) - 1;
const FIRST_PLACES = 16;
const BATCH = 16;

const [FREE, PENDING, DONE] = [0, 1, 2];

export class Progress {
  /** Of which the queue has told. */
  readonly ended = new EndedOperations();
  /** Operations that have begun and of which it has not. */
  underWay = 0;
  private states = new Uint8Array(FIRST_PLACES);
  private uses = new Uint16Array(FIRST_PLACES);
  private readonly free: number[] = [];
  private readonly batch: Completion[] = [];

  constructor(
    private readonly host: Host,
    private readonly queue: CompletionQueue,
    private readonly events: Record<string, number>,
  ) {
    this.addPlaces(1, FIRST_PLACES); // so that no handle is 0
  }

  /** A place for an operation: what it gives the fabric as context. */
  begin(): number {
    if (this.free.length === 0) this.grow();
    const place = this.free.pop()!;
    this.states[place] = PENDING;
    this.underWay++;
    return place;
  }

  handleOf(place: number): number {
    return (this.uses[place]! << PLACE_BITS) | place;
  }

  /** Whether the operation is complete; undefined if none has this handle. */
  test(handle: number): boolean | undefined {
    const place = handle & PLACE_MASK;
    if (place >= this.states.length || this.states[place] === FREE || this.uses[place] !== handle >>> PLACE_BITS)
      return undefined;
    while (this.states[place] === PENDING && this.poll()); // who sleeps with completions left in the queue is not roused for them
    if (this.states[place] !== DONE) return false;
    this.giveUp(place);
    return true;
  }

  /** Reads some of what the queue has to tell, if there is anything to come; whether there was. */
  poll(): boolean {
    if (this.underWay === 0) return false;
    this.events['polls of the RMA queue']!++;
    const count = this.queue.read(this.batch, BATCH);
    if (count < 0 && count !== -FI_EAGAIN) this.fail(count);
    for (let i = 0; i < count; i++) this.end(this.batch[i]!.op_context);
    return count > 0;
  }

  private end(place: number): void {
    this.states[place] = DONE;
    this.underWay--;
    this.ended.add(this.handleOf(place));
  }

  /** Ends the job if an operation has failed: any but those injected are told in the queue. */
  checkErrors(): void {
    if (this.queue.read(this.batch, 0) === -FI_EAVAIL) this.fail(-FI_EAVAIL);
  }

  private fail(status: number): never {
    const error = status === -FI_EAVAIL ? this.queue.readerr() : status;
    return this.host.fail(`sfi: ${typeof error === 'number' ? fi_strerror(error) : this.queue.strerror(error)}`);
  }

  private giveUp(place: number): void {
    this.states[place] = FREE;
    this.uses[place] = (this.uses[place]! + 1) & USES_MASK;
    this.free.push(place);
  }

  private grow(): void {
    const { length } = this.states;
    if (length > PLACE_MASK) this.host.fail(`sfi: ${length - 1} operations have handles that were not waited for`);
    const [states, uses] = [new Uint8Array(2 * length), new Uint16Array(2 * length)];
    states.set(this.states);
    uses.set(this.uses);
    [this.states, this.uses] = [states, uses];
    this.addPlaces(length, 2 * length);
  }

  private addPlaces(first: number, end: number): void {
    for (let place = end - 1; place >= first; place--) this.free.push(place);
  }
}
