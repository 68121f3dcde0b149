/**
 * What each conduit makes of communication, as numbers: which optimizations of it pay.
 *
 * One idea: passes never ask which conduit there is; they ask this table. On `smp` a get is a load, so that nothing is
 * gained by starting it early or by fetching into a buffer what is then read once.
 */
import type { Communication } from '../options.ts';

export const COMMUNICATION = {
  smp: { latency: 1, overhead: 1, bulkOverhead: 48, overlaps: false, direct: true },
  sfi: { latency: 100, overhead: 20, bulkOverhead: 60, overlaps: true, direct: false },
  verbs: { latency: 200, overhead: 60, bulkOverhead: 120, overlaps: true, direct: false },
  pami: { latency: 200, overhead: 60, bulkOverhead: 120, overlaps: true, direct: false },
  template: { latency: 1000, overhead: 500, bulkOverhead: 1000, overlaps: false, direct: false },
} as const satisfies Record<string, Communication>;

/** The table's line of a program that runs in one memory. */
export const DIRECT: Communication = COMMUNICATION.smp;
