/** The ranks whose memory a program may load and store, as a library tells it; and those whose memory the library's functions in C do. */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import type { Progression } from '../../runtime/neighbourhood.ts';

export type Range = readonly [first: number, count: number];

/** Those that a program may: of one memory, where this network leaves accesses to loads and stores, or of one node of a machine. */
export function sharedRanks(environment: RuntimeEnvironment): Progression {
  const [first, count] = loadedRanks(environment);
  return environment.runtime.neighbourhood.onNode?.() ?? { first, stride: 1, count };
}

function loadedRanks({ runtime, NEAREST, NEAR, THREADS }: RuntimeEnvironment): Range {
  return runtime.atomic.isDirect ? [0, THREADS] : [NEAREST, NEAR];
}

/** None where each access is checked or recorded. */
export function nearRanks(environment: RuntimeEnvironment): Range {
  const { runtime, recorder } = environment;
  return runtime.rules !== undefined || recorder !== undefined ? [0, 0] : loadedRanks(environment);
}
