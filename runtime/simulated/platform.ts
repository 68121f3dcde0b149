/** The platform of a simulated job, in the place of platform/linked.ts: its clock is the scheduler's, its hosts are the nodes of the machine. */
import { node } from '../platform/node/index.ts';
import type { Platform } from '../platform/platform.ts';
import { nodeName } from './model.ts';
import { scheduler } from './scheduler.ts';

/** When each simulated job begins: 1 January 2000. */
const ORIGIN = Date.UTC(2000, 0, 1);
const NANOSECONDS = 1e6;

const nanoseconds = () => BigInt(Math.round(scheduler.look() * NANOSECONDS));

export const platform: Platform = {
  ...node,
  get hostName() {
    return nodeName() ?? node.hostName;
  },
  clock: {
    origin: ORIGIN,
    milliseconds: () => scheduler.look(),
    nanoseconds,
    ofProcess: nanoseconds,
    ofThread: nanoseconds,
  },
};
