/**
 * Makes THREADS and SHIFT of the run constants of a module, before it is compiled.
 *
 * Takes: the module's bytes and the two numbers. Changes: in each function's head (abi.ts, MODULE_NUMBERS) the instruction
 * that reads such a number from its global variable. One idea: V8's optimizing compiler divides by a constant with a
 * multiplication and shifts by one at once, as if the program had been compiled for so many threads; and i32.const has
 * as many bytes as global.get has, whose index is written in two, so that nothing moves. What needs more stays as it is.
 */
import { MODULE_NUMBERS } from '../abi.ts';

const HEADER = 8;
const CODE_SECTION = 10;
/** A number in two bytes (signed LEB128, the first one says that another follows) is below this. */
const END_OF_TWO_BYTES = 1 << 13;
const INSTRUCTION = { localSet: 0x21, globalGet: 0x23, constant: 0x41 } as const;

type Numbers = Readonly<Partial<Record<(typeof MODULE_NUMBERS)[number], number>>>;

/** `module` is one of the compiler's. */
export function fixNumbers(module: Uint8Array, numbers: Numbers): void {
  const at = new Cursor(module, HEADER);
  while (!at.isAtEnd) {
    const id = at.byte();
    const size = at.unsigned();
    const end = at.place + size;
    if (id === CODE_SECTION) fixFunctions(module, at, end, numbers);
    at.place = end;
  }
}

function fixFunctions(module: Uint8Array, at: Cursor, sectionEnd: number, numbers: Numbers) {
  at.unsigned();
  while (at.place < sectionEnd && !at.isAtEnd) {
    const end = at.unsigned() + at.place;
    for (let groups = at.unsigned(); groups > 0 && !at.isAtEnd; groups--) {
      at.unsigned();
      at.byte();
    }
    fixHead(module, at, numbers);
    at.place = end;
  }
}

function fixHead(module: Uint8Array, at: Cursor, numbers: Numbers) {
  for (;;) {
    const { place } = at;
    if (at.byte() !== INSTRUCTION.globalGet) return;
    const name = MODULE_NUMBERS[at.unsigned()];
    if (at.byte() !== INSTRUCTION.localSet) return;
    at.unsigned();
    const value = name && numbers[name];
    if (value !== undefined && value < END_OF_TWO_BYTES)
      module.set([INSTRUCTION.constant, (value & 0x7f) | 0x80, value >> 7], place);
  }
}

/** Reads bytes and LEB128 numbers one after the other; zeros behind the end, for V8 is to say what is wrong with a module. */
class Cursor {
  constructor(
    private readonly bytes: Uint8Array,
    public place: number,
  ) {}

  get isAtEnd(): boolean {
    return this.place >= this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.place++] ?? 0;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
