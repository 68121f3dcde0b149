/** Accesses to shared memory: of a recorded run in the order in which they began, of a slowed one as they happen. */
import { type Reached, readLines, type Span, type Trace } from './trace.ts';

export interface Access {
  /** The thread that does it. */
  readonly by: number;
  readonly name: string;
  /** One place or several. */
  readonly reached: readonly Reached[];
  /** Microseconds, from the first one on where that is known. */
  readonly time: number;
  readonly place: string | undefined;
}

export function accessesIn({ spans }: Trace): Access[] {
  const found = accessesOf(spans).sort((one, other) => one.time - other.time);
  const begin = found[0]?.time ?? 0;
  return found.map((access) => ({ ...access, time: access.time - begin }));
}

/** Of lines that a thread has written. */
export const accessesAt = (lines: string): Access[] => accessesOf(readLines(lines));

function accessesOf(spans: readonly Span[]): Access[] {
  return spans.flatMap(({ row, name, start, reached, place }) => {
    const places = reached.filter(({ bytes }) => bytes > 0);
    return places.length === 0 ? [] : [{ by: row, name, reached: places, time: start, place }];
  });
}

export const bytesOf = ({ reached }: Access): number => reached.reduce((sum, { bytes }) => sum + bytes, 0);
