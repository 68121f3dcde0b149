/**
 * Atomic operations through domains (UPC 1.3 optional library upc_atomic.h).
 *
 * A domain is a block of shared memory that says the type and the operations it was made for. What the machine does on
 * integers in one instruction it does; any other operation reads the target's bits, computes and swaps them in until
 * nobody came between.
 */
import { type NativeFunction, SECOND_RESULT } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badAtomicArgument, badAtomicDomain, notADomain } from '../errors.ts';
import { type Rmw, type RmwName, rmwOperations } from '../memory/rmw.ts';
import { atomicIndex, bitsOfDouble, bitsOfFloat, doubleOf, floatOf, update32, update64 } from './atomics.ts';

/** upc_op_t, as in upc_types.h and upc_atomic.h. */
const ADD = 1 << 0;
const MULT = 1 << 1;
const AND = 1 << 2;
const OR = 1 << 3;
const XOR = 1 << 4;
const MIN = 1 << 7;
const MAX = 1 << 8;
const GET = 1 << 9;
const SET = 1 << 10;
const CSWAP = 1 << 11;
const SUB = 1 << 12;
const INC = 1 << 13;
const DEC = 1 << 14;

const ACCESSORS = GET | SET | CSWAP;
const NUMERIC = ADD | SUB | MULT | INC | DEC | MAX | MIN;
const BITWISE = AND | OR | XOR;
const WITHOUT_OPERAND = GET | INC | DEC;

/** Operations on integers that are one instruction. */
const INSTRUCTIONS: readonly (readonly [operation: number, name: RmwName])[] = [
  [ADD, 'add'],
  [SUB, 'sub'],
  [AND, 'and'],
  [OR, 'or'],
  [XOR, 'xor'],
  [SET, 'set'],
  [INC, 'inc'],
  [DEC, 'dec'],
];

/** A type of atomic objects: how its bits are read as values, and what may be done with them. */
interface AtomicType {
  readonly size: 4 | 8;
  readonly operations: number;
  /** An integer type: has machine instructions. */
  readonly isInteger?: boolean;
  /** The new bits; `old`, `one` and `two` are bits in signed form, numbers or bigints by size. */
  compute(op: number, old: Bits, one: Bits, two: Bits): Bits;
}
type Bits = number | bigint;

/** upc_type_t, as in upc_types.h. */
const signed32 = integerType(4, (bits) => BigInt(bits));
const unsigned32 = integerType(4, (bits) => BigInt.asUintN(32, BigInt(bits)));
const signed64 = integerType(8, (bits) => BigInt(bits));
const unsigned64 = integerType(8, (bits) => BigInt.asUintN(64, BigInt(bits)));
const TYPES: readonly (AtomicType | undefined)[] = Object.assign([], {
  5: signed32,
  6: unsigned32,
  7: signed64,
  8: unsigned64,
  15: signed32,
  16: unsigned32,
  17: signed64,
  18: unsigned64,
  19: floatingType(4, (bits) => floatOf(Number(bits)), bitsOfFloat),
  20: floatingType(8, (bits) => doubleOf(BigInt(bits)), bitsOfDouble),
  22: pointerType(),
});

/** Words of a domain. */
const MARK = 0;
const TYPE = 1;
const OPERATIONS = 2;
const SIZE = 16;
const DOMAIN_MARK = 0xd0a11;

export function atomicDomains(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  /** By size, and by the operation's bit number; made when they are first needed. */
  const instructions: Partial<Record<4 | 8, readonly (Rmw | undefined)[]>> = {};

  function makeInstructions(size: 4 | 8): readonly (Rmw | undefined)[] {
    const known = rmwOperations(environment, size);
    return (instructions[size] = Array.from({ length: 32 }, (_, bit) => {
      const name = INSTRUCTIONS.find(([operation]) => operation === 1 << bit)?.[1];
      return name && known[name];
    }));
  }

  function upc_all_atomicdomain_alloc(type: number, operations: number, _hints: number): number {
    const name = 'upc_all_atomicdomain_alloc';
    runtime.barrier.refuseBetween(name);
    const allowed = TYPES[type]?.operations ?? 0;
    if (allowed === 0 || (operations & ~allowed) !== 0) runtime.job.fail(badAtomicDomain(type, operations & ~allowed));
    return runtime.collectives.take({ name, arguments: [type, operations], begin: () => allocate(type, operations) });
  }

  function allocate(type: number, operations: number): number {
    const { I32 } = environment;
    const address = runtime.sharedHeap.allocateLocal('upc_all_atomicdomain_alloc', SIZE);
    const word = address >>> 2;
    I32[word + TYPE] = type;
    I32[word + OPERATIONS] = operations;
    Atomics.store(I32, word + MARK, DOMAIN_MARK);
    return address;
  }

  function upc_all_atomicdomain_free(address: number): void {
    const name = 'upc_all_atomicdomain_free';
    runtime.barrier.refuseBetween(name);
    const finish = () => {
      if (address === 0) return;
      Atomics.store(environment.I32, (address >>> 2) + MARK, 0);
      runtime.sharedHeap.free(name, address);
    };
    runtime.collectives.take({ name, arguments: [address, 0], begin: () => 0, finish });
  }

  function operate(
    domain: number,
    fetch: number,
    op: number,
    target: number,
    _phase: number,
    operand1: number,
    operand2: number,
  ): void {
    const { I32 } = environment;
    const word = domain >>> 2;
    if (domain === 0 || I32[word + MARK] !== DOMAIN_MARK) runtime.job.fail(notADomain(domain));
    const fault = argumentFault(op, I32[word + OPERATIONS]!, fetch, operand1, operand2);
    if (fault !== undefined) runtime.job.fail(badAtomicArgument(fault));
    const type = TYPES[I32[word + TYPE]!]!;
    const index = atomicIndex(environment, 'upc_atomic', target, type.size);
    const instruction = type.isInteger && (instructions[type.size] ?? makeInstructions(type.size))[31 - Math.clz32(op)];
    if (instruction) instruction(target, operand1, fetch === 0 ? environment.BASE + SECOND_RESULT : fetch);
    else if (type.size === 4) operate32(type, fetch, op, index, operand1, operand2);
    else operate64(type, fetch, op, index, operand1, operand2);
  }

  function operate32(type: AtomicType, fetch: number, op: number, index: number, first: number, second: number): void {
    const { I32 } = environment;
    const one = first === 0 ? 0 : I32[first >>> 2]!;
    const two = second === 0 ? 0 : I32[second >>> 2]!;
    const old =
      op === GET ? Atomics.load(I32, index) : update32(I32, index, (bits) => Number(type.compute(op, bits, one, two)));
    if (fetch !== 0) I32[fetch >>> 2] = old;
  }

  function operate64(type: AtomicType, fetch: number, op: number, index: number, first: number, second: number): void {
    const { I64 } = environment;
    const one = first === 0 ? 0n : I64[first >>> 3]!;
    const two = second === 0 ? 0n : I64[second >>> 3]!;
    const old =
      op === GET ? Atomics.load(I64, index) : update64(I64, index, (bits) => BigInt(type.compute(op, bits, one, two)));
    if (fetch !== 0) I64[fetch >>> 3] = old;
  }

  return {
    upc_all_atomicdomain_alloc,
    upc_all_atomicdomain_free,
    upc_atomic_strict: operate,
    upc_atomic_relaxed: operate,
    upc_atomic_isfast: (type: number, operations: number, _address: number, _phase: number) =>
      Number((operations & ~(TYPES[type]?.operations ?? 0)) === 0),
  };
}

/** What is wrong with the arguments of an operation. */
function argumentFault(op: number, operations: number, fetch: number, one: number, two: number): string | undefined {
  if (op === 0 || (op & (op - 1)) !== 0) return `${op} is not one operation`;
  if ((op & operations) === 0) return `operation ${op} is not among those that the domain was allocated for`;
  if (op === GET && fetch === 0) return 'UPC_GET needs a fetch pointer';
  if ((op & WITHOUT_OPERAND) !== 0 && one !== 0) return 'operand1 must be null: the operation does not use it';
  if ((op & WITHOUT_OPERAND) === 0 && one === 0) return 'operand1 is null';
  if (op !== CSWAP && two !== 0) return 'operand2 must be null: only UPC_CSWAP uses it';
  if (op === CSWAP && two === 0) return 'operand2 is null';
  return undefined;
}

function integerType(size: 4 | 8, toValue: (bits: Bits) => bigint): AtomicType {
  return {
    size,
    operations: ACCESSORS | NUMERIC | BITWISE,
    isInteger: true,
    compute: (op, old, one, two) =>
      op === CSWAP ? (old === one ? two : old) : wrap(size, integerResult(op, toValue(old), toValue(one))),
  };
}

function wrap(size: 4 | 8, value: bigint): Bits {
  return size === 4 ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
}

function integerResult(op: number, old: bigint, one: bigint): bigint {
  switch (op) {
    case AND:
      return old & one;
    case OR:
      return old | one;
    case XOR:
      return old ^ one;
    case MIN:
      return old < one ? old : one;
    case MAX:
      return old > one ? old : one;
    case MULT:
      return old * one;
    case SET:
      return one;
    default:
      return old + (op === ADD ? one : op === SUB ? -one : op === INC ? 1n : -1n);
  }
}

/** Comparison in UPC_CSWAP is of values, so that 0.0 equals -0.0. */
function floatingType(size: 4 | 8, toValue: (bits: Bits) => number, bitsOf: (value: number) => Bits): AtomicType {
  return {
    size,
    operations: ACCESSORS | NUMERIC,
    compute: (op, old, one, two) =>
      op === CSWAP
        ? toValue(old) === toValue(one)
          ? two
          : old
        : op === SET
          ? one
          : bitsOf(floatingResult(op, toValue(old), toValue(one))),
  };
}

function floatingResult(op: number, old: number, one: number): number {
  switch (op) {
    case ADD:
      return old + one;
    case SUB:
      return old - one;
    case MULT:
      return old * one;
    case MIN:
      return Math.min(old, one);
    case MAX:
      return Math.max(old, one);
    default:
      return old + (op === INC ? 1 : -1);
  }
}

/** A pointer-to-shared: address in the low word, phase in the high one, which the comparison ignores. */
function pointerType(): AtomicType {
  const addressOf = (bits: Bits) => BigInt.asUintN(32, BigInt(bits));
  return {
    size: 8,
    operations: ACCESSORS,
    compute: (op, old, one, two) => (op === SET ? one : addressOf(old) === addressOf(one) ? two : old),
  };
}
