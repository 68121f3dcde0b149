/**
 * Takes formatted text byte by byte, hands it on in large pieces.
 * The idea: one buffer for all calls, so that printf allocates nothing; a sink sees at most the whole result at once,
 * and a field of any width goes through in buffers full.
 */

/** Destination of formatted bytes: a stream or memory. The bytes are the sink's only during the call. False on an error. */
export interface Sink {
  write(bytes: Uint8Array, start: number, end: number): boolean;
}

const SIZE = 16384;

export class FormatOutput {
  private readonly bytes = new Uint8Array(SIZE);
  private length = 0;
  private drained = 0;
  private sink!: Sink;
  /** The sink could not take something. */
  failed = false;

  /** Starts a result that goes to `sink`. */
  begin(sink: Sink): void {
    this.sink = sink;
    this.failed = false;
    this.length = 0;
    this.drained = 0;
  }

  /** Bytes put since `begin`. */
  get total(): number {
    return this.drained + this.length;
  }

  /** Hands on what is still here. */
  drain(): void {
    const length = this.length;
    this.drained += length;
    this.length = 0;
    if (length > 0 && !this.sink.write(this.bytes, 0, length)) this.failed = true;
  }

  byte(value: number): void {
    if (this.length === SIZE) this.drain();
    this.bytes[this.length++] = value;
  }

  /** Characters of a string that are all ASCII. */
  ascii(text: string): void {
    if (text.length > SIZE - this.length) {
      this.longAscii(text);
      return;
    }
    let at = this.length;
    for (let index = 0; index < text.length; index++) this.bytes[at++] = text.charCodeAt(index);
    this.length = at;
  }

  private longAscii(text: string): void {
    for (let index = 0; index < text.length; index++) this.byte(text.charCodeAt(index));
  }

  /** [start, end) of `source`. */
  copy(source: Uint8Array, start: number, end: number): void {
    if (end - start > SIZE - this.length) {
      this.longCopy(source, start, end);
      return;
    }
    let at = this.length;
    for (let index = start; index < end; index++) this.bytes[at++] = source[index]!;
    this.length = at;
  }

  private longCopy(source: Uint8Array, start: number, end: number): void {
    this.drain();
    this.drained += end - start;
    if (!this.sink.write(source, start, end)) this.failed = true;
  }

  /** `count` times the same byte; none where `count` is negative. */
  fill(value: number, count: number): void {
    if (count <= 0) return;
    if (count > SIZE - this.length) {
      this.longFill(value, count);
      return;
    }
    this.bytes.fill(value, this.length, this.length + count);
    this.length += count;
  }

  private longFill(value: number, count: number): void {
    this.drain();
    this.bytes.fill(value);
    for (; count > SIZE; count -= SIZE) {
      this.length = SIZE;
      this.drain();
    }
    this.length = count;
  }

  /** An i32 in decimal. */
  decimal(value: number): void {
    if (this.length > SIZE - 16) this.drain();
    let rest = value;
    if (value < 0) {
      this.bytes[this.length++] = 0x2d;
      rest = -value;
    }
    const end = this.length + decimalLength(rest);
    let at = end;
    do {
      const quotient = Math.floor(rest / 10);
      this.bytes[--at] = 0x30 + (rest - quotient * 10);
      rest = quotient;
    } while (rest !== 0);
    this.length = end;
  }
}

function decimalLength(value: number): number {
  let length = 1;
  for (let bound = 10; value >= bound; bound *= 10) length++;
  return length;
}
