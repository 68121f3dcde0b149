/** Failures of the file system as mistakes: the class of each errno, and a message with the call and the file (MPI 3.1, 13.7). */
import { errorNumber, errorText } from '../libc/errno.ts';
import { IoFailure } from '../libupc/io/call.ts';
import {
  ERR_ACCESS,
  ERR_BAD_FILE,
  ERR_FILE_EXISTS,
  ERR_FILE_IN_USE,
  ERR_IO,
  ERR_NO_SPACE,
  ERR_NO_SUCH_FILE,
  ERR_QUOTA,
  ERR_READ_ONLY,
  Mistake,
} from './errors.ts';

const CLASSES: Readonly<Record<string, number>> = {
  ENOENT: ERR_NO_SUCH_FILE,
  EEXIST: ERR_FILE_EXISTS,
  EACCES: ERR_ACCESS,
  EPERM: ERR_ACCESS,
  EROFS: ERR_READ_ONLY,
  ENOSPC: ERR_NO_SPACE,
  EDQUOT: ERR_QUOTA,
  ENAMETOOLONG: ERR_BAD_FILE,
  ENOTDIR: ERR_BAD_FILE,
  EISDIR: ERR_BAD_FILE,
  ELOOP: ERR_BAD_FILE,
  EBUSY: ERR_FILE_IN_USE,
  ETXTBSY: ERR_FILE_IN_USE,
};
const BY_NUMBER = new Map(Object.entries(CLASSES).map(([name, kind]) => [errorNumber(name), kind]));

/** What the action gives; what the system refuses is a mistake of the call. */
export function attempted<T>(call: string, file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const number = numberOf(error);
    throw new Mistake(BY_NUMBER.get(number) ?? ERR_IO, `${call}: "${file}": ${errorText(number)}`);
  }
}

function numberOf(error: unknown): number {
  if (error instanceof IoFailure) return error.number;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') throw error;
  return errorNumber(code);
}
