/**
 * Shared memory: where it is one memory, accesses are loads and stores, strict ones atomic. On networks relaxed ones of
 * the own part are too, which is found out at run time, all others are calls of the environment, as where
 * communication is recorded.
 *
 * A strict read is an atomic exchange with a word of the thread's own and an atomic load, a strict write an atomic
 * exchange (UPC B.3; runtime/memory/instructions.ts has a fence for the former).
 */
import { FENCE_WORD } from '../../../runtime/abi.ts';
import { constI32, machineTypeOf, memorySize } from '../../ir/builders.ts';
import type {
  Copy,
  Expression,
  Get,
  GetStart,
  MachineType,
  Put,
  PutStart,
  ScalarMemory,
  ScalarType,
  Statement,
} from '../../ir/ir.ts';
import { handleOf } from '../../ir/liveness.ts';
import type { FunctionContext } from './context.ts';
import { keptGlobal, ownBase, value } from './expressions.ts';
import { emitEndOfPuts } from './idle.ts';
import type { MemoryInstruction } from './instructions.ts';
import { emitAddress, emitLoad, emitRange, emitStore, LOADS, STORES } from './memory.ts';

/** The statements that communicate. */
export function emitCommunication(f: FunctionContext, s: Statement) {
  const called = f.module.options.calledAccess === true;
  switch (s.op) {
    case 'get':
      return s.strict ? emitStrictGet(f, s) : called ? emitCalledGet(f, s) : emitGet(f, s);
    case 'get.start':
      return called ? emitBegunGet(f, s) : emitGet(f, s);
    case 'get.sync':
      return called ? emitCompletedGet(f, s.local) : undefined;
    case 'put':
      if (s.mask !== undefined) return emitMaskedPut(f, s, s.mask);
      return s.strict ? emitStrictPut(f, s) : called ? emitCalledPut(f, s, 'put') : emitPut(f, s);
    case 'put.start':
      return called ? emitCalledPut(f, s, 'startPut') : emitPut(f, s);
    case 'put.sync':
      return called ? emitEndOfPuts(f) : undefined;
    case 'copy':
      return emitCopy(f, s);
    case 'fence':
      return emitFence(f);
    case 'poll':
      return f.code.call(f.module.operation('poll', []));
    default:
      throw new Error(`${s.op} is no communication`);
  }
}

/** upc_fence: on a network it also waits for what is under way. */
function emitFence(f: FunctionContext) {
  const { calledAccess, traced } = f.module.options;
  if (traced) return f.code.call(f.module.operation('fence', []));
  if (calledAccess) emitEndOfPuts(f);
  f.code.fence();
}

// ---------------------------------------------------------------- one memory

function emitGet(f: FunctionContext, s: Get | GetStart) {
  emitLoad(f, s);
  f.code.indexed('local.set', f.local(s.local));
}

function emitPut(f: FunctionContext, s: Put | PutStart) {
  emitStore(f, s, () => value(f, s.value));
}

function emitCopy(f: FunctionContext, s: Copy) {
  if (s.strict) emitFence(f);
  if (s.destinationRank && s.sourceRank) {
    for (const e of [s.destinationRank, s.destination, s.sourceRank, s.source, s.size]) value(f, e);
    f.code.call(f.module.operation('transfer', ['i32', 'i32', 'i32', 'i32', 'i32']));
  } else emitOwnCopy(f, s);
  if (s.strict) emitFence(f);
}

function emitOwnCopy(f: FunctionContext, s: Copy) {
  emitRange(f, s.destination, s.size);
  emitRange(f, s.source, s.size);
  value(f, s.size);
  if (f.module.linked.debug)
    f.code.call(f.module.operation('copy', ['i32', 'i32', 'i32'])); // looks at both ranges
  else f.code.copy();
}

// ---------------------------------------------------------------- strict accesses

type ScalarSize = 1 | 2 | 4 | 8;

/** Instructions of integers of each size, and what makes an integer of a float. */
const ATOMIC: Readonly<
  Record<ScalarSize, { load: MemoryInstruction; exchange: MemoryInstruction; compare: MemoryInstruction }>
> = {
  1: { load: 'i32.atomic.load8_u', exchange: 'i32.atomic.rmw8.xchg_u', compare: 'i32.atomic.rmw8.cmpxchg_u' },
  2: { load: 'i32.atomic.load16_u', exchange: 'i32.atomic.rmw16.xchg_u', compare: 'i32.atomic.rmw16.cmpxchg_u' },
  4: { load: 'i32.atomic.load', exchange: 'i32.atomic.rmw.xchg', compare: 'i32.atomic.rmw.cmpxchg' },
  8: { load: 'i64.atomic.load', exchange: 'i64.atomic.rmw.xchg', compare: 'i64.atomic.rmw.cmpxchg' },
};

function emitStrictGet(f: FunctionContext, s: Get) {
  if (s.rank) {
    emitCalled(f, 'getStrict', s, [], [machineTypeOf(s.memory)], () => undefined);
    return f.code.indexed('local.set', f.local(s.local));
  }
  const { code } = f;
  const size = memorySize(s.memory) as ScalarSize;
  emitOwnExchange(f);
  const offset = emitAddress(f, s.address, size);
  code.memory(ATOMIC[size].load, size, offset);
  if (s.memory === 'i8') code.op('i32.extend8_s');
  if (s.memory === 'i16') code.op('i32.extend16_s');
  if (s.memory === 'f32') code.op('f32.reinterpret_i32');
  if (s.memory === 'f64') code.op('f64.reinterpret_i64');
  code.indexed('local.set', f.local(s.local));
}

/** Orders all accesses before it and after it, in half the time that `mfence` takes: no other thread touches the word. */
function emitOwnExchange(f: FunctionContext) {
  ownBase(f);
  f.code.constant('i32', 0);
  f.code.memory('i32.atomic.rmw.xchg', 4, FENCE_WORD);
  f.code.op('drop');
}

function emitStrictPut(f: FunctionContext, s: Put) {
  if (s.rank) return emitCalled(f, 'putStrict', s, [machineTypeOf(s.memory)], [], () => value(f, s.value));
  const { code } = f;
  const size = memorySize(s.memory) as ScalarSize;
  const offset = emitAddress(f, s.address, size);
  value(f, s.value);
  if (s.memory === 'f32') code.op('i32.reinterpret_f32');
  if (s.memory === 'f64') code.op('i64.reinterpret_f64');
  code.memory(ATOMIC[size].exchange, size, offset);
  code.op('drop');
}

/** Some bits of a word at one stroke: tries until nobody else has written meanwhile. */
function emitMaskedPut(f: FunctionContext, s: Put, mask: number | bigint) {
  const { code } = f;
  const type = machineTypeOf(s.memory) as 'i32' | 'i64';
  const size = memorySize(s.memory) as ScalarSize;
  if (s.rank) {
    const emitBits = () => {
      code.constant(type, mask);
      value(f, s.value);
    };
    return emitCalled(f, 'putBits', s, [type, type], [], emitBits);
  }
  const [address, bits, old] = [f.temporary('i32'), f.temporary(type), f.temporary(type)];
  emitRange(f, s.address, constI32(size));
  code.indexed('local.set', address);
  value(f, s.value);
  code.indexed('local.set', bits);
  const again = f.freshKey();
  code.open('loop');
  f.within(again, () => {
    code.indexed('local.get', address);
    code.indexed('local.get', address);
    code.memory(ATOMIC[size].load, size, 0);
    code.indexed('local.tee', old);
    code.indexed('local.get', old);
    code.constant(type, typeof mask === 'bigint' ? ~mask : ~mask & WIDTH[size as 1 | 2 | 4]);
    code.op(`${type}.and`);
    code.indexed('local.get', bits);
    code.op(`${type}.or`);
    code.memory(ATOMIC[size].compare, size, 0);
    code.indexed('local.get', old);
    code.op(`${type}.ne`);
    code.indexed('br_if', f.depth(again));
  });
}

/** All bits of a word of that many bytes, as an i32. */
const WIDTH = { 1: 0xff, 2: 0xffff, 4: -1 };

// ---------------------------------------------------------------- calls of the environment

const SUFFIX: Readonly<Record<ScalarMemory, string>> = {
  i8: 'I8',
  u8: 'U8',
  i16: 'I16',
  u16: 'U16',
  i32: 'I32',
  i64: 'I64',
  f32: 'F32',
  f64: 'F64',
};

/** `NAMEI32(rank, offset, more ...)` */
function emitCalled(
  f: FunctionContext,
  name: string,
  s: Get | Put | PutStart,
  more: readonly MachineType[],
  results: readonly MachineType[],
  emitMore: () => void,
) {
  emitPlace(f, s);
  emitMore();
  f.code.call(f.module.operation(name + SUFFIX[s.memory as ScalarMemory], ['i32', 'i32', ...more], results));
}

/** Are own elements reached without a call? Not where all accesses are recorded or checked, or offsets may be addresses. */
const reachesOwn = ({ module }: FunctionContext): boolean =>
  !module.options.traced && !module.linked.debug && !module.linked.marks;

function emitCalledGet(f: FunctionContext, s: Get) {
  const type = machineTypeOf(s.memory) as ScalarType;
  // In a simulated job a read that a program spins on must come to the runtime, which lets the others run.
  if (reachesOwn(f) && f.module.options.waiting === undefined) {
    const place = emitIfOwn(f, s, type);
    f.code.memory(LOADS[s.memory as ScalarMemory], memorySize(s.memory), 0);
    f.code.op('else');
    emitKept(f, place);
    f.code.call(f.module.operation(`get${SUFFIX[s.memory as ScalarMemory]}`, ['i32', 'i32'], [type]));
    f.code.op('end');
  } else emitCalled(f, 'get', s, [], [type], () => undefined);
  f.code.indexed('local.set', f.local(s.local));
}

function emitCalledPut(f: FunctionContext, s: Put | PutStart, name: 'put' | 'startPut') {
  const type = machineTypeOf(s.memory) as ScalarType;
  if (!reachesOwn(f)) return emitCalled(f, name, s, [type], [], () => value(f, s.value));
  const written = f.temporary(type);
  value(f, s.value);
  f.code.indexed('local.set', written);
  const place = emitIfOwn(f, s);
  f.code.indexed('local.get', written);
  f.code.memory(STORES[s.memory as ScalarMemory], memorySize(s.memory), 0);
  f.code.op('else');
  emitKept(f, place);
  f.code.indexed('local.get', written);
  f.code.call(f.module.operation(name + SUFFIX[s.memory as ScalarMemory], ['i32', 'i32', type]));
  f.code.op('end');
}

/** Leaves rank and offset. */
function emitPlace(f: FunctionContext, { rank, address }: Get | GetStart | Put | PutStart) {
  value(f, rank as Expression);
  value(f, address);
}

/** Variables of rank and offset. */
type Kept = readonly [rank: number, offset: number];

function emitKept({ code }: FunctionContext, place: Kept) {
  for (const variable of place) code.indexed('local.get', variable);
}

/** Opens the arm for what has affinity to this thread, with its address on the stack. */
function emitIfOwn(f: FunctionContext, s: Get | Put | PutStart, result?: ScalarType): Kept {
  const { code } = f;
  const [rank, offset] = [f.temporary('i32'), f.temporary('i32')];
  emitPlace(f, s);
  code.indexed('local.set', offset);
  code.indexed('local.tee', rank);
  keptGlobal(f, 'MYTHREAD');
  code.op('i32.eq');
  code.open('if', result);
  ownBase(f);
  code.indexed('local.get', offset);
  code.op('i32.add');
  return [rank, offset];
}

function emitBegunGet(f: FunctionContext, s: GetStart) {
  const size = constI32(memorySize(s.memory));
  f.begin(s);
  emitPlace(f, s);
  value(f, size);
  f.code.call(f.module.operation('startGet', ['i32', 'i32', 'i32'], ['i32']));
  f.code.indexed('local.set', f.kept(handleOf(s.local)));
}

function emitCompletedGet(f: FunctionContext, local: string) {
  const { memory } = f.begunGet(local);
  f.code.indexed('local.get', f.kept(handleOf(local)));
  f.code.call(f.module.operation(`endGet${SUFFIX[memory as ScalarMemory]}`, ['i32'], [machineTypeOf(memory)]));
  f.code.indexed('local.set', f.local(local));
}
