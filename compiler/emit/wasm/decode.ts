/**
 * A module's bytes to its parts: the sections that program.ts writes, and the instructions of its functions.
 *
 * One idea: the tables of instructions.ts say which immediates follow a code; read backwards they are the decoder.
 */
import { BLOCKS, INDEXED, MEMORY, PLAIN, PREFIX, SPECIAL } from './instructions.ts';
import { Reader, refuse } from './reader.ts';
import { VALUE_TYPES } from './types.ts';
import { LANE_STORES, LANES, SIXTEEN_BYTES } from './vector-instructions.ts';

export interface FunctionType {
  readonly parameters: readonly string[];
  readonly results: readonly string[];
}

export type ExternType =
  | { readonly kind: 'func'; readonly type: number }
  | { readonly kind: 'memory'; readonly limits: Limits }
  | { readonly kind: 'global'; readonly type: string; readonly mutable: boolean };

export interface Limits {
  readonly least: number;
  readonly most: number | undefined;
  readonly shared: boolean;
}

export interface Import {
  readonly module: string;
  readonly name: string;
  readonly what: ExternType;
}

export interface Global {
  readonly type: string;
  readonly mutable: boolean;
  readonly value: Instruction;
}

export interface Export {
  readonly name: string;
  readonly kind: 'func' | 'table' | 'memory' | 'global';
  readonly index: number;
}

export interface Elements {
  readonly table: number;
  readonly offset: Instruction;
  readonly functions: readonly number[];
}

export interface Instruction {
  readonly name: string;
  /** Of its first byte in the module. */
  readonly offset: number;
  /** In order: indices, targets of a table, alignment (a power of two) and offset, lanes, bytes, the type of a block. */
  readonly immediates: readonly (number | bigint)[];
}

export interface Body {
  readonly variables: readonly string[];
  readonly instructions: readonly Instruction[];
}

export interface DecodedModule {
  readonly types: readonly FunctionType[];
  readonly imports: readonly Import[];
  /** Types of the functions that are defined. */
  readonly functions: readonly number[];
  readonly tables: readonly Limits[];
  readonly globals: readonly Global[];
  readonly exports: readonly Export[];
  readonly elements: readonly Elements[];
  readonly bodies: readonly Body[];
  readonly moduleName: string;
  /** By index, imported ones first; of variables by function. */
  readonly functionNames: ReadonlyMap<number, string>;
  readonly globalNames: ReadonlyMap<number, string>;
  readonly variableNames: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

export const NO_TYPE = 0x40;
const TYPE_NAMES = new Map(Object.entries(VALUE_TYPES).map(([name, code]) => [code, name]));
const KINDS = ['func', 'table', 'memory', 'global'] as const;

/** Name of a value type. */
export function typeName(code: number): string {
  return TYPE_NAMES.get(code) ?? refuse(`type ${code} is unknown`);
}

// ---------------------------------------------------------------- instructions

type Immediates = (input: Reader) => (number | bigint)[];

const none: Immediates = () => [];
const index: Immediates = (input) => [input.unsigned()];
const twoIndices: Immediates = (input) => [input.unsigned(), input.unsigned()];
const bits =
  (size: number): Immediates =>
  (input) => [...input.take(size)];

const SPECIAL_IMMEDIATES: Readonly<Record<keyof typeof SPECIAL, Immediates>> = {
  br_table: (input) => [...input.many(() => input.unsigned()), input.unsigned()],
  call_indirect: twoIndices,
  'i32.const': (input) => [input.signed()],
  'i64.const': (input) => [input.signed()],
  'f32.const': bits(4),
  'f64.const': bits(8),
  'memory.copy': bits(2),
  'memory.fill': bits(1),
  'atomic.fence': bits(1),
};

type Row = readonly [name: string, immediates: Immediates];

function rows(table: Readonly<Record<string, number>>, immediates: Immediates): [number, Row][] {
  return Object.entries(table).map(([name, code]) => [code, [name, immediates]]);
}

/** Names and immediates by code. */
const INSTRUCTIONS: ReadonlyMap<number, Row> = new Map<number, Row>([
  ...rows(PLAIN, none),
  ...rows(MEMORY, twoIndices),
  ...rows(INDEXED, index),
  ...rows(BLOCKS, bits(1)),
  ...Object.entries(SPECIAL_IMMEDIATES).map(([name, immediates]): [number, Row] => [
    SPECIAL[name as keyof typeof SPECIAL],
    [name, immediates],
  ]),
  ...rows(LANES, bits(1)),
  ...rows(LANE_STORES, (input) => [...twoIndices(input), input.byte()]),
  ...rows(SIXTEEN_BYTES, bits(16)),
]);

const FIRST_PREFIX = 0xfc;

function instruction(input: Reader): Instruction {
  const offset = input.at;
  const first = input.byte();
  const code = first < FIRST_PREFIX ? first : first * PREFIX + input.unsigned();
  const [name, immediates] =
    INSTRUCTIONS.get(code) ?? refuse(`instruction 0x${code.toString(16)} at ${offset} is unknown`);
  return { name, offset, immediates: immediates(input) };
}

/** One instruction, and its end. */
function constant(input: Reader): Instruction {
  const value = instruction(input);
  input.byte();
  return value;
}

// ---------------------------------------------------------------- sections

const valueType = (input: Reader): string => typeName(input.byte());

function limits(input: Reader): Limits {
  const flags = input.byte();
  const least = input.unsigned();
  return { least, most: flags & 1 ? input.unsigned() : undefined, shared: (flags & 2) !== 0 };
}

const isMutable = (input: Reader): boolean => input.byte() === 1;

function externType(input: Reader): ExternType {
  const kind = KINDS[input.byte()];
  if (kind === 'func') return { kind, type: input.unsigned() };
  if (kind === 'memory') return { kind, limits: limits(input) };
  if (kind === 'global') return { kind, type: valueType(input), mutable: isMutable(input) };
  return refuse('an import is of an unknown kind');
}

function functionType(input: Reader): FunctionType {
  input.byte();
  const types = () => input.many(() => valueType(input));
  return { parameters: types(), results: types() };
}

function table(input: Reader): Limits {
  input.byte();
  return limits(input);
}

/** Flags 0: of the first table; 2: of a table, with the kind of its elements. */
function elements(input: Reader): Elements {
  const flags = input.unsigned();
  const tableIndex = flags === 0 ? 0 : input.unsigned();
  const offset = constant(input);
  if (flags !== 0) input.byte();
  return { table: tableIndex, offset, functions: input.many(() => input.unsigned()) };
}

function body(input: Reader): Body {
  const code = input.part();
  const groups = code.many(() => {
    const count = code.unsigned();
    return Array<string>(count).fill(valueType(code));
  });
  return { variables: groups.flat(), instructions: instructionsOf(code) };
}

function instructionsOf(code: Reader): Instruction[] {
  const list: Instruction[] = [];
  while (!code.isAtEnd) list.push(instruction(code));
  return list;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What each section adds, by its number. */
const SECTIONS: Readonly<Record<number, (module: Mutable<DecodedModule>, input: Reader) => void>> = {
  0: custom,
  1: (module, input) => {
    module.types = input.many(() => functionType(input));
  },
  2: (module, input) => {
    module.imports = input.many(() => ({ module: input.text(), name: input.text(), what: externType(input) }));
  },
  3: (module, input) => {
    module.functions = input.many(() => input.unsigned());
  },
  4: (module, input) => {
    module.tables = input.many(() => table(input));
  },
  6: (module, input) => {
    module.globals = input.many(() => ({ type: valueType(input), mutable: isMutable(input), value: constant(input) }));
  },
  7: (module, input) => {
    module.exports = input.many(() => ({
      name: input.text(),
      kind: KINDS[input.byte()] ?? refuse('an export is of an unknown kind'),
      index: input.unsigned(),
    }));
  },
  9: (module, input) => {
    module.elements = input.many(() => elements(input));
  },
  10: (module, input) => {
    module.bodies = input.many(() => body(input));
  },
};

// ---------------------------------------------------------------- names

const [MODULE, FUNCTIONS, VARIABLES, GLOBALS] = [0, 1, 2, 7];

/** Of the custom sections the one with names. */
function custom(module: Mutable<DecodedModule>, input: Reader): void {
  if (input.text() !== 'name') return;
  while (!input.isAtEnd) {
    const kind = input.byte();
    const part = input.part();
    if (kind === MODULE) module.moduleName = part.text();
    if (kind === FUNCTIONS) module.functionNames = names(part);
    if (kind === GLOBALS) module.globalNames = names(part);
    if (kind === VARIABLES) module.variableNames = new Map(part.many(() => [part.unsigned(), names(part)]));
  }
}

const names = (input: Reader): Map<number, string> => new Map(input.many(() => [input.unsigned(), input.text()]));

const HEADER = 8;

export function decodeModule(bytes: Uint8Array): DecodedModule {
  const module: Mutable<DecodedModule> = {
    ...{ types: [], imports: [], functions: [], tables: [], globals: [], exports: [], elements: [], bodies: [] },
    ...{ moduleName: '', functionNames: new Map(), globalNames: new Map(), variableNames: new Map() },
  };
  const input = new Reader(bytes, HEADER);
  while (!input.isAtEnd) {
    const section = input.byte();
    const read = SECTIONS[section] ?? refuse(`section ${section} is unknown`);
    read(module, input.part());
  }
  return module;
}
