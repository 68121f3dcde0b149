/**
 * A module as text (core specification, chapter 6), for people: -S of the WebAssembly back end.
 *
 * Takes the bytes and where places of the source begin in them; gives text that an assembler (wat2wasm) turns into the same
 * bytes, custom sections aside. Instructions stand one a line, indented as blocks nest; blocks that are branched to have names.
 */
import type { Mark } from './code.ts';
import {
  type Body,
  type DecodedModule,
  decodeModule,
  type FunctionType,
  type Global,
  type Import,
  type Instruction,
  type Limits,
  NO_TYPE,
  typeName,
} from './decode.ts';
import { BLOCKS } from './instructions.ts';
import { immediatesText } from './text-immediates.ts';

/** `marks` in the order of the bytes. */
export function moduleText(bytes: Uint8Array, marks: readonly Mark[]): string {
  return new ModulePrinter(decodeModule(bytes), marks).print();
}

class ModulePrinter {
  readonly #module: DecodedModule;
  readonly #marks: readonly Mark[];
  readonly #functions: readonly string[];
  readonly #globals: readonly string[];
  #nextMark = 0;

  constructor(module: DecodedModule, marks: readonly Mark[]) {
    this.#module = module;
    this.#marks = marks;
    const { imports, functions, globals, functionNames, globalNames } = module;
    const imported = (kind: string): Import[] => imports.filter(({ what }) => what.kind === kind);
    this.#functions = identifiers(imported('func').length + functions.length, (index) => functionNames.get(index));
    const named = imported('global').map(({ name }) => name);
    const ownName = (index: number): string | undefined =>
      globalNames.get(index) ?? constantName(globals[index - named.length]);
    this.#globals = identifiers(named.length + globals.length, (index) => named[index] ?? ownName(index));
  }

  print(): string {
    const { types, tables, globals, exports, moduleName } = this.#module;
    return [
      moduleName === '' ? '(module' : `(module ${identifier(moduleName)}`,
      ...types.map((type, index) => `  (type (;${index};) (func${signature(type)}))`),
      ...this.#imports(),
      ...this.#bodies(),
      ...tables.map((limits) => `  (table ${range(limits)} funcref)`),
      ...globals.map((global, index) => this.#global(global, index)),
      ...exports.map(({ name, kind, index }) => `  (export ${quoted(name)} (${kind} ${this.#named(kind, index)}))`),
      ...this.#elements(),
    ]
      .join('\n')
      .concat(')\n');
  }

  #named(kind: string, index: number): string {
    return (
      (kind === 'func' ? this.#functions[index] : kind === 'global' ? this.#globals[index] : undefined) ?? `${index}`
    );
  }

  #imports(): string[] {
    let [functions, globals] = [0, 0];
    const described = ({ what }: Import): string => {
      if (what.kind === 'memory') return `memory ${range(what.limits)}`;
      if (what.kind === 'func') return `func ${this.#functions[functions++]} (type ${what.type})`;
      return `global ${this.#globals[globals++]} ${globalType(what)}`;
    };
    return this.#module.imports.map(
      (each) => `  (import ${quoted(each.module)} ${quoted(each.name)} (${described(each)}))`,
    );
  }

  #global(global: Global, index: number): string {
    const { globals } = this.#module;
    const name = this.#globals[this.#globals.length - globals.length + index];
    return `  (global ${name} ${globalType(global)} (${this.#constant(global.value)}))`;
  }

  #constant(value: Instruction): string {
    const named = value.name === 'global.get' ? this.#globals[Number(value.immediates[0])] : undefined;
    return `${value.name} ${named ?? immediatesText(value)}`;
  }

  #elements(): string[] {
    return this.#module.elements.map(({ table, offset, functions }) => {
      const names = functions.map((index) => ` ${this.#functions[index]}`).join('');
      return `  (elem ${table === 0 ? '' : `(table ${table}) `}(${this.#constant(offset)}) func${names})`;
    });
  }

  // -------------------------------------------------------------- functions

  #bodies(): string[] {
    const { bodies, functions, types } = this.#module;
    const first = this.#functions.length - functions.length;
    return bodies.flatMap((body, index) => {
      const type = functions[index] as number;
      return this.#function(body, type, types[type] as FunctionType, first + index);
    });
  }

  #function(body: Body, type: number, { parameters, results }: FunctionType, index: number): string[] {
    const names = this.#module.variableNames.get(index);
    const variables = identifiers(parameters.length + body.variables.length, (variable) => names?.get(variable));
    const declared = (kind: string, list: readonly string[], from: number): string => {
      if (names === undefined) return list.length === 0 ? '' : ` (${kind} ${list.join(' ')})`;
      return list.map((each, i) => ` (${kind} ${variables[from + i]} ${each})`).join('');
    };
    const head = `  (func ${this.#functions[index]} (type ${type})${declared('param', parameters, 0)}${results.length === 0 ? '' : ` (result ${results.join(' ')})`}`;
    const locals = body.variables.length === 0 ? [] : [`   ${declared('local', body.variables, parameters.length)}`];
    return [head, ...locals, ...this.#code(body.instructions, names === undefined ? undefined : variables)].map(
      (line, i, lines) => (i === lines.length - 1 ? `${line})` : line),
    );
  }

  /** The last instruction, the function's end, is the closing parenthesis. */
  #code(instructions: readonly Instruction[], variables: readonly string[] | undefined): string[] {
    const labels = new Labels(instructions);
    const lines: string[] = [];
    let depth = 2;
    for (const [index, instruction] of instructions.slice(0, -1).entries()) {
      const { name } = instruction;
      const place = this.#placeAt(instruction.offset);
      if (name === 'end' || name === 'else' || name === 'catch_all') depth--;
      const indent = '  '.repeat(depth);
      if (place !== undefined) lines.push(`${indent};; ${place}`);
      lines.push(`${indent}${this.#text(instruction, index, labels, variables)}`);
      if (name === 'else' || name === 'catch_all' || name in BLOCKS) depth++;
    }
    return lines;
  }

  #text(instruction: Instruction, index: number, labels: Labels, variables: readonly string[] | undefined): string {
    const { name, immediates } = instruction;
    const [first, second] = immediates.map(Number) as [number, number];
    if (name in BLOCKS) return `${name}${labels.of(index)}${first === NO_TYPE ? '' : ` (result ${typeName(first)})`}`;
    if (BRANCHES.has(name)) return `${name}${labels.targets(index)}`;
    if (name === 'call') return `${name} ${this.#functions[first]}`;
    if (name === 'call_indirect') return `${name}${second === 0 ? '' : ` ${second}`} (type ${first})`;
    if (name.startsWith('local.')) return `${name} ${variables?.[first] ?? first}`;
    if (name.startsWith('global.')) return `${name} ${this.#globals[first]}`;
    const text = immediatesText(instruction);
    return text === '' ? name : `${name} ${text}`;
  }

  /** "prog.upc:12" where another line begins. */
  #placeAt(offset: number): string | undefined {
    let place: string | undefined;
    for (; (this.#marks[this.#nextMark]?.offset ?? offset + 1) <= offset; this.#nextMark++) {
      const at = this.#marks[this.#nextMark]?.at;
      if (at !== undefined) place = `${at.name}:${at.line}`;
    }
    if (place === undefined || place === this.#lastPlace) return undefined;
    this.#lastPlace = place;
    return place;
  }

  #lastPlace = '';
}

// ---------------------------------------------------------------- labels

/** Names of the blocks that are branched to, numbered from the outside, and of what branches go to. */
class Labels {
  readonly #names: ReadonlyMap<number, string>;
  /** Of each branch: the block, or how far out the function itself is, as the branch says it. */
  readonly #targets = new Map<number, readonly (readonly [block: number | undefined, out: number])[]>();

  constructor(instructions: readonly Instruction[]) {
    const open: number[] = [];
    for (const [index, { name, immediates }] of instructions.entries()) {
      if (name in BLOCKS) open.push(index);
      else if (name === 'end') open.pop();
      else if (BRANCHES.has(name))
        this.#targets.set(
          index,
          immediates.map((out) => [open.at(-1 - Number(out)), Number(out)] as const),
        );
    }
    const blocks = [...this.#targets.values()].flat().flatMap(([block]) => (block === undefined ? [] : [block]));
    const inOrder = [...new Set(blocks)].sort((a, b) => a - b);
    this.#names = new Map(inOrder.map((block, i) => [block, ` $${i + 1}`]));
  }

  of(block: number): string {
    return this.#names.get(block) ?? '';
  }

  targets(branch: number): string {
    const targets = this.#targets.get(branch) ?? [];
    return targets.map(([block, out]) => (block === undefined ? ` ${out}` : this.of(block))).join('');
  }
}

const BRANCHES = new Set(['br', 'br_if', 'br_table', 'rethrow']);

// ---------------------------------------------------------------- names and types

/** Names of things by index, each once; those without a name have their index. */
function identifiers(count: number, nameOf: (index: number) => string | undefined): string[] {
  const used = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const name = identifier(nameOf(index) ?? `${index}`);
    const unique = used.has(name) ? `${name}#${index}` : name;
    used.add(unique);
    return unique;
  });
}

/** A constant is called by its value. */
function constantName(global: Global | undefined): string | undefined {
  return global === undefined || global.mutable ? undefined : immediatesText(global.value);
}

const identifier = (name: string): string => `$${name.replace(/[^\w!#$%&'*+\-./:<=>?@\\^`|~]/g, '_')}`;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, (each) => `\\${each}`)}"`;

const range = ({ least, most, shared }: Limits): string =>
  `${least}${most === undefined ? '' : ` ${most}`}${shared ? ' shared' : ''}`;

const globalType = ({ type, mutable }: { type: string; mutable: boolean }): string =>
  mutable ? `(mut ${type})` : type;

function signature({ parameters, results }: FunctionType): string {
  const list = (kind: string, types: readonly string[]): string =>
    types.length === 0 ? '' : ` (${kind} ${types.join(' ')})`;
  return list('param', parameters) + list('result', results);
}
