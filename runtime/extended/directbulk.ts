/**
 * upc_memget and upc_memput as functions of WebAssembly, where what lies in this memory is copied by code of a few instructions
 * (directfunctions.ts, nearfunctions.ts).
 *
 * Takes an address of the job, as a double, and one of this rank's. What is inside regions of this memory is copied; anything else is
 * left to the library's own function, which goes over the network or tells what is wrong.
 */
import { STATICS } from '../abi.ts';
import { type Code, constant, F64, I32 } from '../memory/assembler.ts';
import { regionBytes, type Space } from '../memory/space.ts';

const [AND, SHR_U, SUB, EQ, LT_U, LE_U, GE_U, F64_LT] = [0x71, 0x76, 0x6b, 0x46, 0x49, 0x4d, 0x4f, 0x63];
const [IF, ELSE, END, SET] = [0x04, 0x05, 0x0b, 0x21];
const NO_RESULT = 0x40;
/** i64.trunc_f64_s, i32.wrap_i64 */
const TO_I32 = [0xb0, 0xa7];
/** f64.const 2^32 */
const ADDRESSES = [0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x41];
/** Local variable of the shared address as an i32. */
const SHARED = 4;
const local = (index: number): number[] => [0x20, index];

/** Parameters of a function, and which of them are the shared address and the own one; the last is the size. */
interface Shape {
  readonly parameters: readonly number[];
  readonly shared: number;
  readonly own: number;
}

const GET: Shape = { parameters: [I32, F64, I32, I32], shared: 1, own: 0 };
const PUT: Shape = { parameters: [F64, I32, I32, I32], shared: 0, own: 2 };
export const MEMGET = GET.parameters;
export const MEMPUT = PUT.parameters;

/** Gives code that copies from one address of this memory to another, of which code gives the addresses and the size. */
export type Copy = (to: number[], from: number[], size: number[]) => number[];

/** `get` and `put` copy to and from this rank's own memory; `memget`, `memput`: calls of the library's own functions. */
export function bulkFunctions(
  space: Space,
  { get, put }: Readonly<Record<'get' | 'put', Copy>>,
  { memget, memput }: Readonly<Record<'memget' | 'memput', number[]>>,
): Record<string, Code> {
  const [shared, size] = [local(SHARED), local(3)];
  return {
    upc_memget: bulkFunction(space, GET, get(local(GET.own), shared, size), memget),
    upc_memput: bulkFunction(space, PUT, put(shared, local(PUT.own), size), memput),
  };
}

function bulkFunction(space: Space, { parameters, shared, own }: Shape, copied: number[], otherwise: number[]): Code {
  const { MYTHREAD, ORIGIN, REGIONS } = space;
  const code = [
    ...[...local(shared), ...TO_I32, SET, SHARED],
    ...[...local(shared), ...ADDRESSES, F64_LT],
    ...[...regionOf(space, local(SHARED)), ...constant(REGIONS), LT_U, AND],
    ...[...regionOf(space, local(own)), ...constant(MYTHREAD - ORIGIN), EQ, AND],
    ...[...isInside(space, local(SHARED)), AND, ...isInside(space, local(own)), AND, IF, NO_RESULT],
    ...[...copied, ELSE, ...[0, 1, 2, 3].flatMap(local), ...otherwise, END],
  ];
  return [parameters, [], code, [I32]];
}

/** Whether the bytes lie in one region, behind the runtime's own. */
function isInside(space: Space, address: number[]): number[] {
  const room = [...constant(regionBytes(space.SHIFT)), ...offsetOf(space, address), SUB];
  return [...offsetOf(space, address), ...constant(STATICS), GE_U, ...local(3), ...room, LE_U, AND];
}

/** The number of the region in this memory, and the offset there. */
export function regionOf({ SHIFT }: Space, address: number[]): number[] {
  return [...address, ...constant(SHIFT), SHR_U];
}

export function offsetOf({ SHIFT }: Space, address: number[]): number[] {
  return [...address, ...constant(regionBytes(SHIFT) - 1), AND];
}
