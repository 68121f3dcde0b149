/**
 * Atomics on words of any thread's memory, by address, with the operations and results of JavaScript's Atomics:
 * integers of 32 bits as numbers, of 64 bits as bigints, both in signed form.
 *
 * Local words are modified in place; for others the network takes the operands from a few bytes of this thread's own
 * memory, and stores the old value there. Each function is blocking. Threads tell each other by words: a change of one waits for the atomic
 * operations that this thread has begun.
 */
import type { AtomicOperation } from '../../conduits/conduit.ts';
import type { Words } from '../../core/words.ts';
import { WORDS } from '../../memory/control.ts';
import type { Space } from '../../memory/space.ts';
import { update32, update64 } from '../../memory/words.ts';
import type { Atomic } from './atomic.ts';

/** Offsets of operands and result in those bytes. */
const [OPERAND, COMPARE, RESULT] = [0, 8, 16];

export class Words32 implements Words {
  private readonly I32: Int32Array;
  private readonly scratch: number;

  constructor(
    { I32, BASE }: Space,
    private readonly atomic: Atomic,
  ) {
    this.I32 = I32;
    this.scratch = (BASE + WORDS) | 0;
  }

  isHere(address: number): boolean {
    return this.atomic.isHere(address);
  }

  load(address: number): number {
    if (this.atomic.isHere(address)) return Atomics.load(this.I32, address >>> 2);
    return this.perform('get', address, 0, 0);
  }

  store(address: number, value: number): void {
    this.atomic.end();
    if (this.atomic.isHere(address)) Atomics.store(this.I32, address >>> 2, value);
    else this.perform('set', address, value, 0);
  }

  exchange(address: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.exchange(this.I32, address >>> 2, value);
    return this.perform('set', address, value, 0);
  }

  compareExchange(address: number, expected: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.compareExchange(this.I32, address >>> 2, expected, value);
    return this.perform('cas', address, value, expected);
  }

  add(address: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.add(this.I32, address >>> 2, value);
    return this.perform('add', address, value, 0);
  }

  and(address: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.and(this.I32, address >>> 2, value);
    return this.perform('and', address, value, 0);
  }

  or(address: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.or(this.I32, address >>> 2, value);
    return this.perform('or', address, value, 0);
  }

  xor(address: number, value: number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.xor(this.I32, address >>> 2, value);
    return this.perform('xor', address, value, 0);
  }

  /** Replaces the word by a function of it; returns the old one. */
  update(address: number, change: (old: number) => number): number {
    this.atomic.end();
    if (this.atomic.isHere(address)) return update32(this.I32, address >>> 2, change);
    for (let old = this.load(address); ; ) {
      const seen = this.compareExchange(address, old, change(old));
      if (seen === old) return old;
      old = seen;
    }
  }

  private perform(operation: AtomicOperation, address: number, operand: number, compare: number): number {
    const { I32, scratch } = this;
    I32[(scratch + OPERAND) >>> 2] = operand;
    I32[(scratch + COMPARE) >>> 2] = compare;
    this.atomic.perform(operation, 'i32', address, scratch + OPERAND, scratch + COMPARE, scratch + RESULT);
    return I32[(scratch + RESULT) >>> 2]!;
  }
}

export class Words64 {
  private readonly I64: BigInt64Array;
  private readonly scratch: number;

  constructor(
    { I64, BASE }: Space,
    private readonly atomic: Atomic,
  ) {
    this.I64 = I64;
    this.scratch = (BASE + WORDS) | 0;
  }

  load(address: number): bigint {
    if (this.atomic.isHere(address)) return Atomics.load(this.I64, address >>> 3);
    return this.perform('get', address, 0n, 0n);
  }

  store(address: number, value: bigint): void {
    this.atomic.end();
    if (this.atomic.isHere(address)) Atomics.store(this.I64, address >>> 3, value);
    else this.perform('set', address, value, 0n);
  }

  exchange(address: number, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.exchange(this.I64, address >>> 3, value);
    return this.perform('set', address, value, 0n);
  }

  compareExchange(address: number, expected: bigint, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.compareExchange(this.I64, address >>> 3, expected, value);
    return this.perform('cas', address, value, expected);
  }

  add(address: number, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.add(this.I64, address >>> 3, value);
    return this.perform('add', address, value, 0n);
  }

  and(address: number, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.and(this.I64, address >>> 3, value);
    return this.perform('and', address, value, 0n);
  }

  or(address: number, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.or(this.I64, address >>> 3, value);
    return this.perform('or', address, value, 0n);
  }

  xor(address: number, value: bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return Atomics.xor(this.I64, address >>> 3, value);
    return this.perform('xor', address, value, 0n);
  }

  /** Replaces the word by a function of it; returns the old one. */
  update(address: number, change: (old: bigint) => bigint): bigint {
    this.atomic.end();
    if (this.atomic.isHere(address)) return update64(this.I64, address >>> 3, change);
    for (let old = this.load(address); ; ) {
      const seen = this.compareExchange(address, old, change(old));
      if (seen === old) return old;
      old = seen;
    }
  }

  private perform(operation: AtomicOperation, address: number, operand: bigint, compare: bigint): bigint {
    const { I64, scratch } = this;
    I64[(scratch + OPERAND) >>> 3] = operand;
    I64[(scratch + COMPARE) >>> 3] = compare;
    this.atomic.perform(operation, 'i64', address, scratch + OPERAND, scratch + COMPARE, scratch + RESULT);
    return I64[(scratch + RESULT) >>> 3]!;
  }
}
