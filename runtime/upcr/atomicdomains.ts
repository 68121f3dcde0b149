/**
 * Atomic operations through domains (UPC 1.3 optional library upc_atomic.h).
 *
 * A domain is a block of shared memory that holds its type and operations. Integer operations with a machine
 * instruction use it, remote ones that the network supports use the network; any other operation is a compare-and-swap
 * loop on the target's bits. A domain of UPC_ATOMIC_HINT_FAVOR_FAR is the network adapter's, if that has all its operations: then no processor
 * changes its objects atomically, not even those of this thread.
 */
import { type NativeFunction, SECOND_RESULT } from '../abi.ts';
import type { AtomicOperation } from '../conduits/conduit.ts';
import { BY_ADAPTER, DOMAIN_MARK, DOMAIN_SIZE, MARK, OPERAND_SIZE, OPERATIONS, TYPE } from '../core/atomicdomain.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCollectiveArgument, inHex, notADomain } from '../errors.ts';
import { WORDS } from '../memory/control.ts';
import { type Rmw, type RmwName, rmwOperations } from '../memory/rmw.ts';
import { offsetOf, partsOf, rankOf } from '../memory/space.ts';
import { atomicAddress, fenced } from './atomics.ts';
import {
  ADD,
  AND,
  type AtomicType,
  CSWAP,
  DEC,
  FAVOR_FAR,
  GET,
  INC,
  MAX,
  MIN,
  OR,
  operationNames,
  SET,
  STEPS,
  SUB,
  TYPES,
  WITHOUT_OPERAND,
  XOR,
} from './atomictypes.ts';

/** Integer operations that are one instruction. */
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

/** Those that compare values. */
const COMPARING = MIN | MAX | CSWAP;

/** Operations about as fast as the fastest: one instruction, a load, or a compare-and-swap. */
const FAST = INSTRUCTIONS.reduce((sum, [operation]) => sum | operation, GET | CSWAP);

export function atomicDomains(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  /** By size, and by the operation's bit number; created on first use. */
  const instructions: Partial<Record<4 | 8, readonly (Rmw | undefined)[]>> = {};

  function makeInstructions(size: 4 | 8): readonly (Rmw | undefined)[] {
    const known = rmwOperations(environment, size);
    return (instructions[size] = Array.from({ length: 32 }, (_, bit) => {
      const name = INSTRUCTIONS.find(([operation]) => operation === 1 << bit)?.[1];
      return name && known[name];
    }));
  }

  function upc_all_atomicdomain_alloc(type: number, operations: number, hints: number): number {
    const name = 'upc_all_atomicdomain_alloc';
    runtime.barrier.beginCollective(name);
    const known = TYPES[type];
    if (known === undefined) return runtime.job.fail(noAtomicType(name, type));
    const wrong = operations & ~known.operations;
    if (wrong !== 0) runtime.job.fail(noAtomicOperation(name, operations, known.name, wrong));
    const begin = () => allocate(type, operations, (hints & FAVOR_FAR) !== 0);
    return runtime.collectives.take({ name, arguments: [type, operations], begin });
  }

  function allocate(type: number, operations: number, isFar: boolean): number {
    const { I32 } = environment;
    const address = runtime.sharedHeap.allocateLocal('upc_all_atomicdomain_alloc', DOMAIN_SIZE);
    const word = address >>> 2;
    I32[word + TYPE] = type;
    I32[word + OPERATIONS] = operations;
    I32[word + OPERAND_SIZE] = TYPES[type]!.size;
    I32[word + BY_ADAPTER] = isFar && adapterHas(TYPES[type]!, operations) ? 1 : 0;
    Atomics.store(I32, word + MARK, DOMAIN_MARK);
    return address;
  }

  /** Whether it has all operations, as UPC defines them: of a NaN or of zeros of both signs networks do not say what is less or equal. */
  function adapterHas(type: AtomicType, operations: number): boolean {
    const { adapter } = runtime;
    const has = allBits(operations).every((op) => {
      const request = requestOf(type, op);
      return request !== undefined && adapter?.has(request, type.machine) && (type.isInteger || (op & COMPARING) === 0);
    });
    if (environment.variables.PGAS_VERBOSE === '1') runtime.job.inform(executorOf(type, operations, has));
    return has;
  }

  function upc_all_atomicdomain_free(address: number): void {
    const name = 'upc_all_atomicdomain_free';
    runtime.barrier.beginCollective(name);
    if (address !== 0 && runtime.domains.at(address) === undefined) runtime.job.fail(notADomain(name, address));
    runtime.domains.forget(address);
    const finish = () => {
      if (address === 0) return;
      runtime.words32.store(address + 4 * MARK, 0);
      runtime.sharedHeap.free(name, address);
    };
    runtime.collectives.take({ name, arguments: partsOf(environment, address), begin: () => 0, finish });
  }

  function operation(name: string): NativeFunction {
    return (
      domain: number,
      fetch: number,
      op: number,
      target: number,
      _phase: number,
      operand1: number,
      operand2: number,
    ) => {
      const known = runtime.domains.at(domain) ?? runtime.job.fail(notADomain(name, domain));
      const { operations, isByAdapter } = known;
      const type = TYPES[known.type]!;
      const fault = argumentFault(op, operations, type, fetch, operand1, operand2);
      if (fault !== undefined) runtime.job.fail(badCollectiveArgument(name, ...fault));
      atomicAddress(environment, name, target, type.size);
      if (isByAdapter) return void performByAdapter(type, fetch, op, target, operand1, operand2);
      const isHere = runtime.atomic.isHere(target);
      const instruction =
        isHere && type.isInteger && (instructions[type.size] ?? makeInstructions(type.size))[31 - Math.clz32(op)];
      const request = isHere ? undefined : type.requests[op];
      if (instruction) instruction(target, operand1, fetch === 0 ? environment.BASE + SECOND_RESULT : fetch);
      else if (request !== undefined) perform(request, type, fetch, target, operand1, operand2);
      else if (!isHere && (op & STEPS) !== 0) perform('add', type, fetch, target, step(type, op, operand1), 0);
      else if (type.size === 4) operate32(type, fetch, op, target, operand1, operand2);
      else operate64(type, fetch, op, target, operand1, operand2);
    };
  }

  /** The comparand comes first in UPC, the new value in the network's operations. */
  function perform(
    request: AtomicOperation,
    { machine }: AtomicType,
    fetch: number,
    target: number,
    first: number,
    second: number,
  ): void {
    if (fetch === 0 && request !== 'cas') runtime.atomic.begin(request, machine, target, first);
    else if (request === 'cas') runtime.atomic.perform(request, machine, target, second, first, fetch);
    else runtime.atomic.perform(request, machine, target, first, 0, fetch);
  }

  function performByAdapter(
    type: AtomicType,
    fetch: number,
    op: number,
    target: number,
    first: number,
    second: number,
  ): void {
    const request = requestOf(type, op)!;
    const operand = (op & STEPS) !== 0 ? step(type, op, first) : op === CSWAP ? second : first;
    const [rank, offset] = [rankOf(environment, target), offsetOf(environment, target)];
    if (fetch === 0 && op !== CSWAP)
      runtime.atomic.beginByAdapter(runtime.adapter!, request, type.machine, target, operand);
    else runtime.adapter!.perform(request, type.machine, rank, offset, operand, op === CSWAP ? first : 0, fetch);
  }

  /** Address of what is added in the place of a subtraction, an increment or a decrement. */
  function step({ size, zero, compute }: AtomicType, op: number, operand: number): number {
    const { I32, I64, BASE } = environment;
    const place = BASE + WORDS;
    if (size === 4) I32[place >>> 2] = Number(compute(op, zero, operand === 0 ? 0 : I32[operand >>> 2]!, 0, 0n));
    else I64[place >>> 3] = BigInt(compute(op, zero, operand === 0 ? 0n : I64[operand >>> 3]!, 0n, 0n));
    return place;
  }

  function operate32(type: AtomicType, fetch: number, op: number, target: number, first: number, second: number): void {
    const { I32 } = environment;
    const one = first === 0 ? 0 : I32[first >>> 2]!;
    const two = second === 0 ? 0 : I32[second >>> 2]!;
    const old =
      op === GET
        ? runtime.words32.load(target)
        : runtime.words32.update(target, (bits) => Number(type.compute(op, bits, one, two, 0n)));
    if (fetch !== 0) I32[fetch >>> 2] = old;
  }

  function operate64(type: AtomicType, fetch: number, op: number, target: number, first: number, second: number): void {
    const { I64 } = environment;
    const { addressBits } = runtime.pointers;
    const one = first === 0 ? 0n : I64[first >>> 3]!;
    const two = second === 0 ? 0n : I64[second >>> 3]!;
    const old =
      op === GET
        ? runtime.words64.load(target)
        : runtime.words64.update(target, (bits) => BigInt(type.compute(op, bits, one, two, addressBits)));
    if (fetch !== 0) I64[fetch >>> 3] = old;
  }

  function upc_atomic_isfast(type: number, operations: number, address: number, _phase: number): number {
    const known = TYPES[type];
    const isFast = known?.isInteger === true && (operations & ~FAST) === 0 && address % known.size === 0;
    return Number(isFast);
  }

  return {
    upc_all_atomicdomain_alloc,
    upc_all_atomicdomain_free,
    upc_atomic_strict: fenced(environment, operation('upc_atomic_strict')),
    upc_atomic_relaxed: operation('upc_atomic_relaxed'),
    upc_atomic_isfast,
  };
}

/** The network's operation for one of UPC, if it has one. */
function requestOf(type: AtomicType, op: number): AtomicOperation | undefined {
  return (op & STEPS) !== 0 ? 'add' : type.requests[op];
}

function allBits(operations: number): number[] {
  return Array.from({ length: 32 }, (_, bit) => 1 << bit).filter((op) => (operations & op) !== 0);
}

function executorOf({ name }: AtomicType, operations: number, isByAdapter: boolean): string {
  const executor = isByAdapter ? "the network's adapter" : 'processors, as no adapter has all of them';
  return `atomic domain of ${name}, ${operationNames(operations)}: by ${executor}`;
}

/** The fault in the arguments of an operation: the argument, its value, the rule. */
function argumentFault(
  op: number,
  operations: number,
  { size }: AtomicType,
  fetch: number,
  one: number,
  two: number,
): readonly [argument: string, value: string, wanted: string] | undefined {
  if (op === 0 || (op & (op - 1)) !== 0) return ['op', operationNames(op), 'it must be one operation'];
  if ((op & operations) === 0)
    return ['op', operationNames(op), `the domain was allocated for ${operationNames(operations)}`];
  if (op === GET && fetch === 0) return ['fetch_ptr', pointer(0), 'UPC_GET must have a place for the value'];
  if ((op & WITHOUT_OPERAND) !== 0 && one !== 0)
    return ['operand1', pointer(one), `it must be null: ${operationNames(op)} has no operand`];
  if ((op & WITHOUT_OPERAND) === 0 && one === 0)
    return ['operand1', pointer(0), `${operationNames(op)} must have an operand`];
  if (op !== CSWAP && two !== 0)
    return ['operand2', pointer(two), 'it must be null: only UPC_CSWAP has a second operand'];
  if (op === CSWAP && two === 0) return ['operand2', pointer(0), 'UPC_CSWAP must have the new value'];
  if (((fetch | one | two) & (size - 1)) !== 0)
    return misalignedPointer(size, { fetch_ptr: fetch, operand1: one, operand2: two });
  return undefined;
}

function misalignedPointer(
  size: number,
  pointers: Readonly<Record<string, number>>,
): readonly [argument: string, value: string, wanted: string] {
  const [argument, address] = Object.entries(pointers).find(([, given]) => (given & (size - 1)) !== 0)!;
  return [argument, pointer(address), `it must be aligned to ${size} bytes`];
}

function pointer(address: number): string {
  return address === 0 ? 'a null pointer' : inHex(address);
}

function noAtomicType(name: string, type: number): string {
  const known = TYPES.flatMap((one) => (one === undefined ? [] : [one.name]));
  return badCollectiveArgument(name, 'type', `${type}`, `it must be one of ${known.join(', ')}`);
}

function noAtomicOperation(name: string, operations: number, type: string, wrong: number): string {
  return badCollectiveArgument(
    name,
    'ops',
    operationNames(operations),
    `${type} does not have ${operationNames(wrong)}`,
  );
}
