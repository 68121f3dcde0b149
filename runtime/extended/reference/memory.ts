/**
 * One-sided access by active messages alone: for networks without it, and as a reference for comparison.
 *
 * A put is a medium request with the bytes and a reply, a get a short request and a medium reply; a larger transfer
 * goes in pieces under one handle. A request has the offset in the target's region. Backpressure of the conduit limits the outstanding ones. The target takes part when
 * it next polls.
 */
import type { RemoteAtomic, RemoteMemory } from '../../conduits/conduit.ts';
import type { ActiveMessages } from '../../core/am/activemessages.ts';
import type { Job } from '../../core/job.ts';
import { argumentsAt } from '../../core/message.ts';
import { FOR_TRANSFER } from '../../core/states.ts';
import { codeOf } from '../atomics/machine.ts';
import { ANSWER, ATOMIC, ATOMIC_RESULT, FILL, GET, GOT, PUT } from '../handlers.ts';
import { IMPLICIT_GETS, IMPLICIT_PUTS, Operations } from './operations.ts';

/** It can do every operation. */
type AtomicByMessage = (...arguments_: Parameters<RemoteAtomic>) => number;

export class ReferenceMemory implements RemoteMemory {
  /** Outstanding ones, shared with other operations by messages (packing.ts). */
  readonly operations: Operations;
  private readonly I32: Int32Array;

  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
    copy: (destination: number, source: number, size: number) => void,
  ) {
    const operations = new Operations(job);
    this.operations = operations;
    this.I32 = job.space.I32;
    messages.register(ANSWER, (_token: number, place: number) => operations.answer(place));
    messages.register(GOT, (_token: number, payload: number, size: number, destination: number, place: number) => {
      copy(destination, payload, size);
      operations.answer(place);
    });
    messages.register(
      ATOMIC_RESULT,
      (_token: number, place: number, result: number, low: number, high: number, size: number) => {
        this.I32[result >>> 2] = low;
        if (size === 8) this.I32[(result >>> 2) + 1] = high;
        operations.answer(place);
      },
    );
  }

  put(rank: number, offset: number, source: number, size: number): void {
    const place = this.operations.open();
    this.sendPieces(place, rank, offset, source, size);
    this.finish(place);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    const place = this.operations.open();
    this.askForPieces(place, destination, rank, offset, size);
    this.finish(place);
  }

  /** Local completion on return: the bytes are in messages. */
  putNb(rank: number, offset: number, source: number, size: number): number {
    const place = this.operations.open();
    this.sendPieces(place, rank, offset, source, size);
    return this.operations.handleOf(place);
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    return this.putNb(rank, offset, source, size);
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    const place = this.operations.open();
    this.askForPieces(place, destination, rank, offset, size);
    return this.operations.handleOf(place);
  }

  putNbi(rank: number, offset: number, source: number, size: number): void {
    this.sendPieces(IMPLICIT_PUTS, rank, offset, source, size);
  }

  putNbiBulk(rank: number, offset: number, source: number, size: number): void {
    this.sendPieces(IMPLICIT_PUTS, rank, offset, source, size);
  }

  getNbi(destination: number, rank: number, offset: number, size: number): void {
    this.askForPieces(IMPLICIT_GETS, destination, rank, offset, size);
  }

  test(handle: number): boolean | undefined {
    this.job.poll();
    return this.operations.test(handle);
  }

  putsDone(): boolean {
    return this.isDone(IMPLICIT_PUTS);
  }

  getsDone(): boolean {
    return this.isDone(IMPLICIT_GETS);
  }

  /** Sets the bytes of another rank's memory; returns a handle. */
  fillNb(rank: number, offset: number, byte: number, size: number): number {
    const place = this.operations.open();
    const at = this.begin(place, rank, FILL, 4);
    this.I32[at + 1] = offset;
    this.I32[at + 2] = byte;
    this.I32[at + 3] = size;
    this.messages.send();
    return this.operations.handleOf(place);
  }

  /** The target's processor performs the operation. */
  readonly atomic: AtomicByMessage = (operation, type, rank, offset, operand, compare, result) => {
    const { I32 } = this;
    const place = this.operations.open();
    const at = this.begin(place, rank, ATOMIC, 8);
    I32[at + 1] = codeOf(operation, type);
    I32[at + 2] = offset;
    I32[at + 3] = result;
    // The second word of each is used for types of 8 bytes only.
    I32[at + 4] = I32[operand >>> 2]!;
    I32[at + 5] = I32[(operand >>> 2) + 1]!;
    I32[at + 6] = I32[compare >>> 2]!;
    I32[at + 7] = I32[(compare >>> 2) + 1]!;
    this.messages.send();
    return this.operations.handleOf(place);
  };

  /** Starts a request about memory of another rank; returns the index of its arguments, the first being the place. */
  private begin(place: number, rank: number, handler: number, count: number): number {
    this.operations.expect(place);
    const at = argumentsAt(this.messages.requestShort(rank, handler, count)) >>> 2;
    this.I32[at] = place;
    return at;
  }

  private sendPieces(place: number, rank: number, offset: number, source: number, size: number): void {
    const { largestMedium } = this.messages;
    for (let left = size >>> 0; left > 0; left -= largestMedium) {
      const piece = Math.min(left, largestMedium);
      this.sendPiece(place, rank, offset, source, piece);
      offset = (offset + piece) | 0;
      source = (source + piece) | 0;
    }
  }

  private sendPiece(place: number, rank: number, offset: number, source: number, size: number): void {
    const { messages, I32 } = this;
    this.operations.expect(place);
    const at = argumentsAt(messages.requestMedium(rank, PUT, 2, source, size)) >>> 2;
    I32[at] = offset;
    I32[at + 1] = place;
    messages.send();
  }

  private askForPieces(place: number, destination: number, rank: number, offset: number, size: number): void {
    const { largestMedium } = this.messages;
    for (let left = size >>> 0; left > 0; left -= largestMedium) {
      const piece = Math.min(left, largestMedium);
      this.askForPiece(place, destination, rank, offset, piece);
      destination = (destination + piece) | 0;
      offset = (offset + piece) | 0;
    }
  }

  /** The reply brings the destination back, an address of this memory. */
  private askForPiece(place: number, destination: number, rank: number, offset: number, size: number): void {
    const at = this.begin(place, rank, GET, 4);
    this.I32[at + 1] = offset;
    this.I32[at + 2] = size;
    this.I32[at + 3] = destination;
    this.messages.send();
  }

  private finish(place: number): void {
    this.job.block(FOR_TRANSFER, () => this.isDone(place));
    this.operations.close(place);
  }

  private isDone(place: number): boolean {
    if (this.operations.isDone(place)) return true;
    this.job.poll();
    return this.operations.isDone(place);
  }
}
