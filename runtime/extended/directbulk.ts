/**
 * upc_memget and upc_memput as functions of WebAssembly, over accesses that are complete on return (directfunctions.ts).
 *
 * Takes an address of the job, as a double, and one of this rank's; all regions lie in this memory. What is inside the regions is
 * copied; of anything else the library's own function tells what is wrong.
 */
import { STATICS } from '../abi.ts';
import { type Code, constant, F64, I32 } from '../memory/assembler.ts';
import { regionBytes, type Space } from '../memory/space.ts';

const [AND, SHR_U, SUB, EQ, LE_U, GE_U, F64_LT] = [0x71, 0x76, 0x6b, 0x46, 0x4d, 0x4f, 0x63];
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

/** `read`, `write`: calls with (rank, offset, address here, size); `memget`, `memput`: of the library's own functions. */
export function bulkFunctions(
  space: Space,
  calls: Readonly<Record<'read' | 'write' | 'memget' | 'memput', number[]>>,
): Record<string, Code> {
  return {
    upc_memget: copy(space, GET, calls.read, calls.memget),
    upc_memput: copy(space, PUT, calls.write, calls.memput),
  };
}

function copy(space: Space, { parameters, shared, own }: Shape, access: number[], otherwise: number[]): Code {
  const { SHIFT, MYTHREAD } = space;
  const region = (address: number) => [...local(address), ...constant(SHIFT), SHR_U];
  const code = [
    ...[...local(shared), ...TO_I32, SET, SHARED],
    ...[...local(shared), ...ADDRESSES, F64_LT],
    ...[...region(own), ...constant(MYTHREAD), EQ, AND],
    ...[...isInside(space, SHARED), AND, ...isInside(space, own), AND, IF, NO_RESULT],
    ...[...region(SHARED), ...offsetOf(space, SHARED), ...local(own), ...local(3), ...access, ELSE],
    ...[...[0, 1, 2, 3].flatMap(local), ...otherwise, END],
  ];
  return [parameters, [], code, [I32]];
}

/** Whether the bytes lie in one region, behind the runtime's own. */
function isInside(space: Space, address: number): number[] {
  const room = [...constant(regionBytes(space.SHIFT)), ...offsetOf(space, address), SUB];
  return [...offsetOf(space, address), ...constant(STATICS), GE_U, ...local(3), ...room, LE_U, AND];
}

function offsetOf({ SHIFT }: Space, address: number): number[] {
  return [...local(address), ...constant(regionBytes(SHIFT) - 1), AND];
}
