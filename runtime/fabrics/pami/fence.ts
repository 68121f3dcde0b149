/**
 * Fences: call an event function once all earlier transfers, to one endpoint or to all, are complete.
 *
 * Valid between PAMI_Fence_begin and PAMI_Fence_end only. A fence does not wait: its caller issues no dependent
 * transfer until the event function is called.
 */
import type { EventFunction } from './completions.ts';
import type { Context } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';

interface Fence {
  readonly event: EventFunction;
  readonly cookie: number;
  /** Undefined: all endpoints. */
  readonly dest: Endpoint | undefined;
  /** Completions that had to be reported first: the count at the time of the call. */
  readonly told: number;
}

export class Fences {
  private isOpen = false;
  private waiting: Fence[] = [];

  constructor(private readonly context: Context) {}

  get length(): number {
    return this.waiting.length;
  }

  begin(): Result {
    if (this.isOpen) return refuse(PAMI_INVAL, 'PAMI_Fence_begin', 'the region of fences is open: it does not nest');
    this.isOpen = true;
    return PAMI_SUCCESS;
  }

  end(): Result {
    if (!this.isOpen) return refuse(PAMI_INVAL, 'PAMI_Fence_end', 'the region of fences is not open');
    this.isOpen = false;
    return PAMI_SUCCESS;
  }

  /** PAMI_Fence_endpoint, or PAMI_Fence_all without `dest`. */
  add(call: string, event: EventFunction, cookie: number, dest?: Endpoint): Result {
    if (!this.isOpen) return refuse(PAMI_INVAL, call, 'there is no region of fences: call PAMI_Fence_begin first');
    if (dest !== undefined && !this.context.adapter.hasContext(dest))
      return refuse(
        PAMI_INVAL,
        call,
        `endpoint 0x${dest.toString(16)}: there is no such task or context in this client`,
      );
    this.waiting.push({ event, cookie, dest, told: this.context.completions.coming });
    return PAMI_SUCCESS;
  }

  /** Calls the event functions of complete fences; returns their number. */
  tell(): number {
    const ready = this.waiting.filter((fence) => this.isComplete(fence));
    if (ready.length === 0) return 0;
    this.waiting = this.waiting.filter((fence) => !ready.includes(fence));
    for (const { event, cookie } of ready) event(this.context, cookie, PAMI_SUCCESS);
    return ready.length;
  }

  private isComplete({ dest, told }: Fence): boolean {
    const { completions, outgoing, sender, rmws } = this.context;
    if (completions.told < told) return false;
    if (dest === undefined) return outgoing.length === 0 && sender.pending === 0 && rmws.length === 0;
    return !outgoing.isBlocked(dest) && !sender.isPendingTo(dest) && !rmws.isPendingTo(dest);
  }
}
