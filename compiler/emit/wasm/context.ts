/**
 * What emission to WebAssembly knows while it works: the module's imports, types and places, and the function it is in.
 *
 * One idea: names are symbols until all functions are written; then imports are known and symbols become indices.
 */
import { MODULE_NUMBERS } from '../../../runtime/abi.ts';
import type { Function as Definition, Expression, MachineType, Signature, Statement } from '../../ir/ir.ts';
import { visitExpression } from '../../ir/walk.ts';
import type { LinkedProgram } from '../../link/link.ts';
import type { Position } from '../../source/source.ts';
import type { Frame } from '../frame.ts';
import { Code } from './code.ts';
import { FloatConstants } from './float-constants.ts';
import type { Sites } from './suspend.ts';
import { FunctionTypes, signatureKey } from './types.ts';

export interface WasmOptions {
  /** Shared accesses are calls of the environment instead of loads and stores. */
  readonly calledAccess?: boolean;
  /** Pointers-to-shared are a rank and an offset. */
  readonly wide?: boolean;
  /** Before what may communicate, the program says where in the source it is; with -g before all its calls. */
  readonly tellsPlaces?: boolean;
  /** -trace: the program may be recorded. */
  readonly traced?: boolean;
  /** -simulate: the functions that may wait (optimizer/analyses/blocking.ts); they can be suspended. */
  readonly waiting?: ReadonlySet<string>;
}

/** The stack pointer, the module's own variable, behind MODULE_NUMBERS; behind it stand the constants. */
export const STACK_POINTER = MODULE_NUMBERS.length;
export const FIRST_CONSTANT = STACK_POINTER + 1;

/** No functions of a program have these names. */
export const ACCESS_CHECK = ' check';
/** Of those for frames of suspended functions. */
export const [UNWIND, REWIND] = [' unwind', ' rewind'] as const;
export const RUN_AS = ' run as';

export interface Import {
  readonly module: 'env' | 'library';
  readonly name: string;
  readonly signature: Signature;
}

export class ModuleContext {
  readonly linked: LinkedProgram;
  readonly options: WasmOptions;
  readonly types = new FunctionTypes();
  readonly floats = new FloatConstants();
  /** Texts "file:line" that barriers and -trace name by number; 0 is none. */
  readonly places: string[] = [''];
  readonly #defined: ReadonlyMap<string, Definition>;
  readonly #imports = new Map<string, Import>();
  readonly #placeNumbers = new Map<string, number>();

  constructor(linked: LinkedProgram, options: WasmOptions) {
    this.linked = linked;
    this.options = options;
    this.#defined = new Map(linked.functions.map((f) => [f.name, f]));
  }

  /** Symbol of the function that looks whether an access is right (access-check.ts). */
  accessCheck(): string {
    this.checksAccesses = true;
    return ACCESS_CHECK;
  }
  checksAccesses = false;

  /** Whether all simulated ranks of a memory share one instance. */
  get isShared(): boolean {
    return this.options.waiting !== undefined;
  }

  /** Whether the function is the program's own, not the library's. */
  defines(symbol: string): boolean {
    return this.#defined.has(symbol);
  }

  /** Whether the function has a place in the source: the library's in C have none. */
  hasPlace(symbol: string): boolean {
    return this.#defined.get(symbol)?.at !== undefined;
  }

  /** Symbol of a library function that is called with that signature. */
  libraryFunction(name: string, signature: Signature): string {
    return this.#import({ module: 'library', name, signature });
  }

  /** Symbol of a function of the environment. */
  operation(name: string, parameters: readonly MachineType[], results: readonly MachineType[] = []): string {
    return this.#import({ module: 'env', name, signature: { parameters, results } });
  }

  #import(wanted: Import): string {
    const symbol = ` ${wanted.module}.${wanted.name} ${signatureKey(wanted.signature)}`;
    if (!this.#imports.has(symbol)) this.#imports.set(symbol, wanted);
    return symbol;
  }

  /** By symbol, in the order of their indices. */
  get imports(): ReadonlyMap<string, Import> {
    return this.#imports;
  }

  offsetOf(symbol: string): number {
    return this.linked.offsets.get(symbol) as number;
  }

  /** Number of a place: lines are told apart, columns are not. */
  placeNumber(position: Position | undefined): number {
    if (!position) return 0;
    const text = `${position.name}:${position.line}`;
    let number = this.#placeNumbers.get(text);
    if (number === undefined) this.#placeNumbers.set(text, (number = this.places.push(text) - 1));
    return number;
  }
}

export class FunctionContext {
  readonly module: ModuleContext;
  /** Where is written: the head of the function, or its body. */
  code = new Code();
  readonly definition: Definition;
  readonly frame: Frame;
  /** Types of all variables by index; parameters come first. */
  readonly variables: MachineType[] = [];
  /** Of the variables that have one in the IR, by index. */
  readonly names = new Map<number, string>();
  readonly #locals = new Map<string, number>();
  readonly #free = new Map<MachineType, number[]>();
  readonly #taken: number[] = [];
  readonly #kept = new Map<string, number>();
  /** What branches can go to, by key: the statement's label and what of it; how many blocks were open before each. */
  readonly #targets = new Map<string, number[]>();
  #open = 0;
  readonly #loops: ReadonlySet<string>[] = [];
  readonly #begun = new Map<string, Statement & { op: 'get.start' }>();

  /** `sites`: where it may be suspended. */
  constructor(
    module: ModuleContext,
    definition: Definition,
    frame: Frame,
    readonly sites?: Sites,
  ) {
    this.module = module;
    this.definition = definition;
    this.frame = frame;
    for (const { name, type } of [...definition.parameters, ...definition.locals]) {
      this.#locals.set(name, this.#variable(type));
      this.names.set(this.variables.length - 1, name);
    }
  }

  #variable(type: MachineType): number {
    return this.variables.push(type) - 1;
  }

  /** Index of a local of the IR. */
  local(name: string): number {
    return this.#locals.get(name) as number;
  }

  /** The one variable of that name that the emitter keeps for the whole function (frame pointer, base of the region ...). */
  kept(name: string): number {
    let index = this.#kept.get(name);
    if (index === undefined) {
      index = this.#variable('i32');
      this.#kept.set(name, index);
      this.names.set(index, name);
    }
    return index;
  }

  keeps(name: string): boolean {
    return this.#kept.has(name);
  }

  /** A variable for a value that is needed twice, until the statement ends. */
  temporary(type: MachineType): number {
    const index = this.#free.get(type)?.pop() ?? this.#variable(type);
    this.#taken.push(index);
    return index;
  }

  /** Between statements: temporaries are free again. */
  release(): void {
    for (const index of this.#taken.splice(0)) {
      const type = this.variables[index] as MachineType;
      const list = this.#free.get(type);
      if (list) list.push(index);
      else this.#free.set(type, [index]);
    }
  }

  /** Writes what stands in a block: `open` has been written, `end` follows. An inner block may have no key. */
  within(key: string | undefined, write: () => void): void {
    this.enter(key);
    write();
    this.leave(key);
  }

  /** What follows stands in a block, until `leave`, which ends it. */
  enter(key: string | undefined): void {
    if (key !== undefined) this.#targets.set(key, [...(this.#targets.get(key) ?? []), this.#open]);
    this.#open++;
  }
  leave(key: string | undefined): void {
    if (key !== undefined) this.#targets.get(key)?.pop();
    this.#open--;
    this.code.op('end');
  }

  /** Writes a loop, in which these locals are set. */
  inLoop(assigned: ReadonlySet<string>, write: () => void): void {
    this.#loops.push(assigned);
    write();
    this.#loops.pop();
  }

  /** Of how many of the loops that are being written the innermost is that changes the value: 0 if none does. */
  loopDepth(e: Expression): number {
    let depth = 0;
    visitExpression(e, (part) => {
      if (part.op === 'load') depth = this.#loops.length;
      if (part.op === 'local') depth = Math.max(depth, 1 + this.#loops.findLastIndex((set) => set.has(part.name)));
    });
    return depth;
  }

  /** How many blocks out the innermost target of that key is. */
  depth(key: string): number {
    const position = this.#targets.get(key)?.at(-1);
    if (position === undefined) throw new Error(`no target ${key}`);
    return this.#open - 1 - position;
  }

  /** A key that no statement has. */
  freshKey(): string {
    return ` ${this.#fresh++}`;
  }
  #fresh = 0;

  /** Remembers a get that is begun; gives the one that began `local`. */
  begin(s: Statement & { op: 'get.start' }): void {
    this.#begun.set(s.local, s);
  }
  begunGet(local: string): Statement & { op: 'get.start' } {
    return this.#begun.get(local) as Statement & { op: 'get.start' };
  }
}
