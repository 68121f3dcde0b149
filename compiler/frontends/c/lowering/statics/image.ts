/**
 * The initial contents of a static object under construction.
 *
 * Takes: scalars, bytes and addresses at C offsets in the object. Gives: the data of an ir.Static. The one idea: every
 * byte is written where its element lies: for a shared array in the image of the thread with affinity; later writes
 * win.
 */
import { memorySize } from '../../../../ir/builders.ts';
import type { Datum, Expression, MemoryType, SharedLayout } from '../../../../ir/ir.ts';
import type { BitField, SharedPointer } from '../value.ts';
import { addressOf, phaseOf } from '../value.ts';
import { SparseBytes } from './sparse-bytes.ts';

interface Address {
  readonly symbol: string;
  readonly addend: number;
}

interface Part {
  readonly bytes: SparseBytes;
  readonly addresses: Map<number, Address>;
  readonly phases: Map<number, number>;
}

export interface Distribution {
  readonly layout: SharedLayout;
  readonly threads: number | undefined;
}

export class Image {
  readonly #distribution: Distribution | undefined;
  readonly #parts = new Map<number, Part>();
  /** One more than the largest offset written in any thread's part. */
  end = 0;

  constructor(distribution: Distribution | undefined) {
    this.#distribution = distribution;
  }

  bytes(offset: number, bytes: Uint8Array): void {
    if (this.#isWhole) {
      this.#write(this.#part(0), offset, bytes);
      return;
    }
    bytes.forEach((_, index) => {
      const { part, local } = this.#find(offset + index);
      this.#write(part, local, bytes.subarray(index, index + 1));
    });
  }

  #write({ bytes: written, addresses, phases }: Part, local: number, bytes: Uint8Array): void {
    written.write(local, bytes);
    for (const parts of [addresses, phases])
      if (parts.size > 0) for (let index = 0; index < bytes.length; index++) parts.delete(local + index);
    if (bytes.length > 0) this.end = Math.max(this.end, local + bytes.length);
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

  #phase(offset: number, phase: number): void {
    const { part, local } = this.#find(offset);
    part.phases.set(local, phase);
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
    return part.bytes.get(local);
  }

  /** A pointer-to-shared: address and phase. False where they depend on the number of threads. */
  sharedPointer(offset: number, pointer: SharedPointer, phased: boolean): boolean {
    const address = this.#resolved(pointer);
    const phase = phaseOf(pointer);
    if (phase.op !== 'const' || (address.op !== 'shared' && address.op !== 'const')) return false;
    this.clear(offset, 8);
    if (address.op === 'shared') this.address(offset, address.symbol, address.offset);
    else this.scalar(offset, 'i32', address.value);
    if (phased && phase.value !== 0) this.#phase(offset + 4, Number(phase.value));
    return true;
  }

  /** The address of an element in thread 0's first block. */
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
    return { part: this.#part(thread), local };
  }

  #part(thread: number): Part {
    let part = this.#parts.get(thread);
    if (!part) this.#parts.set(thread, (part = { bytes: new SparseBytes(), addresses: new Map(), phases: new Map() }));
    return part;
  }

  /** Does the whole object lie in one thread? */
  get #isWhole(): boolean {
    return !this.#distribution || this.#distribution.layout.block === 0;
  }

  #locate(offset: number): { thread: number; local: number } {
    const layout = this.#distribution?.layout;
    if (!layout || layout.block === 0) return { thread: 0, local: offset };
    const { block, elementSize } = layout;
    const element = Math.floor(offset / elementSize);
    const row = Math.floor(element / block);
    // In the dynamic environment: as if there were enough threads.
    const threads = this.#distribution?.threads ?? Number.POSITIVE_INFINITY;
    const blockOfThread = Math.floor(row / threads);
    const thread = threads === Number.POSITIVE_INFINITY ? row : row % threads;
    return { thread, local: (blockOfThread * block + (element % block)) * elementSize + (offset % elementSize) };
  }

  data(): Datum[] {
    const data: Datum[] = [];
    for (const [thread, part] of [...this.#parts].sort(([a], [b]) => a - b)) {
      const where = thread > 0 ? { thread } : {};
      for (const run of part.bytes.runs()) data.push({ ...run, ...where });
      for (const [offset, address] of [...part.addresses].sort(([a], [b]) => a - b))
        data.push({ offset, ...address, ...where });
      for (const [offset, phase] of [...part.phases].sort(([a], [b]) => a - b)) data.push({ offset, phase, ...where });
    }
    return data;
  }
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
    default: {
      const low = typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value;
      for (let index = 0; index < view.byteLength; index++) view.setUint8(index, low >> (8 * index));
    }
  }
  return new Uint8Array(view.buffer);
}
