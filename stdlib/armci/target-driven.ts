/**
 * Accumulates: where loads and stores do not reach, by the target, in the handler of a message.
 *
 * A message has the operation and the scale, then rows: offset and bytes, and the operands. As many rows go in one as it has room
 * for, also of a strided one; the target answers each message. Both ends add up by the same function in C (armci-accumulate.c).
 */
import { argumentsAt } from '../../runtime/core/message.ts';
import { roomFor } from '../../runtime/core/room.ts';
import { following } from '../../runtime/memory/counts.ts';
import { addressIn, offsetOf } from '../../runtime/memory/space.ts';
import { ACCUMULATE, ACCUMULATED, serve } from '../common/handlers.ts';
import type { Protocol } from './accumulates.ts';
import { once } from './handles.ts';
import { LARGEST_ELEMENT, type Row } from './rows.ts';
import type { State } from './state.ts';

/** Places in a message: operation, scale, rows. */
const [OPERATION, SCALE, ROWS] = [0, 8, 24];
const ROW_HEADER = 8;
/** Most bytes of a message. */
const LARGEST = 2 ** 15;

export class TargetDriven implements Protocol {
  /** Answers that are still to come, by the number of the accumulate. */
  private readonly lacking = new Map<number, number>();
  private next = 0;
  private buffer = 0;
  private filled = 0;

  constructor(private readonly state: State) {
    const { environment } = state;
    serve(environment, ACCUMULATE, (token: number, payload: number, size: number, number: number) => {
      const { messages } = environment.runtime;
      this.addUp(payload, size);
      const message = messages.replyShort(token, ACCUMULATED, 1);
      environment.I32[argumentsAt(message) >>> 2] = number;
      messages.send();
    });
    serve(environment, ACCUMULATED, (_token: number, number: number) => {
      this.lacking.set(number, this.lacking.get(number)! - 1);
    });
  }

  open(): void {
    this.state.letAddUp();
  }

  private addUp(payload: number, size: number): void {
    const { I32, BASE, MYTHREAD } = this.state.environment;
    const operation = I32[(payload + OPERATION) >>> 2]!;
    for (let at = payload + ROWS; at < payload + size; ) {
      const [offset, bytes] = [I32[at >>> 2]!, I32[(at >>> 2) + 1]!];
      this.state.accumulates(operation, payload + SCALE, at + ROW_HEADER, addressIn(BASE, MYTHREAD, offset), bytes);
      at += ROW_HEADER + roomOf(bytes);
    }
  }

  /** Begins rows of one process; gives a test whether they are done. `scale` has so many bytes. */
  begin(proc: number, operation: number, scale: number, scaleBytes: number, rows: readonly Row[]): () => boolean {
    const { runtime } = this.state.environment;
    if (rows.every(({ to }) => runtime.atomic.isHere(to))) {
      for (const { to, from, bytes } of rows) this.state.accumulates(operation, scale, from, to, bytes);
      return () => true;
    }
    const number = (this.next = following(this.next));
    this.lacking.set(number, 0);
    this.openMessage(operation, scale, scaleBytes);
    for (const row of rows) this.addRow(proc, number, row);
    if (this.filled > ROWS) this.post(proc, number);
    return once(() => {
      const isDone = this.lacking.get(number) === 0;
      if (isDone) this.lacking.delete(number);
      return isDone;
    });
  }

  // ---------------------------------------------------------------- the message being filled

  private get largest(): number {
    return Math.min(LARGEST, this.state.environment.runtime.messages.largestMedium) & -8;
  }

  private openMessage(operation: number, scale: number, scaleBytes: number): void {
    const { environment } = this.state;
    const { runtime, heap, I32 } = environment;
    if (this.buffer === 0) this.buffer = roomFor(runtime.job, heap, this.largest, 'messages of accumulates');
    I32[(this.buffer + OPERATION) >>> 2] = operation;
    environment.copy(this.buffer + SCALE, scale, scaleBytes);
    this.filled = ROWS;
  }

  private addRow(proc: number, number: number, { to, from, bytes }: Row): void {
    const { environment } = this.state;
    for (let done = 0; done < bytes; ) {
      const room = this.largest - this.filled - ROW_HEADER;
      const size = Math.min(bytes - done, room & -LARGEST_ELEMENT);
      if (size <= 0) {
        this.post(proc, number);
        continue;
      }
      const at = this.buffer + this.filled;
      environment.I32.set([offsetOf(environment, to) + done, size], at >>> 2);
      environment.copy(at + ROW_HEADER, from + done, size);
      this.filled += ROW_HEADER + roomOf(size);
      done += size;
    }
  }

  private post(proc: number, number: number): void {
    const { messages } = this.state.environment.runtime;
    this.lacking.set(number, this.lacking.get(number)! + 1);
    const message = messages.requestMedium(proc, ACCUMULATE, 1, this.buffer, this.filled);
    this.state.environment.I32[argumentsAt(message) >>> 2] = number;
    messages.send();
    this.filled = ROWS;
  }
}

/** Rows begin at multiples of 8. */
function roomOf(bytes: number): number {
  return (bytes + 7) & -8;
}
