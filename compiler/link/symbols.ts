/**
 * Resolves the names of several modules: definitions, commons, imports, the archive and the library.
 *
 * Takes: modules, what is available beside them. Gives: a `SymbolTable`: one definition for each external name, the
 * modules that were pulled from the archive, the names the library provides. Rules: one definition for each name
 * (C99 6.9p5); tentative definitions give way to it or merge (the largest size wins); what the archive defines gives way
 * to the program's own; weak definitions give way to others, and weak references may stay without one (GNU); declarations of shared objects must agree in type and so in layout.
 */
import type { DiagnosticBag, Note } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/suggestion.ts';
import type { Function as Definition, Expression, Module, Signature, Static } from '../ir/ir.ts';
import { expressionsOf, visitExpression, visitStatements } from '../ir/walk.ts';
import type { Position } from '../source/source.ts';
import { withoutPlaces } from './anonymous.ts';
import { locationOf } from './location.ts';

/** Definitions that can be linked beside the modules given. */
export interface Available {
  /** C names of the functions that the runtime's library provides. */
  readonly library: ReadonlySet<string>;
  /** Signature of such a function; undefined where no header declares it. */
  signature?(name: string): Signature | undefined;
  /** A module of the C-written library that defines the symbol. */
  archive(symbol: string): Module | undefined;
  /** The user's archives: what they define comes before the library. */
  readonly members?: {
    readonly names: Iterable<string>;
    /** The module that defines the symbol, but once. */
    take(symbol: string): Module | undefined;
  };
  /** Names that library defines, for suggestions. */
  readonly archiveNames?: readonly string[];
}

export type Defined =
  | { readonly kind: 'function'; readonly item: Definition }
  | { readonly kind: 'static'; readonly item: Static };

export class SymbolTable {
  /** Modules in order of linking: those given, then those pulled from archives. */
  readonly modules: Module[] = [];
  /** The program's own, without those of the library. */
  readonly own: Module[] = [];
  readonly definitions = new Map<string, Defined>();
  /** Names used that the library provides. */
  readonly libraryNames = new Set<string>();
  /** Weak references that nothing defines. */
  readonly absent = new Set<string>();
  readonly #available: Available;
  readonly #bag: DiagnosticBag;
  readonly #undefined = new Set<string>();
  /** Names of the archive's modules that are linked. */
  readonly #pulled = new Set<string>();

  constructor(modules: readonly Module[], available: Available, bag: DiagnosticBag) {
    this.#available = available;
    this.#bag = bag;
    for (const module of modules) this.#loadOwn(module);
    if (!this.definitions.has('main')) this.#pull('main');
    // The list grows while modules are pulled from the archive.
    for (let next = 0; next < this.modules.length; next++) this.#resolveImports(this.modules[next] as Module);
    for (const name of this.absent) if (this.definitions.has(name)) this.absent.delete(name);
    for (const module of this.modules) this.#checkStaticImports(module);
  }

  /** Makes sure that `name` is defined as a function; pulls it from the archive where it is there. */
  requireFunction(name: string): boolean {
    if (this.definitions.has(name)) return true;
    if (this.#pull(name)) return true;
    if (!this.#available.library.has(name)) return false;
    this.libraryNames.add(name);
    return true;
  }

  #loadOwn(module: Module): void {
    this.own.push(module);
    this.#load(module);
  }

  #load(module: Module): void {
    this.modules.push(module);
    for (const item of module.functions) if (item.linkage === 'external') this.#define({ kind: 'function', item });
    for (const item of module.statics) if (item.linkage === 'external') this.#define({ kind: 'static', item });
  }

  #define(defined: Defined): void {
    const name = defined.item.name;
    const earlier = this.definitions.get(name);
    if (!earlier) {
      this.definitions.set(name, defined);
      return;
    }
    const merged = this.#merge(earlier, defined);
    if (merged) this.definitions.set(name, merged);
    else {
      const note = definedHere('first defined here', earlier.item.at);
      this.#bag.error('LNK4001', `'${name}' is defined twice`, locationOf(defined.item.at), note);
    }
  }

  /** One definition of two, or undefined where both are definitions. */
  #merge(a: Defined, b: Defined): Defined | undefined {
    if (a.item.weak || b.item.weak) return a.item.weak && !b.item.weak ? b : a;
    if (a.kind === 'function' || b.kind === 'function') return undefined;
    if (!a.item.common && !b.item.common) return undefined;
    this.#checkSameObject(a.item, b.item);
    const real = a.item.common && !b.item.common ? b.item : a.item;
    const size = real.common ? Math.max(a.item.size, b.item.size) : real.size;
    const alignment = Math.max(a.item.alignment, b.item.alignment);
    return { kind: 'static', item: { ...real, size, alignment } };
  }

  #checkSameObject(definition: Static, other: Pick<Static, 'name' | 'space' | 'typeText' | 'at'>): void {
    const { name } = other;
    const note = definedHere('the other declaration is here', definition.at);
    if (definition.space !== other.space) {
      const [here, there] = other.space === 'shared' ? ['shared', 'not shared'] : ['not shared', 'shared'];
      this.#bag.error('LNK4005', `'${name}' is ${here} here and ${there} elsewhere`, locationOf(other.at), note);
    } else if (definition.space === 'shared' && !typesAgree(definition.typeText, other.typeText)) {
      const text = `'${name}' is declared as '${other.typeText}' here and as '${definition.typeText}' elsewhere`;
      this.#bag.error('LNK4005', text, locationOf(other.at), note);
    }
  }

  #resolveImports(module: Module): void {
    for (const wanted of module.functionImports) {
      if (wanted.weak) this.#resolveWeak(wanted.name);
      else if (!this.requireFunction(wanted.name))
        this.#reportUndefined(wanted.name, firstUse(module, wanted.name) ?? wanted.at);
    }
    for (const wanted of module.staticImports) {
      if (wanted.weak) this.#resolveWeak(wanted.name);
      else if (!this.definitions.has(wanted.name) && !this.#pull(wanted.name))
        this.#reportUndefined(wanted.name, firstUse(module, wanted.name) ?? wanted.at);
    }
  }

  /** A weak reference takes what is there and what the library has, but nothing out of the user's archives. */
  #resolveWeak(name: string): void {
    if (this.definitions.has(name) || this.#pullLibrary(name)) return;
    if (this.#available.library.has(name)) this.libraryNames.add(name);
    else this.absent.add(name);
  }

  #pull(name: string): boolean {
    const member = this.#available.members?.take(name);
    if (!member) return this.#pullLibrary(name);
    this.#loadOwn(member);
    return this.definitions.has(name);
  }

  #pullLibrary(name: string): boolean {
    const module = this.#available.archive(name);
    if (!module || this.#pulled.has(module.name)) return false;
    this.#pulled.add(module.name);
    this.#load(this.#withoutDefined(withoutPlaces(module)));
    return this.definitions.has(name);
  }

  /** The archive's module without the symbols that the program defines itself: most library names are not reserved. */
  #withoutDefined(module: Module): Module {
    const isFree = ({ name, linkage }: Defined['item']) => linkage === 'internal' || !this.definitions.has(name);
    return { ...module, functions: module.functions.filter(isFree), statics: module.statics.filter(isFree) };
  }

  #checkStaticImports(module: Module): void {
    for (const wanted of module.staticImports) {
      const defined = this.definitions.get(wanted.name);
      if (defined?.kind === 'static') this.#checkSameObject(defined.item, wanted);
      else if (defined) this.#reportKind(wanted.name, 'an object here and a function elsewhere', wanted.at, defined);
    }
    for (const wanted of module.functionImports) {
      const defined = this.definitions.get(wanted.name);
      if (defined?.kind === 'static') {
        this.#reportKind(wanted.name, 'a function here and an object elsewhere', wanted.at, defined);
      }
    }
  }

  #reportKind(name: string, text: string, at: Position | undefined, defined: Defined): void {
    this.#bag.error('LNK4005', `'${name}' is ${text}`, locationOf(at), definedHere('defined here', defined.item.at));
  }

  #reportUndefined(name: string, at: Position | undefined): void {
    if (this.#undefined.has(name)) return;
    this.#undefined.add(name);
    const near = nearestName(name, this.#namesFor(name));
    const notes = near ? [{ text: `did you mean '${near}'?` }] : [];
    this.#bag.error('LNK4002', `undefined reference to '${name}'`, locationOf(at), notes);
  }

  /** Names that may have been meant: the implementation's own are for who writes such a one. */
  #namesFor(name: string): string[] {
    const { library, members, archiveNames } = this.#available;
    const all = [...this.definitions.keys(), ...library, ...(members?.names ?? []), ...(archiveNames ?? [])];
    return name.startsWith('__') ? all : all.filter((each) => !each.startsWith('__'));
  }
}

/** Place of the first statement that names the symbol; the import itself knows only the declaration. */
function firstUse(module: Module, symbol: string): Position | undefined {
  let place: Position | undefined;
  const names = (e: Expression): boolean => 'symbol' in e && e.symbol === symbol;
  for (const f of module.functions) {
    visitStatements(f.body, (s) => {
      if (place || !s.at) return;
      let found = s.op === 'call' && 'symbol' in s.callee && s.callee.symbol === symbol;
      for (const expression of expressionsOf(s)) visitExpression(expression, (e) => void (found ||= names(e)));
      if (found) place = s.at;
    });
  }
  return place;
}

function definedHere(text: string, at: Position | undefined): Note[] {
  const location = locationOf(at);
  return [location ? { text, location } : { text }];
}

/**
 * Equal, or equal but for array lengths that one of them leaves open (a bracket after `shared` is a layout), and for
 * strict and relaxed, which say how a unit accesses the object, not what it is.
 */
function typesAgree(first: string | undefined, second: string | undefined): boolean {
  if (first === undefined || second === undefined) return true;
  const [a, b] = [first, second].map((text) => text.replace(/\b(?:strict|relaxed) /g, '')) as [string, string];
  return a === b || openPattern(a).test(b) || openPattern(b).test(a);
}

function openPattern(type: string): RegExp {
  const literal = type.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/(?<!shared ?)\\\[\\\]/g, '\\[[^\\]]*\\]')}$`);
}
