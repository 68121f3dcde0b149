/**
 * Active messages, recorded at the sender and at the handler.
 *
 * The number of a message's arrow is appended to it, so that both ends agree in whatever order messages arrive. A
 * message of a thread to itself bypasses the conduit, and has no arrow.
 */
import type { Conduit, Messages } from '../conduits/conduit.ts';
import type { ActiveMessages } from '../core/am/activemessages.ts';
import { FIRST_CLIENT } from '../core/am/handlers.ts';
import { argumentCountOf, categoryOf, handlerOf, isPacked, isReply, messageSize, SHORT } from '../core/message.ts';
import type { Space } from '../memory/space.ts';
import { SENT, SERVED, SLICE } from './journal.ts';
import { bitOf } from './masks.ts';
import { AM_HANDLER, AM_REPLY, AM_REQUEST } from './operations.ts';
import type { Recorder } from './recorder.ts';

const TRAILER = 8;
const AM_BIT = bitOf('A');

const padded = (size: number) => (size + 7) & -8;
const kindOf = (word: number) => (isReply(word) ? AM_REPLY : AM_REQUEST) + categoryOf(word);

/** Short messages have no payload, and no word for its size. */
function payloadBytes(I32: Int32Array, message: number): number {
  return categoryOf(I32[message >>> 2]!) === SHORT ? 0 : I32[(message >>> 2) + 2]! >>> 0;
}

/** The runtime's own messages belong to the operations that send them. */
function countMessage(recorder: Recorder, word: number, rank: number, bytes: number): void {
  if (handlerOf(word) >= FIRST_CLIENT) recorder.count(AM_BIT, rank, bytes);
}

/** The conduit, whose messages are recorded as they are sent. */
export function tracedConduit(conduit: Conduit, space: Space, recorder: Recorder): Conduit {
  recorder.watch(conduit.events);
  return { ...conduit, messages: new TracedMessages(conduit.messages, space, recorder) };
}

class TracedMessages implements Messages {
  readonly largest: number;
  /** Start time of the message being composed. */
  private start = 0;

  constructor(
    private readonly messages: Messages,
    private readonly space: Space,
    private readonly recorder: Recorder,
  ) {
    this.largest = (messages.largest - TRAILER) & -8;
  }

  prepare(rank: number, size: number, reply: boolean): number {
    const start = this.recorder.now();
    const message = this.messages.prepare(rank, padded(size) + TRAILER, reply);
    this.start = start;
    return message;
  }

  commit(rank: number, message: number, size: number, reply: boolean): void {
    const { recorder, start } = this;
    const { I32, F64 } = this.space;
    const word = I32[message >>> 2]!;
    const bytes = payloadBytes(I32, message);
    const flow = recorder.newFlow();
    F64[(message + padded(size)) >>> 3] = flow;
    this.messages.commit(rank, message, padded(size) + TRAILER, reply);
    countMessage(recorder, word, rank, bytes);
    recorder.doneMessage(SENT, kindOf(word), rank, bytes, start, flow);
  }

  poll(repliesOnly: boolean): boolean {
    return this.messages.poll(repliesOnly);
  }

  get isHeldUp(): boolean {
    return this.messages.isHeldUp === true;
  }
}

/** Records the handlers of messages: communication in a handler is its own, even if it runs within an operation. */
export function recordHandlers(messages: ActiveMessages, space: Space, recorder: Recorder): void {
  const deliver = messages.deliver.bind(messages);
  const { I32, F64, MYTHREAD } = space;

  messages.deliver = (message) => {
    const word = I32[message >>> 2]!;
    const sender = I32[(message >>> 2) + 1]!;
    const bytes = payloadBytes(I32, message);
    const size = messageSize(argumentCountOf(word), isPacked(word) ? bytes : 0);
    const flow = sender === MYTHREAD ? 0 : F64[(message + padded(size)) >>> 3]!;
    const start = recorder.now();
    const { place } = recorder;
    const interrupted = recorder.setAside();
    deliver(message);
    recorder.place = place;
    recorder.doneMessage(sender === MYTHREAD ? SLICE : SERVED, AM_HANDLER, sender, bytes, start, flow);
    recorder.resume(interrupted);
    if (sender !== MYTHREAD) return;
    countMessage(recorder, word, MYTHREAD, bytes);
    recorder.done(kindOf(word), MYTHREAD, bytes, start);
  };
}
