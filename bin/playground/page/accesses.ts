/** The accesses of a recorded run to shared memory, in the order in which they began. */
import type { Reached, Trace } from './trace.ts';

/** What an access does, by the kind of its operation. */
const DOES: Readonly<Record<string, Does>> = { GET: 'reads', PUT: 'writes', ATOMIC: 'updates' };

export type Does = 'reads' | 'writes' | 'updates';

export interface Access extends Reached {
  /** The thread that does it; `thread`: the one whose memory it is. */
  readonly by: number;
  readonly name: string;
  readonly does: Does;
  /** Microseconds since the first one. */
  readonly time: number;
  readonly place: string | undefined;
}

export function accessesIn({ spans }: Trace): Access[] {
  const found = spans
    .filter(({ kind, reached }) => reached !== undefined && reached.bytes > 0 && kind in DOES)
    .sort((one, other) => one.start - other.start);
  const begin = found[0]?.start ?? 0;
  return found.map(({ row, name, kind, start, reached, place }) => ({
    ...reached!,
    ...{ by: row, name, does: DOES[kind]!, time: start - begin, place },
  }));
}
