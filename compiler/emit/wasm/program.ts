/**
 * A linked program to a WebAssembly module (core specification, chapter 5: binary format).
 *
 * Imports: the shared memory, the thread's numbers and what of the environment (`env`) and the library (`library`) is
 * called. Exports: `main` and the function `table`. A module that simulated ranks share has the numbers as variables, and exports `runAs`, which sets them. The same program gives
 * the same bytes.
 */
import { MODULE_NUMBERS } from '../../../runtime/abi.ts';
import type { DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { LinkedProgram } from '../../link/link.ts';
import { emitAccessCheck } from './access-function.ts';
import { Bytes } from './bytes.ts';
import type { Mark } from './code.ts';
import { ModuleContext, RUN_AS, STACK_POINTER, type WasmOptions } from './context.ts';
import { type EmittedFunction, emitFunction } from './functions.ts';
import { INDEXED, PLAIN } from './instructions.ts';
import { checkFunction, checkModule } from './limits.ts';
import { emitRunAs } from './rank-function.ts';
import { emitFrameFunctions } from './suspended-frames.ts';
import { type FunctionTable, tableOf } from './table.ts';
import { scalar, VALUE_TYPES } from './types.ts';

export interface EmittedModule {
  readonly bytes: Uint8Array;
  /** Where in the bytes places of the source begin, in order. */
  readonly marks: readonly Mark[];
  /** Places that barriers and -trace name by number. */
  readonly places: readonly string[];
}

export interface ModuleOptions extends WasmOptions {
  /** The module's name in stack traces. */
  readonly name: string;
  /** File of the source map. */
  readonly mapName?: string | undefined;
}

const SECTION = { custom: 0, type: 1, import: 2, function: 3, table: 4, global: 6, export: 7, element: 9, code: 10 };
const KIND = { function: 0, table: 1, memory: 2, global: 3 };
const SHARED_WITH_MAXIMUM = 3;
const MOST_PAGES = 65536;
const FUNCTION_REFERENCE = 0x70;
const WITH_MAXIMUM = 1;
/** An element segment that names its table. */
const OF_A_TABLE = 2;
const [CONSTANT, VARIABLE] = [0, 1];
/** As ModuleExports has them. */
const TABLE_NAMES = ['table', 'callbacks'];

/** Parts that are too large for a module are reported to `bag`. */
export function emitModule(linked: LinkedProgram, options: ModuleOptions, bag: DiagnosticBag): EmittedModule {
  const context = new ModuleContext(linked, options);
  const table = tableOf(context);
  const functions = [...linked.functions, ...table.wrappers].map((f) => emitFunction(context, f));
  if (context.checksAccesses) functions.push(emitAccessCheck(context));
  if (context.isShared) functions.push(emitRunAs(context), ...emitFrameFunctions(context));
  const writer = new ModuleWriter(context, functions, table, bag);
  const marks = writer.write(options);
  writer.check();
  return { bytes: writer.out.written.slice(), marks, places: context.places };
}

// ---------------------------------------------------------------- sections

class ModuleWriter {
  readonly out = new Bytes();
  readonly #context: ModuleContext;
  readonly #functions: readonly EmittedFunction[];
  readonly #table: FunctionTable;
  readonly #bag: DiagnosticBag;
  readonly #indices = new Map<string, number>();

  constructor(context: ModuleContext, functions: readonly EmittedFunction[], table: FunctionTable, bag: DiagnosticBag) {
    this.#context = context;
    this.#functions = functions;
    this.#table = table;
    this.#bag = bag;
    for (const symbol of context.imports.keys()) this.#indices.set(symbol, this.#indices.size);
    for (const { definition } of functions) this.#indices.set(definition.name, this.#indices.size);
  }

  write({ name, mapName }: ModuleOptions): Mark[] {
    const { types } = this.#context;
    const imports = this.#importSection();
    const declared = this.#functionSection();
    this.out.bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    this.#section(SECTION.type, (out) => types.write(out));
    this.#section(SECTION.import, (out) => out.bytes(imports.written));
    this.#section(SECTION.function, (out) => out.bytes(declared.written));
    this.#section(SECTION.table, (out) => this.#tableTypes(out));
    this.#section(SECTION.global, (out) => this.#globals(out));
    this.#section(SECTION.export, (out) => this.#exports(out));
    if (this.#table.own.length > 0) this.#section(SECTION.element, (out) => this.#elements(out));
    const marks = this.#codeSection();
    this.#custom('name', (out) => this.#names(out, name));
    if (mapName !== undefined) this.#custom('sourceMappingURL', (out) => out.text(encodeURIComponent(mapName)));
    return marks;
  }

  /** Of the whole, when it has been written. */
  check(): void {
    const [functions, types] = [this.#functions.length, this.#context.types.count];
    checkModule({ functions, types, table: this.#table.own.length + 1, module: this.out.length }, this.#bag);
  }

  #index = (symbol: string): number => {
    const index = this.#indices.get(symbol);
    if (index === undefined) throw new Error(`no function ${symbol}`);
    return index;
  };

  #section(id: number, write: (out: Bytes) => void): number {
    const contents = new Bytes();
    write(contents);
    this.out.byte(id);
    this.out.unsigned(contents.length);
    const start = this.out.length;
    this.out.bytes(contents.written);
    return start;
  }

  #custom(name: string, write: (out: Bytes) => void): void {
    this.#section(SECTION.custom, (out) => {
      out.text(name);
      write(out);
    });
  }

  #importSection(): Bytes {
    const { imports, types, isShared } = this.#context;
    const numbers = isShared ? [] : MODULE_NUMBERS;
    const out = new Bytes();
    out.unsigned(1 + numbers.length + imports.size);
    out.text('env');
    out.text('memory');
    out.bytes([KIND.memory, SHARED_WITH_MAXIMUM, 1]);
    out.unsigned(MOST_PAGES);
    for (const name of numbers) {
      out.text('env');
      out.text(name);
      out.bytes([KIND.global, VALUE_TYPES.i32, CONSTANT]);
    }
    for (const { module, name, signature } of imports.values()) {
      out.text(module);
      out.text(name);
      out.byte(KIND.function);
      out.unsigned(types.indexOf(signature));
    }
    return out;
  }

  #functionSection(): Bytes {
    const out = new Bytes();
    out.unsigned(this.#functions.length);
    for (const { definition } of this.#functions) {
      const parameters = definition.parameters.map(({ type }) => type);
      out.unsigned(this.#context.types.indexOf({ parameters, results: definition.results }));
    }
    return out;
  }

  #tables(): (readonly string[])[] {
    const { own, callbacks } = this.#table;
    return callbacks ? [own, callbacks] : [own];
  }

  #tableTypes(out: Bytes): void {
    out.unsigned(this.#tables().length);
    for (const { length } of this.#tables()) {
      out.bytes([FUNCTION_REFERENCE, WITH_MAXIMUM]);
      out.unsigned(length + 1);
      out.unsigned(length + 1);
    }
  }

  #globals(out: Bytes): void {
    const { floats, isShared } = this.#context;
    const own = isShared ? MODULE_NUMBERS.length + 1 : 1;
    out.unsigned(own + floats.count);
    if (isShared) writeNumbers(out, own);
    else writeStackPointer(out);
    floats.write(out);
  }

  #exports(out: Bytes): void {
    const functions = [
      ['main', this.#context.linked.entry] as const,
      ...(this.#context.isShared ? [['runAs', RUN_AS] as const] : []),
    ];
    out.unsigned(functions.length + this.#tables().length);
    for (const [name, symbol] of functions) {
      out.text(name);
      out.byte(KIND.function);
      out.unsigned(this.#index(symbol));
    }
    this.#tables().forEach((_, index) => {
      out.text(TABLE_NAMES[index] as string);
      out.bytes([KIND.table, index]);
    });
  }

  /** From index 1 on: 0 is the null pointer. */
  #elements(out: Bytes): void {
    out.unsigned(this.#tables().length);
    this.#tables().forEach((symbols, index) => {
      out.bytes(index === 0 ? [0] : [OF_A_TABLE, index]);
      writeConstant(out, 1);
      if (index > 0) out.byte(KIND.function);
      out.unsigned(symbols.length);
      for (const symbol of symbols) out.unsigned(this.#index(symbol));
    });
  }

  #codeSection(): Mark[] {
    const contents = new Bytes();
    const marks: Mark[] = [];
    contents.unsigned(this.#functions.length);
    for (const f of this.#functions) marks.push(...this.#function(contents, f));
    const start = this.#section(SECTION.code, (out) => out.bytes(contents.written));
    return marks.map(({ offset, at }) => ({ offset: offset + start, at }));
  }

  /** Size, variables, code; gives the places relative to the section's contents. */
  #function(out: Bytes, f: EmittedFunction): Mark[] {
    const body = new Bytes();
    writeVariables(body, f);
    const marks = f.parts.flatMap((part) => part.append(body, this.#index));
    const [locals, parameters] = [f.context.variables.length, f.definition.parameters.length];
    checkFunction(f.definition, { functionBody: body.length, locals, parameters }, this.#bag);
    out.unsigned(body.length);
    const start = out.length;
    out.bytes(body.written);
    return marks.map(({ offset, at }) => ({ offset: offset + start, at }));
  }

  /** Of the module and of functions; under -g of variables as well. */
  #names(out: Bytes, module: string): void {
    subsection(out, 0, (sub) => sub.text(module));
    subsection(out, 1, (sub) => this.#functionNames(sub));
    if (this.#context.linked.debug) subsection(out, 2, (sub) => this.#variableNames(sub));
    subsection(out, 7, (sub) => writeNames(sub, [[STACK_POINTER, 'sp']]));
  }

  #functionNames(out: Bytes): void {
    const { imports } = this.#context;
    const names = [...[...imports.values()].map(({ name }) => name), ...this.#functions.map((f) => f.definition.name)];
    writeNames(out, [...names.entries()]);
  }

  #variableNames(out: Bytes): void {
    out.unsigned(this.#functions.length);
    for (const { definition, context } of this.#functions) {
      out.unsigned(this.#index(definition.name));
      writeNames(out, [...context.names]);
    }
  }
}

function subsection(out: Bytes, id: number, write: (out: Bytes) => void): void {
  const contents = new Bytes();
  write(contents);
  out.byte(id);
  out.unsigned(contents.length);
  out.bytes(contents.written);
}

function writeNames(out: Bytes, names: readonly (readonly [number, string])[]): void {
  out.unsigned(names.length);
  for (const [index, name] of names) {
    out.unsigned(index);
    out.text(name.trim());
  }
}

function writeConstant(out: Bytes, value: number): void {
  out.byte(0x41);
  out.signed(value);
  out.byte(PLAIN.end);
}

/** Numbers that the runtime sets (rank-function.ts). */
function writeNumbers(out: Bytes, count: number): void {
  for (let index = 0; index < count; index++) {
    out.bytes([VALUE_TYPES.i32, VARIABLE]);
    writeConstant(out, 0);
  }
}

/** The stack pointer begins at the top of the stack. */
function writeStackPointer(out: Bytes): void {
  out.bytes([VALUE_TYPES.i32, VARIABLE, INDEXED['global.get']]);
  out.unsigned(MODULE_NUMBERS.indexOf('stackTop'));
  out.byte(PLAIN.end);
}

/** Neighbours of one type are declared together. */
function writeVariables(out: Bytes, { definition, context }: EmittedFunction): void {
  const groups: { type: number; count: number }[] = [];
  for (const variable of context.variables.slice(definition.parameters.length)) {
    const type = VALUE_TYPES[scalar(variable)];
    const last = groups.at(-1);
    if (last?.type === type) last.count++;
    else groups.push({ type, count: 1 });
  }
  out.unsigned(groups.length);
  for (const { type, count } of groups) {
    out.unsigned(count);
    out.byte(type);
  }
}
