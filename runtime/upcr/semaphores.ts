/**
 * Berkeley's semaphores (bupc_sem_*) and signaling puts. A semaphore is a block of shared memory: its value, a magic
 * number, its flags.
 *
 * Each operation implies a fence: Atomics are sequentially consistent.
 */
import type { NativeFunction } from '../abi.ts';
import { awaited } from '../core/awaited.ts';
import { FOR_SEMAPHORE } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badSemaphore, inHex, notASemaphore } from '../errors.ts';
import { rankOf } from '../memory/space.ts';

/** Words of a semaphore. */
const VALUE = 0;
const MARK = 1;
const FLAGS = 2;
const SIZE = 64;
const SEMAPHORE_MARK = 0x5e3a;
const LARGEST = 65535;

const BOOLEAN = 1;
/** Mutually exclusive flags. */
const PAIRS: readonly (readonly [number, string])[] = [
  [BOOLEAN | 2, 'BUPC_SEM_BOOLEAN and BUPC_SEM_INTEGER'],
  [4 | 8, 'BUPC_SEM_SPRODUCER and BUPC_SEM_MPRODUCER'],
  [16 | 32, 'BUPC_SEM_SCONSUMER and BUPC_SEM_MCONSUMER'],
];
const ALL_FLAGS = 63;

export function semaphores(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  function bupc_sem_alloc(flags: number): number {
    const { I32 } = environment;
    checkFlags(flags);
    const address = runtime.sharedHeap.allocateLocal('bupc_sem_alloc', SIZE);
    I32[(address >>> 2) + FLAGS] = flags;
    I32[(address >>> 2) + VALUE] = 0;
    Atomics.store(I32, (address >>> 2) + MARK, SEMAPHORE_MARK);
    return address;
  }

  function checkFlags(flags: number): void {
    const fail = (reason: string) => runtime.job.fail(badSemaphore('bupc_sem_alloc', reason));
    if ((flags & ~ALL_FLAGS) !== 0) fail(`flags ${inHex(flags)} are more than BUPC_SEM_... values combined by |`);
    for (const [pair, names] of PAIRS) if ((flags & pair) === pair) fail(`${names} exclude each other`);
  }

  function bupc_sem_free(address: number): void {
    check('bupc_sem_free', address, 1);
    runtime.words32.store(address + 4 * MARK, 0);
    runtime.sharedHeap.free('bupc_sem_free', address);
  }

  /** Validates the semaphore; only an integer one changes by more than one. */
  function check(name: string, address: number, count: number): void {
    if (address === 0 || (address & 3) !== 0 || runtime.words32.load(address + 4 * MARK) !== SEMAPHORE_MARK)
      runtime.job.fail(notASemaphore(name, address));
    if (count !== 1 && isBoolean(address))
      runtime.job.fail(badSemaphore(name, 'a boolean semaphore has no N operations'));
    if (count >>> 0 > LARGEST) runtime.job.fail(badSemaphore(name, `${count >>> 0} is more than ${LARGEST}`));
  }

  function isBoolean(address: number): boolean {
    return (runtime.words32.load(address + 4 * FLAGS) & BOOLEAN) !== 0;
  }

  function post(name: string, address: number, count: number): void {
    check(name, address, count);
    if (isBoolean(address)) runtime.words32.store(address, 1);
    else if (runtime.words32.add(address, count) + count > LARGEST)
      runtime.job.fail(badSemaphore(name, `the value would become more than ${LARGEST}`));
    runtime.job.wake(address);
  }

  function take(address: number, count: number): boolean {
    for (;;) {
      const value = runtime.words32.load(address);
      if (value < count) return false;
      if (runtime.words32.compareExchange(address, value, value - count) === value) return true;
    }
  }

  function wait(name: string, address: number, count: number): void {
    check(name, address, count);
    const isRemote = !runtime.words32.isHere(address);
    const wait = { kind: FOR_SEMAPHORE, ...awaited(environment, address), count, isRemote };
    runtime.job.block(wait, () => take(address, count));
  }

  function attempt(name: string, address: number, count: number): number {
    check(name, address, count);
    runtime.job.glance();
    environment.fence(); // also when nothing is taken
    return Number(take(address, count));
  }

  /** Puts, then posts: the data are visible before the value. */
  function signal(name: string, to: number, from: number, size: number, address: number, count: number): void {
    check(name, address, count);
    if (size !== 0 && rankOf(environment, to) !== rankOf(environment, address))
      runtime.job.fail(badSemaphore(name, 'the semaphore and the destination must have affinity to one thread'));
    runtime.transfers.move(name, to, from, size);
    post(name, address, count);
  }

  return {
    bupc_sem_alloc,
    bupc_sem_free,
    bupc_sem_post: (s: number) => post('bupc_sem_post', s, 1),
    bupc_sem_postN: (s: number, n: number) => post('bupc_sem_postN', s, n),
    bupc_sem_wait: (s: number) => wait('bupc_sem_wait', s, 1),
    bupc_sem_waitN: (s: number, n: number) => wait('bupc_sem_waitN', s, n),
    bupc_sem_try: (s: number) => attempt('bupc_sem_try', s, 1),
    bupc_sem_tryN: (s: number, n: number) => attempt('bupc_sem_tryN', s, n),
    bupc_memput_signal: (to: number, _phase: number, from: number, size: number, s: number, n: number) =>
      signal('bupc_memput_signal', to, from, size, s, n),
    bupc_memput_signal_async: (to: number, _phase: number, from: number, size: number, s: number, n: number) =>
      signal('bupc_memput_signal_async', to, from, size, s, n),
  };
}
