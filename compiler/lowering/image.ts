/**
 * The initial contents of a static object, while they are written.
 *
 * Takes: scalars, bytes and addresses at offsets of the object as C sees it. Gives: the data of an ir.Static. The one
 * idea: every byte is put where its element lies: for a shared array in the image of the thread that has it; a later
 * write to a place wins.
 */
import { memorySize } from '../ir/builders.ts';
import type { Datum, Expression, MemoryType, SharedLayout } from '../ir/ir.ts';
import type { BitField, SharedPointer } from './value.ts';
import { addressOf, phaseOf } from './value.ts';

interface Address {
  readonly symbol: string;
  readonly addend: number;
}

interface Part {
  readonly bytes: Map<number, number>;
  readonly addresses: Map<number, Address>;
}

export interface Distribution {
  readonly layout: SharedLayout;
  readonly threads: number | undefined;
}

/** Zero bytes that end a run: fewer are written out. */
const RUN_BREAK = 32;

export class Image {
  readonly #distribution: Distribution | undefined;
  readonly #parts = new Map<number, Part>();
  /** One more than the largest offset written in any thread's part. */
  end = 0;

  constructor(distribution: Distribution | undefined) {
    this.#distribution = distribution;
  }

  bytes(offset: number, bytes: Uint8Array): void {
    bytes.forEach((byte, index) => {
      const { part, local } = this.#find(offset + index);
      part.bytes.set(local, byte);
      part.addresses.delete(local);
      this.end = Math.max(this.end, local + 1);
    });
  }

  clear(offset: number, size: number): void {
    this.bytes(offset, new Uint8Array(size));
  }

  scalar(offset: number, memory: MemoryType, value: number | bigint): void {
    this.bytes(offset, encode(memory, value));
  }

  address(offset: number, symbol: string, addend: number): void {
    const { part, local } = this.#find(offset);
    part.addresses.set(local, { symbol, addend });
  }

  /** Adds a bit-field to the unit at `offset`. */
  bits(offset: number, memory: MemoryType, { shift, width }: BitField, value: bigint): void {
    const size = memorySize(memory);
    let unit = 0n;
    for (let index = size - 1; index >= 0; index--) unit = (unit << 8n) | BigInt(this.#byte(offset + index));
    const mask = BigInt.asUintN(width, -1n) << BigInt(shift);
    const changed = (unit & ~mask) | ((BigInt.asUintN(width, value) << BigInt(shift)) & mask);
    this.bytes(offset, encode(memory, changed));
  }

  #byte(offset: number): number {
    const { part, local } = this.#find(offset);
    return part.bytes.get(local) ?? 0;
  }

  /** A pointer-to-shared: address and phase. False where they depend on the number of threads. */
  sharedPointer(offset: number, pointer: SharedPointer, phased: boolean): boolean {
    const address = this.#resolved(pointer);
    const phase = phaseOf(pointer);
    if (phase.op !== 'const' || (address.op !== 'shared' && address.op !== 'const')) return false;
    this.clear(offset, 8);
    if (address.op === 'shared') this.address(offset, address.symbol, address.offset);
    else this.scalar(offset, 'i32', address.value);
    if (phased) this.scalar(offset + 4, 'i32', phase.value);
    return true;
  }

  /** The address of an element in the first of thread 0's blocks. */
  #resolved(pointer: SharedPointer): Expression {
    if (pointer.kind !== 'element' || pointer.base.op !== 'shared' || pointer.index.op !== 'const')
      return addressOf(pointer);
    const { layout, base, index } = pointer;
    const element = Number(index.value);
    if (element < 0 || (layout.block > 0 && element >= layout.block)) return addressOf(pointer);
    return { ...base, offset: base.offset + element * layout.elementSize };
  }

  #find(offset: number): { part: Part; local: number } {
    const { thread, local } = this.#locate(offset);
    let part = this.#parts.get(thread);
    if (!part) {
      part = { bytes: new Map(), addresses: new Map() };
      this.#parts.set(thread, part);
    }
    return { part, local };
  }

  #locate(offset: number): { thread: number; local: number } {
    const layout = this.#distribution?.layout;
    if (!layout || layout.block === 0) return { thread: 0, local: offset };
    const { block, elementSize } = layout;
    const element = Math.floor(offset / elementSize);
    const row = Math.floor(element / block);
    // In the dynamic environment the first rounds are as if there were threads enough.
    const threads = this.#distribution?.threads ?? Number.POSITIVE_INFINITY;
    const round = Math.floor(row / threads);
    const thread = threads === Number.POSITIVE_INFINITY ? row : row % threads;
    return { thread, local: (round * block + (element % block)) * elementSize + (offset % elementSize) };
  }

  data(): Datum[] {
    const data: Datum[] = [];
    for (const [thread, part] of [...this.#parts].sort(([a], [b]) => a - b)) {
      const where = thread > 0 ? { thread } : {};
      for (const run of runsOf(part.bytes)) data.push({ ...run, ...where });
      for (const [offset, address] of [...part.addresses].sort(([a], [b]) => a - b))
        data.push({ offset, ...address, ...where });
    }
    return data;
  }
}

/** The bytes that are not zero, in runs. */
function runsOf(bytes: ReadonlyMap<number, number>): { offset: number; bytes: Uint8Array }[] {
  const offsets = [...bytes.keys()].filter((offset) => bytes.get(offset) !== 0).sort((a, b) => a - b);
  const runs: { offset: number; bytes: Uint8Array }[] = [];
  for (let from = 0; from < offsets.length; ) {
    let to = from;
    while (to + 1 < offsets.length && (offsets[to + 1] as number) - (offsets[to] as number) <= RUN_BREAK) to++;
    const offset = offsets[from] as number;
    const length = (offsets[to] as number) - offset + 1;
    runs.push({ offset, bytes: Uint8Array.from({ length }, (_, index) => bytes.get(offset + index) ?? 0) });
    from = to + 1;
  }
  return runs;
}

function encode(memory: MemoryType, value: number | bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(memorySize(memory)));
  switch (memory) {
    case 'f32':
      view.setFloat32(0, Number(value), true);
      break;
    case 'f64':
      view.setFloat64(0, Number(value), true);
      break;
    case 'i64':
      view.setBigInt64(0, BigInt.asIntN(64, BigInt(value)), true);
      break;
    case 'i32':
      view.setInt32(0, Number(BigInt.asIntN(32, BigInt(value))), true);
      break;
    default:
      for (let index = 0; index < memorySize(memory); index++)
        view.setUint8(index, Number((BigInt(value) >> BigInt(8 * index)) & 0xffn));
  }
  return new Uint8Array(view.buffer);
}
