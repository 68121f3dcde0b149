/**
 * Active messages checked for misuse: in programs compiled with -g.
 *
 * Each operation checks the rules (rules.ts) first; only messages to the program's handlers are checked.
 */
import { offsetOf } from '../../memory/space.ts';
import {
  argumentCountOf,
  type Category,
  categoryOf,
  handlerOf,
  isPacked,
  isReply,
  LONG,
  MAX_ARGUMENTS,
  MEDIUM,
  messageSize,
  SHORT,
} from '../message.ts';
import { ActiveMessages } from './activemessages.ts';
import { Directory } from './directory.ts';
import {
  badNode,
  notAttached,
  operationName,
  outsideSegment,
  tooManyArguments,
  unknownHandler,
  wrongCount,
} from './errors.ts';
import { FIRST_CLIENT } from './handlers.ts';
import { Rules } from './rules.ts';

/** Parameters of a handler before the arguments: token; token, buffer and size. */
const TOKEN = 1;
const TOKEN_AND_PAYLOAD = 3;

export class CheckedMessages extends ActiveMessages {
  readonly rules = new Rules(this.job);
  private isConduitWaiting = false;
  private readonly directory = new Directory(this.job.space);

  override composeShort(rank: number, handler: number, count: number): number {
    this.checkRequest(SHORT, rank, handler, count);
    return super.composeShort(rank, handler, count);
  }

  override requestMedium(rank: number, handler: number, count: number, source: number, size: number): number {
    this.checkRequest(MEDIUM, rank, handler, count);
    return super.requestMedium(rank, handler, count, source, size);
  }

  override requestLong(
    rank: number,
    handler: number,
    count: number,
    source: number,
    size: number,
    offset: number,
  ): number {
    const operation = this.checkRequest(LONG, rank, handler, count);
    if (handler >= FIRST_CLIENT) this.checkDestination(operation, rank, offset, size);
    return super.requestLong(rank, handler, count, source, size, offset);
  }

  override replyShort(token: number, handler: number, count: number): number {
    this.checkReply(SHORT, token, handler, count);
    return super.replyShort(token, handler, count);
  }

  override replyMedium(token: number, handler: number, count: number, source: number, size: number): number {
    this.checkReply(MEDIUM, token, handler, count);
    return super.replyMedium(token, handler, count, source, size);
  }

  override replyLong(
    token: number,
    handler: number,
    count: number,
    source: number,
    size: number,
    offset: number,
  ): number {
    const operation = this.checkReply(LONG, token, handler, count);
    if (handler >= FIRST_CLIENT) this.checkDestination(operation, this.sourceOf(token), offset, size);
    return super.replyLong(token, handler, count, source, size, offset);
  }

  override deliver(message: number): void {
    const word = this.I32[message >>> 2]!;
    const packed = isPacked(word) ? this.I32[(message >>> 2) + 2]! : 0;
    this.checkParameters(message, word);
    this.rules.enter(message, messageSize(argumentCountOf(word), packed), handlerOf(word), isReply(word));
    const { isConduitWaiting } = this;
    this.isConduitWaiting = false;
    super.deliver(message);
    this.isConduitWaiting = isConduitWaiting;
    this.rules.leave();
  }

  /** A wait of the conduit, perhaps for room to reply: polls within it are not calls of the program. */
  override whileConduitWaits(wait: () => void): void {
    const { isConduitWaiting } = this;
    this.isConduitWaiting = true;
    wait();
    this.isConduitWaiting = isConduitWaiting;
  }

  /** A handler without a prototype is not checked. */
  private checkParameters(message: number, word: number): void {
    const index = handlerOf(word);
    const parameters = this.handlers[index]?.length ?? 0;
    const count = argumentCountOf(word);
    const expected = parameters - (categoryOf(word) === SHORT ? TOKEN : TOKEN_AND_PAYLOAD);
    if (index >= FIRST_CLIENT && parameters > 0 && expected !== count)
      this.job.fail(wrongCount(this.nameOf(word), this.sourceOf(message), index, count, expected));
  }

  /** A wait of the runtime. */
  override poll(): boolean {
    if (!this.isConduitWaiting) this.rules.wait('a call that waits');
    return super.poll();
  }

  private checkRequest(category: Category, rank: number, handler: number, count: number): string {
    const operation = operationName(false, category, count);
    if (handler < FIRST_CLIENT && this.handlers[handler] !== undefined) return operation;
    this.rules.request(operation);
    this.checkMessage(operation, rank, handler, count);
    return operation;
  }

  private checkReply(category: Category, token: number, handler: number, count: number): string {
    const operation = operationName(true, category, count);
    this.rules.reply(operation, token);
    if (handler < FIRST_CLIENT && this.handlers[handler] !== undefined) return operation;
    this.checkMessage(operation, this.sourceOf(token), handler, count);
    return operation;
  }

  private checkMessage(operation: string, rank: number, handler: number, count: number): void {
    const { job, directory } = this;
    const { MYTHREAD, THREADS } = job.space;
    if (rank >>> 0 >= THREADS) job.fail(badNode(operation, rank, THREADS));
    for (const node of [MYTHREAD, rank])
      if (!directory.isAttached(node)) job.fail(notAttached(operation, node, MYTHREAD));
    if (count > MAX_ARGUMENTS) job.fail(tooManyArguments(operation, count, MAX_ARGUMENTS));
    if (handler < FIRST_CLIENT || !directory.hasHandler(rank, handler))
      job.fail(unknownHandler(operation, handler, rank));
  }

  private checkDestination(operation: string, rank: number, offset: number, size: number): void {
    const { start, size: length } = this.directory.segmentOf(rank);
    const first = (offset >>> 0) - (offsetOf(this.job.space, start) >>> 0);
    if (size === 0 || (first >= 0 && first + size <= length)) return;
    this.job.fail(outsideSegment(operation, (start + first) | 0, size, rank, start, length));
  }
}
