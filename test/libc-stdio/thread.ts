/**
 * A thread for the library alone: memory, a heap that only grows, and what was written. Thread 1 of a job, so that a
 * forgotten BASE shows.
 */
import type { Environment, LibraryEnvironment, NativeFunction } from '../../runtime/abi.ts';
import { ERRNO } from '../../runtime/abi.ts';
import { errnoLibrary } from '../../stdlib/libc/errno.ts';
import { numberLibrary } from '../../stdlib/libc/numbers/scan-numbers.ts';
import { stdioLibraries } from '../../stdlib/libc/stdio/stdio.ts';
import { compiledFunctions } from '../libc/compiled.ts';

const SHIFT = 21;
const BASE = 1 << SHIFT;
/** Static data of the compiled functions begin at 65536; above them is the stack, and from its top on the heap. */
const STACK_TOP = 2 * 65536;

export type Argument = number | bigint | { double: number } | string;

export class TestThread {
  readonly environment: LibraryEnvironment;
  readonly functions: Record<string, NativeFunction>;
  /** Bytes written to descriptors 1 and 2, one entry a write. */
  readonly written: { descriptor: number; text: string }[] = [];
  private next = BASE + STACK_TOP;
  private readonly ends: (() => void)[] = [];

  constructor() {
    const memory = new WebAssembly.Memory({ initial: 96, maximum: 96, shared: true });
    const { buffer } = memory;
    const blocks = new Map<number, number>();
    const allocate = (size: number): number => {
      const address = this.next;
      this.next += (size + 15) & ~15;
      blocks.set(address, size);
      return address;
    };
    this.environment = {
      MYTHREAD: 1,
      THREADS: 2,
      SHIFT,
      BASE,
      stackTop: BASE + STACK_TOP,
      stackLimit: BASE,
      memory,
      table: [],
      U8: new Uint8Array(buffer),
      I8: new Int8Array(buffer),
      I16: new Int16Array(buffer),
      I32: new Int32Array(buffer),
      I64: new BigInt64Array(buffer),
      F32: new Float32Array(buffer),
      F64: new Float64Array(buffer),
      variables: {},
      heap: {
        allocate,
        free: () => {},
        sizeOf: (address: number) => blocks.get(address) ?? 0,
        reallocate: (address: number, size: number) => {
          const block = allocate(size);
          this.environment.U8.copyWithin(block, address, address + (blocks.get(address) ?? 0));
          return block;
        },
      },
      atExit: (action: () => void) => this.ends.push(action),
      sleep: () => {},
      awaiting: <T>(_: number, read: () => T) => read(),
      ownsInput: true,
      writeOut: (descriptor: number, bytes: Uint8Array) => {
        this.written.push({ descriptor, text: Buffer.from(bytes).toString('latin1') });
      },
      exitJob: (status: number, message?: string) => {
        throw new Error(`exit ${status}: ${message}`);
      },
    } as unknown as LibraryEnvironment;
    const made = [...stdioLibraries, numberLibrary, errnoLibrary].map((make) => make(this.environment));
    const library: Record<string, NativeFunction> = Object.assign({}, ...made);
    this.functions = { ...library, ...compiledFunctions({ ...this.environment, library } as Environment) };
  }

  /** Calls a library function. */
  call(name: string, ...values: unknown[]): number {
    return this.functions[name]!(...values);
  }

  /** The thread ends. */
  end(): void {
    while (this.ends.length > 0) this.ends.pop()!();
  }

  get errno(): number {
    return this.environment.I32[(BASE + ERRNO) >>> 2]!;
  }

  set errno(value: number) {
    this.environment.I32[(BASE + ERRNO) >>> 2] = value;
  }

  block(size: number): number {
    return this.environment.heap.allocate(size);
  }

  /** Address of a copy of a string. */
  string(text: string): number {
    const bytes = Buffer.from(`${text}\0`, 'latin1');
    const address = this.block(bytes.length);
    this.environment.U8.set(bytes, address);
    return address;
  }

  /** Gives the heap back from here on. */
  mark(): () => void {
    const { next } = this;
    return () => {
      this.next = next;
    };
  }

  text(address: number, length = this.environment.U8.indexOf(0, address) - address): string {
    return Buffer.from(this.environment.U8.slice(address, address + length)).toString('latin1');
  }

  /** The variable arguments of a call: a number is an int or a pointer, a bigint a long, a string a char *. */
  args(...values: Argument[]): number {
    const address = this.block(values.length * 8 + 8);
    for (const [index, value] of values.entries()) this.slot(address + index * 8, value);
    return address;
  }

  private slot(address: number, value: Argument): void {
    const { I32, I64, F64 } = this.environment;
    I64[address >>> 3] = -1n; // what no one may look at
    if (typeof value === 'number') I32[address >>> 2] = value;
    else if (typeof value === 'bigint') I64[address >>> 3] = value;
    else if (typeof value === 'string') I32[address >>> 2] = this.string(value);
    else F64[address >>> 3] = value.double;
  }

  /** sprintf's text, latin1, and "-> result" where that is not its length. */
  sprintf(format: string, ...values: Argument[]): string {
    const release = this.mark();
    const buffer = this.block(70000);
    const result = this.call('snprintf', buffer, 70000, this.string(format), this.args(...values));
    const text = this.text(buffer);
    release();
    return result === text.length ? text : `${text} -> ${result}`;
  }
}
