/**
 * Many small pieces in few messages (GASNet's VIS_AMPIPE): puts and gets of non-contiguous pieces, packed into the
 * payloads of medium messages and unpacked at their destinations.
 *
 * A payload is a list of records: destination, number of bytes, the bytes, padded to whole words. A get's request is a list of
 * destination, size and source, and the reply is a payload of the first kind. Destinations and sources are offsets in the region of the
 * rank whose memory they are.
 */
import type { Heap } from '../../abi.ts';
import { COMPLETE } from '../../conduits/conduit.ts';
import type { ActiveMessages } from '../../core/am/activemessages.ts';
import type { Job } from '../../core/job.ts';
import { argumentsAt } from '../../core/message.ts';
import { roomFor } from '../../core/room.ts';
import type { BulkOperations } from '../../memory/copy.ts';
import { offsetOf } from '../../memory/space.ts';
import { ANSWER, GATHER, GATHERED, SCATTER } from '../handlers.ts';
import type { Operations } from './operations.ts';

/** Bytes of a record's header; of a record of a get's request. */
const HEADER = 8;
const WISH = 12;
/** Larger pieces are separate transfers, unless GASNET_VIS_MAXCHUNK says otherwise. */
const MAX_CHUNK = 256;

const whole = (size: number) => (size + 3) & -4;

export class Packing {
  /** Largest piece that is packed. */
  readonly largest: number;
  private readonly room: number;
  /** Buffers of messages: requests, and replies, which may be needed while a request waits; 0 until first used. */
  private outgoing = 0;
  private answers = 0;
  /** The message being composed: target, handler, length, length of its reply. */
  private rank = 0;
  private handler = 0;
  private used = 0;
  private wanted = 0;
  private place = 0;

  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
    private readonly operations: Operations,
    private readonly bulk: BulkOperations,
    private readonly heap: Pick<Heap, 'allocate'>,
    variables: Readonly<Record<string, string | undefined>>,
  ) {
    this.room = messages.largestMedium & -8;
    const chunk = variables.GASNET_VIS_AMPIPE === '0' ? 0 : Number(variables.GASNET_VIS_MAXCHUNK ?? MAX_CHUNK);
    this.largest = Math.min(chunk, this.room - HEADER);
    messages.register(SCATTER, (token: number, payload: number, size: number, place: number) => {
      this.unpack(payload, size);
      job.space.I32[argumentsAt(messages.replyShort(token, ANSWER, 1)) >>> 2] = place;
      messages.send();
    });
    messages.register(GATHER, (token: number, payload: number, size: number, place: number) => {
      this.collect(token, payload, size, place);
    });
    messages.register(GATHERED, (_token: number, payload: number, size: number, place: number) => {
      this.unpack(payload, size);
      operations.answer(place);
    });
  }

  /** Starts an operation of many pieces. */
  begin(): void {
    this.place = this.operations.open();
    this.used = 0;
  }

  /** Adds a put of at most `largest` bytes to another rank. */
  put(rank: number, offset: number, source: number, size: number): void {
    const length = HEADER + whole(size);
    this.makeRoom(rank, SCATTER, length, 0);
    const at = this.outgoing + this.used;
    this.describe(at, offset, size);
    this.bulk.copy(at + HEADER, source, size);
    this.used += length;
  }

  /** Adds a get of at most `largest` bytes from another rank. */
  get(destination: number, rank: number, offset: number, size: number): void {
    const { space } = this.job;
    const answer = HEADER + whole(size);
    this.makeRoom(rank, GATHER, WISH, answer);
    const at = this.outgoing + this.used;
    this.describe(at, offsetOf(space, destination), size);
    space.I32[(at + HEADER) >>> 2] = offset;
    this.used += WISH;
    this.wanted += answer;
  }

  /** Ends the operation; returns its handle, among those of operations by messages. */
  end(): number {
    this.flush();
    if (!this.operations.isDone(this.place)) return ~this.operations.handleOf(this.place);
    this.operations.close(this.place);
    return COMPLETE;
  }

  private describe(at: number, offset: number, size: number): void {
    const { I32 } = this.job.space;
    I32[at >>> 2] = offset;
    I32[(at >>> 2) + 1] = size;
  }

  private makeRoom(rank: number, handler: number, length: number, answer: number): void {
    if (this.outgoing === 0) this.outgoing = this.makeBuffer();
    const isSame = rank === this.rank && handler === this.handler;
    if (!isSame || this.used + length > this.room || this.wanted + answer > this.room) this.flush();
    this.rank = rank;
    this.handler = handler;
  }

  private makeBuffer(): number {
    return roomFor(this.job, this.heap, this.room, 'small pieces on their way');
  }

  private flush(): void {
    const { messages, place, used } = this;
    this.used = this.wanted = 0;
    if (used === 0) return;
    this.operations.expect(place);
    const message = messages.requestMedium(this.rank, this.handler, 1, this.outgoing, used);
    this.job.space.I32[argumentsAt(message) >>> 2] = place;
    messages.send();
  }

  private unpack(payload: number, length: number): void {
    const { I32, BASE } = this.job.space;
    for (let at = payload; at < payload + length; ) {
      const size = I32[(at >>> 2) + 1]!;
      this.bulk.copy((BASE + I32[at >>> 2]!) | 0, at + HEADER, size);
      at += HEADER + whole(size);
    }
  }

  /** At the target of a get. */
  private collect(token: number, payload: number, length: number, place: number): void {
    const { I32, BASE } = this.job.space;
    if (this.answers === 0) this.answers = this.makeBuffer();
    let to = this.answers;
    for (let at = payload; at < payload + length; at += WISH) {
      const size = I32[(at >>> 2) + 1]!;
      this.describe(to, I32[at >>> 2]!, size);
      this.bulk.copy(to + HEADER, (BASE + I32[(at + HEADER) >>> 2]!) | 0, size);
      to += HEADER + whole(size);
    }
    const message = this.messages.replyMedium(token, GATHERED, 1, this.answers, to - this.answers);
    I32[argumentsAt(message) >>> 2] = place;
    this.messages.send();
  }
}
