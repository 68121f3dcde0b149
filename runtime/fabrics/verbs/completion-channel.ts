/** Completion channels: deliver the events of completion queues armed for notification. */
import type { CompletionQueue } from './completion-queue.ts';
import type { Context } from './device.ts';
import { EAGAIN, EBUSY, failed } from './errors.ts';

export class CompletionChannel {
  readonly queues: CompletionQueue[] = [];

  constructor(readonly context: Context) {}
}

export function ibv_create_comp_channel(context: Context): CompletionChannel {
  context.objects++;
  return new CompletionChannel(context);
}

export function ibv_destroy_comp_channel(channel: CompletionChannel): number {
  if (channel.queues.length > 0) return EBUSY;
  channel.context.objects--;
  return 0;
}

/** The queue of the next event, which must be acknowledged; null, EAGAIN: no event yet (as with O_NONBLOCK). */
export function ibv_get_cq_event(channel: CompletionChannel): CompletionQueue | null {
  const cq = channel.queues.find((queue) => queue.takeNotification());
  if (cq === undefined) return failed(EAGAIN);
  cq.unacknowledged++;
  return cq;
}

export function ibv_ack_cq_events(cq: CompletionQueue, nevents: number): void {
  cq.unacknowledged = Math.max(0, cq.unacknowledged - nevents);
}
