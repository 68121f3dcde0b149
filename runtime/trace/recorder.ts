/**
 * Records a thread's communication, reported by wrappers around parts of the runtime: in tallies, the communication
 * matrix, the journal of the trace file, and the text of PGAS_TRACEFILE.
 *
 * Emitted code stores its place in the source in a word of the control area. Times are nanoseconds since the job's
 * start, by one clock for all threads.
 */

import { PLACE } from '../abi.ts';
import { offsetOf, rankOf, type Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { Onlooker } from '../platform/platform.ts';
import { eventLines, type TraceNames } from './chrome.ts';
import { GET_ARROW, GET_PART, Journal, PUT_ARROW, PUT_PART, SLICE, type TraceEvent, UNPLACED } from './journal.ts';
import { type Ledger, type LedgerSizes, ledgerOf, REACHED, writeCharges, writeConduitEvents } from './ledger.ts';
import { bitOf } from './masks.ts';
import { LETTERS, type Operation } from './operations.ts';
import { GLOBAL, LOCAL, NOWHERE, Tallies } from './tallies.ts';
import type { TraceFile } from './tracefile.ts';

/** A thread's recording parameters, from the supervisor. */
export interface Recording {
  readonly memory: SharedArrayBuffer;
  readonly sizes: LedgerSizes;
  /** The job's start: milliseconds since the epoch, by the platform's clock. */
  readonly start: number;
  /** Of the trace file; undefined without one. */
  readonly descriptor: number | undefined;
  /** Bytes that the thread may write there. */
  readonly limit: number;
  /** Of so many operations one is written there. */
  readonly sample: number;
  readonly operations: readonly Operation[];
  /** Text of a place by its number; 0 is none. */
  readonly places: readonly string[];
}

/** A clock of nanoseconds since `start`; consistent over the threads of the process. */
export function clockSince(start: number): () => number {
  const { clock } = platform;
  const offset = clock.origin - start;
  return () => (clock.milliseconds() + offset) * 1e6;
}

/** Moves data that an earlier operation has recorded. */
export function recordedBefore<T>(recorder: Recorder | undefined, move: () => T): T {
  if (recorder === undefined) return move();
  recorder.accounted++;
  try {
    return move();
  } finally {
    recorder.accounted--;
  }
}

/** What is known of an operation under way. */
interface Interrupted {
  readonly accounted: number;
  readonly placed: number;
  readonly parts: string;
}

/** No remote thread. */
export const NOBODY = -1;

const PUT_BIT = bitOf('P');
const GET_BIT = bitOf('G');
/** Interval at which the conduit's counters are written to the ledger, in nanoseconds. */
const EVENTS_INTERVAL = 1e6;

export class Recorder {
  readonly now: () => number;
  /** Nonzero inside an operation that records its own transfers; inside one that tells itself where its data are. */
  accounted = 0;
  placed = 0;
  /** Bytes moved so far, and the last other thread involved. */
  moved = 0;
  lastPeer = NOBODY;
  readonly operations: readonly Operation[];
  private readonly places: readonly string[];
  private readonly ledger: Ledger;
  private readonly tallies: Tallies;
  private readonly journal: Journal | undefined;
  private readonly placeWord: number;
  private readonly bits: Int32Array;
  readonly thread: number;
  private flows = 0;
  private readonly sample: number;
  private readonly onlooker = platform.onlooker;
  /** Lines of the places that the operation under way has reached. */
  private parts = '';
  private readonly names: TraceNames;
  /** Number of operations so far. */
  private recorded = 0;
  /** Counters of the conduit, and of a machine, which they increment in place. */
  private readonly events: Readonly<Record<string, number>>[] = [];
  private eventsWritten = 0;

  constructor(
    readonly space: Space,
    recording: Recording,
    private readonly file: TraceFile,
  ) {
    const { descriptor, limit, operations, places, sample } = recording;
    this.sample = sample;
    this.operations = operations;
    this.places = places;
    this.thread = space.MYTHREAD;
    this.now = clockSince(recording.start);
    this.ledger = ledgerOf(recording.memory, recording.sizes);
    this.tallies = new Tallies(this.ledger, operations.length);
    this.placeWord = (space.BASE + PLACE) >>> 2;
    this.bits = Int32Array.from(operations, ({ group }) => bitOf(LETTERS[group]));
    const names = { operations, places };
    this.names = names;
    if (descriptor !== undefined)
      this.journal = new Journal(this.ledger, this.thread, descriptor, limit, (thread, event) =>
        eventLines(names, thread, event),
      );
  }

  /** An operation begins that records itself what it moves, and perhaps where that is. */
  opens(isPlaced: boolean): void {
    this.accounted++;
    if (isPlaced) this.placed++;
  }

  closes(isPlaced: boolean): void {
    this.accounted--;
    if (isPlaced) this.placed--;
  }

  /** The operation under way, while what comes records its own communication. */
  setAside(): Interrupted {
    const { accounted, placed, parts } = this;
    this.accounted = this.placed = 0;
    this.parts = '';
    return { accounted, placed, parts };
  }

  resume({ accounted, placed, parts }: Interrupted): void {
    this.accounted = accounted;
    this.placed = placed;
    this.parts = parts;
  }

  /** Number of the thread's current place in the source. */
  get place(): number {
    return this.space.I32[this.placeWord]!;
  }

  set place(number: number) {
    this.space.I32[this.placeWord] = number;
  }

  threadOf(address: number): number {
    return rankOf(this.space, address);
  }

  offsetOf(address: number): number {
    return offsetOf(this.space, address) >>> 0;
  }

  /**
   * Records an operation started at `start`; `peer` is the thread whose memory it concerns, or NOBODY, `offset` where in its region
   * the data begin.
   */
  done(operation: number, peer: number, bytes: number, start: number, offset = UNPLACED): void {
    this.record(SLICE, operation, peer, bytes, start, 0, offset);
  }

  /** Also one end of a message's arrow. */
  doneMessage(kind: number, operation: number, peer: number, bytes: number, start: number, flow: number): void {
    this.record(kind, operation, peer, bytes, start, flow, UNPLACED);
  }

  /**
   * Records a transfer to or from the memory of `peer`, started at `start`; `offset`: where in its region the data begin, if the
   * operation as a whole does not tell that.
   */
  transferred(peer: number, bytes: number, isPut: boolean, start: number, offset = UNPLACED): void {
    this.moved += bytes;
    this.count(isPut ? PUT_BIT : GET_BIT, peer, bytes);
    if (peer === this.thread) {
      if (offset >= 0) this.part(peer, bytes, isPut, start, offset);
      return;
    }
    this.lastPeer = peer;
    this.drawn(isPut ? PUT_ARROW : GET_ARROW, peer, bytes, isPut, start, this.newFlow(), offset);
  }

  /** Records a piece of what an operation moves: as a transfer, if the operation does not record that, and where it is. */
  moves(peer: number, offset: number, bytes: number, isPut: boolean, start: number): void {
    if (bytes === 0) return;
    const place = this.placed === 0 ? offset : UNPLACED;
    if (this.accounted === 0) this.transferred(peer, bytes, isPut, start, place);
    else if (place >= 0) this.part(peer, bytes, isPut, start, place);
  }

  private part(peer: number, bytes: number, isPut: boolean, start: number, offset: number): void {
    if (peer === this.thread && !this.file.masks.tracesLocal) return;
    this.drawn(isPut ? PUT_PART : GET_PART, peer, bytes, isPut, start, 0, offset);
  }

  private drawn(
    kind: number,
    peer: number,
    bytes: number,
    isPut: boolean,
    start: number,
    flow: number,
    offset: number,
  ): void {
    if ((this.file.masks.trace & (isPut ? PUT_BIT : GET_BIT)) === 0 || this.recorded % this.sample !== 0) return;
    const end = this.now();
    this.journal?.add(kind, 0, 0, peer, bytes, start, end, flow, offset);
    if (offset < 0 || this.onlooker === undefined) return;
    const part = { kind: isPut ? PUT_PART : GET_PART, operation: 0, place: 0, peer, bytes, start, end, flow, offset };
    this.parts += eventLines(this.names, this.thread, part);
  }

  /** Adds a message to the communication matrix. */
  count(bit: number, peer: number, bytes: number): void {
    if ((this.file.masks.statistics & bit) === 0) return;
    const { matrix } = this.ledger;
    matrix[2 * peer]! += 1;
    matrix[2 * peer + 1]! += bytes;
  }

  /** A new number of an arrow, unique in the job. */
  newFlow(): number {
    return this.flows++ * this.space.THREADS + this.thread;
  }

  watch(events: Readonly<Record<string, number>>): void {
    this.events.push(events);
  }

  /** Publishes these current counters, and the program's charges, to the supervisor. */
  rest(): void {
    this.ledger.file[REACHED] = this.now();
    writeCharges(this.ledger, this.space);
    writeConduitEvents(this.ledger, Object.assign({}, ...this.events));
  }

  private record(
    kind: number,
    operation: number,
    peer: number,
    bytes: number,
    start: number,
    flow: number,
    offset: number,
  ): void {
    const end = this.now();
    const { masks } = this.file;
    const bit = this.bits[operation]!;
    const { place } = this;
    const locality = peer < 0 ? NOWHERE : peer === this.thread ? LOCAL : GLOBAL;
    if ((masks.statistics & bit) !== 0) this.tallies.add(place, operation, locality, bytes, end - start);
    if ((masks.trace & bit) !== 0 && (locality !== LOCAL || masks.tracesLocal)) {
      if (this.isSampled(kind, flow)) this.journal?.add(kind, operation, place, peer, bytes, start, end, flow, offset);
      if (this.file.on) this.write(operation, place, peer, bytes, end - start);
      if (this.onlooker !== undefined)
        this.show(this.onlooker, { kind: SLICE, operation, place, peer, bytes, start, end, flow, offset });
    }
    this.parts = '';
    this.recorded++;
    if (end - this.eventsWritten > EVENTS_INTERVAL) {
      this.eventsWritten = end;
      this.rest();
    }
  }

  private show(onlooker: Onlooker, event: TraceEvent): void {
    const { parts } = this;
    if (parts === '' && (event.offset < 0 || event.bytes === 0)) return;
    onlooker.show(parts + eventLines(this.names, this.thread, event));
  }

  /** Both ends of a message's arrow are, or none: the number of the arrow says it. */
  private isSampled(kind: number, flow: number): boolean {
    const number = kind === SLICE ? this.recorded : Math.floor(flow / this.space.THREADS);
    return number % this.sample === 0;
  }

  private write(operation: number, place: number, peer: number, bytes: number, time: number): void {
    const { name, group } = this.operations[operation]!;
    const parts = [name];
    if (peer >= 0) parts.push(peer === this.thread ? 'local' : `thread ${peer}`);
    if (bytes > 0) parts.push(`${bytes} bytes`);
    parts.push(`${(time / 1000).toFixed(3)} us`);
    if (place > 0) parts.push(`at ${this.places[place]}`);
    this.file.write(LETTERS[group], parts.join(' '));
  }
}
