/** The accesses of a recorded run to shared memory, in the order in which they began. */
import type { Reached, Trace } from './trace.ts';

const READS = 'GET';
const KINDS: readonly string[] = [READS, 'PUT', 'ATOMIC'];

export interface Access extends Reached {
  /** The thread that does it; `row`: the one whose memory it is. */
  readonly by: number;
  readonly name: string;
  readonly isRead: boolean;
  /** Microseconds since the first one. */
  readonly time: number;
  readonly place: string | undefined;
}

export function accessesIn({ spans }: Trace): Access[] {
  const found = spans
    .filter(({ kind, reached }) => reached !== undefined && KINDS.includes(kind))
    .sort((one, other) => one.start - other.start);
  const begin = found[0]?.start ?? 0;
  return found.map(({ row, name, kind, start, reached, place }) => ({
    ...reached!,
    ...{ by: row, name, isRead: kind === READS, time: start - begin, place },
  }));
}
