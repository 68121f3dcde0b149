/**
 * The linker: several modules of IR to one program.
 *
 * Takes: the user's modules and archives, the library's names and archive. Gives: a `LinkedProgram` in which every name is
 * unique and defined or the library's, unused parts are gone and every object has its place.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import type { Function as Definition, Module, Signature, Static } from '../ir/ir.ts';
import { reach } from '../ir/reach.ts';
import { visitExpressions } from '../ir/walk.ts';
import type { CompilerOptions } from '../options.ts';
import { type Beginning, beginningsOf } from './beginnings.ts';
import { fitBlocks } from './byte-blocks.ts';
import { type AroundMain, AT_EXIT, ENVIRONMENT, type Entry, entryFor, START, takesEnvironment } from './entry.ts';
import { checkPhases, largestBlock } from './phases.ts';
import { type Placement, place } from './place.ts';
import { renameInternals } from './rename.ts';
import { checkRoom } from './room.ts';
import { calleesIn, fitCalls } from './signatures.ts';
import { type Available, SymbolTable } from './symbols.ts';
import { withoutAbsent, withoutOverridden } from './weak.ts';

export type { Available } from './symbols.ts';

export interface LinkedProgram extends Placement {
  readonly name: string;
  /** Undefined in the dynamic THREADS environment. */
  readonly threads?: number;
  /** All of its sources are C that knows of no other threads. */
  readonly serial: boolean;
  readonly debug: boolean;
  /** Libraries tell what has not been freed at the end: -g, or -Wunfreed, which -Wall has. */
  readonly tellsUnfreed?: boolean;
  /** It calls libraries whose operations go on in memory of the program, which is not to be touched until they are over. */
  readonly watches?: boolean;
  /** The program reaches coarrays of other threads, in their private statics. */
  readonly coarrays: boolean;
  /** It calls functions of images. */
  readonly images?: boolean;
  /** It marks arrays or kernels with <pgas_sim.h>: pointers may be of phantom arrays, which lie behind all regions. */
  readonly marks: boolean;
  /** Elements of the largest block that a pointer-to-shared goes through; 1 where none has a phase. */
  readonly largestBlock: number;
  /** Every function that can be reached. */
  readonly functions: readonly Definition[];
  readonly beginnings: readonly Beginning[];
  /** C names of the library functions used. */
  readonly libraryNames: readonly string[];
  /** Signatures that declarations or calls give them. */
  readonly librarySignatures: ReadonlyMap<string, Signature>;
  /** Names of the functions in the function table, from index 1 on; some may be the library's. */
  readonly table: readonly string[];
  readonly tableIndex: ReadonlyMap<string, number>;
  readonly statics: readonly Static[];
  /** Bytes of each of the private ones. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The function to start with (argc, argv). */
  readonly entry: string;
}

/** Functions of MPI, and OpenSHMEM's non-blocking ones, leave memory under way. */
const WATCHING = /^P?MPI_|^__shmem_(put|get)_nbi$/;

/** Functions of coarrays (runtime/coarray). */
const OF_IMAGES = /^(__coarray|xmpc?)_/;

/** Functions of <pgas_sim.h>. */
const MARKS = /^__pgas_/;

/** What linking has to know. */
export type LinkOptions = Pick<CompilerOptions, 'threads' | 'debug' | 'target' | 'simd' | 'communication'> &
  Partial<Pick<CompilerOptions, 'silencedWarnings'>>;

/** Links the modules; reports into the bag what does not fit. With errors the program is not fit for use. */
export function link(
  modules: readonly Module[],
  available: Available,
  options: LinkOptions,
  bag: DiagnosticBag,
): LinkedProgram {
  const symbols = new SymbolTable(modules, available, bag);
  checkThreads(symbols.own, options, bag);
  const program = flatten(symbols);
  const entry = findEntry(program, symbols, bag);
  for (const made of entry.functions) program.functions.set(made.name, made);
  for (const made of entry.statics) program.statics.set(made.name, made);
  const reached = reach([entry.name], program.functions, program.statics);
  const libraryNames = [...symbols.libraryNames].filter((name) => reached.names.has(name));
  const used = <T extends { readonly name: string }>(map: ReadonlyMap<string, T>): T[] =>
    [...map.values()].filter((item) => reached.names.has(item.name));
  const callees = calleesIn(program.functions, available);
  const functions = used(program.functions).map((f) => fitBlocks(fitCalls(f, callees, bag), options));
  const statics = used(program.statics);
  const tableIndex = new Map(reached.addressed.map((name, index) => [name, index + 1]));
  const placement = place(statics, tableIndex, options.debug);
  checkRoom({ functions, statics, ...placement }, options, bag);
  const block = largestBlock(functions, statics);
  const isDirect = options.communication === undefined || options.communication.direct;
  if (options.threads !== undefined && !isDirect) checkPhases(block, options.threads, bag);
  return {
    name: modules[0]?.name ?? '',
    ...(options.threads !== undefined && { threads: options.threads }),
    serial: symbols.own.every(({ serial }) => serial),
    debug: options.debug,
    tellsUnfreed: options.debug || options.silencedWarnings?.has('unfreed') === false,
    coarrays: functions.some(reachesCoarrays),
    images: libraryNames.some((name) => OF_IMAGES.test(name)),
    marks: libraryNames.some((name) => MARKS.test(name)),
    largestBlock: block,
    functions,
    beginnings: beginningsOf(modules, functions),
    watches: libraryNames.some((name) => WATCHING.test(name)),
    libraryNames,
    librarySignatures: signaturesOf(symbols, available),
    table: reached.addressed,
    tableIndex,
    statics,
    sizes: sizesOf(statics),
    entry: entry.name,
    ...placement,
  };
}

/** Bytes of each private static object. */
export function sizesOf(statics: readonly Static[]): ReadonlyMap<string, number> {
  return new Map(statics.flatMap(({ name, space, size }) => (space === 'private' ? [[name, size]] : [])));
}

function reachesCoarrays({ body }: Definition): boolean {
  let reaches = false;
  visitExpressions(body, (e) => {
    reaches ||= e.op === 'counterpart';
  });
  return reaches;
}

/** Of what is not defined in any module: the headers', else the one it is declared or called with. */
function signaturesOf({ modules, libraryNames }: SymbolTable, available: Available): Map<string, Signature> {
  const signatures = new Map<string, Signature>();
  for (const { functionImports } of modules)
    for (const { name, signature } of functionImports)
      if (libraryNames.has(name)) signatures.set(name, available.signature?.(name) ?? signature);
  return signatures;
}

interface FlatProgram {
  readonly functions: Map<string, Definition>;
  readonly statics: Map<string, Static>;
}

/** One definition for each name. */
function flatten(symbols: SymbolTable): FlatProgram {
  const taken = new Set([...symbols.definitions.keys(), ...symbols.libraryNames]);
  const functions = new Map<string, Definition>();
  const statics = new Map<string, Static>();
  // A merged definition has its size and alignment from all declarations, its data from the one real definition.
  for (const renamed of renameInternals(symbols.modules, taken)) {
    const module = withoutAbsent(withoutOverridden(renamed, symbols.definitions, functions, statics), symbols.absent);
    for (const f of module.functions) functions.set(f.name, f);
    for (const s of module.statics) {
      const merged = s.linkage === 'external' ? symbols.definitions.get(s.name) : undefined;
      if (merged?.kind !== 'static') statics.set(s.name, s);
      else if (!s.common || merged.item.common) statics.set(s.name, { ...merged.item, data: s.data });
    }
  }
  return { functions, statics };
}

function findEntry(program: FlatProgram, symbols: SymbolTable, bag: DiagnosticBag): Entry {
  const main = program.functions.get('main');
  if (main) {
    const around = aroundMain([...program.functions.values()], symbols);
    const takers = [main, ...around.constructors];
    const hasEnvironment = takers.some(takesEnvironment) && symbols.requireFunction(ENVIRONMENT);
    return entryFor(main, hasEnvironment, bag, around);
  }
  bag.error('LNK4003', "undefined reference to 'main'", undefined, [{ text: 'a program starts with int main()' }]);
  return { name: 'main', functions: [], statics: [] };
}

function aroundMain(functions: readonly Definition[], symbols: SymbolTable): AroundMain {
  const around = {
    starts: functions.filter(({ name }) => START.test(name)),
    constructors: inPriority(functions, ({ beforeMain }) => beforeMain),
    destructors: inPriority(functions, ({ afterMain }) => afterMain).reverse(),
  };
  if (around.destructors.length > 0) symbols.requireFunction(AT_EXIT);
  return around;
}

/** Those that have a priority, lowest first, those of the same in the order of linking. */
function inPriority(functions: readonly Definition[], of: (f: Definition) => number | undefined): Definition[] {
  const chosen = functions.filter((f) => of(f) !== undefined);
  return chosen.sort((one, other) => (of(one) as number) - (of(other) as number));
}

/** -T=N is compiled into a module. One without it finds the number of threads at run time, and fits any. */
function checkThreads(modules: readonly Module[], options: Pick<CompilerOptions, 'threads'>, bag: DiagnosticBag): void {
  for (const module of modules) {
    if (module.threads === undefined || module.threads === options.threads) continue;
    const linked = options.threads === undefined ? 'for any number of threads' : `with -T=${options.threads}`;
    const text = `'${module.name}' was compiled with -T=${module.threads}, the program is linked ${linked}`;
    bag.error('LNK4006', text, undefined, [{ text: `compile it without -T, or link with -T=${module.threads}` }]);
  }
}
