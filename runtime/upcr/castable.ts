/**
 * Castability (UPC 1.3 optional library upc_castable.h, and Berkeley's functions): shared objects are castable where loads and
 * stores reach the memory, that of the thread's process and of those that it has mapped. With -g, uses of foreign pointers from plain casts are reported.
 */
import { FOREIGN_CAST, type NativeFunction, PLACE } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badThread } from '../errors.ts';
import { rangeFault } from '../memory/check.ts';
import { startOf } from '../memory/memories.ts';
import { isAddress, rankOf } from '../memory/space.ts';

/** UPC_CASTABLE_ALL and _NONE. */
const ALL = 15;
const NONE = 0;
/** BUPC_THREADS_SAME, _VERYNEAR, _NEAR, _FAR and _VERYFAR. */
const SAME = 0;
const VERY_NEAR = 100;
const NEAR = 200;
const FAR = 300;
const VERY_FAR = 400;
/** Value of FOREIGN_CAST. */
const ALLOWED = -1;

export function castable(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** The address; null for null, for addresses outside the job, and where loads and stores do not reach. */
  function upc_cast(address: number, _phase: number): number {
    allow(environment);
    return isCastable(environment, address) && rangeFault(environment, address, 1) === undefined ? address : 0;
  }

  /** Writes upc_thread_info_t { guaranteedCastable, probablyCastable }, the result, to the first argument. */
  function upc_thread_info(result: number, thread: number): void {
    const { I32, THREADS } = environment;
    allow(environment);
    if (thread >>> 0 >= THREADS) runtime.job.fail(badThread('upc_thread_info', thread >>> 0, THREADS));
    const castable = isShared(environment, thread) ? ALL : NONE;
    I32[result >>> 2] = castable;
    I32[(result + 4) >>> 2] = castable;
  }

  /** -g: a plain cast of a pointer to another thread's memory, whose use is an error. */
  function __pgasc_foreign_cast(): void {
    const { I32, BASE } = environment;
    const word = (BASE + FOREIGN_CAST) >>> 2;
    if (I32[word] !== ALLOWED) I32[word] = I32[(BASE + PLACE) >>> 2]! + 1;
  }

  return { upc_cast, upc_thread_info, __pgasc_foreign_cast, ...berkeley(environment) };
}

function berkeley(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    bupc_cast: (address: number, _phase: number) => {
      allow(environment);
      return isCastable(environment, address) ? address : 0;
    },
    bupc_castable: (address: number, _phase: number) => {
      allow(environment);
      return Number(isCastable(environment, address));
    },
    bupc_thread_castable: (thread: number) => {
      allow(environment);
      return Number(thread >>> 0 < environment.THREADS && isShared(environment, thread));
    },
    bupc_thread_distance: (one: number, other: number) => distance(environment, one, other),
  };
}

/** Whether loads and stores reach an address. */
function isCastable(environment: RuntimeEnvironment, address: number): boolean {
  return isAddress(environment, address) && isShared(environment, rankOf(environment, address));
}

/** Whether they reach the memory of a thread. */
function isShared({ runtime: { neighbourhood }, MYTHREAD }: RuntimeEnvironment, thread: number): boolean {
  return neighbourhood.memoryOf(thread) === neighbourhood.memoryOf(MYTHREAD);
}

/**
 * Very near are threads of one process; near those of others whose memory loads and stores reach from theirs; far others of a host; very far
 * those of other hosts.
 */
function distance({ runtime }: RuntimeEnvironment, one: number, other: number): number {
  if (one === other) return SAME;
  const { hostOf, memoryOf } = runtime.neighbourhood;
  if (hostOf(one) !== hostOf(other)) return VERY_FAR;
  if (startOf(runtime.leaders, one) === startOf(runtime.leaders, other)) return VERY_NEAR;
  return memoryOf(one) === memoryOf(other) ? NEAR : FAR;
}

/** Disables the -g reports: the program knows that all memory is addressable. */
function allow({ I32, BASE }: RuntimeEnvironment): void {
  I32[(BASE + FOREIGN_CAST) >>> 2] = ALLOWED;
}
