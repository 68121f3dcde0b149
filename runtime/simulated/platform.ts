/** The platform of a simulated job, in the place of platform/linked.ts: its clock is the scheduler's. */
import { node } from '../platform/node/index.ts';
import type { Platform } from '../platform/platform.ts';
import { scheduler } from './scheduler.ts';

/** When each simulated job begins: 1 January 2000. */
const ORIGIN = Date.UTC(2000, 0, 1);
const NANOSECONDS = 1e6;

const nanoseconds = () => BigInt(Math.round(scheduler.look() * NANOSECONDS));

/** Asked of the system once: a copy is cheap. */
const variables = node.variables();

export const platform: Platform = {
  ...node,
  variables: () => ({ ...variables }),
  clock: {
    origin: ORIGIN,
    milliseconds: () => scheduler.look(),
    nanoseconds,
    ofProcess: nanoseconds,
    ofThread: nanoseconds,
  },
};
