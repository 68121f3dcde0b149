/**
 * What the runtime says when something is wrong: what was wrong, with which values, what to do.
 *
 * The reporter adds thread and place in front and behind, so the texts begin in lower case and have no full stop.
 */

/** The program cannot be started as asked: one line, exit status 2. */
export class LaunchError extends Error {}

/** In a simulated job: a function that the runtime calls of the program would wait. */
export class WaitRefused extends Error {
  override readonly message =
    'a function that the runtime calls (a handler, an operator of a reduction, an exit action while main runs) would wait for other threads: in a simulated job it must not';
}

/** What is wrong with the program, found where no job is at hand to tell it. */
export class ProgramError extends Error {}

export const noRoomForPhantom = (bytes: string, room: string): string =>
  `no room for a phantom array of ${bytes}: a thread has ${room} of addresses for those of either heap; use more threads, each with less`;

export const kernelCommunicates = (kernel: string): string =>
  `${kernel} makes a call that may communicate or write: PGAS_KERNEL marks what computes on private memory alone, as it does not run each time`;

/** --simulate for a program compiled without -simulate. */
export const notSimulated =
  '--simulate: this program was compiled without -simulate; compile it with pgasc -simulate (with pgasc run: the flag before the source)';
/** A flag that needs each access to come to the runtime. */
export const notExplored = (flag: string): string =>
  `${flag}: this program was compiled without -explore, so not all accesses are known; compile it with pgasc -explore`;
/** The other way round of `notSimulated`. */
export const onlySimulated = 'this program was compiled with -simulate: run it with --simulate, or compile it without';

/** The flag may stand without a machine, so the word would be another one. */
export const detachedMachine = (machine: string): string =>
  `--simulate ${machine}: the machine's name stands behind an =, as in --simulate=${machine}`;

export const onlyExplored =
  'this program was compiled with -explore: run it with --explore=N, for the schedules of N runs at most, or compile it without';

/** A flag or an environment variable that asks for what a simulated job has not. */
export function notWhileSimulated(flag: string): string {
  return `${flag}: a simulated job has one process, and each of its threads is one coroutine`;
}

/** A size as people write it: 64 MiB, 1.5 GiB, 100 bytes. */
export function inUnits(bytes: number): string {
  for (const [unit, size] of [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const)
    if (bytes >= size) return `${Number((bytes / size).toFixed(1))} ${unit}`;
  return `${bytes} bytes`;
}

/** A pointer-to-shared or private address as people can read it; signed ones have 32 bits. */
export function inHex(address: number): string {
  return `0x${(address < 0 ? address >>> 0 : address).toString(16)}`;
}

// ---------------------------------------------------------------- barrier

/** A value given at a barrier and where; `place` may be empty. */
export interface GivenValue {
  readonly thread: number;
  readonly value: number;
  readonly place: string;
  /** Given in upc_wait, not in upc_notify or upc_barrier. */
  readonly inWait?: boolean;
}

export function barrierMismatch(one: GivenValue, other: GivenValue): string {
  return valuesDiffer(given(one), given(other));
}

/** The other value is of a thread of another process: `value`, unless that is the same, and a third process's differs. */
export function barrierMismatchElsewhere(own: GivenValue, value: number): string {
  return valuesDiffer(given(own), `a thread of another process gives ${value === own.value ? 'another' : value}`);
}

function valuesDiffer(one: string, other: string): string {
  return `barrier values do not match: ${one}, ${other}; all values given in one synchronization phase must be equal (UPC 1.3, 6.6.1)`;
}

function given({ thread, value, place, inWait }: GivenValue): string {
  return `thread ${thread} gives ${value}${inWait ? ' in upc_wait' : ''}${place && ` at ${place}`}`;
}

export function waitWithoutNotify(place: string): string {
  return `upc_wait at ${place} without an upc_notify before it`;
}

export function notifyTwice(statement: string, place: string, notified: string): string {
  return `${statement}${place === '' ? '' : ` at ${place}`}, but the upc_notify at ${notified} still lacks its upc_wait`;
}

export function notifiedAtEnd(notified: string): string {
  return `main ends, but the upc_notify at ${notified} still lacks its upc_wait (UPC 1.3, 6.6.1)`;
}

export function unevenBarriers(thread: number): string {
  return `the input ends, but thread ${thread} lacks an upc_notify or upc_barrier that others have executed (UPC 1.3, 6.6.1)`;
}

export function collectiveBetween(name: string, notified: string): string {
  return `${name} is collective and may not be called between the upc_notify at ${notified} and its upc_wait`;
}

export function notWritten(error: Error): string {
  return `cannot write standard output: ${error.message}`;
}

/** `who`: can never go on. */
export function deadlock(who: string, rollCall: readonly string[]): string {
  return `deadlock: ${who} can never go on\n${listed(rollCall)}`;
}

/** All threads wait, and could go on, but nothing comes. */
export function standstill(seconds: number, rollCall: readonly string[]): string {
  return `deadlock, or a loss of the network: nothing has come for ${seconds} s of what the threads wait for (PGAS_PEER_TIMEOUT)\n${listed(rollCall)}`;
}

/** --failed-images: what the loss of a process means to the others. */
export const goesOn =
  'its threads have failed, what was in their memory is lost, and the others go on (--failed-images)';
/** The same of process 0. */
export const notWithoutFirst =
  'the job cannot go on without thread 0, which has the accounts of the shared heaps, the locks of critical sections and standard input';

/** The network between two processes carries nothing; `provider`: libfabric's. */
export function cutOff(process: string, silent: string, seconds: number, provider: string): string {
  return `${process} has had no answer from ${silent} over ${provider} for ${seconds} s (PGAS_PEER_TIMEOUT), though both answer on their lines to the process that started the job: the network between them carries no data`;
}

/** PGAS_FREEZE=1: where debuggers attach to a process, "127.0.0.1:40123", there if it is on another host. */
export function attachTo(process: string, address: string, isFar: boolean): string {
  const port = address.split(':').at(-1);
  const there = isFar ? `${address} there (with ssh -L ${port}:${address} here)` : address;
  return `${process} is frozen before main: debuggers attach to ${there}, and see its threads (chrome://inspect, VS Code)`;
}

/** The same of the job. */
export function frozenUntil(command: string): string {
  return `the job is frozen before main: ${command} lets it begin`;
}

/** The answer to a signal. */
export function whereThreadsAre(signal: string, rollCall: readonly string[]): string {
  return `${signal}: where the threads are\n${listed(rollCall)}`;
}

function listed(rollCall: readonly string[]): string {
  const shown = rollCall.slice(0, 64);
  if (rollCall.length > shown.length) shown.push(`and ${rollCall.length - shown.length} more threads`);
  return shown.map((line) => `    ${line}`).join('\n');
}

/** `differing`: the arguments that are not the same; undefined where the functions are not. */
export function collectiveMismatch(
  first: string,
  firstThread: number,
  second: string,
  differing: readonly string[] | undefined,
): string {
  const [ofArguments, ofOrder] = second.startsWith('shmem_')
    ? ['OpenSHMEM 1.5, 9.3', 'OpenSHMEM 1.5, 9.3']
    : ['UPC 1.3, 3.10', 'UPC 1.3, 3.9'];
  const rule = differing
    ? `${differing.join(', ')} must be the same on all threads (${ofArguments})`
    : `all threads must make the same collective calls in the same order (${ofOrder})`;
  return `collective calls do not match: thread ${firstThread} calls ${first} where this thread calls ${second}; ${rule}`;
}

// ---------------------------------------------------------------- memory

export const DIVISION_BY_ZERO = 'division by zero';
export const UNREACHABLE = 'end of a function reached whose result is used, or code that cannot be reached';
export const RECURSION = 'stack overflow: the calls are nested too deeply (raise --stack)';

export function stackOverflow(size: number): string {
  return `stack overflow: local arrays and variables need more than the ${inUnits(size)} of this thread's stack (raise --stack)`;
}

export function badCall(index: number): string {
  return index === 0 ? 'call through a null function pointer' : `call of ${inHex(index)}, which is not a function`;
}

export const WRONG_FUNCTION =
  'call through a pointer to a function of another type: the function called has other parameters or another result';
export const QUOTIENT_OVERFLOW = 'the least integer divided by -1: the quotient is too large for its type';

/** In a session a function may be used before it is defined. */
export function notDefined(name: string): string {
  return `call of '${name}', which is declared and not yet defined`;
}

/** A warning: the job goes on. */
export function notMapped(why: string): string {
  return `the processes cannot map each other's memory (${why}): all accesses between them go over libfabric`;
}

export function badAccess(address: number, size: number, reason: string): string {
  return `access of ${size} bytes at ${inHex(address)}: ${reason}`;
}

/** Such an access goes through where the pointer is cast in the expression, or set from a cast in the function. */
export function misalignedAccess(size: number): string {
  return `misaligned: the address is no multiple of ${size}, and -O is needed to go there through a pointer that does not show it; memcpy copies from anywhere`;
}

/** `place` is that of the last cast of such a pointer. */
export function foreignCast(thread: number, place: string): string {
  const cast = place === '' ? '' : `, cast at ${place}`;
  return `private pointer to shared memory of thread ${thread}${cast}: it is valid on that thread alone (UPC 1.3, 6.4.3); upc_cast gives one for any`;
}

/** A block of a heap, as red zones know it. */
export interface BlockHistory {
  readonly size: number;
  readonly state: 'used' | 'free' | 'foreign';
  /** "file:line", or empty. */
  readonly allocated: string;
  readonly freed: string;
}

/** The same, and where it is. */
export interface KnownBlock extends BlockHistory {
  readonly address: number;
}

function named({ size, state }: BlockHistory): string {
  return `a block of ${size} bytes${state === 'free' ? ' that was freed' : ''}`;
}

/** A line of its own: the place of the failure ends the first one. */
function history({ state, allocated, freed }: BlockHistory): string {
  const from = allocated === '' ? [] : [`allocated at ${allocated}`];
  const to = state !== 'free' || freed === '' ? [] : [`freed at ${freed}`];
  return from.length + to.length === 0 ? '' : `\n    the block was ${[...from, ...to].join(' and ')}`;
}

/** An access of `size` bytes that is not all in the block, or in one that was freed. */
export function beyondBlock(address: number, size: number, block: KnownBlock): string {
  return `${distance(address - block.address, size, block.size)} ${named(block)}${history(block)}`;
}

/** The same of a static object; `declaration` is its type and place. */
export function beyondObject(from: number, size: number, length: number, declaration: string): string {
  return `${distance(from, size, length)} a static object of ${length} bytes${declaration}`;
}

function distance(from: number, size: number, length: number): string {
  if (from < 0) return `${-from} bytes before`;
  if (from === length) return 'right behind the end of';
  if (from > length) return `${from - length} bytes behind the end of`;
  if (from + size > length) return `from byte ${from} to ${from + size - length} bytes behind the end of`;
  return `byte ${from} of`;
}

export function freedBlock(): string {
  return 'a block that was there has been freed';
}

/** Where nothing looked at accesses. */
const FIND_IT = 'compile with -g to find where';

export function writtenThroughNull(bytes: number, address: number, thread: number): string {
  const whose = thread === 0 ? '' : ` of thread ${thread}`;
  return `${bytes} bytes at address ${inHex(address)}${whose} were written through a null pointer; ${FIND_IT}`;
}

export function overwritten(bytes: number, part: string, thread: number): string {
  return `${bytes} bytes behind the ${part} of thread ${thread} were overwritten, by a wrong pointer or index; ${FIND_IT}`;
}

export function damageFound(lines: readonly string[]): string {
  return [
    'memory that no pointer may reach was written before this barrier',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');
}

/** `kept` bytes of freed blocks may each thread hold, under -g. */
export function sharedHeapExhausted(
  name: string,
  wanted: number,
  left: number,
  heap: number,
  kept: number,
  inTheWay: number,
): string {
  const blocks = inTheWay < 0 ? '' : `, above it lie blocks of thread ${inTheWay}`;
  const note = blocks + (kept > 0 ? ` (-g keeps the last ${inUnits(kept)} that each thread freed)` : '');
  return (
    `${name}: the shared heap is exhausted: ${inUnits(wanted)} per thread wanted, ` +
    `the largest free piece has ${inUnits(left)} of ${inUnits(heap)} per thread${note}; raise --shared-heap`
  );
}

/** The runtime itself needs room. */
export function privateHeapExhausted(wanted: number, purpose: string): string {
  return `the private heap is exhausted: ${inUnits(wanted)} wanted for ${purpose}; raise --heap`;
}

/** The program was given a null pointer, and has failed. */
export function gaveNull(wanted: number, heap: number): string {
  return `its private heap of ${inUnits(heap)} had no room for ${inUnits(wanted)}, so that malloc gave NULL: raise --heap`;
}

// The block is given where there are red zones.

/** The address points to byte `within` of the block. */
export function notAllocated(name: string, address: number, block?: BlockHistory, within = 0): string {
  const inside = block ? `; it points to byte ${within} of ${named(block)}${history(block)}` : '';
  return `${name}(${inHex(address)}): not the start of a block that was allocated there${inside}`;
}

export function freedTwice(name: string, address: number, block?: BlockHistory): string {
  return `${name}(${inHex(address)}): this block has been freed already${block ? history(block) : ''}`;
}

/** Found when it is freed. */
export function blockOverrun(name: string, address: number, block: BlockHistory): string {
  return `${name}(${inHex(address)}): the block of ${block.size} bytes was written beyond its end${history(block)}`;
}

export function insideSymmetric(address: number, thread: number): string {
  return (
    `upc_free(${inHex(address)}): points to the part on thread ${thread}; ` +
    'give the pointer that the allocation returned, which points to thread 0'
  );
}

export function foreignBlock(name: string, address: number, thread: number): string {
  return `${name}(${inHex(address)}): this block belongs to thread ${thread}; only that thread may free it`;
}

// ---------------------------------------------------------------- UPC library

export function badThread(name: string, thread: number, threads: number): string {
  return `${name}: thread ${thread} is not in 0 .. ${threads - 1}`;
}

export function notALock(name: string, address: number): string {
  return address === 0
    ? `${name}: null pointer to a lock`
    : `${name}(${inHex(address)}): not a lock, or a lock that has been freed`;
}

export function lockedAlready(address: number): string {
  return `upc_lock(${inHex(address)}): this thread holds the lock already; UPC's locks are not recursive`;
}

export function notHolder(address: number, holder: number | undefined): string {
  const by = holder === undefined ? 'nobody holds it' : `thread ${holder} holds it`;
  return `upc_unlock(${inHex(address)}): this thread does not hold the lock, ${by}`;
}

export function badTransfer(name: string, address: number, size: number, reason: string): string {
  return `${name}: ${inUnits(size)} at ${inHex(address)}: ${reason}`;
}

/** Of accesses that are instructions: nothing tells the address. */
export const MISALIGNED_ATOMIC = 'atomic or strict access to a misaligned address';

export function misaligned(name: string, address: number, size: number): string {
  return `${name}: the target ${inHex(address)} is not aligned to ${size} bytes`;
}

export function badHandle(name: string, handle: number): string {
  return `${name}: ${inHex(handle)} is not the handle of an operation under way (each may be synchronized once)`;
}

/** An array argument that describes a non-contiguous transfer and cannot be read. */
export function badList(name: string, what: string, count: number, address: number, reason: string): string {
  return `${name}: ${what}, ${count} ${count === 1 ? 'entry' : 'entries'} at ${inHex(address)}: ${reason}`;
}

export function sizesDiffer(name: string, to: number, from: number): string {
  return `${name}: the destination has ${to} bytes and the source ${from}; both must have as many`;
}

export function overlappingRows(name: string, argument: string, stride: number, length: number): string {
  return `${name}: ${argument} is ${stride}, so that pieces of ${length} bytes would overlap in the destination`;
}

export function syncInRegion(name: string): string {
  return `${name} inside an access region: end it by bupc_end_accessregion and synchronize its handle`;
}

export function notADomain(name: string, address: number): string {
  return address === 0
    ? `${name}: null pointer to an atomic domain`
    : `${name}(${inHex(address)}): not an atomic domain, or one that has been freed`;
}

/** A wrong argument: what it is, and what it must be. */
export function badCollectiveArgument(name: string, argument: string, value: string, wanted: string): string {
  return `${name}: ${argument} is ${value}; ${wanted}`;
}

export function notASemaphore(name: string, address: number): string {
  return `${name}(${inHex(address)}): not a semaphore, or one that has been freed`;
}

export function badSemaphore(name: string, reason: string): string {
  return `${name}: ${reason}`;
}

export function cannotTrace(file: string, reason: string): string {
  return `PGAS_TRACEFILE: cannot write ${file}: ${reason}`;
}

export const STALE_JUMP = 'longjmp to a setjmp whose function has returned';
export const notLoaded = 'the program serves calls from JavaScript: it is started by load() of pgasc, not by itself';
export const NO_MAIN = 'the program has no function main';
