/** The platform of a simulated job, in the place of platform/linked.ts: its clock is the scheduler's, its hosts are the nodes of the machine. */
import type { Platform } from '../platform/platform.ts';
import { real } from '../platform/real.ts';
import { write as writeOut } from './howfar.ts';
import { nodeName } from './model.ts';
import { scheduler } from './scheduler.ts';

/** When each simulated job begins: 1 January 2000. */
const ORIGIN = Date.UTC(2000, 0, 1);
const NANOSECONDS = 1e6;

const nanoseconds = () => BigInt(Math.round(scheduler.look() * NANOSECONDS));

/** Asked of the system once: a copy is cheap. */
const variables = real.variables();

/** What is between a job and the outside, where schedules are explored. */
export const outside: {
  /** Takes what is written, in the place of the descriptor. */
  keep: ((descriptor: number, bytes: Uint8Array) => void) | undefined;
} = { keep: undefined };

function write(descriptor: number, bytes: Uint8Array, start: number, thread?: number): number {
  if (outside.keep === undefined || descriptor > 2) return writeOut(descriptor, bytes, start, thread);
  outside.keep(descriptor, bytes.subarray(start));
  return bytes.length - start;
}

/** Nobody is told of words that are put back. */
function tell(message: unknown): void {
  if (outside.keep === undefined) real.threads.tell(message);
}

export const platform: Platform = {
  ...real,
  variables: () => ({ ...variables }),
  get hostName() {
    return nodeName() ?? real.hostName;
  },
  files: { ...real.files, write },
  threads: { ...real.threads, tell },
  clock: {
    origin: ORIGIN,
    milliseconds: () => scheduler.look(),
    nanoseconds,
    ofProcess: nanoseconds,
    ofThread: nanoseconds,
  },
};
