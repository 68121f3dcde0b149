/** Why a file cannot be read or written: the system's names of failures in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of the path is not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ENAMETOOLONG: 'the name is too long',
  EPIPE: 'nobody reads it any more',
};

interface SystemError extends Error {
  readonly code?: string;
}

export function reasonOf(error: unknown): string {
  const { code = '' } = error as SystemError;
  return REASONS[code] ?? (code || String(error));
}

/** Of a file that is to be made: what is missing is its folder. */
export function reasonNotWritten(error: unknown): string {
  return (error as SystemError).code === 'ENOENT' ? 'there is no such folder; make it first' : reasonOf(error);
}
