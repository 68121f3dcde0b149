/**
 * Gathers small writes and atomic operations without results of an endpoint with FI_MORE, in a buffer for each process that they go to.
 * A buffer goes as one request (batch.ts) when it is full, when its ends are asked for, when another access must not overtake what is in it,
 * before the rank sleeps, or when it has lain for long. One of a process is under way at a time, so the target executes them in their order.
 */
import type { Space } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { FI_WRITE } from '../../flags.ts';
import { entryWord, entryWords, WRITE } from './batch.ts';
import { UNDER_WAY } from './entry.ts';
import { BATCH } from './frame.ts';
import { Granules } from './granules.ts';
import type { Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { REQUEST_LANE } from './sizes.ts';
import { OFFSET, OPERAND } from './targetatomics.ts';

/** So many looks of the rank at the network, and what has been gathered goes. */
const LOOKS = 1000;
const NONE = -1;

/** What goes to a process. */
class Batch {
  readonly words: Int32Array;
  readonly bytes: Uint8Array;
  /** Words and operations in the buffer, and the places that these change. */
  used = 0;
  count = 0;
  places = new Granules();
  /** The same of what is under way, and its slot. */
  sent = 0;
  sentPlaces = new Granules();
  slot = NONE;

  constructor(bytes: number) {
    this.words = new Int32Array(bytes >>> 2);
    this.bytes = new Uint8Array(this.words.buffer);
  }
}

export class Gathering {
  private readonly space: Space;
  private readonly ends: Ends;
  /** By process, and those that there are. */
  private readonly batches: (Batch | undefined)[] = [];
  private readonly processes: number[] = [];
  /** Operations gathered or under way. */
  private pending = 0;
  private looks = 0;

  constructor(
    private readonly hardware: Hardware,
    endpoint: Endpoint,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
  ) {
    this.space = hardware.space;
    this.ends = new Ends(endpoint, endpoint.transmit, FI_WRITE);
    operations.guards.push(this);
  }

  /** A write of the bytes at `from` to `offset` of the region of `rank`: 0, or -FI_EAGAIN. */
  write(rank: number, offset: number, from: number, bytes: number): number {
    return this.add(WRITE | bytes, rank, offset, from, bytes);
  }

  /** The atomic operation `operation` with the operand at `from`, of so many bytes: 0, or -FI_EAGAIN. */
  atomic(operation: number, rank: number, offset: number, from: number, bytes: number): number {
    return this.add(operation, rank, offset, from, bytes);
  }

  /** Whether an access must wait for what has been gathered, or is under way. */
  holdsUp(rank: number, offset: number, bytes: number): boolean {
    if (this.pending === 0 || bytes === 0) return false;
    const process = this.port.processOf(rank);
    const batch = this.batches[process];
    if (batch === undefined || (batch.count === 0 && batch.slot === NONE)) return false;
    if (!batch.places.may(rank, offset, bytes) && !batch.sentPlaces.may(rank, offset, bytes)) return false;
    this.send(process, batch);
    return batch.count > 0 || batch.slot !== NONE;
  }

  /** Sends what has been gathered, and counts what is done. */
  progress(): void {
    if (this.pending === 0) return;
    this.port.poll();
    for (const process of this.processes) this.send(process, this.batches[process]!);
  }

  /** The rank looks at the network for other reasons. */
  look(): void {
    if (this.pending === 0 || ++this.looks < LOOKS) return;
    this.looks = 0;
    this.progress();
  }

  private add(operation: number, rank: number, offset: number, from: number, bytes: number): number {
    if (this.operations.overlaps(rank, offset, bytes)) return -FI_EAGAIN;
    const process = this.port.processOf(rank);
    const batch = (this.batches[process] ??= this.begin(process));
    const words = entryWords(bytes);
    if (batch.used + words > batch.words.length && !this.send(process, batch)) return this.port.retry();
    const entry = batch.used;
    batch.words[entry] = entryWord(operation, rank);
    batch.words[entry + OFFSET] = offset;
    this.copy(batch, (entry + OPERAND) << 2, from, bytes);
    batch.used += words;
    batch.count++;
    batch.places.add(rank, offset, bytes);
    this.pending++;
    this.looks = 0;
    return 0;
  }

  private begin(process: number): Batch {
    this.processes.push(process);
    return new Batch(this.outgoing.longest);
  }

  private copy({ bytes }: Batch, at: number, from: number, length: number): void {
    const { U8 } = this.space;
    for (let i = 0; i < length; i++) bytes[at + i] = U8[(from + i) >>> 0]!;
  }

  /** Sends the buffer, if the one before it is done; true if it is empty now. */
  private send(process: number, batch: Batch): boolean {
    this.settle(batch);
    if (batch.count === 0) return true;
    if (batch.slot !== NONE) return false;
    const slot = this.operations.request(this.laneOf(process), 0, 0, (slot) => this.ask(process, batch, slot));
    if (slot < 0) return false;
    [batch.places, batch.sentPlaces] = [batch.sentPlaces, batch.places];
    batch.slot = slot;
    batch.sent = batch.count;
    batch.used = batch.count = 0;
    return true;
  }

  private ask(process: number, { words, used }: Batch, slot: number): number {
    const rank = this.laneOf(process);
    const packet = this.outgoing.reserve(rank, REQUEST_LANE);
    if (packet === 0) return -FI_EAGAIN;
    this.space.I32.set(words.subarray(0, used), packet >>> 2);
    return this.outgoing.ask(packet, BATCH, 0, rank, slot, used);
  }

  /** A rank of the process, whose lane the request takes: ranks here take different ones. */
  private laneOf(process: number): number {
    const { firsts, space } = this.hardware;
    const first = firsts[process]!;
    const end = firsts[process + 1] ?? space.THREADS;
    return first + (space.MYTHREAD % (end - first));
  }

  /** Counts what is done. */
  private settle(batch: Batch): void {
    if (batch.slot === NONE || this.operations.stateOf(batch.slot) === UNDER_WAY) return;
    this.operations.release(batch.slot);
    this.ends.count(batch.sent);
    this.pending -= batch.sent;
    batch.slot = NONE;
    batch.sentPlaces.clear();
  }
}
