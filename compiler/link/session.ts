/**
 * The linker of a session: one more module to what is linked already.
 *
 * Takes: what was linked so far, a module, and which of the names it defines mean something new. Gives: the session
 * with the module in it, and what has to be instantiated. One idea: every definition has a link name of its own for the
 * life of the session. A definition of the same type takes over the link name of the earlier one, so that all who use it
 * use the new one; a definition of another type gets a new link name, and what was linked before keeps the old one.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import type { Function as Definition, Module, Static } from '../ir/ir.ts';
import { reach } from '../ir/reach.ts';
import type { CompilerOptions } from '../options.ts';
import { fitBlocks } from './byte-blocks.ts';
import { START, startCall } from './entry.ts';
import { type LinkedProgram, sizesOf } from './link.ts';
import { locationOf } from './location.ts';
import { contentsOf, type Places, placeAfter } from './place.ts';
import { renameAll, renameInternals } from './rename.ts';
import { calleesIn, fitCalls } from './signatures.ts';
import { type Available, SymbolTable } from './symbols.ts';
import { withoutAbsent } from './weak.ts';

/** Bytes of each thread's region that are set apart for static objects. */
export interface Areas {
  readonly private: { readonly start: number; readonly end: number };
  readonly shared: { readonly start: number; readonly end: number };
}

export interface LinkedSession {
  /** In order; all names in them are link names. */
  readonly modules: readonly Module[];
  /** Link names of what the names of C stand for now. */
  readonly current: ReadonlyMap<string, string>;
  readonly taken: ReadonlySet<string>;
  readonly places: Places;
  readonly table: readonly string[];
  readonly areas: Areas;
  /** Functions that were used before they were defined. */
  readonly promised: ReadonlySet<string>;
}

export interface LinkedInput {
  readonly session: LinkedSession;
  /** The modules that are new or have lost a definition, in order of the session's modules. */
  readonly programs: readonly LinkedModule[];
  /** Bytes to set to zero before anything runs: objects that are defined anew. */
  readonly cleared: readonly { readonly offset: number; readonly size: number }[];
}

/** A module of the session as the emitter takes it: `libraryNames` and functions of other modules come from outside. */
export interface LinkedModule extends LinkedProgram {
  /** Position in the session. */
  readonly index: number;
  /** Functions that other modules of the session define. */
  readonly imports: readonly string[];
}

export function emptySession(areas: Areas): LinkedSession {
  const places = {
    offsets: new Map<string, number>(),
    spaces: new Map<string, Static['space']>(),
    privateEnd: areas.private.start,
    sharedEnd: areas.shared.start,
  };
  return { modules: [], current: new Map(), taken: new Set(), places, table: [], areas, promised: new Set() };
}

/**
 * Links a module to the session; undefined, with errors in the bag, where it does not fit. Functions that come `later`
 * may be missing: what calls them is bound once they are there.
 */
export function linkInput(
  earlier: LinkedSession,
  module: Module,
  changed: ReadonlySet<string>,
  later: readonly string[],
  available: Available,
  options: Pick<CompilerOptions, 'threads' | 'debug'>,
  bag: DiagnosticBag,
): LinkedInput | undefined {
  const naming = nameModule(earlier, withStarts(module), changed);
  const replaced = new Set([...naming.replaced].filter((name) => earlier.taken.has(name)));
  const kept = earlier.modules.map((each) => without(each, replaced));
  const promised = new Set([...earlier.promised, ...later]);
  const beside = { ...available, library: new Set([...available.library, ...promised]) };
  const symbols = new SymbolTable([...kept, naming.module], beside, bag);
  if (bag.hasErrors) return undefined;
  const pulled = renameInternals(symbols.modules.slice(kept.length + 1), naming.taken);
  const fresh = [naming.module, ...pulled].map((each) => withoutAbsent(each, symbols.absent));
  const statics = fresh.flatMap((each) => each.statics);
  const session: LinkedSession = {
    modules: [...kept, ...fresh],
    current: naming.current,
    taken: new Set([...naming.taken, ...fresh.flatMap(namesOf)]),
    places: placeAfter(earlier.places, firstOfEach(statics, earlier.places)),
    table: tableAfter(earlier.table, fresh),
    areas: earlier.areas,
    promised,
  };
  if (!fits(statics, session, bag)) return undefined;
  const touched = session.modules.flatMap((each, index) => (each === earlier.modules[index] ? [] : [index]));
  const link = (index: number) => linkedModule(session, index, index >= kept.length, available, options, bag);
  const programs = touched.map(link);
  return bag.hasErrors ? undefined : { session, programs, cleared: clearedOf(statics, replaced, earlier.places) };
}

/** The input calls the functions that give objects their values when the program runs. */
function withStarts(module: Module): Module {
  const first = module.functions.filter(({ name, beforeMain }) => START.test(name) || beforeMain !== undefined);
  const starts = first.map(startCall);
  if (starts.length === 0) return module;
  const functions = module.functions.map((f) => (f.name === ENTRY ? { ...f, body: [...starts, ...f.body] } : f));
  return { ...module, functions };
}

const namesOf = (module: Module): string[] => [...module.functions, ...module.statics].map(({ name }) => name);

// ---------------------------------------------------------------- names

interface Naming extends Pick<LinkedSession, 'current' | 'taken'> {
  readonly module: Module;
  /** Link names that the module defines again. */
  readonly replaced: ReadonlySet<string>;
}

/** The module with link names. */
function nameModule(
  earlier: Pick<LinkedSession, 'current' | 'taken'>,
  module: Module,
  changed: ReadonlySet<string>,
): Naming {
  const renamed = new Map<string, string>();
  const current = new Map(earlier.current);
  const taken = new Set(earlier.taken);
  const replaced = new Set<string>();
  for (const { name, linkage, ...item } of [...module.functions, ...module.statics]) {
    const before = linkage === 'external' && !changed.has(name) ? earlier.current.get(name) : undefined;
    const link = before ?? unused(name, taken);
    if (before !== undefined && !('common' in item && isWord(name))) replaced.add(before);
    taken.add(link);
    if (linkage === 'external') current.set(name, link);
    if (link !== name) renamed.set(name, link);
  }
  for (const { name } of [...module.functionImports, ...module.staticImports]) {
    const link = current.get(name);
    if (link !== undefined && link !== name) renamed.set(name, link);
  }
  return { module: renameAll(module, renamed), current, taken, replaced };
}

/** The function that an input becomes. */
export const ENTRY = '__pgasc_input';

/** Words that lowering itself keeps, such as the nesting of upc_forall: all modules share them. */
const isWord = (name: string): boolean => name.startsWith('__pgasc_') && name !== '__pgasc_value';

function unused(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count++) unique = `${name}$${count}`;
  return unique;
}

function without(module: Module, names: ReadonlySet<string>): Module {
  if (!namesOf(module).some((name) => names.has(name))) return module;
  const left = <T extends { readonly name: string }>(items: readonly T[]) =>
    items.filter(({ name }) => !names.has(name));
  return { ...module, functions: left(module.functions), statics: left(module.statics) };
}

// ---------------------------------------------------------------- places

/** The objects that have no place yet, the largest where several modules have the same word. */
function firstOfEach(statics: readonly Static[], { offsets }: Places): Static[] {
  const wanted = new Map<string, Static>();
  for (const each of statics) if (!offsets.has(each.name)) wanted.set(each.name, each);
  return [...wanted.values()];
}

function clearedOf(
  statics: readonly Static[],
  replaced: ReadonlySet<string>,
  { offsets }: Places,
): LinkedInput['cleared'] {
  return statics.flatMap(({ name, size }) => {
    const offset = replaced.has(name) ? offsets.get(name) : undefined;
    return offset === undefined ? [] : [{ offset, size }];
  });
}

function fits(statics: readonly Static[], { places, areas }: LinkedSession, bag: DiagnosticBag): boolean {
  const over = statics.find(({ name, size, space }) => (places.offsets.get(name) as number) + size > areas[space].end);
  if (!over) return true;
  const { name, size, space, at } = over;
  const left = areas[space].end - (places.offsets.get(name) as number);
  const text = `'${name}' takes ${size} bytes on each thread; the session has ${Math.max(0, left)} left for ${space} variables`;
  const advice = 'allocate large arrays (upc_all_alloc, malloc), or begin anew with :reset';
  bag.error('LNK4008', text, locationOf(at), [{ text: advice }]);
  return false;
}

function tableAfter(table: readonly string[], fresh: readonly Module[]): string[] {
  const functions = new Map(fresh.flatMap((each) => each.functions.map((f): [string, Definition] => [f.name, f])));
  const statics = new Map(fresh.flatMap((each) => each.statics.map((s): [string, Static] => [s.name, s])));
  const { addressed } = reach([...functions.keys(), ...statics.keys()], functions, statics);
  return [...new Set([...table, ...addressed])];
}

// ---------------------------------------------------------------- modules

function linkedModule(
  session: LinkedSession,
  index: number,
  isNew: boolean,
  available: Available,
  { threads, debug }: Pick<CompilerOptions, 'threads' | 'debug'>,
  bag: DiagnosticBag,
): LinkedModule {
  const module = session.modules[index] as Module;
  const entry = session.current.get(ENTRY) ?? '';
  const all = new Map(session.modules.flatMap((each) => each.functions.map((f): [string, Definition] => [f.name, f])));
  const functions = module.functions.map((f) => fitBlocks(fitCalls(f, calleesIn(all, available), bag), {}));
  const own = new Map(functions.map((f) => [f.name, f]));
  const { names, addressed } = reach([...own.keys()], own, new Map(module.statics.map((s) => [s.name, s])));
  const used = [...names].filter((name) => !own.has(name) && !session.places.offsets.has(name));
  const isImport = (name: string) => all.has(name) || session.promised.has(name);
  const tableIndex = new Map(session.table.map((name, at) => [name, at + 1]));
  const contents = isNew ? contentsOf(module.statics, session.places, tableIndex) : { data: [], relocations: [] };
  return {
    name: module.name,
    ...(threads !== undefined && { threads }),
    serial: false,
    debug,
    coarrays: false,
    marks: false,
    functions,
    beginnings: [],
    libraryNames: used.filter((name) => !isImport(name)),
    imports: used.filter(isImport),
    largestBlock: 1,
    librarySignatures: signaturesOf(
      module,
      used.filter((name) => !isImport(name)),
      available,
    ),
    table: [...new Set([...addressed, ...session.table.filter((name) => own.has(name))])],
    tableIndex,
    statics: module.statics,
    sizes: sizesOf(session.modules.flatMap(({ statics }) => statics)),
    entry: own.has(entry) ? entry : '',
    index,
    offsets: session.places.offsets,
    privateEnd: session.places.privateEnd,
    sharedEnd: session.places.sharedEnd,
    ...contents,
  };
}

/** Of the library's functions: the headers', else the one that the module declares or calls them with. */
function signaturesOf(
  { functionImports }: Module,
  names: readonly string[],
  available: Available,
): LinkedModule['librarySignatures'] {
  const seen = new Map(functionImports.map(({ name, signature }) => [name, signature]));
  return new Map(
    names.flatMap((name) => {
      const signature = available.signature?.(name) ?? seen.get(name);
      return signature ? [[name, signature]] : [];
    }),
  );
}

/** The session without the function that an input was: it runs once. */
export function withoutEntry(session: LinkedSession, entry: string): LinkedSession {
  const modules = session.modules.map((each) => without(each, new Set([entry])));
  return { ...session, modules, table: session.table };
}
