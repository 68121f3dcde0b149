/**
 * The loop in which a rank sleeps and looks, in the place of core/waiting.ts: its generator is told to the scheduler, which resumes it alone.
 *
 * One idea: between two sleeps nothing but the loop runs, so its callers, some twenty generators, need not be passed through each time. A loop gives nothing, so that they find it over
 * as if they had driven it.
 */
import { WAITS } from '../abi.ts';
import { type Coroutine, type SUSPEND, scheduler } from './scheduler.ts';

export function* waiting(loop: () => unknown): Generator<typeof SUSPEND, void> {
  const steps = loop() as (Coroutine & { readonly [WAITS]?: true }) | undefined;
  if (!steps?.[WAITS]) return;
  scheduler.enterLoop(steps);
  try {
    yield* steps;
  } finally {
    scheduler.leaveLoop(steps);
  }
}
