/**
 * Characters, strings and blocks of a stream (C99 7.19.7 and 7.19.8, POSIX's getline).
 * The idea: buffered input is consumed a line or a buffer at a time, never byte by byte through a call.
 */
import { EINVAL, ENOMEM, EOVERFLOW, setErrno } from '../errno.ts';
import { lengthOf } from '../memory.ts';
import type { FunctionGroup } from './parts.ts';
import { EOF, type Stream } from './stream.ts';

const NEWLINE = 10;

export const characterFunctions: FunctionGroup = (environment, io) => {
  const find = (stream: number): Stream => io().table.find(stream);
  const out = (): Stream => io().table.standardOut();

  const fgetc = (stream: number): number => find(stream).getByte();
  const getchar = (): number => find(io().table.standardAddress(0)).getByte();
  const fputc = (code: number, stream: number): number => find(stream).putByte(code);
  const putchar = (code: number): number => out().putByte(code);
  const ungetc = (code: number, stream: number): number => find(stream).ungetByte(code);

  const putString = (text: number, stream: Stream): number => {
    const start = text >>> 0;
    return stream.write(environment.U8, start, start + lengthOf(environment, text)) ? 1 : EOF;
  };

  const fputs = (text: number, stream: number): number => putString(text, find(stream));

  const puts = (text: number): number => {
    const stream = out();
    return putString(text, stream) === EOF || stream.putByte(NEWLINE) === EOF ? EOF : 1;
  };

  const fgets = (buffer: number, size: number, file: number): number => {
    if (size <= 0) return 0;
    const stream = find(file);
    const start = buffer >>> 0;
    const last = start + size - 1;
    const before = stream.error;
    stream.error = false;
    const end = readLine(stream, environment.U8, start, last);
    const failed = stream.error;
    stream.error ||= before;
    if ((end === start && last > start) || failed) return 0;
    environment.U8[end] = 0;
    return buffer;
  };

  const fread = (block: number, size: number, count: number, file: number): number => {
    const start = block >>> 0;
    const total = (size >>> 0) * (count >>> 0);
    if (total === 0) return 0;
    const length = find(file).read(environment.U8, start, start + total);
    return Math.floor(length / (size >>> 0)) | 0;
  };

  const fwrite = (block: number, size: number, count: number, file: number): number => {
    const start = block >>> 0;
    const total = (size >>> 0) * (count >>> 0);
    if (total === 0) return 0;
    return find(file).write(environment.U8, start, start + total) ? count : 0;
  };

  /** Makes room for `size` bytes in the block of getdelim; 0 where there is none. */
  const growLine = (line: number, capacity: number, size: number): number => {
    const { I32, heap } = environment;
    const old = I32[line >>> 2]!;
    if (old !== 0 && I32[capacity >>> 2]! >>> 0 >= size) return old;
    const room = Math.max(size, old === 0 ? 120 : (I32[capacity >>> 2]! >>> 0) * 2);
    const block = heap.reallocate(old, room);
    if (block === 0) return 0;
    I32[line >>> 2] = block;
    I32[capacity >>> 2] = room;
    return block;
  };

  const getdelim = (line: number, capacity: number, delimiter: number, file: number): number => {
    if (line === 0 || capacity === 0) return failWith(EINVAL);
    const stream = find(file);
    let length = 0;
    for (;;) {
      const piece = stream.take(delimiter & 0xff, Infinity);
      if (piece === undefined) break;
      const size = piece.end - piece.start;
      if (length + size >= 0x7fffffff) return failWith(EOVERFLOW);
      const block = growLine(line, capacity, length + size + 1);
      if (block === 0) return failWith(ENOMEM);
      environment.U8.set(piece.bytes.subarray(piece.start, piece.end), (block >>> 0) + length);
      length += size;
      if (piece.bytes[piece.end - 1] === (delimiter & 0xff)) break;
    }
    if (length === 0 || stream.error) return EOF;
    environment.U8[(environment.I32[line >>> 2]! >>> 0) + length] = 0;
    return length;
  };

  const failWith = (number: number): number => {
    setErrno(environment, number);
    return EOF;
  };

  return {
    fgetc,
    getc: fgetc,
    getchar,
    fputc,
    putc: fputc,
    putchar,
    getc_unlocked: fgetc,
    getchar_unlocked: getchar,
    putc_unlocked: fputc,
    putchar_unlocked: putchar,
    ungetc,
    fputs,
    puts,
    fgets,
    fread,
    fwrite,
    getdelim,
    getline: (line: number, capacity: number, file: number): number => getdelim(line, capacity, NEWLINE, file),
  };
};

/** Copies to [at, last) until after a newline or the end of the file; gives the address after the last byte. */
function readLine(stream: Stream, bytes: Uint8Array, at: number, last: number): number {
  while (at < last) {
    const piece = stream.take(NEWLINE, last - at);
    if (piece === undefined) break;
    bytes.set(piece.bytes.subarray(piece.start, piece.end), at);
    at += piece.end - piece.start;
    if (bytes[at - 1] === NEWLINE) break;
  }
  return at;
}
