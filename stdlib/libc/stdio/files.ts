/**
 * Opening, closing and naming of files, buffering, error marks (C99 7.19.4, 7.19.5, 7.19.10).
 * The idea: failures of the file system become errno and C's result for them; nothing of Node shows through.
 */

import { EBADF, EINVAL, errorText, failure, setErrno } from '../errno.ts';
import { pathAt } from '../files/working-directory.ts';
import { fs } from '../system.ts';
import { errnoNow, type FunctionGroup, stringBytes, stringText } from './parts.ts';
import { type Buffering, EOF, FULL, LINE, NONE, type Stream } from './stream.ts';
import { temporaryName } from './table.ts';

/** P_tmpdir; names in it have less than L_tmpnam characters. */
const TEMPORARY_DIRECTORY = '/tmp';
const TEMPORARY_NAME_SIZE = 20;

export const fileFunctions: FunctionGroup = (environment, io) => {
  const find = (stream: number): Stream => io().table.find(stream);

  const fopen = (path: number, mode: number): number =>
    io().table.open(stringBytes(environment, path), stringText(environment, mode));

  /** Without a path the mode changes: the file is opened again; standard streams stay what they are. */
  const freopen = (path: number, mode: number, stream: number): number => {
    const { table } = io();
    const name = path === 0 ? table.pathOf(stream) : stringBytes(environment, path);
    if (name === undefined) return find(stream).flush() ? stream : 0;
    return table.reopen(stream, name, stringText(environment, mode));
  };

  const fdopen = (descriptor: number, mode: number): number =>
    io().table.adopt(descriptor, stringText(environment, mode));

  const fflush = (stream: number): number => {
    if (stream === 0) return io().table.flushAll() ? 0 : EOF;
    find(stream).forget();
    return find(stream).flush() ? 0 : EOF;
  };

  const setvbuf = (stream: number, _buffer: number, mode: number, size: number): number => {
    if (mode !== FULL && mode !== LINE && mode !== NONE) {
      setErrno(environment, EINVAL);
      return EOF;
    }
    find(stream).setBuffer(mode as Buffering, size >>> 0);
    return 0;
  };

  const setbuffer = (stream: number, buffer: number, size: number): void =>
    find(stream).setBuffer(buffer === 0 ? NONE : FULL, size >>> 0);

  const fileno = (stream: number): number => {
    const { number } = find(stream).descriptor;
    if (number < 0) setErrno(environment, EBADF);
    return number;
  };

  /** 0, or -1 with errno. */
  const attempt = (action: () => void): number => {
    try {
      action();
      return 0;
    } catch (error) {
      return failure(environment, error);
    }
  };

  const remove = (path: number): number =>
    attempt(() => {
      const name = pathAt(environment, path);
      if (fs.lstatSync(name).isDirectory()) fs.rmdirSync(name);
      else fs.unlinkSync(name);
    });

  const rename = (from: number, to: number): number =>
    attempt(() => fs.renameSync(pathAt(environment, from), pathAt(environment, to)));

  let nameBlock = 0;
  const tmpnam = (buffer: number): number => {
    const target = buffer !== 0 ? buffer : (nameBlock ||= environment.heap.allocate(TEMPORARY_NAME_SIZE) | 0);
    if (target === 0) return 0;
    const name = temporaryName(TEMPORARY_DIRECTORY, environment.MYTHREAD);
    environment.U8.set(Buffer.from(`${name}\0`), target >>> 0);
    return target;
  };

  const perror = (text: number): void => {
    const message = errorText(errnoNow(environment));
    const prefix = text === 0 ? '' : Buffer.from(stringBytes(environment, text)).toString('latin1');
    const line = Buffer.from(prefix === '' ? `${message}\n` : `${prefix}: ${message}\n`, 'latin1');
    find(io().table.standardAddress(2)).write(line, 0, line.length);
  };

  const ferror = (stream: number): number => (find(stream).error ? 1 : 0);
  const feof = (stream: number): number => (find(stream).eof ? 1 : 0);
  const clearerr = (stream: number): void => {
    find(stream).error = find(stream).eof = false;
  };

  return {
    __pgasc_stdin: (): number => io().table.standardAddress(0),
    __pgasc_stdout: (): number => io().table.standardAddress(1),
    __pgasc_stderr: (): number => io().table.standardAddress(2),
    fopen,
    freopen,
    fdopen,
    fclose: (stream: number): number => (io().table.close(stream) ? 0 : EOF),
    fflush,
    setvbuf,
    setbuffer,
    setbuf: (stream: number, buffer: number): void => setbuffer(stream, buffer, 0),
    setlinebuf: (stream: number): void => find(stream).setBuffer(LINE, 0),
    fileno,
    remove,
    rename,
    tmpfile: (): number => io().table.openTemporary(),
    tmpnam,
    perror,
    ferror,
    feof,
    clearerr,
    ferror_unlocked: ferror,
    feof_unlocked: feof,
    clearerr_unlocked: clearerr,
  };
};
