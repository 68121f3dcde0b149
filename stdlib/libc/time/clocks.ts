/**
 * Clocks, sleeping and use of resources: <time.h>, <sys/time.h>, <sys/times.h>, <sys/resource.h>, <unistd.h>.
 * All clocks count from the platform's nanosecond counter; real time is that counter from a reading of the calendar.
 * Reading a clock polls once in a while: programs read it in loops that wait for memory.
 * A thread's CPU time is the platform's where it has one, else the time since the thread began.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { platform } from '../../../runtime/platform/linked.ts';
import { EINVAL, setErrno } from '../errno.ts';

const NANOSECONDS = 1_000_000_000n;
const CLOCK_TICKS = 100n;
const RUSAGE_SELF = 0;
const RUSAGE_CHILDREN = -1;
const RUSAGE_THREAD = 1;
const RUSAGE_SIZE = 144;

type ThreadCpu = { threadCpuUsage?: () => NodeJS.CpuUsage };

export const clocksLibrary: LibraryFactory = (env) => {
  const { I64 } = env;
  const { clock: platformClock } = platform;
  const monotonic = () => platformClock.nanoseconds();
  const started = monotonic();
  const calendarStart = BigInt(Math.round((platformClock.origin + platformClock.milliseconds()) * 1e6)) - monotonic();

  const realtime = () => calendarStart + monotonic();
  const threadCpu = () => platformClock.ofThread() ?? monotonic() - started;
  const processCpu = () => platformClock.ofProcess();

  /** By clockid_t. */
  const CLOCKS = [realtime, monotonic, processCpu, threadCpu, monotonic, realtime, monotonic, monotonic];

  function fail(): -1 {
    setErrno(env, EINVAL);
    return -1;
  }

  /** struct timespec */
  function writeTimespec(address: number, time: bigint): void {
    I64[address >>> 3] = time / NANOSECONDS;
    I64[(address + 8) >>> 3] = time % NANOSECONDS;
  }

  /** struct timeval, from microseconds */
  function writeTimeval(address: number, time: bigint): void {
    I64[address >>> 3] = time / 1_000_000n;
    I64[(address + 8) >>> 3] = time % 1_000_000n;
  }

  function clock_gettime(id: number, address: number): number {
    const clock = CLOCKS[id];
    if (clock === undefined) return fail();
    env.poll();
    writeTimespec(address, clock());
    return 0;
  }

  function clock_getres(id: number, address: number): number {
    if (CLOCKS[id] === undefined) return fail();
    if (address !== 0) writeTimespec(address, 1n);
    return 0;
  }

  function gettimeofday(address: number, zone: number): number {
    env.poll();
    if (address !== 0) writeTimeval(address, realtime() / 1000n);
    if (zone !== 0) I64[zone >>> 3] = 0n;
    return 0;
  }

  function time(place: number): bigint {
    env.poll();
    const now = realtime() / NANOSECONDS;
    if (place !== 0) I64[place >>> 3] = now;
    return now;
  }

  function timespec_get(address: number, base: number): number {
    if (base !== 1) return 0;
    writeTimespec(address, realtime());
    return base;
  }

  function sleep(time: number): number {
    env.sleep(Number(I64[time >>> 3]!) * 1000 + Number(I64[(time + 8) >>> 3]!) / 1e6);
    return 0;
  }

  const ticks = (microseconds: number) => (BigInt(microseconds) * CLOCK_TICKS) / 1_000_000n;
  function clock(): bigint {
    env.poll();
    return threadCpu() / 1000n;
  }

  function times(address: number): bigint {
    const { user, system } = process.cpuUsage();
    if (address !== 0) I64.set([ticks(user), ticks(system), 0n, 0n], address >>> 3);
    return (monotonic() * CLOCK_TICKS) / NANOSECONDS;
  }

  function getrusage(who: number, address: number): number {
    if (who !== RUSAGE_SELF && who !== RUSAGE_CHILDREN && who !== RUSAGE_THREAD) return fail();
    env.fill(address, 0, RUSAGE_SIZE);
    if (who === RUSAGE_CHILDREN) return 0;
    const usage = process.resourceUsage();
    const cpu = (who === RUSAGE_THREAD ? (process as ThreadCpu).threadCpuUsage?.() : undefined) ?? process.cpuUsage();
    writeTimeval(address, BigInt(cpu.user));
    writeTimeval(address + 16, BigInt(cpu.system));
    const { maxRSS, sharedMemorySize, unsharedDataSize, unsharedStackSize, minorPageFault, majorPageFault } = usage;
    const { swappedOut, fsRead, fsWrite, ipcSent, ipcReceived, signalsCount } = usage;
    const counts = [maxRSS, sharedMemorySize, unsharedDataSize, unsharedStackSize, minorPageFault, majorPageFault];
    counts.push(swappedOut, fsRead, fsWrite, ipcSent, ipcReceived, signalsCount);
    counts.push(usage.voluntaryContextSwitches, usage.involuntaryContextSwitches);
    I64.set(counts.map(BigInt), (address + 32) >>> 3);
    return 0;
  }

  return {
    clock,
    clock_gettime,
    clock_getres,
    gettimeofday,
    time,
    timespec_get,
    __pgasc_sleep: sleep,
    times,
    getrusage,
  };
};
