/**
 * Active messages, each told to the recorder: where it is sent, and where its handler runs.
 *
 * Behind each message travels the number of its arrow, so that both ends of it have the same, in whatever order messages
 * arrive. Messages that a thread sends to itself never reach the conduit.
 */
import type { Conduit, Host, Messages, Network } from '../conduits/conduit.ts';
import { argumentCountOf, categoryOf, isPacked, isReply, messageSize, SHORT } from '../core/message.ts';
import { SENT, SERVED } from './journal.ts';
import { bitOf } from './masks.ts';
import { AM_HANDLER, AM_REPLY, AM_REQUEST } from './operations.ts';
import type { Recorder } from './recorder.ts';

const TRAILER = 8;
const AM_BIT = bitOf('A');

const padded = (size: number) => (size + 7) & -8;

/** Short messages have none, and say nothing of it. */
function payloadBytes(I32: Int32Array, message: number): number {
  return categoryOf(I32[message >>> 2]!) === SHORT ? 0 : I32[(message >>> 2) + 2]! >>> 0;
}

/** Opens the network for this rank. */
export function tracedConduit(network: Network, host: Host, recorder: Recorder): Conduit {
  const { I32, F64 } = host.space;

  /** Runs the handler; what it does is its own, also where it runs within an operation of the thread. */
  function deliver(message: number): void {
    const word = I32[message >>> 2]!;
    const sender = I32[(message >>> 2) + 1]!;
    const bytes = payloadBytes(I32, message);
    const size = messageSize(argumentCountOf(word), isPacked(word) ? bytes : 0);
    const flow = F64[(message + padded(size)) >>> 3]!;
    const start = recorder.now();
    const { accounted } = recorder;
    recorder.accounted = 0;
    host.deliver(message);
    recorder.accounted = accounted;
    recorder.doneMessage(SERVED, AM_HANDLER, sender, bytes, start, flow);
  }

  const conduit = network.open({ ...host, deliver });
  recorder.watch(conduit.events);
  const { name, memory, events } = conduit;
  const messages = new TracedMessages(conduit.messages, host, recorder);
  return memory === undefined ? { name, messages, events } : { name, messages, memory, events };
}

class TracedMessages implements Messages {
  readonly largest: number;
  /** When the message that is composed now was begun. */
  private start = 0;

  constructor(
    private readonly messages: Messages,
    private readonly host: Host,
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
    const { I32, F64 } = this.host.space;
    const word = I32[message >>> 2]!;
    const bytes = payloadBytes(I32, message);
    const flow = recorder.newFlow();
    F64[(message + padded(size)) >>> 3] = flow;
    this.messages.commit(rank, message, padded(size) + TRAILER, reply);
    if (recorder.accounted === 0) recorder.count(AM_BIT, rank, bytes);
    const operation = (isReply(word) ? AM_REPLY : AM_REQUEST) + categoryOf(word);
    recorder.doneMessage(SENT, operation, rank, bytes, start, flow);
  }

  poll(repliesOnly: boolean): boolean {
    return this.messages.poll(repliesOnly);
  }
}
