/**
 * Rules of GASNet 1.8 on handlers, no-interrupt sections and handler-safe locks, checked in programs compiled with -g.
 *
 * Tracks the nested running handlers and the held locks.
 */
import type { Job } from '../job.ts';
import {
  foreignToken,
  holdTwice,
  lockedAlready,
  notLocked,
  outsideHandler,
  repliedTwice,
  replyInReply,
  replyOutsideHandler,
  replyWithLock,
  requestInHandler,
  resumeWithoutHold,
  returnWithLock,
  waitInHandler,
  waitWhileHeld,
  waitWithLock,
  wrongOrder,
} from './errors.ts';

/** A running handler. */
interface Activation {
  readonly token: number;
  /** Bytes of its message. */
  readonly size: number;
  readonly index: number;
  readonly isReply: boolean;
  hasReplied: boolean;
  /** Locks held when it started. */
  readonly locks: number;
}

export class Rules {
  private readonly handlers: Activation[] = [];
  private readonly locks: number[] = [];
  private held = false;

  constructor(private readonly job: Job) {}

  // -------------------------------------------------------------- handlers

  enter(token: number, size: number, index: number, isReply: boolean): void {
    this.handlers.push({ token, size, index, isReply, hasReplied: false, locks: this.locks.length });
  }

  leave(): void {
    const { index, locks } = this.handlers.pop()!;
    if (this.locks.length > locks) this.job.fail(returnWithLock(index, this.locks.at(-1)!));
  }

  /** Whether the bytes lie in the message of a running handler, which may access them. */
  isInMessage(address: number, size: number): boolean {
    return this.handlers.some((handler) => {
      const offset = (address >>> 0) - (handler.token >>> 0);
      return offset >= 0 && offset + size <= handler.size;
    });
  }

  /** The operation sends a request. */
  request(operation: string): void {
    const running = this.handlers.at(-1);
    if (running !== undefined) this.job.fail(requestInHandler(operation, running.index, running.isReply));
    this.section(operation);
  }

  reply(operation: string, token: number): void {
    const running = this.handlers.at(-1);
    if (running === undefined) this.job.fail(replyOutsideHandler(operation));
    const { index, isReply, hasReplied, locks } = running;
    if (isReply) this.job.fail(replyInReply(operation, index));
    if (token !== running.token) this.job.fail(foreignToken(operation, token));
    if (hasReplied) this.job.fail(repliedTwice(operation, index));
    if (this.locks.length > locks) this.job.fail(replyWithLock(operation, index, this.locks.at(-1)!));
    running.hasReplied = true;
  }

  /** The operation reads the token. */
  token(operation: string, token: number): void {
    const running = this.handlers.at(-1);
    if (running === undefined) this.job.fail(outsideHandler(operation));
    if (token !== running.token) this.job.fail(foreignToken(operation, token));
  }

  /** The operation may poll, and so run handlers. */
  wait(operation: string): void {
    const running = this.handlers.at(-1);
    if (running !== undefined) this.job.fail(waitInHandler(operation, running.index));
    this.section(operation);
  }

  private section(operation: string): void {
    const lock = this.locks.at(-1);
    if (lock !== undefined) this.job.fail(waitWithLock(operation, lock));
    if (this.held) this.job.fail(waitWhileHeld(operation));
  }

  // -------------------------------------------------------------- no-interrupt sections

  /** Ignored in handlers and while a lock is held: no handler runs then anyway. */
  hold(): void {
    if (this.isSection()) return;
    if (this.held) this.job.fail(holdTwice());
    this.held = true;
  }

  resume(): void {
    if (this.isSection()) return;
    if (!this.held) this.job.fail(resumeWithoutHold());
    this.held = false;
  }

  private isSection(): boolean {
    return this.handlers.length > 0 || this.locks.length > 0;
  }

  // -------------------------------------------------------------- locks

  locking(operation: string, lock: number): void {
    if (this.locks.includes(lock)) this.job.fail(lockedAlready(operation, lock));
  }

  locked(lock: number): void {
    this.locks.push(lock);
  }

  unlocking(operation: string, lock: number): void {
    const last = this.locks.at(-1);
    if (last !== lock && this.locks.includes(lock)) this.job.fail(wrongOrder(operation, lock, last!));
    if (last !== lock) this.job.fail(notLocked(operation, lock));
    this.locks.pop();
  }
}
