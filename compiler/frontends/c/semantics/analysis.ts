/**
 * The state of one run of semantics over a translation unit: facts so far, scopes, the function being read.
 *
 * One idea: functions of the other files take the `Analysis` first and write what they find straight into the arrays
 * that become `Facts`; nothing else is kept between them.
 */

import type { DiagnosticBag, Fix, Note } from '../../../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../../../options.ts';
import type { Location } from '../../../source/source.ts';
import type {
  ComputedGoto,
  Expression,
  FunctionDefinition,
  Goto,
  LabelAddress,
  Labeled,
  Statement,
  TranslationUnit,
  UpcForall,
} from '../ast/ast.ts';
import type { Operand } from './expressions/operand.ts';
import type {
  Constant,
  Conversion,
  Facts,
  FunctionFacts,
  FunctionSymbol,
  Symbol as Name,
  ObjectInitializer,
  ObjectSymbol,
  SwitchCase,
} from './facts.ts';
import { Scope } from './scope.ts';
import type { CaseLabels } from './statements/switches.ts';
import type { CType, QualifiedType, StructMember } from './types/types.ts';

/** A part of a function that jumps may not enter (or, for upc_forall and image control blocks, leave): innermost first. */
export interface Region {
  readonly kind: 'variable length' | 'forall' | 'statement expression' | 'critical' | 'change team';
  readonly name?: string;
  readonly location: Location;
  readonly outer?: Region;
}

/** The statement that break, continue and case belong to. */
export interface Enclosing {
  readonly kind: 'loop' | 'switch' | 'forall';
  readonly statement: Statement | UpcForall;
  readonly region?: Region;
  readonly cases?: CaseLabels;
  readonly type?: CType;
  /** Of a switch: the type of its value before promotion. */
  readonly narrow?: CType;
}

export interface FunctionContext {
  readonly definition: FunctionDefinition;
  readonly symbol: FunctionSymbol;
  readonly result: QualifiedType;
  readonly labels: Map<string, Labeled>;
  readonly labelRegions: Map<string, Region | undefined>;
  /** Labels whose address is taken, with the number that stands for it. */
  readonly labelAddresses: Map<string, number>;
  readonly gotos: { readonly statement: Goto | LabelAddress | ComputedGoto; readonly region?: Region }[];
  readonly parameters: readonly ObjectSymbol[];
  readonly enclosing: Enclosing[];
  /** Names that were reported as undeclared: once is enough. */
  readonly undeclared: Set<string>;
  nameObject?: ObjectSymbol;
}

export interface MutableStatic {
  readonly symbol: ObjectSymbol;
  initializer?: ObjectInitializer;
  bytes?: Uint8Array;
}

export class Analysis implements Facts {
  readonly options: CompilerOptions;
  readonly bag: DiagnosticBag;
  /** Expressions of which nothing can be said, by id. */
  readonly failures = new Set<number>();
  /** Names whose declarations may be lost: of them nothing is said. */
  readonly lost: ReadonlySet<string>;
  readonly typeOf: (QualifiedType | undefined)[];
  readonly conversions: (Conversion[] | undefined)[];
  readonly constantOf: (Constant | undefined)[];
  readonly symbolOf: (Name | undefined)[];
  readonly initializerOf: (ObjectInitializer | undefined)[];
  readonly memberOf: (readonly StructMember[] | undefined)[];
  readonly namedType: (QualifiedType | undefined)[];
  readonly lengthsOf: (readonly Expression[] | undefined)[];
  readonly computationType: (CType | undefined)[];
  readonly chosenOf: (Expression | undefined)[];
  readonly casesOf: (readonly SwitchCase[] | undefined)[];
  readonly strict: (boolean | undefined)[];
  readonly coarrayOf: (ObjectSymbol | undefined)[];
  readonly functions: FunctionFacts[] = [];
  readonly statics: MutableStatic[] = [];
  readonly functionSymbols: FunctionSymbol[] = [];

  scope = new Scope('file');
  /** Objects and functions with linkage, wherever they were declared. */
  readonly linked = new Map<string, ObjectSymbol | FunctionSymbol>();
  /** Objects declared `register`: their address cannot be taken. */
  readonly registers = new Set<ObjectSymbol>();
  readonly intrinsics = new Map<string, FunctionSymbol>();
  /** Objects of string literals, by their contents. */
  readonly strings = new Map<string, ObjectSymbol>();
  function?: FunctionContext;
  region?: Region;
  /** The mode that `#pragma upc` sets for accesses that are neither strict nor relaxed by type (UPC 6.7.1). */
  mode: 'strict' | 'relaxed' = 'relaxed';
  /** The function that an input of a session becomes. In a session initializers at file scope are run, not constant. */
  input?: FunctionContext;
  /** True while the initializer of a static object is read: constant objects count as their values then (gcc). */
  fixedInitializer = false;
  /** Functions with a declaration that is not merely inline: they are defined for other units too (C99 6.7.4p6). */
  readonly externallyDefined = new Set<FunctionSymbol>();
  /** Library functions of which only `int f();` was seen, whose prototype is known all the same: their declared types. */
  readonly assumedPrototypes = new Map<FunctionSymbol, QualifiedType>();
  /** Values of const scalars with static storage. */
  readonly constantObjects = new Map<ObjectSymbol, Constant>();
  /** Values of initializers after their conversions, by the id of the expression. */
  readonly convertedConstants = new Map<number, Constant>();
  readonly #staticOf = new Map<ObjectSymbol, MutableStatic>();
  /** The initializer of an `__auto_type`, which gave the type and is not analyzed again. */
  analyzed?: Operand;
  /** Variable lengths of the declarator being read. */
  lengths: Expression[] = [];
  /** True once a layout `[*]` was seen: types may contain STAR_BLOCK until they are settled. */
  starPending = false;
  /** Parameters of the functions that take coarrays, as the last declaration has them. */
  readonly coarrayParameters = new Map<FunctionSymbol, readonly ObjectSymbol[]>();
  /** True in an array assignment statement: sections are allowed there. */
  assignsSections = false;
  /** Above 0 where nothing is evaluated: operands of sizeof, sides that a constant test rules out. */
  unevaluated = 0;

  constructor(unit: TranslationUnit, options: CompilerOptions, bag: DiagnosticBag) {
    this.options = options;
    this.bag = bag;
    this.lost = unit.lost?.names ?? new Set();
    const table = <T>(): (T | undefined)[] => new Array<T | undefined>(unit.nodeCount).fill(undefined);
    // Of facts that few nodes have: V8 keeps an array with large gaps as a dictionary.
    const sparse = <T>(): (T | undefined)[] => [];
    this.typeOf = table();
    this.conversions = table();
    this.constantOf = table();
    this.symbolOf = table();
    this.initializerOf = sparse();
    this.memberOf = table();
    this.namedType = sparse();
    this.lengthsOf = sparse();
    this.computationType = sparse();
    this.chosenOf = sparse();
    this.casesOf = sparse();
    this.strict = sparse();
    this.coarrayOf = sparse();
  }

  error(code: string, text: string, location: Location, notes: Note[] = [], fixes: Fix[] = []): void {
    this.bag.error(code, text, location, notes, fixes);
  }

  /** Nothing is said about the compiler's own headers. */
  warning(code: string, name: string, text: string, location: Location, notes: Note[] = [], fixes: Fix[] = []): void {
    if (!location.file.system || location.expansion) this.bag.warning(code, name, text, location, notes, fixes);
  }

  /** Runs `body` in a new inner scope. */
  inScope<T>(kind: Scope['kind'], body: (scope: Scope) => T, scope = new Scope(kind, this.scope)): T {
    const outer = this.scope;
    this.scope = scope;
    try {
      return body(scope);
    } finally {
      this.scope = outer;
    }
  }

  /** Runs `body`; the variable lengths written in it are facts of the node. */
  collectingLengths<T>(id: number, body: () => T): T {
    const outer = this.lengths;
    this.lengths = [];
    try {
      return body();
    } finally {
      if (this.lengths.length > 0) this.lengthsOf[id] = this.lengths;
      this.lengths = outer;
    }
  }

  /** Runs `body`; what it looks at is not evaluated when the program runs. */
  withoutEvaluation<T>(body: () => T): T {
    this.unevaluated++;
    try {
      return body();
    } finally {
      this.unevaluated--;
    }
  }

  /** True in the environment where THREADS is known at translation. */
  get threads(): number | undefined {
    return this.options.threads;
  }

  addStatic(symbol: ObjectSymbol): MutableStatic {
    const object: MutableStatic = { symbol };
    this.statics.push(object);
    this.#staticOf.set(symbol, object);
    return object;
  }

  staticOf(symbol: ObjectSymbol): MutableStatic {
    return this.#staticOf.get(symbol) ?? this.addStatic(symbol);
  }
}
