/**
 * The self-test of an opened endpoint: does the provider carry what the job needs, between all its processes?
 *
 * Each process sends the next one a message, writes a word of its memory and reads another; the last one's next is the first. If a network
 * falls into parts, each part has a process whose next one is in another part. All poll until all are done, as some providers serve only in a
 * target's polls. A process that fails, or hears nothing for too long, tells the others, and the provider is not taken (agreement.ts).
 */
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN, FI_EAVAIL } from '../../errno.ts';
import { CQ_ENTRY, CQ_ERROR, FI_COMPLETION, FI_DELIVERY_COMPLETE } from './abi.ts';
import { addressMessage, MESSAGE_BYTES, prepareMessage } from './accessmessage.ts';
import { ENTRY_BYTES, line, TEST_BYTES } from './sizes.ts';
import type { Wire } from './wire.ts';

/** What is done, each with a context of its own. */
const [RECEIVE, SEND, WRITE, READ] = [0, 1, 2, 3];
const ALL = 4;
/** Offsets: words of this process for the next and the previous one, buffers of messages, the word that is read. */
const [OWN, WRITTEN, RECEIVED, SENT, FOUND] = [0, 8, 16, 32, 48];
const CONTEXTS = 64;
const RMA = CONTEXTS + ALL * ENTRY_BYTES;
const RMA_BYTES = line(MESSAGE_BYTES);
const COMPLETION = RMA + 2 * RMA_BYTES;
/** Bytes of a word, and of a message. */
const [WORD, MESSAGE] = [8, 16];
/** What a process tells of its test. */
const [BUSY, DONE, FAILED] = [0, 1, 2];
/** Longest time, in milliseconds, between two looks how the others are. */
const LONGEST = 64;
/** Seconds: where a network carries nothing, no provider serves, and each is tried; and those after which users are told. */
const PATIENCE = 15;
const LONG = 4;

export class SelfTest {
  private readonly I32: Int32Array;
  private readonly process: number;
  private readonly next: number;
  private readonly previous: number;
  private readonly isBegun = [false, false, false, false];
  private readonly isComplete = [false, false, false, false];
  private wrong = '';

  /** `place`: address of TEST_BYTES, at the same offset in the first region of each process. */
  constructor(
    private readonly hardware: Hardware,
    private readonly wire: Wire,
    private readonly place: number,
  ) {
    const { firsts, space } = hardware;
    this.I32 = space.I32;
    this.process = firsts.findLastIndex((first) => first <= space.MYTHREAD);
    this.next = (this.process + 1) % firsts.length;
    this.previous = (this.process + firsts.length - 1) % firsts.length;
  }

  /**
   * Returns, on all processes alike, when all are done or one has failed: what is wrong here, '' if nothing. `tell` hears what this process waits
   * for, if it is long.
   */
  run(tell: (text: string) => void): string {
    this.hardware.space.U8.fill(0, this.place, this.place + TEST_BYTES);
    for (const word of [OWN, SENT]) this.setWord(word, this.process + 1);
    const begin = platform.clock.milliseconds();
    let isTold = false;
    this.attempt(RECEIVE);
    for (let slice = 1; ; slice = Math.min(2 * slice, LONGEST)) {
      const states = this.hardware.exchange(Uint8Array.of(this.state)).map(([state]) => state);
      if (states.every((state) => state === DONE) || states.includes(FAILED)) return this.wrong;
      this.goOn(slice);
      const seconds = (platform.clock.milliseconds() - begin) / 1000;
      if (this.state === BUSY && seconds > PATIENCE) this.wrong = this.missing(PATIENCE);
      if (isTold || seconds < LONG) continue;
      isTold = true;
      tell(`${this.missing(LONG)}; it is tried for ${PATIENCE} s, then the next candidate`);
    }
  }

  private get state(): number {
    if (this.wrong !== '') return FAILED;
    return this.isComplete.every(Boolean) && this.word(WRITTEN) !== 0 ? DONE : BUSY;
  }

  /** Begins what is not, and reads completions, for so many milliseconds. */
  private goOn(milliseconds: number): void {
    const end = platform.clock.milliseconds() + milliseconds;
    do {
      for (const operation of [SEND, WRITE, READ]) this.attempt(operation);
      this.poll();
    } while (this.state !== FAILED && platform.clock.milliseconds() < end);
    if (this.state === DONE) this.compare();
  }

  private attempt(operation: number): void {
    if (this.isBegun[operation] || this.wrong !== '') return;
    const status = this.begin(operation);
    if (status === 0) this.isBegun[operation] = true;
    else if (status !== -FI_EAGAIN) this.failed(operation, status);
  }

  private begin(operation: number): number {
    const { wire, next, place } = this;
    const context = place + CONTEXTS + operation * ENTRY_BYTES;
    if (operation === RECEIVE) return wire.receive(place + RECEIVED, MESSAGE, context);
    if (operation === SEND) return wire.send(next, place + SENT, MESSAGE, context);
    if (operation === WRITE)
      return wire.writemsg(wire.endpoint, this.access(0, OWN, WRITTEN, context), FI_COMPLETION + FI_DELIVERY_COMPLETE);
    return wire.readmsg(wire.endpoint, this.access(1, FOUND, OWN, context), FI_COMPLETION);
  }

  /** Fills the fi_msg_rma number `index` for the word at `here` and that at `there` of the next process; gives its native address. */
  private access(index: number, here: number, there: number, context: number): number {
    const { I32, hardware, wire, next, place } = this;
    const message = place + RMA + index * RMA_BYTES;
    const offset = place - (hardware.space.HOME >>> 0) + there;
    prepareMessage(I32, wire, message, context);
    addressMessage(I32, wire, message, place + here, next, hardware.firsts[next]!, offset, WORD);
    return wire.base + message;
  }

  private poll(): void {
    const { I32, wire } = this;
    const at = this.place + COMPLETION;
    const count = wire.read(at, 1);
    if (count > 0) this.isComplete[this.operationOf(at + CQ_ENTRY.CONTEXT)] = true;
    if (count !== -FI_EAVAIL || wire.readError(at) < 0) return;
    this.failed(this.operationOf(at + CQ_ERROR.CONTEXT), -I32[(at + CQ_ERROR.ERR) >>> 2]!);
  }

  /** The operation whose native context lies at this address. */
  private operationOf(at: number): number {
    const context = (this.I32[at >>> 2]! >>> 0) + this.I32[(at >>> 2) + 1]! * 2 ** 32 - this.wire.base;
    return (context - this.place - CONTEXTS) / ENTRY_BYTES;
  }

  private failed(operation: number, status: number): void {
    const what = ['fi_recv', 'fi_send', 'fi_writemsg', 'fi_readmsg'][operation];
    this.wrong ||= `${what} to process ${this.next}: ${this.wire.library.textOf(status)}`;
  }

  /** What all are done with must be what the others have given. */
  private compare(): void {
    const { next, previous } = this;
    const expected = new Map([
      [FOUND, next],
      [WRITTEN, previous],
      [RECEIVED, previous],
    ]);
    for (const [word, process] of expected)
      if (this.word(word) !== process + 1) this.wrong ||= `process ${process} is not what its address leads to`;
  }

  private missing(seconds: number): string {
    const silent = this.isComplete[READ] && this.isComplete[SEND] && this.isComplete[WRITE] ? this.previous : this.next;
    return `no answer from process ${silent} within ${seconds} s`;
  }

  private word(offset: number): number {
    return Atomics.load(this.I32, (this.place + offset) >>> 2);
  }

  private setWord(offset: number, value: number): void {
    Atomics.store(this.I32, (this.place + offset) >>> 2, value);
  }
}
