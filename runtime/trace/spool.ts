/**
 * The trace of a process on another host than the process that started the job: its threads write their lines to a file of that
 * host, which is read piece by piece when the job is over (launch/orders.ts: trace, traced).
 */
import { platform } from '../platform/linked.ts';

/** Bytes of a piece: more than any line has. */
const PIECE = 2 ** 20;
const NEWLINE = 10;

export class Spool {
  readonly descriptor = platform.files.spool();
  private position = 0;

  /** The next whole lines; none at the end. */
  next(): Uint8Array {
    const piece = new Uint8Array(PIECE);
    const count = platform.files.readAt(this.descriptor, piece, this.position);
    const lines = piece.subarray(0, piece.lastIndexOf(NEWLINE, count - 1) + 1);
    this.position += lines.length;
    return count === 0 ? piece.subarray(0, 0) : lines;
  }
}
