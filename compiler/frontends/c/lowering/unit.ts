/**
 * State of a translation unit's lowering besides facts: IR names of objects and functions, the used ones, and the
 * library functions called by the compiler itself.
 *
 * One idea: requesting a name marks the symbol as used; unused ones (a header's static inline functions, strings of
 * dropped code) are not in the module.
 */

import type { Signature } from '../../../ir/ir.ts';
import type { CompilerOptions } from '../../../options.ts';
import { type Location, type Position, positionOf, spelledAt } from '../../../source/source.ts';
import type { DeclarationSpecifiers, Declarator, FunctionDefinition, TranslationUnit } from '../ast/ast.ts';
import type {
  Facts,
  FunctionFacts,
  FunctionSymbol,
  InitialPart,
  ObjectSymbol,
  StaticObject,
} from '../semantics/facts.ts';
import type { QualifiedType } from '../semantics/types/types.ts';

export class UnitLowering {
  readonly tree: TranslationUnit;
  readonly facts: Facts;
  readonly options: CompilerOptions;
  readonly definitions = new Map<FunctionSymbol, FunctionFacts>();
  readonly staticObjects = new Map<ObjectSymbol, StaticObject>();
  /** Used symbols in the order of their first use; both grow while functions and statics are lowered. */
  readonly usedFunctions: FunctionSymbol[] = [];
  readonly usedObjects: ObjectSymbol[] = [];
  /** Functions called by the compiler itself. */
  readonly library = new Map<string, Signature>();
  /** Templates for initializing automatic aggregates. */
  readonly templates: { name: string; type: QualifiedType; parts: readonly InitialPart[] }[] = [];
  /** Texts of run-time messages, and the names of their objects. */
  readonly texts = new Map<string, string>();
  /** Parts of static objects initialized at run time: pointers to elements of shared arrays. */
  readonly starts: { symbol: ObjectSymbol; offset: number; part: InitialPart }[] = [];
  /** Common words that lowering itself needs, such as the nesting depth of upc_forall. */
  readonly commons = new Set<string>();
  /** Functions with structs that may be scalarised; computed on first use. */
  ownersOfSmallStructs?: ReadonlySet<FunctionDefinition>;
  /** Signatures of calls of functions without a prototype. */
  readonly called = new Map<FunctionSymbol, Signature>();
  readonly #defining = new Map<FunctionDefinition, FunctionSymbol>();
  readonly #inlineDefinitions: ReadonlySet<string>;
  readonly #names = new Map<ObjectSymbol | FunctionSymbol, string>();
  readonly #taken = new Set<string>();
  /** The first suffix to try for a name, by base. */
  readonly #counts = new Map<string, number>();
  /** Cache of the last position: several statements in a row have the same. */
  #place: Location | undefined;
  #position: Position = { name: '', line: 0, column: 0 };

  constructor(tree: TranslationUnit, facts: Facts, options: CompilerOptions) {
    this.tree = tree;
    this.facts = facts;
    this.options = options;
    for (const each of facts.functions) {
      this.definitions.set(each.symbol, each);
      this.#defining.set(each.definition, each.symbol);
    }
    for (const each of facts.statics) this.staticObjects.set(each.symbol, each);
    this.#inlineDefinitions = inlineDefinitions(tree);
    this.#reserveExternalNames();
  }

  #reserveExternalNames(): void {
    for (const symbol of this.facts.functionSymbols) if (symbol.linkage === 'external') this.#taken.add(symbol.name);
    for (const { symbol } of this.facts.statics) if (symbol.linkage === 'external') this.#taken.add(symbol.name);
  }

  /**
   * True for functions with external linkage. An inline definition has none (C99 6.7.4p6): the unit has its own copy.
   */
  isExternal(symbol: FunctionSymbol): boolean {
    return symbol.linkage === 'external' && !this.#inlineDefinitions.has(symbol.name);
  }

  functionName(symbol: FunctionSymbol): string {
    return this.#nameOf(symbol, this.usedFunctions, this.isExternal(symbol), symbol.weakReference);
  }

  objectName(symbol: ObjectSymbol): string {
    return this.#nameOf(symbol, this.usedObjects, symbol.linkage === 'external');
  }

  #nameOf<T extends ObjectSymbol | FunctionSymbol>(symbol: T, used: T[], fixed: boolean, linked = symbol.name): string {
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    const name = fixed || linked !== symbol.name ? linked : this.uniqueName(this.#suggestedName(symbol));
    this.#names.set(symbol, name);
    used.push(symbol);
    return name;
  }

  /** `counter` of function `next` becomes next_counter. */
  #suggestedName(symbol: ObjectSymbol | FunctionSymbol): string {
    const base = symbol.name.replace(/[^A-Za-z0-9_$]+/g, '_') || 'object';
    const owner = symbol.kind === 'object' && symbol.linkage === 'none' ? symbol.owner : undefined;
    const symbolOfOwner = owner && this.#defining.get(owner);
    return symbolOfOwner && !/^(string|literal)/.test(base) ? `${symbolOfOwner.name}_${base}` : base;
  }

  /** A name unique in the module. */
  uniqueName(base: string): string {
    let name = base;
    let count = this.#counts.get(base) ?? 2;
    while (this.#taken.has(name)) name = `${base}_${count++}`;
    this.#counts.set(base, count);
    this.#taken.add(name);
    return name;
  }

  /** Records a template with the constant parts of an automatic object; returns its name. */
  template(base: string, type: QualifiedType, parts: readonly InitialPart[]): string {
    const name = this.uniqueName(`${base.replace(/[^A-Za-z0-9_$]+/g, '_') || 'object'}_initial`);
    this.templates.push({ name, type, parts });
    return name;
  }

  /** The static object of a text for run-time messages. */
  text(text: string): string {
    let name = this.texts.get(text);
    if (name === undefined) this.texts.set(text, (name = this.uniqueName('text')));
    return name;
  }

  /** Records a call of a function not declared by the program. */
  libraryFunction(name: string, signature: Signature): string {
    this.library.set(name, signature);
    return name;
  }

  /** Position in the user's source. */
  positionOf(location: Location): Position {
    const spelled = spelledAt(location);
    if (spelled !== this.#place) {
      this.#place = spelled;
      this.#position = positionOf(spelled);
    }
    return this.#position;
  }
}

/** Names of functions declared `inline` everywhere and `extern` nowhere. */
function inlineDefinitions({ declarations }: TranslationUnit): Set<string> {
  const inline = new Set<string>();
  const plain = new Set<string>();
  const declare = (specifiers: DeclarationSpecifiers, declarator: Declarator) => {
    const onlyInline = specifiers.inline && !specifiers.storage.some(({ name }) => name === 'extern');
    (onlyInline ? inline : plain).add(declaredName(declarator));
  };
  for (const each of declarations) {
    if (each.kind === 'FunctionDefinition') declare(each.specifiers, each.declarator);
    if (each.kind === 'Declaration')
      for (const { declarator } of each.declarators) declare(each.specifiers, declarator);
  }
  return new Set([...inline].filter((name) => !plain.has(name)));
}

function declaredName(declarator: Declarator): string {
  let inner = declarator;
  while (inner.kind !== 'NameDeclarator') inner = inner.inner;
  return inner.name ?? '';
}
