/**
 * The images' area of each region, at one offset in the network's part, so that others access it: the board of the
 * initial team, a counter for each image (sync_images), a mailbox, a buffer for letters of boards. Zero when the job starts.
 */
import { addressOf, type Space } from '../memory/space.ts';
import { LETTER_BYTES } from './boardletters.ts';
import { boardSize } from './boards.ts';

const COUNTER = 4;
const MAILBOX = 8;

/** Bytes in each region. */
export function imageBytes(threads: number): number {
  return mailboxAt(threads) + MAILBOX + LETTER_BYTES;
}

/** Bytes from the board to the mailbox. */
function mailboxAt(threads: number): number {
  return align(boardSize(threads) + threads * COUNTER);
}

const align = (bytes: number) => (bytes + MAILBOX - 1) & -MAILBOX;

export class ImageArea {
  private readonly counters: number;

  constructor(
    private readonly space: Space,
    /** Offset of the initial team's board, the first part. */
    readonly board: number,
  ) {
    this.counters = board + boardSize(space.THREADS);
  }

  /** Address of the counter in the region of `thread`: number of times `other` named it in sync_images. */
  counter(thread: number, other: number): number {
    return addressOf(this.space, thread, this.counters + other * COUNTER);
  }

  /** Address of the head of the mailbox of `thread`. */
  mailbox(thread: number): number {
    return addressOf(this.space, thread, this.board + mailboxAt(this.space.THREADS));
  }

  /** Address of this thread's buffer for letters. */
  get letter(): number {
    return this.mailbox(this.space.MYTHREAD) + MAILBOX;
  }
}
