/**
 * File positioning (C99 7.19.9, POSIX's fseeko and ftello).
 * The idea: a position is a long of 64 bits; an fpos_t holds just that.
 */
import type { FunctionGroup } from './parts.ts';
import { SEEK_SET, type Stream } from './stream.ts';

export const positionFunctions: FunctionGroup = (environment, io) => {
  const find = (stream: number): Stream => io().table.find(stream);

  const fseek = (stream: number, offset: bigint, origin: number): number =>
    find(stream).seek(Number(offset), origin) ? 0 : -1;

  const ftell = (stream: number): bigint => BigInt(find(stream).tell());

  const rewind = (stream: number): void => {
    find(stream).seek(0, SEEK_SET);
    find(stream).error = find(stream).eof = false;
  };

  const fgetpos = (stream: number, position: number): number => {
    const place = find(stream).tell();
    if (place < 0) return -1;
    environment.I64[position >>> 3] = BigInt(place);
    return 0;
  };

  const fsetpos = (stream: number, position: number): number =>
    fseek(stream, environment.I64[position >>> 3]!, SEEK_SET);

  return { fseek, fseeko: fseek, ftell, ftello: ftell, rewind, fgetpos, fsetpos };
};
