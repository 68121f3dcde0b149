/**
 * Frames that a rank sends: buffers, credits, and the way onto the wire.
 */
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FREE, KIND, SEND, STATE, UNDER_WAY } from './entry.ts';
import { ACKNOWLEDGEMENT, CREDITS, PACKET, PACKET_AT, RETURNED, SIZE, sizeFrom, TARGET, WHAT, what } from './frame.ts';
import type { Port } from './port.ts';
import { ENTRY_BYTES, frameBytes, longestOf, REQUEST_LANE, SEND_FRAMES, WIRE_HEADER } from './sizes.ts';

/** Milliseconds: less than a progress thread looks quickly for (progress.ts). */
const NUDGED = 4;

export class Outgoing {
  /** Bytes of the longest message in a frame. */
  readonly longest: number;
  private readonly I32: Int32Array;
  private readonly first: number;
  private readonly bytes: number;
  private readonly rank: number;
  private next = 0;
  /** When, by process. */
  private readonly nudged: Float64Array;

  constructor(
    hardware: Hardware,
    private readonly port: Port,
  ) {
    const { space, area } = hardware;
    this.I32 = space.I32;
    this.rank = space.MYTHREAD;
    this.nudged = new Float64Array(hardware.firsts.length).fill(-NUDGED);
    this.longest = longestOf(space.THREADS);
    this.bytes = frameBytes(space.THREADS);
    this.first = (space.BASE >>> 0) + area.take(SEND_FRAMES * this.bytes);
    for (let i = 0; i < SEND_FRAMES; i++) this.I32[((this.first + i * this.bytes) >>> 2) + KIND] = SEND;
  }

  /** Room for a packet in a lane to `rank`, with a credit: its address, or 0 while there is none. */
  reserve(rank: number, lane: number): number {
    const entry = this.freeFrame();
    if (entry === 0 || !this.mayGo(rank, lane)) return 0;
    return (entry + PACKET_AT) | 0;
  }

  /** Takes a credit; who is gone gives none back. */
  private mayGo(rank: number, lane: number): boolean {
    return this.port.credits.take(rank, lane) || this.port.isGone(this.port.processOf(rank));
  }

  /** Sends the packet: 0, or a negative error; then it is given up. `endpoint`: offset of its bytes in the region of `rank`. */
  publish(packet: number, endpoint: number, rank: number, context: number, size: number): number {
    return this.sendPacket(packet, what(PACKET, context, rank), endpoint, rank, context, size);
  }

  /**
   * Sends the words at `packet`, for which there was room in the lane of requests, to be executed in the process of `rank`: 0, or a
   * negative error. `slot`: offset in this rank's region of the slot for the answer, 0 if none is wanted.
   */
  ask(packet: number, kind: number, number: number, rank: number, slot: number, words: number): number {
    return this.sendPacket(packet, what(kind, number, rank), slot, rank, REQUEST_LANE, 4 * words);
  }

  /** Tells a rank, in the word at this offset of its region, that a message has been received. */
  acknowledge(rank: number, word: number): number {
    const entry = this.freeFrame();
    if (entry === 0) return -1;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    this.I32[frame + WHAT] = what(ACKNOWLEDGEMENT, 0, rank);
    this.I32[frame + TARGET] = word;
    return this.send(entry, this.port.processOf(rank), 0);
  }

  /** Now and then a frame that says nothing: a progress thread that does not see accesses looks more often when it sees frames. */
  nudge(process: number): void {
    const now = platform.clock.milliseconds();
    if (now < this.nudged[process]! + NUDGED) return;
    const entry = this.freeFrame();
    if (entry === 0) return;
    this.I32[((entry + ENTRY_BYTES) >>> 2) + WHAT] = CREDITS;
    if (this.send(entry, process, 0) === 0) this.nudged[process] = now;
  }

  private sendPacket(packet: number, what: number, target: number, rank: number, lane: number, size: number): number {
    const entry = (packet - PACKET_AT) >>> 0;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    this.I32[frame + WHAT] = what;
    this.I32[frame + TARGET] = target;
    const status = this.send(entry, this.port.processOf(rank), size);
    if (status !== 0) this.port.credits.giveBack(rank, lane);
    return status;
  }

  /** `size`: of the packet. */
  private send(entry: number, process: number, size: number): number {
    const { I32, port } = this;
    const frame = (entry + ENTRY_BYTES) >>> 2;
    const returned = port.credits.takeOwed(process, this.rank);
    I32[frame + SIZE] = sizeFrom(size, this.rank);
    I32[frame + RETURNED] = returned;
    const status = port.faults.judge(process, this.transmit(entry, process, WIRE_HEADER + size));
    if (status !== 0) port.credits.oweAgain(process, this.rank, returned);
    port.handover.begin();
    return status;
  }

  private transmit(entry: number, process: number, len: number): number {
    const { wire } = this.port;
    if (len <= wire.injectSize) return wire.inject(process, entry + ENTRY_BYTES, len);
    const state = (entry >>> 2) + STATE;
    Atomics.store(this.I32, state, UNDER_WAY);
    const status = wire.send(process, entry + ENTRY_BYTES, len, entry);
    if (status !== 0) Atomics.store(this.I32, state, FREE);
    return status;
  }

  /** The address of a frame that nothing is under way from; 0 if there is none. */
  private freeFrame(): number {
    for (let tries = 0; tries < SEND_FRAMES; tries++) {
      const entry = this.first + this.next * this.bytes;
      if (Atomics.load(this.I32, (entry >>> 2) + STATE) === FREE) return entry;
      this.next = (this.next + 1) % SEND_FRAMES;
    }
    return 0;
  }
}
