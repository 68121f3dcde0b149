/**
 * What emission knows while it works: the program's names and settings, and the function it is in.
 *
 * Takes: the linked program and the form of the output. One idea: the emitters are functions of a `FunctionContext`
 * and the IR; the context only answers questions and collects what was used (temporaries, support functions).
 */
import type { MachineType, MemoryType } from '../ir/ir.ts';
import type { LinkedProgram } from '../link/link.ts';
import type { Position } from '../source/source.ts';
import type { Frame } from './frame.ts';
import type { Hoisting } from './hoist.ts';
import { NameSpace } from './names.ts';
import { identifier, type Node, type Place } from './tree.ts';

export interface EmitOptions {
  /**
   * 'script': what runs. Views and the thread's numbers are global variables, which the engine treats as constants
   * of the thread (measured: index checks and bases become immediates), and places of objects are numbers.
   * 'module': what people read. The same names are constants of `instantiate`, and places have their C names.
   */
  readonly form: 'script' | 'module';
  /** -shared-heap=, bytes per thread. */
  readonly sharedHeap?: number;
  /** Shared accesses are calls of the environment instead of loads and stores. */
  readonly calledAccess?: boolean;
  /** Pointers-to-shared are a rank and an offset. */
  readonly wide?: boolean;
  /** Before what may communicate, the program says where in the source it is; with -g before all its calls. */
  readonly tellsPlaces?: boolean;
  /** -trace: the program may be recorded. */
  readonly traced?: boolean;
  /** -explore: each access to shared memory comes to the runtime, in the order of the program. */
  readonly explored?: boolean;
  /** -simulate: the functions that may wait (optimizer/analyses/blocking.ts); they are generators. */
  readonly waiting?: ReadonlySet<string>;
}

export class ProgramContext {
  readonly linked: LinkedProgram;
  readonly options: EmitOptions;
  readonly names = new NameSpace();
  /** Source files in the order in which places named them. */
  readonly files: string[] = [];
  readonly support = new Set<'rint' | 'roundToF32'>();
  /** Under -trace: the places that statements name, by number. */
  readonly tracedPlaces: string[] = [''];
  usesBytes = false;
  usesStack = false;
  readonly #functions = new Map<string, string>();
  readonly #placed: ReadonlySet<string>;
  readonly #library = new Map<string, string>();
  readonly #usedLibrary = new Set<string>();
  readonly #statics = new Map<string, string>();
  readonly #placeNumbers = new Map<string, number>();

  constructor(linked: LinkedProgram, options: EmitOptions) {
    this.linked = linked;
    this.options = options;
    for (const f of linked.functions) this.#functions.set(f.name, this.names.claim(f.name));
    this.#placed = new Set(linked.functions.flatMap((f) => (f.at === undefined ? [] : [f.name])));
    for (const name of linked.libraryNames) this.#library.set(name, this.names.claim(name));
    if (options.form === 'module') for (const s of linked.statics) this.#statics.set(s.name, this.names.claim(s.name));
  }

  /** The emitted name of a function of the program or the library; library functions are noted as used. */
  functionName(symbol: string): string {
    const name = this.#functions.get(symbol);
    if (name !== undefined) return name;
    const library = this.#library.get(symbol) ?? this.names.claim(symbol);
    this.#library.set(symbol, library);
    this.#usedLibrary.add(symbol);
    return library;
  }

  /** Whether the function is the program's own, not the library's. */
  defines(symbol: string): boolean {
    return this.#functions.has(symbol);
  }

  /** Whether the function has a place in the source: the library's in C have none. */
  hasPlace(symbol: string): boolean {
    return this.#placed.has(symbol);
  }

  /** C's names of the functions that have another one here. */
  renamedFunctions(): Record<string, string> {
    return Object.fromEntries([...this.#functions].flatMap(([own, name]) => (name === own ? [] : [[name, own]])));
  }

  usedLibraryNames(): readonly string[] {
    return [...this.#usedLibrary];
  }

  /** The emitted constant that holds a static object's offset; undefined where numbers are written. */
  staticName(symbol: string): string | undefined {
    return this.#statics.get(symbol);
  }

  offsetOf(symbol: string): number {
    return this.linked.offsets.get(symbol) as number;
  }

  /** THREADS where it is fixed. */
  get threads(): number | undefined {
    return this.linked.threads;
  }

  /** Number of a place among those of -trace: lines are told apart, columns are not. */
  placeNumber(position: Position | undefined): number {
    if (!position) return 0;
    const text = `${position.name}:${position.line}`;
    let number = this.#placeNumbers.get(text);
    if (number === undefined) this.#placeNumbers.set(text, (number = this.tracedPlaces.push(text) - 1));
    return number;
  }

  /** The place in the virtual space of lines. */
  place(position: Position | undefined): Place | undefined {
    if (!position) return undefined;
    let source = this.files.indexOf(position.name);
    if (source < 0) source = this.files.push(position.name) - 1;
    return { source, line: position.line, column: position.column };
  }
}

export class FunctionContext {
  readonly program: ProgramContext;
  /** Variables that the emitter made, to be declared at the top. */
  readonly temporaries: { name: string; type: MachineType }[] = [];
  readonly frame: Frame;
  /** The innermost loop that is being written, in a form that hoists. */
  hoisting: Hoisting | undefined;
  readonly #names: NameSpace;
  readonly #locals = new Map<string, string>();
  readonly #begun = new Map<string, { readonly handle: Node; readonly memory: MemoryType }>();
  readonly #labels = new Map<string, string>();

  constructor(program: ProgramContext, locals: readonly { name: string }[], frame: Frame) {
    this.program = program;
    this.frame = frame;
    this.#names = new NameSpace(program.names);
    for (const local of locals) this.#locals.set(local.name, this.#names.claim(local.name));
  }

  local(name: string): Node {
    return identifier(this.localName(name));
  }

  localName(name: string): string {
    return this.#locals.get(name) as string;
  }

  label(name: string): string {
    const known = this.#labels.get(name);
    if (known !== undefined) return known;
    const made = this.#names.claim(name);
    this.#labels.set(name, made);
    return made;
  }

  /** The handle of a get that is begun into a local, and what the last one that began reads: a local may serve several. */
  begunGet(local: string, memory?: MemoryType): { readonly handle: Node; readonly memory: MemoryType } {
    const last = this.#begun.get(local);
    if (last !== undefined && memory === undefined) return last;
    const begun = { handle: last?.handle ?? this.temporary('i32'), memory: memory as MemoryType };
    this.#begun.set(local, begun);
    return begun;
  }

  /** A new variable for a value that is needed twice. */
  temporary(type: MachineType): Node {
    const name = this.#names.claim('t');
    this.temporaries.push({ name, type });
    return identifier(name);
  }

  /** A name that nothing else in the function has. */
  fresh(name: string): string {
    return this.#names.claim(name);
  }
}

/** `first` evaluates a value, `again` gives it once more: the node itself when it is a name or literal. */
export function twice(f: FunctionContext, node: Node, type: MachineType): { first: Node; again: Node } {
  const isLiteral =
    node.type === 'Literal' || (node.type === 'UnaryExpression' && (node.argument as Node).type === 'Literal');
  if (node.type === 'Identifier' || isLiteral) return { first: node, again: node };
  const again = f.temporary(type);
  return { first: { type: 'AssignmentExpression', operator: '=', left: again, right: node }, again };
}
