/**
 * A rank's operations on other processes: fi_writemsg and fi_readmsg, requests that are answered, and which of them are under way.
 *
 * Each has a slot: an entry, libfabric's fi_msg_rma with its vectors of one piece, and room for a source that is taken on return. The
 * order that partitioned global address spaces promise a thread, that accesses to one place take effect as they were begun, is kept
 * here whatever the provider promises: an access waits for one under way that it must not overtake. One of more bytes than the provider takes at
 * once goes in pieces, one behind the other in the same slot; whoever asks for its state begins the next.
 */
import { regionBytes } from '../../../../memory/space.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { FI_COMPLETION, FI_DELIVERY_COMPLETE, IOVEC, MSG_RMA, RMA_IOV, setLong } from './abi.ts';
import { DONE, FREE, KIND, NUMBER, OPERATION, STATE, TARGET, UNDER_WAY } from './entry.ts';
import { PATIENCE_WITH_PEERS, type Port } from './port.ts';
import { ANSWER_WORDS, ENTRY_BYTES, line, OPERATION_BYTES, OPERATIONS } from './sizes.ts';

/** Offsets in a slot. */
const MESSAGE = ENTRY_BYTES;
const LOCAL = MESSAGE + MSG_RMA.BYTES;
const REMOTE = LOCAL + IOVEC.BYTES;
/** Where the descriptor of this process's memory lies in a slot. */
export const DESCRIPTOR = REMOTE + RMA_IOV.BYTES;
const BOUNCE = DESCRIPTOR + 24;
export const SLOT = line(OPERATION_BYTES);
/** Where the number of bytes lies in a slot: of an access those of its piece under way. */
export const LENGTH = LOCAL + IOVEC.LEN;
/** Where the words of an answer come to lie in a slot. */
export const ANSWER_AT = BOUNCE;
const WRITE_FLAGS = FI_COMPLETION + FI_DELIVERY_COMPLETE;
const READ_FLAGS = FI_COMPLETION;

/** Whoever knows of accesses that are not begun yet, and which others must not overtake. */
export interface Guard {
  /** `rank`, `offset` and the number of bytes; it does what it can that they need not wait for long. */
  holdsUp(rank: number, offset: number, bytes: number): boolean;
}

export class Operations {
  readonly guards: Guard[] = [];
  private readonly I32: Int32Array;
  /** Bytes of a region. */
  private readonly region: number;
  private readonly first: number;
  private readonly free: number[] = [];
  private readonly underWay: number[] = [];
  /** By slot: the bytes at the target, numbered over all regions, and whether they are written. */
  private readonly starts = new Float64Array(OPERATIONS);
  private readonly ends = new Float64Array(OPERATIONS);
  private readonly writes = new Uint8Array(OPERATIONS);
  /** By slot: bytes of the piece under way and those before it, and where the source or destination begins. */
  private readonly begun = new Float64Array(OPERATIONS);
  private readonly locals = new Float64Array(OPERATIONS);
  /** The target's process, and since when it has failed, 0 if it has not. */
  private readonly processes = new Int32Array(OPERATIONS);
  private readonly failedAt = new Float64Array(OPERATIONS);
  /** Slots of operations on processes that are gone, which libfabric may still end. */
  private readonly lost: number[] = [];

  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
    /** Address of the slots, and how many there are. */
    first: number,
    count: number,
  ) {
    const { space } = hardware;
    this.I32 = space.I32;
    this.region = regionBytes(space.SHIFT);
    this.first = first;
    for (let slot = count - 1; slot >= 0; slot--) {
      this.prepare(this.first + slot * SLOT);
      this.free.push(slot);
    }
  }

  /**
   * Begins to write the bytes at `local` to `offset` of the region of `rank`, or to read; `bounced`: the source may change on
   * return. Gives the slot, or a negative error: -FI_EAGAIN where there is no room, or where it must wait for another.
   */
  begin(isWrite: boolean, rank: number, local: number, offset: number, len: number, bounced: boolean): number {
    if (this.mustWait(rank, offset, len, isWrite)) return -FI_EAGAIN;
    const slot = this.takeSlot();
    if (slot === undefined) return -FI_EAGAIN;
    const at = this.first + slot * SLOT;
    if (bounced) this.hardware.bulk.copy((at + BOUNCE) | 0, local, len);
    this.locals[slot] = bounced ? at + BOUNCE : local >>> 0;
    this.place(slot, rank, offset, len, isWrite);
    const status = this.startPiece(slot, 0);
    if (status !== 0) {
      this.I32[(at >>> 2) + STATE] = FREE;
      this.free.push(slot);
      return status;
    }
    this.enter(slot);
    return slot;
  }

  /**
   * Begins what the process of `rank` answers, with a change of `len` bytes there, if any. `send` sends the request, given the offset of
   * the slot in this rank's region: 0, or a negative error. Gives the slot, or a negative error.
   */
  request(rank: number, offset: number, len: number, send: (slot: number) => number): number {
    if (this.mustWait(rank, offset, len, true)) return -FI_EAGAIN;
    const slot = this.takeSlot();
    if (slot === undefined) return -FI_EAGAIN;
    const at = this.first + slot * SLOT;
    Atomics.store(this.I32, (at >>> 2) + STATE, UNDER_WAY);
    this.place(slot, rank, offset, len, true);
    this.I32[(at + LENGTH) >>> 2] = len;
    this.begun[slot] = len;
    const status = this.isLost(slot) ? this.answerNothing(slot) : send(at - (this.hardware.space.BASE >>> 0));
    if (status !== 0) {
      Atomics.store(this.I32, (at >>> 2) + STATE, FREE); // it is not one that nobody answers (unanswered.ts)
      this.free.push(slot);
      return status;
    }
    this.enter(slot);
    return slot;
  }

  /** Whether these bytes are read or written by one under way. */
  overlaps(rank: number, offset: number, len: number): boolean {
    return this.underWay.length > 0 && this.conflicts(rank * this.region + offset, len, true);
  }

  /** Address of the words that have answered. */
  answerOf(slot: number): number {
    return this.first + slot * SLOT + ANSWER_AT;
  }

  /** UNDER_WAY, DONE or a negative error. One on a process that is gone is done, and its answer is zero. */
  stateOf(slot: number): number {
    const state = this.stateIn(slot);
    if (state === DONE) return this.begun[slot]! < this.ends[slot]! - this.starts[slot]! ? this.goOn(slot) : state;
    if (this.isLost(slot)) {
      this.zeroAnswer(slot);
      return DONE;
    }
    return state < 0 && this.mayYetBeLost(slot) ? UNDER_WAY : state;
  }

  /** Its target is gone. */
  isLost(slot: number): boolean {
    return this.port.isGone(this.processes[slot]!);
  }

  /** It is not under way any more. */
  release(slot: number): void {
    const { underWay } = this;
    underWay[underWay.indexOf(slot)] = underWay[underWay.length - 1]!;
    underWay.pop();
    (this.stateIn(slot) === UNDER_WAY ? this.lost : this.free).push(slot);
  }

  private stateIn(slot: number): number {
    return Atomics.load(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE);
  }

  /** An error of who has died shall not be told before it is known that he has. */
  private mayYetBeLost(slot: number): boolean {
    const now = platform.clock.milliseconds();
    this.failedAt[slot] ||= now;
    return now < this.failedAt[slot]! + PATIENCE_WITH_PEERS;
  }

  private takeSlot(): number | undefined {
    if (this.free.length === 0 && this.lost.length > 0) this.reclaim();
    return this.free.pop();
  }

  private reclaim(): void {
    for (const slot of this.lost.splice(0)) (this.stateIn(slot) === UNDER_WAY ? this.lost : this.free).push(slot);
  }

  /** A piece is done, and it was not the last. */
  private goOn(slot: number): number {
    const status = this.startPiece(slot, this.begun[slot]!);
    if (status === 0) return UNDER_WAY;
    Atomics.store(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE, status === -FI_EAGAIN ? DONE : status);
    return status === -FI_EAGAIN ? UNDER_WAY : status;
  }

  /** Begins the piece behind the first `done` bytes: 0, or a negative error. */
  private startPiece(slot: number, done: number): number {
    const { port } = this;
    const process = this.processes[slot]!;
    const left = this.ends[slot]! - this.starts[slot]! - done;
    const isGone = port.isGone(process);
    const len = isGone ? left : Math.min(left, port.wire.largest);
    const status = isGone ? this.lose(slot, done, len) : port.judge(process, this.start(slot, done, len));
    if (status === 0) this.begun[slot] = done + len;
    return status;
  }

  /** A request that nobody will answer, as if it were done. */
  private answerNothing(slot: number): number {
    this.zeroAnswer(slot);
    Atomics.store(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE, DONE);
    return 0;
  }

  private zeroAnswer(slot: number): void {
    const answer = this.answerOf(slot) >>> 2;
    this.I32.fill(0, answer, answer + ANSWER_WORDS);
  }

  /** As if it were done: zeros are read. */
  private lose(slot: number, done: number, len: number): number {
    if (this.writes[slot] === 0) this.hardware.bulk.fill(this.locals[slot]! + done, 0, len);
    Atomics.store(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE, DONE);
    return 0;
  }

  private mustWait(rank: number, offset: number, len: number, isWrite: boolean): boolean {
    for (const guard of this.guards) if (guard.holdsUp(rank, offset, len)) return true;
    return this.conflicts(rank * this.region + offset, len, isWrite);
  }

  private place(slot: number, rank: number, offset: number, len: number, isWrite: boolean): void {
    const start = rank * this.region + offset;
    this.starts[slot] = start;
    this.ends[slot] = start + len;
    this.writes[slot] = isWrite ? 1 : 0;
    const process = this.port.processOf(rank);
    const word = (this.first + slot * SLOT) >>> 2;
    this.I32[word + TARGET] = process;
    this.I32[word + NUMBER]!++;
    this.processes[slot] = process;
    this.failedAt[slot] = 0;
  }

  private enter(slot: number): void {
    this.underWay.push(slot);
    this.port.begin();
  }

  private conflicts(start: number, len: number, isWrite: boolean): boolean {
    const end = start + len;
    for (const slot of this.underWay)
      if (start < this.ends[slot]! && this.starts[slot]! < end && (isWrite || this.writes[slot] === 1)) return true;
    return false;
  }

  private start(slot: number, done: number, len: number): number {
    const { wire } = this.port;
    const process = this.processes[slot]!;
    const at = this.first + slot * SLOT;
    const there = this.starts[slot]! + done - this.hardware.firsts[process]! * this.region;
    const key = wire.keyOf(process);
    setLong(this.I32, at + LOCAL + IOVEC.BASE, wire.base + this.locals[slot]! + done);
    setLong(this.I32, at + LOCAL + IOVEC.LEN, len);
    setLong(this.I32, at + REMOTE + RMA_IOV.ADDR, wire.baseOf(process) + there);
    setLong(this.I32, at + REMOTE + RMA_IOV.LEN, len);
    this.I32[(at + REMOTE + RMA_IOV.KEY) >>> 2] = key[0]!;
    this.I32[(at + REMOTE + RMA_IOV.KEY + 4) >>> 2] = key[1]!;
    setLong(this.I32, at + MESSAGE + MSG_RMA.ADDR, wire.addressOf(process));
    Atomics.store(this.I32, (at >>> 2) + STATE, UNDER_WAY);
    const message = wire.base + at + MESSAGE;
    return this.writes[slot] === 1
      ? wire.writemsg(wire.endpoint, message, WRITE_FLAGS)
      : wire.readmsg(wire.endpoint, message, READ_FLAGS);
  }

  /** Sets the words of a slot that are the same for all its operations. */
  private prepare(at: number): void {
    const { wire } = this.port;
    this.I32[(at >>> 2) + KIND] = OPERATION;
    setLong(this.I32, at + MESSAGE + MSG_RMA.IOV, wire.base + at + LOCAL);
    setLong(this.I32, at + MESSAGE + MSG_RMA.DESC, wire.base + at + DESCRIPTOR);
    setLong(this.I32, at + MESSAGE + MSG_RMA.IOV_COUNT, 1);
    setLong(this.I32, at + MESSAGE + MSG_RMA.RMA_IOV, wire.base + at + REMOTE);
    setLong(this.I32, at + MESSAGE + MSG_RMA.RMA_IOV_COUNT, 1);
    setLong(this.I32, at + MESSAGE + MSG_RMA.CONTEXT, wire.base + at);
    setLong(this.I32, at + DESCRIPTOR, wire.descriptor);
  }
}
