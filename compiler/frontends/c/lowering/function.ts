/**
 * The function being lowered: its statements so far, its locals, temporaries, frame slots and labels.
 *
 * One idea: `code` is the list that statements are appended to; structured statements collect their parts by
 * temporarily replacing it (`collect`). Temporaries and slots live until the end of the C statement that requested them
 * and are then reused.
 */

import { frameAddress, local } from '../../../ir/builders.ts';
import type { Expression, MachineType, Statement } from '../../../ir/ir.ts';
import type { Location, Position } from '../../../source/source.ts';
import type { Expression as CExpression } from '../ast/ast.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import type { QualifiedType } from '../semantics/types/types.ts';
import type { Dimension } from './coarrays/sections.ts';
import type { Home } from './home.ts';
import type { LandingNames } from './intrinsics/setjmp.ts';
import type { Flagged } from './places/unset.ts';
import type { Use } from './scalarise.ts';
import { Scopes } from './scopes.ts';
import type { Dispatch } from './statements/computed-gotos.ts';
import { findLabelScopes, type LabelScopes } from './statements/jumps.ts';
import type { UnitLowering } from './unit.ts';
import type { Place, Value } from './value.ts';

export interface FrameSlot {
  readonly name: string;
  readonly size: number;
  readonly alignment: number;
}

interface Borrowed {
  readonly pool: string[];
  readonly name: string;
}

export class FunctionLowering {
  readonly unit: UnitLowering;
  /** Undefined while the initializer of a static object is lowered. */
  readonly facts?: FunctionFacts;
  /** Type of the return value, and the address for a struct. */
  result?: QualifiedType;
  resultAddress?: Expression;
  code: Statement[] = [];
  at?: Position;
  readonly locals: { name: string; type: MachineType }[] = [];
  readonly slots: FrameSlot[] = [];
  readonly homes = new Map<ObjectSymbol, Home>();
  /** Structs scalarised into locals, member by member. */
  scalarised: ReadonlyMap<ObjectSymbol, Use> = new Map();
  /** Locals that hold the value of a variable length, by the expression. */
  readonly lengths = new Map<CExpression, string>();
  /** Pointers that may be misaligned for their target (places/misaligned.ts). */
  readonly misaligned = new Set<string>();
  /** Value ranges of narrow locals: minimum and maximum. */
  readonly ranges = new Map<string, readonly [number, number]>();
  /** Labels of the case statements that are reached by jumps. */
  readonly caseLabels = new Map<object, string>();
  readonly scopes = new Scopes();
  /** -g: variables that may be read uninitialized, by their local. */
  readonly flagged = new Map<string, Flagged>();
  /** Of the section being lowered: its dimensions, and whether its image has ended. */
  section: { readonly dimensions: Dimension[]; absent?: Expression } = { dimensions: [] };
  /** In an array assignment: the current element of each section, and scalars that are evaluated once. */
  readonly elements = new Map<CExpression, Place>();
  readonly evaluated = new Map<CExpression, Value>();
  /** Nesting depth of upc_foralls with an affinity around the statement. */
  controlled = 0;
  /** The address of the variable arguments, in a variadic function. */
  variableArguments?: Expression;
  /** Of a function that takes addresses of labels. */
  dispatch?: Dispatch;
  /** Locals of a function that calls setjmp. */
  landing?: LandingNames;
  readonly #taken = new Set<string>();
  /** The first suffix to try for a name, by base. */
  readonly #counts = new Map<string, number>();
  readonly #types = new Map<string, MachineType>();
  readonly #pools = new Map<string, string[]>();
  readonly #temporaries = new Set<string>();
  #borrowed: Borrowed[] = [];
  #counter = 0;

  constructor(unit: UnitLowering, facts?: FunctionFacts) {
    this.unit = unit;
    if (facts) this.facts = facts;
  }

  /** Memory may be read as another type than it was stored as (no strict aliasing). */
  get loose(): boolean {
    return this.unit.options.strictAliasing === false || this.facts?.symbol.loose === true;
  }

  // -------------------------------------------------------------- statements

  emit(statement: Statement): void {
    this.code.push(this.at && !statement.at ? { ...statement, at: this.at } : statement);
  }

  /** Collects the statements emitted by `body`. */
  collect(body: () => void): Statement[] {
    const outer = this.code;
    const inner: Statement[] = [];
    this.code = inner;
    try {
      body();
    } finally {
      this.code = outer;
    }
    return inner;
  }

  moveTo(location: Location): void {
    this.at = this.unit.positionOf(location);
  }

  set(name: string, value: Expression): void {
    if (value.op === 'local' && value.name === name) return;
    if (value.op === 'local' && this.#redirectResult(value.name, name)) return;
    this.emit({ op: 'set', local: name, value });
  }

  /** Coalesces the temporary result of a call or get that was only assigned to a local into that local. */
  #redirectResult(temporary: string, name: string): boolean {
    const last = this.code.at(-1);
    if (!last || !this.#temporaries.has(temporary)) return false;
    if (last.op === 'get' && last.local === temporary) this.code[this.code.length - 1] = { ...last, local: name };
    else if (last.op === 'call' && last.results.length === 1 && last.results[0] === temporary)
      this.code[this.code.length - 1] = { ...last, results: [name] };
    else return false;
    return true;
  }

  // -------------------------------------------------------------- names

  #unique(base: string): string {
    let name = base;
    let count = this.#counts.get(base) ?? 2;
    while (this.#taken.has(name)) name = `${base}_${count++}`;
    this.#counts.set(base, count);
    this.#taken.add(name);
    return name;
  }

  /** Reserves a name for a parameter. */
  parameter(base: string, type: MachineType): string {
    const name = this.#unique(base);
    this.#types.set(name, type);
    return name;
  }

  /** A new local of the function. */
  newLocal(base: string, type: MachineType): string {
    const name = this.#unique(base);
    this.#types.set(name, type);
    this.locals.push({ name, type });
    return name;
  }

  /** A local of the innermost scope; reuses one of the same name and type whose scope has ended. */
  scopedLocal(base: string, type: MachineType): string {
    const pool = this.#pool(`local ${type} ${base}`);
    const name = pool.pop() ?? this.newLocal(base, type);
    this.ranges.delete(name);
    this.misaligned.delete(name);
    this.scopes.atExit(() => pool.push(name));
    return name;
  }

  read(name: string): Expression {
    return local(name, this.#types.get(name) as MachineType);
  }

  /** -g: gives a variable's local a flag for its initialization. */
  flag(local: string, name: string): void {
    if (!this.flagged.has(local)) this.flagged.set(local, { name, flag: this.newLocal(`${local}_set`, 'i32') });
  }

  /** A local until the end of the statement; of those that an earlier statement had, one that may be taken. */
  temporary(type: MachineType, mayTake: (name: string) => boolean = () => true): string {
    const pool = this.#pool(type);
    const at = pool.findLastIndex(mayTake);
    const name = at < 0 ? this.#newTemporary(type) : (pool.splice(at, 1)[0] as string);
    this.ranges.delete(name);
    this.#borrowed.push({ pool, name });
    return name;
  }

  #newTemporary(type: MachineType): string {
    let name = `t${++this.#counter}`;
    while (this.#taken.has(name)) name = `t${++this.#counter}`;
    this.#temporaries.add(name);
    return this.newLocal(name, type);
  }

  isTemporary(name: string): boolean {
    return this.#temporaries.has(name);
  }

  /** A frame slot until the end of the statement. */
  temporarySlot(size: number, alignment: number): Expression {
    const pool = this.#pool(`slot ${size} ${alignment}`);
    const name = pool.pop() ?? this.newSlot('temporary', size, alignment);
    this.#borrowed.push({ pool, name });
    return frameAddress(name);
  }

  #pool(key: string): string[] {
    let pool = this.#pools.get(key);
    if (!pool) this.#pools.set(key, (pool = []));
    return pool;
  }

  /** Runs `body` and frees its temporaries. */
  releasing<T>(body: () => T): T {
    const outer = this.#borrowed;
    this.#borrowed = [];
    try {
      return body();
    } finally {
      for (const { pool, name } of this.#borrowed.reverse()) pool.push(name);
      this.#borrowed = outer;
    }
  }

  /** A slot of the frame. Large ones are aligned to words, so that any contents can be filled in words. */
  newSlot(base: string, size: number, alignment: number): string {
    const name = this.#unique(base);
    const word = size >= 8 ? 8 : size >= 4 ? 4 : 1;
    this.slots.push({ name, size: Math.max(1, size), alignment: Math.max(word, alignment) });
    return name;
  }

  /** The slot of variable arguments: shared by all calls, as large as the largest needs. */
  argumentSlot(size: number): Expression {
    const index = this.slots.findIndex((slot) => slot.name === this.#arguments);
    if (index < 0) this.#arguments = this.newSlot('arguments', size, 8);
    else if ((this.slots[index] as FrameSlot).size < size)
      this.slots[index] = { ...(this.slots[index] as FrameSlot), size };
    return frameAddress(this.#arguments as string);
  }
  #arguments?: string;

  /** A new label for a loop, block or switch. */
  label(base: string): string {
    return this.#unique(base);
  }

  /** The IR's label of a C label. */
  labelOf(name: string): string {
    let label = this.#labels.get(name);
    if (label === undefined) this.#labels.set(name, (label = this.#unique(name)));
    return label;
  }
  readonly #labels = new Map<string, string>();

  labelScopes(): LabelScopes {
    const definition = this.facts?.definition;
    this.#labelScopes ??= definition ? findLabelScopes(this, definition) : new Map();
    return this.#labelScopes;
  }
  #labelScopes?: LabelScopes;
}
