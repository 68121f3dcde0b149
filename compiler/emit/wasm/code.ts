/**
 * The code of one function while it is written.
 *
 * The idea: bytes are final but for the indices of functions, which are known only when all imports are: their places
 * are noted and filled in by `append`, as are the places in the source, which must move along.
 */
import type { MachineType, ScalarType } from '../../ir/ir.ts';
import type { Position } from '../../source/source.ts';
import { Bytes } from './bytes.ts';
import {
  BLOCKS,
  type BlockInstruction,
  INDEXED,
  type IndexedInstruction,
  MEMORY,
  type MemoryInstruction,
  PLAIN,
  type PlainInstruction,
  PREFIX,
  SPECIAL,
} from './instructions.ts';
import { scalar, VALUE_TYPES } from './types.ts';
import { LANE_STORES, LANES, type LaneInstruction, SIXTEEN_BYTES } from './vector-instructions.ts';

/** Where in the module a place of the source begins. */
export interface Mark {
  readonly offset: number;
  /** Undefined for code of the compiler's own. */
  readonly at: Position | undefined;
}

const NO_RESULT = 0x40;

export class Code {
  readonly #bytes = new Bytes();
  readonly #calls: { readonly offset: number; readonly symbol: string }[] = [];
  readonly #marks: Mark[] = [];

  /** Bytes so far, without the indices of functions. */
  get length(): number {
    return this.#bytes.length;
  }

  op(name: PlainInstruction) {
    this.#code(PLAIN[name]);
  }

  indexed(name: Exclude<IndexedInstruction, 'call'>, index: number) {
    this.#code(INDEXED[name]);
    this.#bytes.unsigned(index);
  }

  /** Reads one of MODULE_NUMBERS, with an index of two bytes: a constant of the run may take the instruction's place. */
  number(index: number) {
    this.#code(INDEXED['global.get']);
    this.#bytes.bytes([index | 0x80, 0]);
  }

  /** Loads or stores; `alignment` in bytes. */
  memory(name: MemoryInstruction, alignment: number, offset: number) {
    this.#code(MEMORY[name]);
    this.#bytes.unsigned(Math.log2(alignment));
    this.#bytes.unsigned(offset);
  }

  /** Opens a block that leaves a value of that type, or none. */
  open(name: BlockInstruction, result?: MachineType) {
    this.#code(BLOCKS[name]);
    this.#bytes.byte(result === undefined ? NO_RESULT : VALUE_TYPES[scalar(result)]);
  }

  call(symbol: string) {
    this.#code(INDEXED.call);
    this.#calls.push({ offset: this.#bytes.length, symbol });
  }

  callIndirect(type: number) {
    this.#code(SPECIAL.call_indirect);
    this.#bytes.unsigned(type);
    this.#bytes.byte(0);
  }

  branchTable(depths: readonly number[], otherwise: number) {
    this.#code(SPECIAL.br_table);
    this.#bytes.unsigned(depths.length);
    for (const depth of depths) this.#bytes.unsigned(depth);
    this.#bytes.unsigned(otherwise);
  }

  constant(type: ScalarType, value: number | bigint) {
    this.#code(SPECIAL[`${type}.const`]);
    if (type === 'i32') this.#bytes.signed(Number(value));
    else if (type === 'i64') this.#bytes.signed64(BigInt(value));
    else if (type === 'f32') this.#bytes.f32(Number(value));
    else this.#bytes.f64(Number(value));
  }

  zero(type: MachineType) {
    if (type === 'v128') this.sixteen('v128.const', new Uint8Array(16));
    else this.constant(type as ScalarType, 0);
  }

  /** One lane of a vector. */
  lane(name: LaneInstruction, index: number) {
    this.#code(LANES[name]);
    this.#bytes.byte(index);
  }

  /** Stores one lane, wherever it lies. */
  laneStore(name: keyof typeof LANE_STORES, offset: number, index: number) {
    this.#code(LANE_STORES[name]);
    this.#bytes.byte(0);
    this.#bytes.unsigned(offset);
    this.#bytes.byte(index);
  }

  /** A constant vector, or a shuffle by these bytes. */
  sixteen(name: keyof typeof SIXTEEN_BYTES, bytes: ArrayLike<number>) {
    this.#code(SIXTEEN_BYTES[name]);
    this.#bytes.bytes(bytes);
  }

  copy() {
    this.#code(SPECIAL['memory.copy']);
    this.#bytes.bytes([0, 0]);
  }

  fill() {
    this.#code(SPECIAL['memory.fill']);
    this.#bytes.byte(0);
  }

  fence() {
    this.#code(SPECIAL['atomic.fence']);
    this.#bytes.byte(0);
  }

  /** What follows comes from that place. */
  mark(at: Position | undefined) {
    this.#marks.push({ offset: this.#bytes.length, at });
  }

  #code(code: number) {
    if (code < PREFIX) return this.#bytes.byte(code);
    this.#bytes.byte(Math.floor(code / PREFIX));
    this.#bytes.unsigned(code % PREFIX);
  }

  /** Appends the code with the indices of functions in it; gives where its marks came to lie in `target`. */
  append(target: Bytes, functionIndex: (symbol: string) => number): Mark[] {
    const marks: Mark[] = [];
    const source = this.#bytes.written;
    let [done, next] = [0, 0];
    // A mark where an index is to stand is of what comes behind the index.
    const upTo = (end: number): void => {
      for (; next < this.#marks.length && (this.#marks[next] as Mark).offset < end; next++) {
        const { offset, at } = this.#marks[next] as Mark;
        marks.push({ offset: target.length + offset - done, at });
      }
      target.bytes(source.subarray(done, end));
      done = end;
    };
    for (const { offset, symbol } of this.#calls) {
      upTo(offset);
      target.unsigned(functionIndex(symbol));
    }
    upTo(Number.POSITIVE_INFINITY);
    return marks;
  }
}
