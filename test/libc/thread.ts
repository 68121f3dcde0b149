/**
 * A thread for the library alone: memory, a heap that only grows, and what was written. Thread 1 of a job, so that a
 * forgotten BASE shows.
 */

import { type Environment, ERRNO, type LibraryEnvironment, type NativeFunction } from '../../runtime/abi.ts';
import type { Bits } from '../../runtime/extended/bits.ts';
import { directValues } from '../../runtime/extended/values.ts';
import { bitOperations } from '../../runtime/memory/bits.ts';
import { doubleParts } from '../../runtime/memory/doubles.ts';
import { compileInstructions, instructions } from '../../runtime/memory/instructions.ts';
import { makeSpace, type Space } from '../../runtime/memory/space.ts';
import { processLibraries } from '../../stdlib/index.ts';
import { compiledFunctions } from './compiled.ts';

const SHIFT = 22;
const BASE = 1 << SHIFT;
const PAGES = 256;
/** Static data of the compiled functions begin at 65536; above them is the stack, and from its top on the heap. */
const STACK_TOP = 2 * 65536;

export class TestThread {
  readonly environment: LibraryEnvironment;
  readonly functions: Record<string, NativeFunction>;
  readonly table: (NativeFunction | undefined)[] = [undefined];
  readonly variables: Record<string, string | undefined> = {};
  /** Bytes written to descriptors 1 and 2. */
  written = '';
  readonly freed: number[] = [];
  private next = BASE + STACK_TOP;
  private readonly sizes = new Map<number, number>();

  constructor() {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES, shared: true });
    const wasm = instructions({ memory } as Space, compileInstructions());
    this.environment = {
      ...views(memory),
      ...directValues(makeSpace(memory, 0, 1, 31), wasm, wasm),
      ...({} as Bits),
      ...doubleParts,
      ...bitOperations,
      ...this.services(),
      variables: this.variables,
      table: this.table,
      ORIGIN: 0,
      memory,
    };
    const library: Record<string, NativeFunction> = Object.assign(
      {},
      ...processLibraries.map((make) => make(this.environment)),
    );
    const compiled = compiledFunctions({ ...this.environment, library } as Environment);
    this.functions = { ...library, ...compiled };
  }

  private services() {
    const fail = (text: string) => (): never => {
      throw new Error(text);
    };
    return {
      ...{ MYTHREAD: 1, THREADS: 2, SHIFT, BASE, SHADOW: 0, stackTop: BASE + STACK_TOP, stackLimit: BASE },
      ...{
        poll() {},
        notify() {},
        wait() {},
        barrier() {},
        sleep() {},
        awaiting: <T>(_: number, read: () => T) => read(),
        atExit() {},
        callAfterMain() {},
        ownsInput: true,
      },
      trapDivision: fail('division by zero'),
      trapStack: fail('stack'),
      trapUnreachable: fail('unreachable'),
      trapCall: (index: number) => fail(`call of ${index}`)(),
      check: (address: number) => address,
      checkOwn: (address: number) => address,
      aligned: (address: number) => address,
      landing: fail('landing') as never,
      jump: (...words: number[]) => fail(`jump ${words.join(' ')}`)(),
      exitThread: (status: number) => fail(`exit ${status}`)(),
      exitJob: (status: number, message = '') => fail(`end ${status} ${message}`)(),
      writeOut: (_descriptor: number, bytes: Uint8Array) => {
        this.written += new TextDecoder().decode(bytes);
      },
      copy: (to: number, from: number, size: number) => {
        this.environment.U8.copyWithin(to >>> 0, from >>> 0, (from >>> 0) + (size >>> 0));
      },
      fill: (address: number, byte: number, size: number) => {
        this.environment.U8.fill(byte, address >>> 0, (address >>> 0) + (size >>> 0));
      },
      trace: { on: false, write() {}, mask: () => '', setMask() {}, tracesLocal: true },
      heap: {
        allocate: (size: number) => this.block(size),
        free: (address: number) => void this.freed.push(address),
        sizeOf: (address: number) => this.sizes.get(address) ?? 0,
        reallocate: (address: number, size: number) => {
          const block = this.block(size);
          this.environment.copy(block, address, Math.min(size, this.sizes.get(address) ?? 0));
          return block;
        },
        keep() {},
      },
    };
  }

  /** Calls a library function. */
  // biome-ignore lint/suspicious/noExplicitAny: C's functions give numbers, bigints or nothing
  call(name: string, ...values: unknown[]): any {
    return this.functions[name]!(...values);
  }

  /** Makes a function pointer. */
  pointer(f: NativeFunction): number {
    return this.table.push(f) - 1;
  }

  get errno(): number {
    return this.environment.I32[(BASE + ERRNO) >>> 2]!;
  }
  set errno(value: number) {
    this.environment.I32[(BASE + ERRNO) >>> 2] = value;
  }

  /** 0 where the heap is exhausted. */
  block(size: number): number {
    const address = this.next;
    if (address + (size >>> 0) > 2 * BASE) return 0;
    this.next += ((size >>> 0) + 15) & ~15;
    this.sizes.set(address, size);
    return address;
  }

  bytes(bytes: Uint8Array): number {
    const address = this.block(bytes.length + 1);
    this.environment.U8.set(bytes, address);
    this.environment.U8[address + bytes.length] = 0;
    return address;
  }

  string(text: string): number {
    return this.bytes(new TextEncoder().encode(text));
  }

  text(address: number): string {
    const { U8 } = this.environment;
    return new TextDecoder().decode(U8.slice(address, U8.indexOf(0, address)));
  }

  /** Gives the heap back from here on. */
  mark(): () => void {
    const { next } = this;
    return () => {
      this.next = next;
    };
  }
}

function views(memory: WebAssembly.Memory) {
  const { buffer } = memory;
  return {
    ...{ U8: new Uint8Array(buffer), I8: new Int8Array(buffer), U16: new Uint16Array(buffer) },
    ...{ I16: new Int16Array(buffer), I32: new Int32Array(buffer), I64: new BigInt64Array(buffer) },
    ...{ F32: new Float32Array(buffer), F64: new Float64Array(buffer) },
  };
}
