/**
 * Loops over elements in memory for each type and operator, as WebAssembly: one load, one operation an element.
 *
 * Takes an element type and an operator; gives functions that fold or scan the elements of a block-cyclic array, and
 * combine two values or two arrays. In JavaScript 64-bit integers would be bigints, and one loop for all types would be
 * megamorphic.
 */

/** WebAssembly signature and elements of a type. */
export interface MachineType {
  readonly value: 'i32' | 'i64' | 'f32' | 'f64';
  readonly logSize: number;
  readonly signed: boolean;
}

/** In the order of ELEMENT_TYPES; long double is double. */
export const MACHINE_TYPES: readonly MachineType[] = [
  { value: 'i32', logSize: 0, signed: true },
  { value: 'i32', logSize: 0, signed: false },
  { value: 'i32', logSize: 1, signed: true },
  { value: 'i32', logSize: 1, signed: false },
  { value: 'i32', logSize: 2, signed: true },
  { value: 'i32', logSize: 2, signed: false },
  { value: 'i64', logSize: 3, signed: true },
  { value: 'i64', logSize: 3, signed: false },
  { value: 'f32', logSize: 2, signed: true },
  { value: 'f64', logSize: 3, signed: true },
  { value: 'f64', logSize: 3, signed: true },
];

export type Operator = 'add' | 'mul' | 'and' | 'or' | 'xor' | 'logand' | 'logor' | 'min' | 'max';

// biome-ignore lint/suspicious/noExplicitAny: a number or a bigint, by type
export type Value = any;

/**
 * From `address` on: `count` elements; `left` of them in this block, then blocks of `block`; the next block is `hop`
 * bytes after the end of the last; after `turn` blocks, and then after every `threads`, it is `back` bytes further.
 * `delta` is the distance from an element to the result of a scan. `value` precedes the first element.
 */
export type Loop = (
  address: number,
  count: number,
  left: number,
  turn: number,
  block: number,
  threads: number,
  hop: number,
  back: number,
  delta: number,
  value: Value,
) => Value;

export interface Kernel {
  /** Combines all elements. */
  readonly fold: Loop;
  /** Also stores each intermediate value. */
  readonly scan: Loop;
  readonly combine: (one: Value, other: Value) => Value;
  /** Combines two arrays into the first, which ends at `stop`; they are not empty. */
  readonly zip: (to: number, from: number, stop: number) => void;
}

/** Makes the functions; `memory` is the job's. */
export function makeKernel(memory: WebAssembly.Memory, type: MachineType, operator: Operator): Kernel {
  const module = new WebAssembly.Module(moduleBytes(type, operator));
  return new WebAssembly.Instance(module, { m: { m: memory } }).exports as unknown as Kernel;
}

const TYPE_BYTES = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c };
const ZEROS = {
  i32: [0x41, 0],
  i64: [0x42, 0],
  f32: [0x43, 0, 0, 0, 0],
  f64: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
};
const NOT_EQUAL = { i32: 0x47, i64: 0x52, f32: 0x5c, f64: 0x62 };
const FROM_I32 = { i32: [], i64: [0xad], f32: [0xb3], f64: [0xb8] };
/** Instructions that are one byte. */
const ARITHMETIC: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  i32: { add: 0x6a, mul: 0x6c, and: 0x71, or: 0x72, xor: 0x73 },
  i64: { add: 0x7c, mul: 0x7e, and: 0x83, or: 0x84, xor: 0x85 },
  f32: { add: 0x92, mul: 0x94, min: 0x96, max: 0x97 },
  f64: { add: 0xa0, mul: 0xa2, min: 0xa4, max: 0xa5 },
};
/** Comparisons signed and unsigned. */
const COMPARISONS = {
  i32: { min: [0x48, 0x49], max: [0x4a, 0x4b] },
  i64: { min: [0x53, 0x54], max: [0x55, 0x56] },
};
const I32 = TYPE_BYTES.i32;
const EMPTY = 0x40;
const [BLOCK, LOOP, IF, END] = [0x02, 0x03, 0x04, 0x0b];
const [BR, BR_IF, DROP, SELECT] = [0x0c, 0x0d, 0x1a, 0x1b];
const [ADD, SUB, SHL, EQZ, NE, LT_U] = [0x6a, 0x6b, 0x74, 0x45, 0x47, 0x49];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (small: number) => [0x41, small];

/** Parameters of a Loop, then its local. */
const [ADDRESS, COUNT, LEFT, TURN, BLOCK_SIZE, THREADS, HOP, BACK, DELTA, VALUE, STOP] = Array.from(
  { length: 11 },
  (_, local) => local,
) as [number, number, number, number, number, number, number, number, number, number, number];

function moduleBytes(type: MachineType, operator: Operator): Uint8Array<ArrayBuffer> {
  const value = TYPE_BYTES[type.value];
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      ...[3, 0x60, 10, ...Array(9).fill(I32), value, 1, value, 0x60, 2, value, value, 1, value],
      ...[0x60, 3, I32, I32, I32, 0],
    ]),
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 3, 1, 0x80, 0x80, 4]),
    ...section(3, [4, 0, 0, 1, 2]),
    ...section(7, [
      4,
      ...exported('fold', 0),
      ...exported('scan', 1),
      ...exported('combine', 2),
      ...exported('zip', 3),
    ]),
    ...section(10, [
      4,
      ...body([1, 1, I32], loop(type, operator, false)),
      ...body([1, 1, I32], loop(type, operator, true)),
      ...body([0], operation(type, operator, get(0), get(1))),
      ...body([0], zipLoop(type, operator)),
    ]),
  ]);
}

function loop(type: MachineType, operator: Operator, stores: boolean): number[] {
  const element = [...get(ADDRESS), load(type), ...memoryArgument(type)];
  // The element is fetched once into a local of its own only where the operator names it twice; V8 sees that both are
  // one.
  const store = stores
    ? [...get(ADDRESS), ...get(DELTA), ADD!, ...get(VALUE), storeOf(type), ...memoryArgument(type)]
    : [];
  const elements = [
    ...[LOOP!, EMPTY, ...operation(type, operator, get(VALUE), element), ...set(VALUE), ...store],
    ...[...get(ADDRESS), ...constant(1 << type.logSize), ADD!, ...tee(ADDRESS), ...get(STOP), NE!, BR_IF!, 0, END!],
  ];
  const run = [
    ...[...get(LEFT), ...get(COUNT), ...get(LEFT), ...get(COUNT), LT_U!, SELECT!, ...tee(LEFT)],
    ...[...constant(type.logSize), SHL!, ...get(ADDRESS), ADD!, ...set(STOP)],
    ...[...get(COUNT), ...get(LEFT), SUB!, ...set(COUNT)],
  ];
  const next = [
    ...[...get(COUNT), EQZ!, BR_IF!, 1, ...get(BLOCK_SIZE), ...set(LEFT)],
    ...[...get(ADDRESS), ...get(HOP), ADD!, ...set(ADDRESS), ...get(TURN), ...constant(1), SUB!, ...tee(TURN), EQZ!],
    ...[IF!, EMPTY, ...get(THREADS), ...set(TURN), ...get(ADDRESS), ...get(BACK), ADD!, ...set(ADDRESS), END!],
  ];
  return [BLOCK!, EMPTY, LOOP!, EMPTY, ...run, ...elements, ...next, BR!, 0, END!, END!, ...get(VALUE)];
}

/** Parameters: address of the elements that change, of the others, and the end of the first. */
function zipLoop(type: MachineType, operator: Operator): number[] {
  const [to, from, stop] = [0, 1, 2];
  const element = (local: number) => [...get(local), load(type), ...memoryArgument(type)];
  const step = (local: number) => [...get(local), ...constant(1 << type.logSize), ADD!, ...tee(local)];
  return [
    ...[LOOP!, EMPTY, ...get(to), ...operation(type, operator, element(to), element(from))],
    ...[storeOf(type), ...memoryArgument(type), ...step(from), DROP!, ...step(to), ...get(stop), NE!, BR_IF!, 0, END!],
  ];
}

/** Leaves `one` operator `other` on the stack. */
function operation({ value, signed }: MachineType, operator: Operator, one: number[], other: number[]): number[] {
  const instruction = ARITHMETIC[value]![operator];
  if (instruction !== undefined) return [...one, ...other, instruction];
  if (operator === 'logand' || operator === 'logor') {
    const truth = (code: number[]) => [...code, ...ZEROS[value], NOT_EQUAL[value]];
    return [...truth(one), ...truth(other), ARITHMETIC.i32![operator.slice(3)]!, ...FROM_I32[value]];
  }
  const comparison = COMPARISONS[value as 'i32' | 'i64'][operator as 'min' | 'max'][signed ? 0 : 1]!;
  return [...one, ...other, ...one, ...other, comparison, SELECT!];
}

function load({ value, logSize, signed }: MachineType): number {
  if (value === 'i32' && logSize < 2) return 0x2c + logSize * 2 + (signed ? 0 : 1);
  return { i32: 0x28, i64: 0x29, f32: 0x2a, f64: 0x2b }[value];
}

function storeOf({ value, logSize }: MachineType): number {
  if (value === 'i32' && logSize < 2) return 0x3a + logSize;
  return { i32: 0x36, i64: 0x37, f32: 0x38, f64: 0x39 }[value];
}

/** Alignment and offset. */
function memoryArgument({ logSize }: MachineType): number[] {
  return [logSize, 0];
}

function exported(name: string, index: number): number[] {
  return [name.length, ...new TextEncoder().encode(name), 0, index];
}

function section(id: number, contents: number[]): number[] {
  return [id, ...unsigned(contents.length), ...contents];
}

function body(locals: number[], code: number[]): number[] {
  return [...unsigned(locals.length + code.length + 1), ...locals, ...code, END!];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
