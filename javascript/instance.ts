/**
 * An instance of a program for who calls its functions: checks arguments, copies arrays in and out, and has one call follow another.
 */
import type { Callable, CallValue } from '../compiler/callable.ts';
import { FIRST_FUNCTION } from '../runtime/calls/board.ts';
import type { ArrayType, CallOptions, Instance, Result, TypedArray } from './api.ts';
import { type Block, Blocks } from './blocks.ts';
import { type Given, Piece } from './pieces.ts';
import { type Job, type Passed, Program } from './program.ts';
import { checkArray, type Fitting, fittingArguments, whichArgument } from './values.ts';

/** Arrays in a block of the program's memory, while a call lasts. */
interface Copied {
  readonly piece: Piece;
  readonly block: Block;
}

/** Starts the program of `job`; `name` is its name in messages. */
export async function startInstance(name: string, functions: readonly Callable[], job: Job): Promise<Instance> {
  const program = new Program(name, job);
  await program.heldFor(program.begin());
  return new CalledProgram(name, functions, program);
}

class CalledProgram implements Instance {
  private readonly called: readonly Callable[];
  private readonly blocks: Blocks;
  private last: Promise<unknown> = Promise.resolve();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly name: string,
    private readonly functions: readonly Callable[],
    private readonly program: Program,
  ) {
    this.called = functions.filter(({ refused }) => refused === undefined);
    this.blocks = new Blocks(
      (bytes) => program.allocate(bytes),
      (address) => program.free(address),
    );
  }

  async call(name: string, ...values: unknown[]): Promise<Result> {
    return (await this.callAll(name, ...values))[0];
  }

  async callAll(name: string, ...values: unknown[]): Promise<Result[]> {
    const signal = signalOf(values.at(-1));
    const callable = this.find(name);
    const fitting = fittingArguments(callable, signal === undefined ? values : values.slice(0, -1));
    return this.inTurn(() => this.run(callable, fitting), signal);
  }

  async array<A extends TypedArray>(type: ArrayType<A>, length: number): Promise<A> {
    checkArray(type, length);
    return this.inTurn(async () => {
      const bytes = Math.max(length, 1) * type.BYTES_PER_ELEMENT;
      const { address } = await this.blocks.take(bytes);
      new Uint8Array(this.program.memory, address, bytes).fill(0); // a block may have been another call's
      return new type(this.program.memory, address, length);
    });
  }

  close(): Promise<void> {
    if (this.closing === undefined && this.program.ending === undefined)
      this.closing = this.inTurn(() => this.program.close());
    return this.closing ?? this.program.heldFor(this.program.ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private find(name: string): Callable {
    const callable = this.functions.find((each) => each.name === name);
    if (callable !== undefined) return callable;
    const names = this.functions.map((each) => each.name).join(', ');
    throw new TypeError(`${this.name} has no function '${name}' that is not static; there are ${names || 'none'}`);
  }

  /** Calls wait for those before them. */
  private async inTurn<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.closing !== undefined) throw new Error(`${this.name}: the instance is closed`);
    if (this.program.ending !== undefined) throw this.program.ending;
    return this.program.heldFor(this.following(action, signal));
  }

  private following<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let hasBegun = false;
    const result = this.last.then(() => {
      signal?.throwIfAborted();
      hasBegun = true;
      return action();
    });
    this.last = result.catch(() => {});
    if (signal === undefined) return result;
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (hasBegun) this.program.stop(signal.reason, 'a call was aborted');
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    });
  }

  private async run(callable: Callable, values: readonly Fitting[]): Promise<Result[]> {
    const copied: Copied[] = [];
    try {
      for (const piece of Piece.ofAll(this.givenOf(callable, values)))
        copied.push({ piece, block: await this.blocks.take(piece.size) });
      return await this.runWith(callable, values, copied);
    } finally {
      for (const { block } of copied) this.blocks.give(block);
    }
  }

  private async runWith(callable: Callable, values: readonly Fitting[], copied: readonly Copied[]): Promise<Result[]> {
    const { memory } = this.program;
    for (const { piece, block } of copied) piece.copyIn(memory, block);
    const passed = values.map((value, index) => passedOf(callable.parameters[index]!.kind, value, copied));
    await this.program.request(FIRST_FUNCTION + this.called.indexOf(callable), passed);
    for (const { piece, block } of copied) piece.copyOut(memory, block);
    return this.program.results(callable.result.kind);
  }

  /** Arrays to copy: those that lie in the program's memory are passed as they are. */
  private givenOf(callable: Callable, values: readonly Fitting[]): Given[] {
    return values.flatMap((array, index) => {
      if (typeof array !== 'object' || array.buffer === this.program.memory) return [];
      const parameter = callable.parameters[index]!;
      const isChanged = parameter.kind === 'pointer' && parameter.const !== true;
      return [{ array, isChanged, which: whichArgument(callable, index) }];
    });
  }
}

function passedOf(kind: CallValue['kind'], value: Fitting, copied: readonly Copied[]): Passed {
  if (typeof value !== 'object') return { kind, value };
  const found = copied.find(({ piece }) => piece.has(value));
  return { kind, value: found?.piece.addressOf(value, found.block) ?? value.byteOffset };
}

function signalOf(value: unknown): AbortSignal | undefined {
  const { signal } = (value ?? {}) as Partial<CallOptions>;
  return typeof value === 'object' && signal instanceof AbortSignal ? signal : undefined;
}
