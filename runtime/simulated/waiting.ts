/**
 * The loop in which a rank sleeps and looks, in the place of core/waiting.ts: its generator is told to the scheduler, which resumes it alone.
 *
 * One idea: between two sleeps nothing but the loop runs, so its callers, some twenty generators, need not be passed through each time. They find it over, and the scheduler has
 * what it has given.
 */
import type { Coroutine, SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';

export function* waiting(loop: () => unknown): Generator<typeof SUSPEND, unknown> {
  const steps = loop() as (Coroutine & { readonly $waits?: true }) | undefined;
  if (!steps?.$waits) return steps;
  scheduler.enterLoop(steps);
  try {
    return (yield* steps) ?? scheduler.takeGiven();
  } finally {
    scheduler.leaveLoop(steps);
  }
}
