/**
 * What each conduit makes of communication, as numbers: which optimizations of it pay.
 *
 * One idea: passes never ask which conduit there is; they ask this table. On `smp` a get is a load, so that nothing is
 * gained by starting it early or by fetching into a buffer what is then read once. The others are what `npm run bench:costs`
 * measures, of gets of an int and bulk transfers of a few bytes between two threads. Those of `sfi` are the wire's: libfabric's tcp
 * between two processes, where four gets begun together take 0.4 times as long. Within one memory they take 5 ns more each. The built-in
 * providers of verbs and pami complete an operation when it is begun, so nothing overlaps (`-fsplit` has it done all the same).
 */
import type { Communication } from '../../options.ts';

export const COMMUNICATION = {
  smp: { latency: 1, overhead: 1, bulkOverhead: 48, overlaps: false, direct: true },
  sfi: { latency: 9000, overhead: 4000, bulkOverhead: 8000, overlaps: true, direct: false },
  verbs: { latency: 120, overhead: 100, bulkOverhead: 200, overlaps: false, direct: false },
  pami: { latency: 60, overhead: 55, bulkOverhead: 140, overlaps: false, direct: false },
  template: { latency: 700, overhead: 200, bulkOverhead: 900, overlaps: false, direct: false },
} as const satisfies Record<string, Communication>;

/** The table's line of a program that runs in one memory. */
export const DIRECT: Communication = COMMUNICATION.smp;

/** Whether pointers-to-shared are a rank and an offset: on networks, whose threads may have memories apart. */
export const isWide = ({ communication = DIRECT }: { readonly communication?: Communication }): boolean =>
  !communication.direct;
