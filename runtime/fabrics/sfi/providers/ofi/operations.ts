/**
 * A rank's operations on other processes: fi_writemsg and fi_readmsg, requests that are answered, and which of them are under way.
 *
 * Each has a slot: an entry, the message that libfabric is given (accessmessage.ts), and room for a source that is taken on return.
 *
 * Partitioned global address spaces promise a thread that its accesses to one place take effect in the order in which they were begun. This file keeps
 * the promise whatever the provider does: an access waits for one under way that it must not overtake. An access goes in pieces if it has more
 * bytes than the provider takes at once, or than are registered together here (operands.ts). A few pieces are under way at a time, each in a slot;
 * whoever asks for the access's state begins the next. Pieces of an access have no order.
 */
import { regionBytes } from '../../../../memory/space.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN } from '../../errno.ts';
import { FI_COMPLETION, FI_DELIVERY_COMPLETE, setLong } from './abi.ts';
import { addressMessage, DESCRIPTOR_AT, LENGTH_AT, prepareMessage } from './accessmessage.ts';
import { DONE, FREE, KIND, NUMBER, OPERATION, STATE, TARGET, UNDER_WAY } from './entry.ts';
import { PATIENCE_WITH_PEERS } from './faults.ts';
import type { Operands } from './operands.ts';
import type { Port } from './port.ts';
import { ANSWER_WORDS, ENTRY_BYTES, line, OPERATION_BYTES, OPERATIONS } from './sizes.ts';

/** Offsets in a slot. */
const MESSAGE = ENTRY_BYTES;
/** Where the descriptor of the operand here lies in a slot. */
export const DESCRIPTOR = MESSAGE + DESCRIPTOR_AT;
const BOUNCE = DESCRIPTOR + 24;
export const SLOT = line(OPERATION_BYTES);
/** Where the number of bytes lies in a slot: of an access those of its piece under way. */
export const LENGTH = MESSAGE + LENGTH_AT;
/** Where the words of an answer come to lie in a slot. */
export const ANSWER_AT = BOUNCE;
const WRITE_FLAGS = FI_COMPLETION + FI_DELIVERY_COMPLETE;
const READ_FLAGS = FI_COMPLETION;

/** Pieces of an access that are under way at a time; they leave so many of the slots to others. */
export const PIECES = 4;
const LEFT_TO_OTHERS = 1 / 2;
/** In `held`. */
const NOTHING = -1;

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
  /** Bytes of the pieces that have been begun, and where the source or destination begins. */
  private readonly begun = new Float64Array(OPERATIONS);
  private readonly locals = new Float64Array(OPERATIONS);
  /** The target, its process, and since when it has failed, 0 if it has not. */
  private readonly ranks = new Int32Array(OPERATIONS);
  private readonly processes = new Int32Array(OPERATIONS);
  private readonly failedAt = new Float64Array(OPERATIONS);
  /** Of an access in pieces: the slots that they take, its own first. */
  private readonly pieces: (number[] | undefined)[] = new Array(OPERATIONS).fill(undefined);
  /** Where the operand begins that is held for what is under way in the slot. */
  private readonly held = new Float64Array(OPERATIONS).fill(NOTHING);
  /** Slots of operations on processes that are gone, which libfabric may still end. */
  private readonly lost: number[] = [];

  constructor(
    private readonly hardware: Hardware,
    private readonly port: Port,
    /** Undefined where the provider takes any memory, or all operands lie in what is registered from the start. */
    private readonly operands: Operands | undefined,
    /** Address of the slots, and how many there are. */
    first: number,
    private readonly count: number,
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
    const status = this.isLost(slot) ? this.completeNothing(slot) : this.startPiece(slot, slot);
    if (status !== 0) {
      this.takeBack(slot);
      return status;
    }
    if (this.hasMore(slot)) this.spread(slot);
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
    this.place(slot, rank, offset, len, true);
    this.label(slot, slot);
    this.I32[(at + LENGTH) >>> 2] = len;
    this.begun[slot] = len;
    const status = this.isLost(slot) ? this.completeNothing(slot) : send(at - (this.hardware.space.BASE >>> 0));
    if (status !== 0) {
      this.takeBack(slot);
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
    const pieces = this.pieces[slot];
    const state = pieces === undefined ? this.stateIn(slot) : this.goOn(slot, pieces);
    if (state === DONE) return state;
    if (this.isLost(slot)) {
      this.zero(slot);
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
    const pieces = this.pieces[slot];
    if (pieces === undefined) {
      this.giveUp(slot);
      return;
    }
    this.pieces[slot] = undefined;
    for (const each of pieces) this.giveUp(each);
  }

  private giveUp(slot: number): void {
    if (this.stateIn(slot) === UNDER_WAY) this.lost.push(slot);
    else this.giveBack(slot);
  }

  private giveBack(slot: number): void {
    this.letGo(slot);
    this.free.push(slot);
  }

  /** What was to be begun in the slot is not under way. */
  private takeBack(slot: number): void {
    this.I32[((this.first + slot * SLOT) >>> 2) + STATE] = FREE;
    this.free.push(slot);
  }

  /** Holds the operand from `local` on for a piece of at most so many bytes: its bytes, or a negative error. */
  private hold(slot: number, local: number, bytes: number): number {
    const { operands } = this;
    if (operands === undefined) return bytes;
    const descriptor = operands.hold(local);
    if (descriptor < 0) return descriptor;
    this.held[slot] = local;
    setLong(this.I32, this.first + slot * SLOT + DESCRIPTOR, descriptor);
    return operands.extent(local, bytes);
  }

  /** Nothing is under way in the slot any more. */
  private letGo(slot: number): void {
    const local = this.held[slot]!;
    if (local === NOTHING) return;
    this.held[slot] = NOTHING;
    this.operands!.release(local);
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
    for (const slot of this.lost.splice(0)) this.giveUp(slot);
  }

  private hasMore(access: number): boolean {
    return this.begun[access]! < this.ends[access]! - this.starts[access]!;
  }

  /** More pieces of an access, each in a slot of its own. */
  private spread(access: number): void {
    const pieces = [access];
    this.pieces[access] = pieces;
    while (pieces.length < PIECES && this.hasMore(access) && this.free.length > this.count * LEFT_TO_OTHERS) {
      const slot = this.free.pop()!;
      if (this.startPiece(access, slot) !== 0) {
        this.takeBack(slot);
        return;
      }
      pieces.push(slot);
    }
  }

  /** The state of an access in pieces: those that are done make room for the next ones. */
  private goOn(access: number, slots: readonly number[]): number {
    let isUnderWay = false;
    for (const slot of slots) {
      const state = this.stateIn(slot);
      if (state < 0) return state;
      if (state === UNDER_WAY) isUnderWay = true;
      else if (this.hasMore(access) && !this.isLost(access)) {
        const status = this.nextPiece(access, slot);
        if (status !== 0 && status !== -FI_EAGAIN) return status;
        isUnderWay = true;
      }
    }
    return isUnderWay || this.hasMore(access) ? UNDER_WAY : DONE;
  }

  /** In a slot whose piece is done. One that is refused has been waited for (faults.ts, judge). */
  private nextPiece(access: number, slot: number): number {
    this.letGo(slot);
    const status = this.startPiece(access, slot);
    if (status === 0) return status;
    Atomics.store(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE, status === -FI_EAGAIN ? DONE : status);
    if (status !== -FI_EAGAIN) this.failedAt[access] = Number.NEGATIVE_INFINITY;
    return status;
  }

  /** Begins the next piece of an access in a slot: 0, or a negative error. */
  private startPiece(access: number, slot: number): number {
    const { port } = this;
    const done = this.begun[access]!;
    const local = this.locals[access]! + done;
    const left = this.ends[access]! - this.starts[access]! - done;
    const len = this.hold(slot, local, Math.min(left, port.wire.largest));
    if (len < 0) return len;
    const status = port.faults.judge(this.processes[access]!, this.start(access, slot, done, len));
    if (status === 0) this.begun[access] = done + len;
    else this.letGo(slot);
    return status;
  }

  /** As if it were done, in a slot that nothing is under way in. */
  private completeNothing(slot: number): number {
    this.zero(slot);
    Atomics.store(this.I32, ((this.first + slot * SLOT) >>> 2) + STATE, DONE);
    return 0;
  }

  /** What does not come any more is zero: bytes that were to be read, an answer. */
  private zero(slot: number): void {
    const begun = this.begun[slot]!;
    const len = this.ends[slot]! - this.starts[slot]!;
    if (this.writes[slot] === 0) this.hardware.bulk.fill(this.locals[slot]! + begun, 0, len - begun);
    this.begun[slot] = len;
    const answer = this.answerOf(slot) >>> 2;
    this.I32.fill(0, answer, answer + ANSWER_WORDS);
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
    this.begun[slot] = 0;
    this.ranks[slot] = rank;
    this.processes[slot] = this.port.processOf(rank);
    this.failedAt[slot] = 0;
  }

  /** Marks what begins in a slot for an access, or a request. */
  private label(access: number, slot: number): void {
    const word = (this.first + slot * SLOT) >>> 2;
    this.I32[word + TARGET] = this.processes[access]!;
    this.I32[word + NUMBER]!++;
    Atomics.store(this.I32, word + STATE, UNDER_WAY);
  }

  private enter(slot: number): void {
    this.underWay.push(slot);
    this.port.handover.begin();
  }

  private conflicts(start: number, len: number, isWrite: boolean): boolean {
    const end = start + len;
    for (const slot of this.underWay)
      if (start < this.ends[slot]! && this.starts[slot]! < end && (isWrite || this.writes[slot] === 1)) return true;
    return false;
  }

  private start(access: number, slot: number, done: number, len: number): number {
    const { wire } = this.port;
    const rank = this.ranks[access]!;
    const at = this.first + slot * SLOT;
    const offset = this.starts[access]! + done - rank * this.region;
    const process = this.processes[access]!;
    addressMessage(this.I32, wire, at + MESSAGE, this.locals[access]! + done, process, rank, offset, len);
    this.label(access, slot);
    const message = wire.base + at + MESSAGE;
    return this.writes[access] === 1
      ? wire.writemsg(wire.endpoint, message, WRITE_FLAGS)
      : wire.readmsg(wire.endpoint, message, READ_FLAGS);
  }

  /** Sets the words of a slot that are the same for all its operations. */
  private prepare(at: number): void {
    this.I32[(at >>> 2) + KIND] = OPERATION;
    prepareMessage(this.I32, this.port.wire, at + MESSAGE, at);
  }
}
