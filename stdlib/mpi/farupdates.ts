/**
 * Accumulates where loads and stores do not reach: by the target, in the handler of a message, in the order in which the origin has begun them.
 *
 * A message has the rows, as offsets and bytes, and the operands; as much of an accumulate goes in one as it has room for. The target answers each behind its
 * next poll, with what was there before if that is wanted.
 */

import { InOrder } from '../../runtime/core/am/inorder.ts';
import { argumentsAt } from '../../runtime/core/message.ts';
import { roomFor } from '../../runtime/core/room.ts';
import { following } from '../../runtime/memory/counts.ts';
import { addressOf, offsetOf, rankOf } from '../../runtime/memory/space.ts';
import { MPI_UPDATE, MPI_UPDATED, serve } from '../common/handlers.ts';
import { AfterPolls } from './afterpolls.ts';
import type { State } from './state.ts';
import type { Types } from './types.ts';
import { PIECE, type Update, type Updates } from './updates.ts';

const ROW = 8;

/** Gives the packed result to who wants it; address. */
type Deliver = (result: number, bytes: number) => void;

interface Answer {
  readonly to: number;
  readonly number: number;
  readonly result: Uint8Array;
}

export class FarUpdates {
  private readonly lacking = new Map<number, Deliver>();
  private last = 0;
  private readonly serials = new Map<number, number>();
  private answers: Answer[] = [];
  private readonly afterPolls: AfterPolls;
  private buffer = 0;

  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly updates: Updates,
  ) {
    this.afterPolls = new AfterPolls(state, () => this.answer());
    const { environment } = state;
    const order = new InOrder();
    const { U8 } = environment;
    serve(environment, MPI_UPDATE, (...[token, payload, size, serial, ...words]: number[]) => {
      const from = environment.runtime.messages.sourceOf(token!);
      let kept: Uint8Array | undefined;
      let isDone = false;
      order.arrived(from, serial!, () => {
        isDone = true;
        this.serve(from, words as unknown as Words, kept === undefined ? payload! : this.laid(kept));
      });
      if (!isDone) kept = U8.slice(payload! >>> 0, (payload! >>> 0) + size!);
    });
    serve(environment, MPI_UPDATED, (_token: number, payload: number, size: number, number: number) => {
      this.lacking.get(number)!(payload, size);
      this.lacking.delete(number);
    });
  }

  /** Bytes of rows and operands that a message has room for. */
  get largest(): number {
    return Math.min(PIECE, this.state.environment.runtime.messages.largestMedium) & -8;
  }

  // ---------------------------------------------------------------- of who asks

  /** Begins one whose rows and operands, of so many bytes, fit; `deliver` gets the result, or nothing, when it is done there. */
  begin(proc: number, update: Update, operandBytes: number, resultBytes: number, deliver: Deliver): void {
    const { environment } = this.state;
    const { messages } = environment.runtime;
    const { rows, mutex, operation, element } = update;
    this.lacking.set((this.last = following(this.last)), deliver);
    const bytes = this.compose(update, operandBytes);
    const owner = rankOf(environment, rows.addresses[0]!);
    const words = [rows.lengths.length, owner, offsetOf(environment, mutex), operation, element.handle, resultBytes];
    const message = messages.requestMedium(proc, MPI_UPDATE, 2 + words.length, this.rooms()[0], bytes);
    environment.I32.set([this.serial(proc), ...words, this.last], argumentsAt(message) >>> 2);
    messages.send();
  }

  private serial(proc: number): number {
    const serial = this.serials.get(proc) ?? 0;
    this.serials.set(proc, following(serial));
    return serial;
  }

  private compose({ rows: { addresses, lengths }, operands }: Update, operandBytes: number): number {
    const { environment } = this.state;
    const [room] = this.rooms();
    for (let i = 0; i < lengths.length; i++)
      environment.I32.set([offsetOf(environment, addresses[i]!), lengths[i]!], (room + ROW * i) >>> 2);
    environment.runtime.bulk.copy(room + ROW * lengths.length, operands, operandBytes);
    return ROW * lengths.length + operandBytes;
  }

  // ---------------------------------------------------------------- of the target

  private serve(to: number, [count, owner, mutex, operation, type, resultBytes, number]: Words, payload: number): void {
    const { environment } = this.state;
    const { I32, U8, BASE } = environment;
    const at = payload >>> 2;
    const row = (_: unknown, i: number) => addressOf(environment, owner, I32[at + 2 * i]!);
    const addresses = Float64Array.from({ length: count }, row);
    const lengths = Uint32Array.from({ length: count }, (_, i) => I32[at + 2 * i + 1]!);
    const element = this.types.at('MPI', 'datatype', type);
    const [, , room] = this.rooms();
    const result = resultBytes > 0 ? room : 0;
    const operands = payload + ROW * count;
    this.updates.perform({ mutex: BASE + mutex, operation, element, rows: { addresses, lengths }, operands, result });
    this.answers.push({ to, number, result: U8.slice(room >>> 0, (room >>> 0) + resultBytes) });
    this.afterPolls.listen();
  }

  /** A message that came early, where a handler finds it. */
  private laid(kept: Uint8Array): number {
    const [, room] = this.rooms();
    this.state.environment.U8.set(kept, room >>> 0);
    return room;
  }

  private answer(): void {
    if (this.answers.length === 0) return;
    for (const { to, number, result } of this.answers.splice(0)) this.send(to, number, result);
  }

  private send(to: number, number: number, result: Uint8Array): void {
    const { U8, I32, runtime } = this.state.environment;
    const room = this.rooms()[3];
    U8.set(result, room >>> 0);
    const message = runtime.messages.requestMedium(to, MPI_UPDATED, 1, room, result.length);
    I32[argumentsAt(message) >>> 2] = number;
    runtime.messages.send();
  }

  /** For a message that is made, one that came early, a result, an answer. */
  private rooms(): [number, number, number, number] {
    const { runtime, heap } = this.state.environment;
    this.buffer ||= roomFor(runtime.job, heap, 4 * PIECE, 'messages of accumulates');
    const { buffer } = this;
    return [buffer, buffer + PIECE, buffer + 2 * PIECE, buffer + 3 * PIECE];
  }
}

type Words = [
  ...[rows: number, owner: number, mutex: number, operation: number, type: number, resultBytes: number, number: number],
];
