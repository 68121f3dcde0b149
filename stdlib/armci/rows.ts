/** Rows of bytes that an accumulate adds up, and their pieces. */

/** So many bytes are added to those at `to`, an address of the job. */
export interface Row {
  readonly to: number;
  readonly from: number;
  readonly bytes: number;
}

/** A row is parted between elements of any type. */
export const LARGEST_ELEMENT = 16;

/** Rows of at most so many bytes, a multiple of the largest element. */
export function piecesOf(rows: readonly Row[], most: number): Row[] {
  return rows.flatMap(({ to, from, bytes }) =>
    Array.from({ length: Math.ceil(bytes / most) }, (_, i) => {
      const done = i * most;
      return { to: to + done, from: from + done, bytes: Math.min(most, bytes - done) };
    }),
  );
}

export function overlap(a: Row, b: Row): boolean {
  return a.to < b.to + b.bytes && b.to < a.to + a.bytes;
}
