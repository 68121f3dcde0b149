/**
 * PAMI_Rmw: an atomic operation on a word of 4 or 8 bytes of another task.
 *
 * The operations are SET, ADD, OR, AND and XOR, each alone, with FETCH (the old value goes to `local`), with COMPARE
 * (only if the word equals the one at `test`), or with both; and FETCH alone: 21. They are unordered, even with each
 * other: this implementation performs the last one issued first, when the context is advanced.
 */
import { rankOf, type Space } from '../../memory/space.ts';
import type { EventFunction } from './completions.ts';
import type { Context } from './context.ts';
import { type Endpoint, taskOf } from './endpoint.ts';
import type { Rmw } from './parameters.ts';
import {
  PAMI_TYPE_SIGNED_INT,
  PAMI_TYPE_SIGNED_LONG,
  PAMI_TYPE_SIGNED_LONG_LONG,
  PAMI_TYPE_UNSIGNED_INT,
  PAMI_TYPE_UNSIGNED_LONG,
  PAMI_TYPE_UNSIGNED_LONG_LONG,
} from './predefined.ts';
import { hex, PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';
import { purged } from './sending.ts';
import type { Type } from './type.ts';

/** Bits of pami_atomic_t. */
export const PAMI_ATOMIC_FETCH = 1;
export const PAMI_ATOMIC_COMPARE = 2;
export const PAMI_ATOMIC_SET = 1 << 2;
export const PAMI_ATOMIC_ADD = 2 << 2;
export const PAMI_ATOMIC_OR = 3 << 2;
export const PAMI_ATOMIC_AND = 4 << 2;
export const PAMI_ATOMIC_XOR = 5 << 2;
const OPERATION = ~3;

const TYPES: ReadonlySet<Type | undefined> = new Set<Type | undefined>([
  PAMI_TYPE_SIGNED_INT,
  PAMI_TYPE_UNSIGNED_INT,
  PAMI_TYPE_SIGNED_LONG,
  PAMI_TYPE_UNSIGNED_LONG,
  PAMI_TYPE_SIGNED_LONG_LONG,
  PAMI_TYPE_UNSIGNED_LONG_LONG,
]);

interface Request {
  readonly dest: Endpoint;
  readonly local: number;
  readonly remote: number;
  readonly value: number;
  readonly test: number;
  readonly operation: number;
  readonly bytes: number;
  readonly doneFn: EventFunction | undefined;
  readonly cookie: number;
}

export class RmwQueue {
  private requests: Request[] = [];

  constructor(private readonly context: Context) {}

  get length(): number {
    return this.requests.length;
  }

  isPendingTo(dest: Endpoint): boolean {
    return this.requests.some((request) => request.dest === dest);
  }

  issue(p: Rmw): Result {
    const wrong = this.wrongWith(p);
    if (wrong !== undefined) return refuse(PAMI_INVAL, 'PAMI_Rmw', wrong);
    if (this.context.isPurged(p.dest)) return purged('PAMI_Rmw', p.dest);
    const { dest, local, remote, value, test, operation, doneFn, cookie } = p;
    const bytes = p.type!.dataSize;
    this.requests.push({ dest, local, remote, value, test, operation, bytes, doneFn, cookie });
    return PAMI_SUCCESS;
  }

  /** Performs the issued operations; returns their number. */
  perform(): number {
    const { requests, context } = this;
    this.requests = [];
    for (const request of requests.reverse()) {
      execute(context.adapter.space, context.adapter.memoryOf(taskOf(request.dest)), request);
      if (request.doneFn !== undefined) context.completions.push(request.doneFn, request.cookie);
    }
    return requests.length;
  }

  purge(dest: Endpoint): void {
    this.requests = this.requests.filter((request) => request.dest !== dest);
  }

  private wrongWith({ dest, remote, operation, type }: Rmw): string | undefined {
    const { adapter } = this.context;
    const code = operation & OPERATION;
    if (!adapter.hasContext(dest)) return `endpoint 0x${dest.toString(16)}: there is no such task or context`;
    if (!TYPES.has(type)) return 'the type must be a signed or unsigned int, long or long long';
    if (code > PAMI_ATOMIC_XOR || operation < 1 || (code === 0 && operation !== PAMI_ATOMIC_FETCH))
      return `operation ${operation}: there is none of this number`;
    const size = type!.dataSize;
    if ((remote & (size - 1)) !== 0) return `address ${hex(remote)} is not a multiple of ${size}`;
    if (rankOf(adapter.memoryOf(taskOf(dest)), remote) !== taskOf(dest))
      return `address ${hex(remote)} is not in the memory of task ${taskOf(dest)}`;
    return undefined;
  }
}

/** `there`: the memory of the word. */
function execute(space: Space, there: Space, { local, remote, value, test, operation, bytes }: Request): void {
  const fetches = (operation & PAMI_ATOMIC_FETCH) !== 0;
  const compares = (operation & PAMI_ATOMIC_COMPARE) !== 0;
  const code = operation & OPERATION;
  if (bytes === 4) {
    const { I32 } = space;
    const old = change32(there.I32, remote >>> 2, code, I32[value >>> 2]!, compares, I32[test >>> 2]!);
    if (fetches) I32[local >>> 2] = old;
  } else {
    const { I64 } = space;
    const old = change64(there.I64, remote >>> 3, code, I64[value >>> 3]!, compares, I64[test >>> 3]!);
    if (fetches) I64[local >>> 3] = old;
  }
}

function change32(I32: Int32Array, word: number, code: number, value: number, compares: boolean, test: number): number {
  for (;;) {
    const old = Atomics.load(I32, word);
    if (code === 0 || (compares && old !== test)) return old;
    if (Atomics.compareExchange(I32, word, old, changed32(code, old, value)) === old) return old;
  }
}

function change64(
  I64: BigInt64Array,
  word: number,
  code: number,
  value: bigint,
  compares: boolean,
  test: bigint,
): bigint {
  for (;;) {
    const old = Atomics.load(I64, word);
    if (code === 0 || (compares && old !== test)) return old;
    if (Atomics.compareExchange(I64, word, old, changed64(code, old, value)) === old) return old;
  }
}

function changed32(code: number, old: number, value: number): number {
  if (code === PAMI_ATOMIC_SET) return value;
  if (code === PAMI_ATOMIC_ADD) return (old + value) | 0;
  if (code === PAMI_ATOMIC_OR) return old | value;
  if (code === PAMI_ATOMIC_AND) return old & value;
  return old ^ value;
}

function changed64(code: number, old: bigint, value: bigint): bigint {
  if (code === PAMI_ATOMIC_SET) return value;
  if (code === PAMI_ATOMIC_ADD) return BigInt.asIntN(64, old + value);
  if (code === PAMI_ATOMIC_OR) return old | value;
  if (code === PAMI_ATOMIC_AND) return old & value;
  return old ^ value;
}
