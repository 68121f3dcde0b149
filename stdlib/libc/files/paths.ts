/**
 * <unistd.h>, <sys/stat.h>, <stdlib.h>: files by name, and what the system says about them and itself. (POSIX)
 * Each function is one call of the platform with errno set from its exception.
 */
import type { BigIntStats, BigIntStatsFs } from 'node:fs';
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { platform } from '../../../runtime/platform/linked.ts';
import { EINVAL, ERANGE, failure, setErrno } from '../errno.ts';
import { newText, putText, Texts, textAt, textSize } from '../memory.ts';
import { filesOf } from '../stdio/open-files.ts';
import { fs, os } from '../system.ts';
import { enterDirectory, pathAt, workingDirectory } from './working-directory.ts';

const PAGE = 4096;
const UTSNAME_LENGTH = 65;
/** By the _SC_ number of <unistd.h>. */
const LIMITS: Readonly<Record<number, () => number>> = {
  0: () => 131072,
  2: () => 100,
  4: () => 1024,
  30: () => PAGE,
  83: () => os.cpus().length,
  84: () => os.availableParallelism(),
  85: () => Math.floor(os.totalmem() / PAGE),
  86: () => Math.floor(os.freemem() / PAGE),
  180: () => 64,
};

export const pathsLibrary: LibraryFactory = (env) => {
  const { I32, I64 } = env;
  const texts = new Texts(env);
  let mask = 0;

  function attempt(action: () => void): number {
    try {
      action();
      return 0;
    } catch (error) {
      return failure(env, error);
    }
  }
  const path = (address: number) => pathAt(env, address);
  const masked = (mode: number) => mode & ~mask & 0o7777;

  /** struct stat; times are struct timespec. */
  function writeStat(address: number, status: BigIntStats): void {
    const words = [status.mode, status.uid, status.gid].map(Number);
    I64.set([status.dev, status.ino, status.nlink], address >>> 3);
    I32.set([...words, 0], (address + 24) >>> 2);
    I64.set([status.rdev, status.size, status.blksize, status.blocks], (address + 40) >>> 3);
    const times = [status.atimeNs, status.mtimeNs, status.ctimeNs];
    I64.set(
      times.flatMap((time) => [time / 1_000_000_000n, time % 1_000_000_000n]),
      (address + 72) >>> 3,
    );
  }

  /** struct statvfs: all unsigned long. */
  function writeStatvfs(address: number, status: BigIntStatsFs): void {
    const { bsize, blocks, bfree, bavail, files, ffree } = status;
    I64.set([bsize, bsize, blocks, bfree, bavail, files, ffree, ffree, 0n, 0n, 255n], address >>> 3);
  }

  /** struct utsname: six arrays of 65 characters. */
  function uname(address: number): number {
    const machine = os.machine?.() ?? os.arch();
    const texts = [os.type(), platform.hostName, os.release(), os.version(), machine, '(none)'];
    for (const [index, text] of texts.entries())
      putText(env, address + index * UTSNAME_LENGTH, text.slice(0, UTSNAME_LENGTH - 1));
    return 0;
  }

  function getcwd(buffer: number, size: number): number {
    const directory = workingDirectory(env);
    if (buffer === 0) return newText(env, directory);
    if (textSize(directory) < size >>> 0) {
      putText(env, buffer, directory);
      return buffer;
    }
    setErrno(env, size === 0 ? EINVAL : ERANGE);
    return 0;
  }

  function realpath(name: number, buffer: number): number {
    let text = '';
    if (attempt(() => (text = fs.realpathSync(path(name)))) < 0) return 0;
    if (buffer === 0) return newText(env, text);
    putText(env, buffer, text);
    return buffer;
  }

  function readlink(name: number, buffer: number, size: number): number {
    let bytes: Uint8Array = new Uint8Array();
    if (attempt(() => (bytes = fs.readlinkSync(path(name), { encoding: 'buffer' }))) < 0) return -1;
    env.U8.set(bytes.subarray(0, size >>> 0), buffer >>> 0);
    return Math.min(bytes.length, size >>> 0);
  }

  function gethostname(buffer: number, size: number): number {
    const name = platform.hostName;
    if (textSize(name) >= size >>> 0) {
      setErrno(env, EINVAL);
      return -1;
    }
    putText(env, buffer, name);
    return 0;
  }

  function sysconf(name: number): bigint {
    const limit = LIMITS[name];
    if (limit !== undefined) return BigInt(limit());
    setErrno(env, EINVAL);
    return -1n;
  }

  function umask(bits: number): number {
    const old = mask | process.umask();
    mask = bits & 0o777;
    return old;
  }

  return {
    stat: (name: number, result: number) => attempt(() => writeStat(result, fs.statSync(path(name), { bigint: true }))),
    lstat: (name: number, result: number) =>
      attempt(() => writeStat(result, fs.lstatSync(path(name), { bigint: true }))),
    fstat: (descriptor: number, result: number) =>
      attempt(() => writeStat(result, fs.fstatSync(filesOf(env).systemOf(descriptor), { bigint: true }))),
    mkdir: (name: number, mode: number) => attempt(() => fs.mkdirSync(path(name), masked(mode))),
    chmod: (name: number, mode: number) => attempt(() => fs.chmodSync(path(name), mode & 0o7777)),
    umask,
    access: (name: number, mode: number) => attempt(() => fs.accessSync(path(name), mode)),
    unlink: (name: number) => attempt(() => fs.unlinkSync(path(name))),
    rmdir: (name: number) => attempt(() => fs.rmdirSync(path(name))),
    link: (from: number, to: number) => attempt(() => fs.linkSync(path(from), path(to))),
    symlink: (from: number, to: number) => attempt(() => fs.symlinkSync(textAt(env, from), path(to))),
    truncate: (name: number, size: bigint) => attempt(() => fs.truncateSync(path(name), Number(size))),
    chdir: (name: number) => attempt(() => enterDirectory(env, path(name))),
    fchdir: (descriptor: number) =>
      attempt(() => enterDirectory(env, Buffer.from(`/proc/self/fd/${filesOf(env).systemOf(descriptor)}`))),
    chown: (name: number, user: number, group: number) => attempt(() => fs.chownSync(path(name), user, group)),
    lchown: (name: number, user: number, group: number) => attempt(() => fs.lchownSync(path(name), user, group)),
    __pgasc_utimes: (name: number, access: number, change: number) =>
      attempt(() => fs.utimesSync(path(name), access, change)),
    __pgasc_lutimes: (name: number, access: number, change: number) =>
      attempt(() => fs.lutimesSync(path(name), access, change)),
    statvfs: (name: number, result: number) =>
      attempt(() => writeStatvfs(result, fs.statfsSync(path(name), { bigint: true }))),
    fstatvfs: (descriptor: number, result: number) =>
      attempt(() => {
        const name = `/proc/self/fd/${filesOf(env).systemOf(descriptor)}`;
        writeStatvfs(result, fs.statfsSync(name, { bigint: true }));
      }),
    uname,
    readlink,
    realpath,
    getcwd,
    gethostname,
    sysconf,
    getpagesize: () => PAGE,
    __pgasc_program_name: () => texts.address(process.argv[1] ?? 'program'),
    getpid: () => process.pid,
    getppid: () => process.ppid,
    getuid: () => process.getuid?.() ?? 0,
    geteuid: () => process.geteuid?.() ?? 0,
    getgid: () => process.getgid?.() ?? 0,
    getegid: () => process.getegid?.() ?? 0,
    getlogin: () => texts.address(os.userInfo().username),
  };
};
