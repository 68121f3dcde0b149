/**
 * Operations on the shared memory that JavaScript lacks, or has only slowly, as WebAssembly: copy and fill at memory
 * bandwidth, a full memory fence, strict accesses to every type of scalar.
 *
 * A hand-assembled module: one function of a few instructions each.
 */
import type { Environment } from '../abi.ts';
import { type Code, F32, F64, I32, I64, moduleBytes } from './assembler.ts';
import type { Space } from './space.ts';

export interface Instructions extends Pick<Environment, 'copy' | 'fill' | 'fence' | StrictAccess> {
  /** Copies 8 aligned bytes atomically. */
  copy8(destination: number, source: number): void;
}
type StrictAccess = `${'load' | 'store'}${'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64'}`;

const DROP = 0x1a;
const [FIRST, SECOND, THIRD] = [
  [0x20, 0],
  [0x20, 1],
  [0x20, 2],
];
const FENCE = [0xfe, 0x03, 0];

/** atomic.fence, then an atomic load, then the conversion of its result. */
function load(type: number, instruction: number, alignment: number, ...made: number[]): Code {
  return [[I32], [type], [...FENCE, ...FIRST, 0xfe, instruction, alignment, 0, ...made]];
}

/** Converts the value to an integer, then exchanges it atomically. */
function store(type: number, instruction: number, alignment: number, ...made: number[]): Code {
  return [[I32, type], [], [...FIRST, ...SECOND, ...made, 0xfe, instruction, alignment, 0, DROP]];
}

const FUNCTIONS: Readonly<Record<keyof Instructions, Code>> = {
  copy: [[I32, I32, I32], [], [...FIRST, ...SECOND, ...THIRD, 0xfc, 10, 0, 0]],
  fill: [[I32, I32, I32], [], [...FIRST, ...SECOND, ...THIRD, 0xfc, 11, 0]],
  copy8: [[I32, I32], [], [...FIRST, ...SECOND, 0x29, 3, 0, 0x37, 3, 0]],
  fence: [[], [], FENCE],
  loadI8: load(I32, 0x12, 0, 0xc0), // sign-extended
  loadU8: load(I32, 0x12, 0),
  loadI16: load(I32, 0x13, 1, 0xc1),
  loadU16: load(I32, 0x13, 1),
  loadI32: load(I32, 0x10, 2),
  loadI64: load(I64, 0x11, 3),
  loadF32: load(F32, 0x10, 2, 0xbe), // reinterpreted
  loadF64: load(F64, 0x11, 3, 0xbf),
  storeI8: store(I32, 0x43, 0),
  storeU8: store(I32, 0x43, 0),
  storeI16: store(I32, 0x44, 1),
  storeU16: store(I32, 0x44, 1),
  storeI32: store(I32, 0x41, 2),
  storeI64: store(I64, 0x42, 3),
  storeF32: store(F32, 0x41, 2, 0xbc),
  storeF64: store(F64, 0x42, 3, 0xbd),
};

/** Compiled once by the supervisor and shared with the threads. */
export function compileInstructions(): WebAssembly.Module {
  return new WebAssembly.Module(moduleBytes(FUNCTIONS));
}

/** The functions on the memory of `space`. */
export function instructions({ memory }: Space, module: WebAssembly.Module): Instructions {
  return new WebAssembly.Instance(module, { m: { m: memory } }).exports as unknown as Instructions;
}
