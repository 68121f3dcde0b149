/**
 * Messages of the template conduit: FILL IN how they get to other ranks. What a rank sends to itself never comes here.
 *
 * Requests and replies need receive resources of their own: whoever waits to send a reply serves replies alone, whose
 * handlers send nothing, so that all ranks may flood all others and none waits for ever.
 */
import type { Host, Messages } from '../conduit.ts';
import { Progress } from './progress.ts';

export class TemplateMessages implements Messages {
  /** FILL IN: the most that the network sends at one go; at least 1024, as medium messages have 512 bytes of payload or more. */
  readonly largest = 4096;
  private readonly progress: Progress;

  constructor(private readonly host: Host) {
    this.progress = new Progress(host);
  }

  /**
   * FILL IN: address of room for a message. Where there is none, `host.waitFor` some, with `poll(reply)` in each
   * turn: never drop, and never wait without serving.
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
