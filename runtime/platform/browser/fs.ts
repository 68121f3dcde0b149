/**
 * `node:fs` of a page: the synchronous functions by calls of the job's system (calls.ts), under their names there.
 */

import { ANSWER_BYTES } from './calls.ts';
import { host } from './host.ts';

/** Functions whose results need no more than they are. */
const PLAIN = [
  ...['accessSync', 'chmodSync', 'chownSync', 'closeSync', 'existsSync', 'fchmodSync', 'fchownSync', 'fdatasyncSync'],
  ...['fsyncSync', 'ftruncateSync', 'futimesSync', 'lchownSync', 'linkSync', 'lutimesSync', 'mkdirSync', 'mkdtempSync'],
  ...['openSync', 'readdirSync', 'readFileSync', 'readlinkSync', 'realpathSync', 'renameSync', 'rmSync', 'rmdirSync'],
  ...['statfsSync', 'symlinkSync', 'truncateSync', 'unlinkSync', 'utimesSync', 'writeFileSync'],
] as const;
const STATUS = ['fstatSync', 'lstatSync', 'statSync'] as const;

const FILE_TYPE = 0o170000;
/** By the questions of `Stats`. */
const TYPES = {
  isFile: 0o100000,
  isDirectory: 0o040000,
  isSymbolicLink: 0o120000,
  isFIFO: 0o010000,
  isCharacterDevice: 0o020000,
  isBlockDevice: 0o060000,
  isSocket: 0o140000,
};
type Status = { readonly mode: number | bigint };

function withQuestions(status: Status | undefined): unknown {
  if (status === undefined || status === null) return undefined;
  const type = Number(status.mode) & FILE_TYPE;
  const questions = Object.entries(TYPES).map(([name, bits]) => [name, () => type === bits]);
  return { ...status, ...Object.fromEntries(questions) };
}

const call = (name: string, args: readonly unknown[]) => host.system(name, args);
/** The largest read at a time: its bytes come in one piece. */
const MOST = ANSWER_BYTES / 2;

export const fs = {
  ...Object.fromEntries(PLAIN.map((name) => [name, (...args: unknown[]) => call(name, args)])),
  ...Object.fromEntries(
    STATUS.map((name) => [name, (...args: unknown[]) => withQuestions(call(name, args) as Status)]),
  ),
  readSync(descriptor: number, into: Uint8Array, start = 0, length = into.length - start, place: number | null = null) {
    const bytes = call('readSync', [descriptor, Math.min(length, MOST), place]) as Uint8Array;
    into.set(bytes, start);
    return bytes.length;
  },
  writeSync(
    descriptor: number,
    from: Uint8Array,
    start = 0,
    length = from.length - start,
    place: number | null = null,
  ) {
    return call('writeSync', [descriptor, from.subarray(start, start + length), place]) as number;
  },
  constants: {
    ...{ F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4 },
    ...{ O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_NOCTTY: 0o400, O_TRUNC: 0o1000 },
    ...{ O_APPEND: 0o2000, O_NONBLOCK: 0o4000, O_DIRECTORY: 0o200000, O_NOFOLLOW: 0o400000, O_SYNC: 0o4010000 },
  },
};
