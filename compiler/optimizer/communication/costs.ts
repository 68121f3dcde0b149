/**
 * What each conduit makes of communication, as numbers: which optimizations of it pay.
 *
 * One idea: passes never ask which conduit there is; they ask this table. On `smp` a get is a load, so that nothing is
 * gained by starting it early or by fetching into a buffer what is then read once. The others are what puts and gets of an
 * int, and bulk transfers of a few bytes, were measured to take between two threads. Their built-in providers complete an
 * operation when it is begun, so nothing overlaps: to start early costs a handle and gains nothing (`-fsplit` has it done all the same).
 */
import type { Communication } from '../../options.ts';

export const COMMUNICATION = {
  smp: { latency: 1, overhead: 1, bulkOverhead: 48, overlaps: false, direct: true },
  sfi: { latency: 30, overhead: 25, bulkOverhead: 145, overlaps: false, direct: false },
  verbs: { latency: 120, overhead: 100, bulkOverhead: 200, overlaps: false, direct: false },
  pami: { latency: 60, overhead: 55, bulkOverhead: 140, overlaps: false, direct: false },
  template: { latency: 700, overhead: 200, bulkOverhead: 900, overlaps: false, direct: false },
} as const satisfies Record<string, Communication>;

/** The table's line of a program that runs in one memory. */
export const DIRECT: Communication = COMMUNICATION.smp;

/** Whether pointers-to-shared are a rank and an offset: on networks, whose threads may have memories apart. */
export const isWide = ({ communication = DIRECT }: { readonly communication?: Communication }): boolean =>
  !communication.direct;
