/**
 * Letters, which are messages between two processes: one sends, the other one receives by tag, in the order of sending.
 *
 * A message goes in pieces, as the network's active messages have room, and waits with its receiver: a send never waits for a receive.
 * Its kind keeps the letters of one use from those of another.
 */
import { InOrder } from '../../runtime/core/am/inorder.ts';
import { argumentsAt } from '../../runtime/core/message.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { following } from '../../runtime/memory/counts.ts';
import { LETTER, serve } from '../common/handlers.ts';
import { forLetter, type Together } from '../common/together.ts';

/** What they are used for: messages of the program, notifications, numbers of new groups. */
export const [MESSAGES, NOTIFICATIONS, GROUPS] = [0, 1, 2];

/** Most bytes of a piece. */
const PIECE = 2 ** 15;

export interface Letter {
  readonly from: number;
  readonly kind: number;
  readonly tag: number;
  readonly data: Uint8Array;
  /** Bytes that have come. */
  filled: number;
}

export class Letters {
  /** Complete and not received yet, in their order. */
  private readonly kept: Letter[] = [];
  /** Of each rank, the one of which more is to come. */
  private readonly partial = new Map<number, Letter>();
  private readonly serials = new Map<number, number>();

  constructor(
    private readonly environment: RuntimeEnvironment,
    private readonly together: Together,
  ) {
    const order = new InOrder();
    serve(
      environment,
      LETTER,
      (token: number, payload: number, size: number, serial: number, kind: number, tag: number, total: number) => {
        const from = environment.runtime.messages.sourceOf(token);
        const data = environment.U8.slice(payload >>> 0, (payload >>> 0) + size);
        order.arrived(from, serial, () => this.come(from, kind, tag, total >>> 0, data));
      },
    );
  }

  private come(from: number, kind: number, tag: number, total: number, data: Uint8Array): void {
    const letter = this.partial.get(from) ?? { from, kind, tag, data: new Uint8Array(total), filled: 0 };
    letter.data.set(data, letter.filled);
    letter.filled += data.length;
    if (letter.filled < total) this.partial.set(from, letter);
    else {
      this.partial.delete(from);
      this.kept.push(letter);
    }
  }

  send(to: number, kind: number, tag: number, address: number, bytes: number): void {
    const largest = Math.min(PIECE, this.environment.runtime.messages.largestMedium);
    let done = 0;
    do {
      const size = Math.min(bytes - done, largest);
      this.post(to, [this.serial(to), kind, tag, bytes], (address + done) | 0, size);
      done += size;
    } while (done < bytes);
  }

  private serial(to: number): number {
    const serial = this.serials.get(to) ?? 0;
    this.serials.set(to, following(serial));
    return serial;
  }

  private post(to: number, words: readonly number[], address: number, size: number): void {
    const { messages } = this.environment.runtime;
    const message = messages.requestMedium(to, LETTER, words.length, address, size);
    this.environment.I32.set(words, argumentsAt(message) >>> 2);
    messages.send();
  }

  /** Waits for the first letter like this; `name`: the function, for messages. */
  receive(name: string, { kind, tag, from }: Wanted): Letter {
    const isWanted = (each: Letter) =>
      each.kind === kind && (tag === undefined || each.tag === tag) && (from === undefined || each.from === from);
    let at = -1;
    const holds = () => {
      at = this.kept.findIndex(isWanted);
      return at >= 0;
    };
    if (!holds()) {
      const { together } = this;
      const whom = from ?? -1;
      this.environment.runtime.job.block(
        forLetter(whom),
        together.unlessStalled(together.unlessEnded(name, whom, holds)),
      );
    }
    return this.kept.splice(at, 1)[0]!;
  }
}

/** Of any tag, or from any rank, where there is none. */
export interface Wanted {
  readonly kind: number;
  readonly tag?: number;
  readonly from?: number | undefined;
}
