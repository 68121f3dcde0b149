/** The ranks whose memory a library's functions in C load and store: a range. */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

export type Range = readonly [first: number, count: number];

/** Those of one memory, which loads and stores reach on this network. */
export function sharedRanks({ runtime, NEAREST, NEAR, THREADS }: RuntimeEnvironment): Range {
  return runtime.atomic.isDirect ? [0, THREADS] : [NEAREST, NEAR];
}

/** None where each access is checked or recorded. */
export function nearRanks(environment: RuntimeEnvironment): Range {
  const { runtime, recorder } = environment;
  return runtime.rules !== undefined || recorder !== undefined ? [0, 0] : sharedRanks(environment);
}
