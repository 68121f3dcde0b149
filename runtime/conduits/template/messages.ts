/**
 * Messages of the template conduit: FILL IN their transport to other ranks. Messages to oneself never come here.
 *
 * Requests and replies need separate receive resources: waiting to send a reply serves replies only, whose handlers
 * send nothing, so that all ranks may flood all others without deadlock.
 */
import type { Host, Messages } from '../conduit.ts';
import { Progress } from './progress.ts';

export class TemplateMessages implements Messages {
  /** FILL IN: maximum bytes of a message; at least 1024, as medium messages have 512 bytes of payload or more. */
  readonly largest = 4096;
  private readonly progress: Progress;

  constructor(private readonly host: Host) {
    this.progress = new Progress(host);
  }

  /**
   * FILL IN: address of room for a message. Without room, `host.waitFor` some, with `poll(reply)` in each turn:
   * never drop, and never wait without polling.
   */
  prepare(rank: number, size: number, _reply: boolean): number {
    return this.host.fail(`the template conduit cannot send ${size} bytes to thread ${rank}`);
  }

  /** FILL IN: sends it; then `host.rouse(rank)`, as the receiver may sleep. */
  commit(rank: number, _message: number, size: number, _reply: boolean): void {
    this.host.fail(`the template conduit cannot send ${size} bytes to thread ${rank}`);
  }

  poll(repliesOnly: boolean): boolean {
    return this.progress.advance(repliesOnly);
  }
}
