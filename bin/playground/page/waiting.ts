/**
 * Output of a program that the page has not shown yet, as bytes.
 *
 * One idea: bytes that come cost the page next to nothing. What is dropped before it is shown is never made text; of it the lines are counted.
 */
import type { Run } from '../../../runtime/platform/browser/outputring.ts';

export interface Printed {
  readonly descriptor: number;
  readonly bytes: Uint8Array;
  /** Who has printed which of them. */
  readonly runs: readonly Run[];
}

const NEWLINE = 10;

export class Waiting {
  private printed: Printed[] = [];
  /** Bytes. */
  size = 0;

  get isEmpty(): boolean {
    return this.printed.length === 0;
  }

  add(printed: Printed): void {
    this.printed.push(printed);
    this.size += printed.bytes.length;
  }

  /** The oldest. */
  take(): Printed | undefined {
    const first = this.printed.shift();
    this.size -= first?.bytes.length ?? 0;
    return first;
  }

  /** Drops the oldest until there are no more than so many bytes; gives the number of lines that went. */
  dropTo(size: number): number {
    let lines = 0;
    while (this.size > size) lines += linesOf(this.take()!.bytes);
    return lines;
  }

  clear(): void {
    this.dropTo(0);
  }
}

function linesOf(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
