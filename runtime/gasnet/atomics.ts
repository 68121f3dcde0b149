/**
 * Remote atomic operations after GASNet-EX (gasnet_ratomic.h): domains, operations with an event, implicit ones.
 */
import type { NativeFunction } from '../abi.ts';
import type { AtomicOperation, AtomicType } from '../conduits/conduit.ts';
import { badNode } from '../core/am/errors.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badTransfer, inHex, misaligned } from '../errors.ts';
import { sizeOfAtomic } from '../extended/atomics/machine.ts';
import { WORDS } from '../memory/control.ts';
import { counterpart } from '../memory/space.ts';
import { nodeAt } from './addresses.ts';
import { Handles } from './handles.ts';
import type { ImplicitOperations } from './implicit.ts';

/** By the numbers of GEX_DT_...; the view of their bits. */
const TYPES: readonly (readonly [name: string, type: AtomicType, view: 'I32' | 'I64' | 'F32' | 'F64'])[] = [
  ['I32', 'i32', 'I32'],
  ['U32', 'u32', 'I32'],
  ['I64', 'i64', 'I64'],
  ['U64', 'u64', 'I64'],
  ['FLT', 'f32', 'F32'],
  ['DBL', 'f64', 'F64'],
];

/** By bit: the operation, and its implied operand; those of the upper half fetch the old value. */
const OPERATIONS: readonly (readonly [name: string, operation: AtomicOperation, step?: 'negated' | 1 | -1])[] = [
  ['SET', 'set'],
  ['CAS', 'cas'],
  ['ADD', 'add'],
  ['SUB', 'add', 'negated'],
  ['MULT', 'mult'],
  ['MIN', 'min'],
  ['MAX', 'max'],
  ['INC', 'add', 1],
  ['DEC', 'add', -1],
  ['AND', 'and'],
  ['OR', 'or'],
  ['XOR', 'xor'],
];
const FETCHING = 15;
const GET = 1 << FETCHING;
const BITWISE = 0xe00 | (0xe00 << 16);
const ALL = 0xfff | GET | (0xfff << 16);
/** Bytes of this thread's own for the operands. */
const [OPERAND, COMPARE] = [WORDS + 32, WORDS + 40];

interface Domain {
  readonly type: number;
  readonly operations: number;
}

export function atomics(environment: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const { runtime } = environment;
  const domains = new Handles<Domain>();

  function gex_AD_Create(place: number, _team: number, type: number, operations: number, _flags: number): void {
    const known =
      TYPES[type] ?? runtime.job.fail(`gex_AD_Create: dt is ${type >>> 0}; it must be a GEX_DT_... of a number`);
    const wrong = operations & (known[2].startsWith('F') ? ~ALL | BITWISE : ~ALL);
    if (wrong !== 0)
      runtime.job.fail(`gex_AD_Create: ops is ${inHex(operations)}; GEX_DT_${known[0]} does not have ${inHex(wrong)}`);
    environment.I32[place >>> 2] = domains.add({ type, operations });
  }

  function domainOf(name: string, ad: number): Domain {
    return domains.get(ad) ?? runtime.job.fail(`${name}: ${inHex(ad)} is no atomic domain: gex_AD_Create makes one`);
  }

  function start(name: string, type: number, values: readonly (number | bigint)[]): number {
    const [ad, result, rank, target, opcode] = values as [number, number, number, number, number];
    check(name, type, domainOf(name, ad), result, rank, target, opcode);
    const place = counterpart(environment, target, rank);
    const bit = 31 - Math.clz32(opcode);
    const [, operation, step] = bit === FETCHING ? (['GET', 'get'] as const) : OPERATIONS[bit & 15]!;
    const first = values[5]!;
    const value =
      step === undefined ? first : step === 'negated' ? -first : typeof first === 'bigint' ? BigInt(step) : step;
    // The comparand of a compare-and-swap comes first.
    const isSwap = operation === 'cas';
    write(type, OPERAND, isSwap ? values[6]! : value);
    write(type, COMPARE, first);
    const { BASE } = environment;
    const isFetching = bit >= FETCHING;
    return runtime.atomic.start(
      operation,
      TYPES[type]![1],
      place,
      BASE + OPERAND,
      BASE + COMPARE,
      isFetching ? result : 0,
    );
  }

  function check(
    name: string,
    type: number,
    domain: Domain,
    result: number,
    rank: number,
    target: number,
    opcode: number,
  ): void {
    const { job, rules } = runtime;
    const size = sizeOfAtomic(TYPES[type]![1]);
    rules?.wait(name);
    if (domain.type !== type) job.fail(`${name}: the domain is for GEX_DT_${TYPES[domain.type]![0]}`);
    if (opcode === 0 || (opcode & (opcode - 1)) !== 0 || (opcode & domain.operations) === 0)
      job.fail(`${name}: opcode is ${inHex(opcode)}; the domain was made for one of ${inHex(domain.operations)}`);
    if (rank >>> 0 >= environment.THREADS) job.fail(badNode(name, rank, environment.THREADS));
    const node = nodeAt(environment, rank, target);
    const fault = runtime.transfers.fault(counterpart(environment, target, node), size);
    if (fault !== undefined) job.fail(badTransfer(name, target, size, fault));
    if (node !== rank) job.fail(`${name}: ${inHex(target)} is in the memory of node ${node}, not of node ${rank}`);
    if ((target & (size - 1)) !== 0) job.fail(misaligned(name, target, size));
    if (result === 0 && opcode >>> FETCHING !== 0)
      job.fail(`${name}: result_p is null, and the operation has a result`);
    if (result !== 0 && (result & (size - 1)) !== 0) job.fail(misaligned(`${name}: result_p`, result, size));
  }

  function write(type: number, offset: number, value: number | bigint): void {
    const view = environment[TYPES[type]![2]];
    view[(environment.BASE + offset) >>> (view.BYTES_PER_ELEMENT === 4 ? 2 : 3)] = value as never;
  }

  const library: Record<string, NativeFunction> = {
    gex_AD_Create,
    gex_AD_Destroy: (ad: number) => {
      domainOf('gex_AD_Destroy', ad);
      domains.release(ad);
    },
    gex_AD_QueryDT: (ad: number) => domainOf('gex_AD_QueryDT', ad).type,
    gex_AD_QueryOps: (ad: number) => domainOf('gex_AD_QueryOps', ad).operations,
  };
  TYPES.forEach(([name], type) => {
    library[`gex_AD_OpNB_${name}`] = (...values) => start(`gex_AD_OpNB_${name}`, type, values);
    library[`gex_AD_OpNBI_${name}`] = (...values) => {
      implicit.began(start(`gex_AD_OpNBI_${name}`, type, values), true);
      return 0;
    };
  });
  return library;
}
