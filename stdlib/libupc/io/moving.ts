/**
 * Reading and writing, and the completion of what was started asynchronously.
 *
 * An asynchronous operation is carried out where it is started, without waiting for other threads at its exit; its
 * completion gives the result and waits as the flags asked. With the common file pointer each thread moves its share
 * of the bytes. Under strong semantics other operations hold the file's lock, which makes them atomic.
 */
import type { NativeFunction } from '../../../runtime/abi.ts';
import { lock, unlock } from '../../../runtime/core/lock.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { inHex } from '../../../runtime/errors.ts';
import { addressOf, partsOf } from '../../../runtime/memory/space.ts';
import { Arguments } from '../../../runtime/upcr/collectivearguments.ts';
import { EINVAL, setErrno } from '../../libc/errno.ts';
import { errnoNow } from '../../libc/stdio/parts.ts';
import { type IoCall, type IoCalls, WrongArgument } from './call.ts';
import { type BufferPart, checkBuffer } from './memory.ts';
import {
  busyText,
  COMMON_ARGUMENTS,
  COMMON_RANK,
  COMMON_RULE,
  isCommon,
  isStrong,
  LOCK,
  mustBeReadable,
  mustBeWritable,
  type OpenFile,
  type OpenFiles,
} from './open-file.ts';
import { type Direction, type Region, Transfer } from './transfer.ts';
import { type Memory, readFileVector, readMemoryVector, totalSize } from './vectors.ts';

/** The lock's word while nobody holds it. */
const FREE = 0;

/** A thread's share of a common transfer is at least this large, as long as there is that much. */
const LEAST_SHARE = 1 << 16;

const SHARED_PARAMETERS = ['buffer', 'blocksize', 'size', 'nmemb'];

/** A function of the family. */
interface Way {
  readonly direction: Direction;
  readonly memory: Memory;
  readonly isAsync: boolean;
}

export function moving(
  environment: RuntimeEnvironment,
  calls: IoCalls,
  files: OpenFiles,
): Record<string, NativeFunction> {
  const given = new Arguments(environment);
  const transfer = new Transfer(environment);

  function contiguousFunction(name: string, way: Way): NativeFunction {
    return (fd: number, buffer: number, size: number, nmemb: number, flags: number) => {
      const part = bufferOf([buffer, 0, size, nmemb]);
      const call = callOf(name, fd, flags, [fd, flags]);
      // Nobody else can touch private memory: the flags guarantee nothing there.
      const waits = calls.agreeOnWaiting || isStrong(files.find(fd)) || !environment.runtime.isPrivate(buffer);
      const own = waits ? call : ({ ...call, entry: 'no', exit: 'no' } as const);
      return start(own, fd, way, (file) => individually(name, file, way, part));
    };
  }

  function sharedFunction(name: string, way: Way): NativeFunction {
    return (
      fd: number,
      buffer: number,
      _phase: number,
      blocksize: number,
      size: number,
      nmemb: number,
      flags: number,
    ) => {
      const call = callOf(name, fd, flags, [fd, flags]);
      const own = [buffer, blocksize, size, nmemb];
      if (!isCommon(files.find(fd)))
        return start(call, fd, way, (file) => individually(name, file, way, bufferOf(own)));
      if (environment.MYTHREAD === 0) showArguments(fd, own);
      return start({ ...call, entry: 'all' }, fd, way, (file) => {
        return commonly(name, file, way, bufferOf(commonArguments(name, file, own)));
      });
    };
  }

  /** Thread 0 writes its arguments before it enters; they stay until all have moved their share. */
  function showArguments(fd: number, [buffer, ...others]: readonly number[]): void {
    const [rank, offset] = partsOf(environment, buffer!);
    environment.I32[(fd + COMMON_RANK) >>> 2] = rank;
    environment.I32.set([offset, ...others], (fd + COMMON_ARGUMENTS) >>> 2);
  }

  /** What it has written. */
  function shownArguments(address: number, count: number): readonly number[] {
    const { I32, runtime } = environment;
    const word = runtime.reach.value(address + COMMON_ARGUMENTS, 4 * count) >>> 2;
    const [offset, ...others] = I32.slice(word, word + count);
    const rank = runtime.words32.load(address + COMMON_RANK);
    return [offset === 0 ? 0 : addressOf(environment, rank, offset!), ...others];
  }

  /** Thread 0's arguments; tells of others here. */
  function commonArguments(name: string, { address }: OpenFile, own: readonly number[]): readonly number[] {
    const common = shownArguments(address, own.length);
    const wrong = own.findIndex((value, i) => value !== common[i]);
    if (wrong >= 0) {
      const text = wrong === 0 ? inHex : (value: number) => String(value >>> 0);
      const [here, there] = [text(own[wrong]!), text(common[wrong]!)];
      calls.warn(name, `${SHARED_PARAMETERS[wrong]} is ${here} here and ${there} on thread 0; ${COMMON_RULE}`);
    }
    return common;
  }

  function listFunction(name: string, way: Way): NativeFunction {
    return (fd: number, entries: number, memvec: number, regions: number, filevec: number, flags: number) =>
      start(callOf(name, fd, flags, [fd]), fd, way, (file) => {
        checkVector(name, 'memvec', memvec, entries);
        checkVector(name, 'filevec', filevec, regions);
        return byLists(
          name,
          file,
          way,
          readFileVector(environment, way.direction, filevec, regions >>> 0),
          readMemoryVector(environment, way.memory, way.direction, memvec, entries >>> 0),
        );
      });
  }

  /** Flags count only under weak semantics. */
  function callOf(name: string, fd: number, flags: number, agreed: readonly number[]): IoCall {
    const asked = isStrong(files.find(fd)) ? 0 : flags;
    return { name, agreed, entry: given.entry(name, asked), exit: given.exit(name, asked) };
  }

  /** Performs the operation: now, or for its completion. */
  function start(call: IoCall, fd: number, way: Way, operation: (file: OpenFile) => number): bigint | undefined {
    const work = (file: OpenFile) => {
      if (way.direction === 'read') mustBeReadable(file);
      else mustBeWritable(file);
      return operation(file);
    };
    if (!way.isAsync) return BigInt(calls.perform(call, () => work(files.idle(fd))));
    calls.perform({ ...call, exit: 'no' }, () => {
      const file = files.open(fd);
      if (file.outstanding !== undefined) environment.runtime.job.fail(`${call.name}: ${busyText(file)}`);
      const result = calls.attempt(call.name, () => work(file));
      file.outstanding = { name: call.name, result, errno: errnoNow(environment), exit: call.exit };
      return 0;
    });
    return undefined;
  }

  function individually(name: string, file: OpenFile, way: Way, part: BufferPart): number {
    if (way.memory === 'local' && isCommon(file))
      throw new WrongArgument(
        EINVAL,
        'fd',
        inHex(file.address),
        'it has the common file pointer, which only shared buffers can be used with',
      );
    const moved = byLists(name, file, way, [{ offset: file.position, size: part.size }], [part]);
    file.position += moved;
    return moved;
  }

  function byLists(name: string, file: OpenFile, way: Way, regions: Region[], parts: BufferPart[]): number {
    const [inMemory, inFile] = [totalSize(parts), totalSize(regions)];
    if (inMemory !== inFile)
      throw new WrongArgument(EINVAL, 'memvec', `${inMemory} bytes`, `filevec has ${inFile}, and both must be equal`);
    for (const part of parts) checkBuffer(environment, name, part);
    const ranges = parts.map((part) => ({ part, start: 0, end: part.size }));
    const move = () => transfer.move(way.direction, file.descriptor, regions, ranges);
    return isStrong(file) ? whileLocked(file.address + LOCK, move) : move();
  }

  function whileLocked(address: number, move: () => number): number {
    const { job, words32 } = environment.runtime;
    lock(job, words32, address, FREE);
    try {
      return move();
    } finally {
      unlock(job, words32, address, FREE);
    }
  }

  /** Each thread moves the bytes [start, end) of the buffer; all know how many there were in total. */
  function commonly(name: string, file: OpenFile, way: Way, part: BufferPart): number {
    checkBuffer(environment, name, part);
    const { MYTHREAD, THREADS } = environment;
    const share = Math.max(Math.ceil(part.size / THREADS), LEAST_SHARE);
    const startOf = (thread: number) => Math.min(thread * share, part.size);
    const [start, end] = [startOf(MYTHREAD), startOf(MYTHREAD + 1)];
    const regions = [{ offset: file.position + start, size: end - start }];
    const counts = calls.byEach(() => transfer.move(way.direction, file.descriptor, regions, [{ part, start, end }]));
    const short = counts.findIndex((count, thread) => count < startOf(thread + 1) - startOf(thread));
    const moved = short < 0 ? part.size : startOf(short) + counts[short]!;
    file.position += moved;
    return moved;
  }

  function checkVector(name: string, argument: string, address: number, entries: number): void {
    if (entries !== 0 && address === 0)
      calls.refuse(name, argument, 'a null pointer', `it must point to ${entries >>> 0} entries`);
  }

  /** Ends the outstanding operation: its result, and the waiting that its flags asked for. */
  function complete(name: string, fd: number): bigint {
    const exit = files.find(fd)?.outstanding?.exit ?? 'no';
    return BigInt(
      calls.perform({ name, agreed: [fd], entry: 'no', exit }, () => {
        const file = files.open(fd);
        const { outstanding } = file;
        if (outstanding === undefined)
          throw new WrongArgument(EINVAL, 'fd', inHex(fd), 'no asynchronous operation is outstanding on it');
        file.outstanding = undefined;
        if (outstanding.result < 0) setErrno(environment, outstanding.errno);
        return outstanding.result;
      }),
    );
  }

  function upc_all_ftest_async(fd: number, flag: number): bigint {
    if (flag === 0) calls.refuse('upc_all_ftest_async', 'flag', 'a null pointer', 'it must point to an int');
    const result = complete('upc_all_ftest_async', fd);
    environment.I32[flag >>> 2] = 1;
    return result;
  }

  const library: Record<string, NativeFunction> = {
    upc_all_fwait_async: (fd: number) => complete('upc_all_fwait_async', fd),
    upc_all_ftest_async,
  };
  for (const direction of ['read', 'write'] as const)
    for (const isAsync of [false, true]) {
      const suffix = isAsync ? '_async' : '';
      const add = (middle: string, memory: Memory, make: (name: string, way: Way) => NativeFunction) => {
        const name = `upc_all_f${direction}_${middle}${suffix}`;
        library[name] = make(name, { direction, memory, isAsync });
      };
      add('local', 'local', contiguousFunction);
      add('shared', 'shared', sharedFunction);
      add('list_local', 'local', listFunction);
      add('list_shared', 'shared', listFunction);
    }
  return library;
}

/** The buffer of (buffer, blocksize, size, nmemb), the block size being in elements. */
function bufferOf([address, blocksize, size, nmemb]: readonly number[]): BufferPart {
  const bytes = size! >>> 0;
  return { address: address!, size: bytes * (nmemb! >>> 0), blocksize: (blocksize! >>> 0) * bytes };
}
