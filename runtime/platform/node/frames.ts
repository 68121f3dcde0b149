/**
 * Messages on a stream of bytes: a length of 32 bits, little endian, and so many bytes of V8's structured clone.
 *
 * Takes chunks as they come; gives whole messages. A length above the limit ends the stream: nobody makes this process reserve memory. Where a
 * login shell may write first, the frames begin behind a mark.
 */
import { buffer, v8 } from './modules.ts';

const HEADER = 4;
/** Bytes of a message: the largest holds a thread's records (--trace). */
const LIMIT = 2 ** 30;

/** In front of the first frame, and bytes of others within which it must come. */
export const MARK = '\0pgasc\0';
const MOST_BEFORE = 2 ** 16;

/** The frame of a message. */
export function frameOf(message: unknown): Uint8Array {
  const body = v8().serialize(message);
  const header = buffer.Buffer.alloc(HEADER);
  header.writeUInt32LE(body.length);
  return buffer.Buffer.concat([header, body]);
}

export class Frames {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  /** Calls `received` for each whole message; `broken` once when what comes is no frame, and nothing then. */
  constructor(
    private readonly received: (message: unknown) => void,
    private readonly broken: () => void,
    /** What comes before the mark is dropped. */
    private awaitsMark = false,
  ) {}

  take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.awaitsMark) this.lookForMark();
    if (this.awaitsMark) return;
    for (let length = this.length(); length !== undefined && this.size >= HEADER + length; length = this.length())
      this.received(v8().deserialize(this.cut(HEADER + length).subarray(HEADER)));
  }

  private lookForMark(): void {
    this.gather();
    const place = this.chunks[0]!.indexOf(MARK, 0, 'latin1');
    this.awaitsMark = place < 0;
    if (place >= 0) this.cut(place + MARK.length);
    else if (this.size > MOST_BEFORE) {
      this.chunks.length = this.size = 0;
      this.broken();
    }
  }

  /** Of the next message, if it is known. */
  private length(): number | undefined {
    if (this.size < HEADER) return undefined;
    if (this.chunks[0]!.length < HEADER) this.gather();
    const length = this.chunks[0]!.readUInt32LE();
    if (length <= LIMIT) return length;
    this.chunks.length = this.size = 0;
    this.broken();
    return undefined;
  }

  private cut(length: number): Buffer {
    if (this.chunks[0]!.length < length) this.gather();
    const first = this.chunks[0]!;
    this.chunks[0] = first.subarray(length);
    this.size -= length;
    if (this.size === 0) this.chunks.length = 0;
    else if (this.chunks[0].length === 0) this.chunks.shift();
    return first.subarray(0, length);
  }

  private gather(): void {
    const all = buffer.Buffer.concat(this.chunks);
    this.chunks.length = 0;
    this.chunks.push(all);
  }
}
