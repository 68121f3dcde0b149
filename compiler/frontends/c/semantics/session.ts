/**
 * Semantics of what is typed into a session: each input is analysed on top of the names that earlier ones declared.
 *
 * Takes: the input and the names so far. Gives: facts as of a translation unit, the names after it, and the value to
 * show. One idea: to an input, what was defined before is as if declared `extern` in a unit of its own (copies, so that
 * an input with errors leaves no trace), and what it defines itself takes the place of what had the name.
 * Declarations are those of file scope, but their initializers are run, so they need not be constant.
 */

import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../../../options.ts';
import type { BlockItem, Declaration, Expression, InitDeclarator, SessionInput } from '../ast/ast.ts';
import { Analysis, type FunctionContext } from './analysis.ts';
import { settleFile } from './analyze.ts';
import { functionDefinition } from './declarations/functions.ts';
import { effectOf } from './expressions/expressions.ts';
import type { FunctionSymbol, Symbol as Name, ObjectSymbol } from './facts.ts';
import type { Tag } from './scope.ts';
import { checkJumps } from './statements/jumps.ts';
import { blockItem } from './statements/statements.ts';
import { compatible } from './types/compatible.ts';
import { ultimateElement, unqualified, VOID } from './types/primitives.ts';
import { VA_LIST } from './types/signature.ts';
import type { QualifiedType, StructType } from './types/types.ts';

/** Names of the file scope. */
export interface SessionNames {
  readonly ordinary: ReadonlyMap<string, Name>;
  readonly tags: ReadonlyMap<string, Tag>;
  /** The mode that `#pragma upc` set last. */
  readonly mode: 'strict' | 'relaxed';
}

export const NO_NAMES: SessionNames = { ordinary: new Map(), tags: new Map(), mode: 'relaxed' };

/** The value of the last expression: `symbol` holds it; of an array, a pointer to its first element. */
export interface ShownValue {
  readonly symbol: ObjectSymbol;
  /** Of the expression itself. */
  readonly type: QualifiedType;
}

export interface InputFacts {
  /** Without the last expression, where its value is shown: an object's declaration takes its place. */
  readonly input: SessionInput;
  readonly facts: Analysis;
  readonly names: SessionNames;
  /** Names that were defined before and mean something new. */
  readonly redefined: readonly Redefinition[];
  readonly value?: ShownValue;
}

export interface Redefinition {
  readonly name: string;
  readonly before: Name;
  readonly now: Name;
  /** An object or function of the same type as before. */
  readonly same: boolean;
}

/** The object that holds the value to show. */
export const VALUE = '__pgasc_value';

/** Analyses an input; with `shown`, a last item that is an expression is its value. */
export function analyzeInput(
  input: SessionInput,
  earlier: SessionNames,
  shown: boolean,
  options: CompilerOptions,
  bag: DiagnosticBag,
): InputFacts {
  const a = new Analysis(input.unit, options, bag);
  inherit(a, input, earlier);
  const context = contextOf(input);
  a.input = context;
  const last = input.items.at(-1);
  const asked = shown && last?.kind === 'ExpressionStatement' ? last.expression : undefined;
  for (const each of input.items) {
    if (each !== last || !asked) item(a, context, earlier, each);
  }
  const value = asked && inFunction(a, context, () => shownValue(a, asked));
  checkJumps(a, context);
  settleFile(a);
  openStatics(a);
  const run = value ? showing(input, value.declaration) : input;
  a.functions.push({ ...context, definition: run.body, passedTypes: [], isSound: true });
  const [names, redefined] = [namesAfter(a, earlier), redefinitions(a, earlier)];
  return { input: run, facts: a, names, redefined, ...(value && { value: value.shown }) };
}

// ---------------------------------------------------------------- names from one input to the next

function inherit(a: Analysis, input: SessionInput, { ordinary, tags, mode }: SessionNames): void {
  a.mode = mode;
  const { location } = input.body;
  const name = '__builtin_va_list';
  a.scope.ordinary.set(name, { kind: 'typedef', name, type: { type: VA_LIST }, location });
  for (const [each, symbol] of ordinary) a.scope.ordinary.set(each, declared(a, symbol));
  for (const [each, tag] of tags) a.scope.tags.set(each, tag);
}

/** The name as an `extern` declaration would give it. */
function declared(a: Analysis, symbol: Name): Name {
  if (symbol.kind === 'object') {
    const copy: ObjectSymbol = { ...symbol, linkage: 'external', defined: false, tentative: false };
    a.linked.set(symbol.name, copy);
    a.addStatic(copy);
    return copy;
  }
  if (symbol.kind !== 'function') return symbol;
  const { definition: _definition, ...rest } = symbol;
  const copy: FunctionSymbol = { ...rest, linkage: 'external', inline: false };
  a.linked.set(symbol.name, copy);
  a.functionSymbols.push(copy);
  return copy;
}

/** A `static` or `inline` name belongs to the file: that is the session, and later inputs are other units. */
function openStatics(a: Analysis): void {
  for (const symbol of a.scope.ordinary.values())
    if (symbol.kind === 'object' || symbol.kind === 'function')
      (symbol as { linkage: ObjectSymbol['linkage'] }).linkage = 'external';
}

/** The names that the next input sees; what only this one used the way `extern` does stays what it was. */
function namesAfter(a: Analysis, earlier: SessionNames): SessionNames {
  const ordinary = new Map<string, Name>();
  for (const [name, symbol] of a.scope.ordinary) {
    if (name !== '__builtin_va_list') ordinary.set(name, kept(symbol, earlier.ordinary.get(name)));
  }
  return { ordinary, tags: new Map(a.scope.tags), mode: a.mode };
}

function kept(symbol: Name, before: Name | undefined): Name {
  if (symbol.kind === 'object' && before?.kind === 'object' && !symbol.defined)
    return { ...symbol, defined: before.defined };
  if (symbol.kind === 'function' && before?.kind === 'function' && !symbol.definition)
    return { ...symbol, ...(before.definition && { definition: before.definition }) };
  return symbol;
}

/** Takes away what the item is about to define anew. A function that was only declared must agree, as in C. */
function giveWay(a: Analysis, each: BlockItem, earlier: SessionNames): void {
  for (const name of definedNames(each)) {
    const before = earlier.ordinary.get(name);
    const onlyDeclared =
      before?.kind === 'function' ? !before.definition : before?.kind === 'object' && !before.defined;
    if (!before || onlyDeclared || a.scope.ordinary.get(name)?.location !== before.location) continue;
    a.scope.ordinary.delete(name);
    a.linked.delete(name);
  }
  for (const tag of definedTags(each)) {
    const before = earlier.tags.get(tag);
    if (before && a.scope.tags.get(tag) === before && isComplete(before)) a.scope.tags.delete(tag);
  }
}

const isComplete = ({ type }: Tag): boolean => (type.kind === 'enum' ? type.complete : type.members !== undefined);

function definedNames(each: BlockItem): string[] {
  if (each.kind === 'FunctionDefinition') return [nameOf(each.declarator)];
  if (each.kind !== 'Declaration' || each.specifiers.storage.some(({ name }) => name === 'extern')) return [];
  const enumerators = each.specifiers.types.flatMap((type) =>
    type.kind === 'Enum' ? (type.enumerators ?? []).map(({ name }) => name) : [],
  );
  const objects = each.declarators.filter((one) => !isPrototype(one)).map(({ declarator }) => nameOf(declarator));
  return [...enumerators, ...objects];
}

function definedTags(each: BlockItem): string[] {
  if (each.kind !== 'Declaration') return [];
  return each.specifiers.types.flatMap((type) => {
    const defines = type.kind === 'StructOrUnion' ? type.members : type.kind === 'Enum' ? type.enumerators : undefined;
    return defines && 'tag' in type && type.tag !== undefined ? [type.tag] : [];
  });
}

function nameOf(declarator: InitDeclarator['declarator']): string {
  let inner = declarator;
  while (inner.kind !== 'NameDeclarator') inner = inner.inner;
  return inner.name ?? '';
}

/** `int f(int)`, not `int (*f)(int)`. */
function isPrototype({ declarator }: InitDeclarator): boolean {
  let inner = declarator;
  while (inner.kind !== 'NameDeclarator' && inner.inner.kind !== 'NameDeclarator') inner = inner.inner;
  return inner.kind === 'FunctionDeclarator';
}

function redefinitions(a: Analysis, { ordinary }: SessionNames): Redefinition[] {
  return [...ordinary].flatMap(([name, before]) => {
    const now = a.scope.ordinary.get(name);
    if (!now || now.location === before.location || !defines(now)) return [];
    return [{ name, before, now, same: isSame(before, now) }];
  });
}

function defines(symbol: Name): boolean {
  if (symbol.kind === 'function') return symbol.definition !== undefined;
  return symbol.kind !== 'object' || symbol.defined;
}

function isSame(before: Name, now: Name): boolean {
  if (before.kind === 'enumerator' || now.kind === 'enumerator') return false;
  return before.kind === now.kind && compatible(before.type, now.type);
}

// ---------------------------------------------------------------- items

function contextOf({ body }: SessionInput): FunctionContext {
  const name = nameOf(body.declarator);
  const type: QualifiedType = { type: { kind: 'function', result: { type: VOID }, parameters: [], variadic: false } };
  const symbol: FunctionSymbol = {
    ...{ kind: 'function', name, type, linkage: 'external', definition: body },
    ...{ inline: false, noreturn: false, implicit: false, location: body.location },
  };
  const lists = {
    labels: new Map(),
    labelRegions: new Map(),
    labelAddresses: new Map(),
    gotos: [],
    enclosing: [],
    undeclared: new Set<string>(),
  };
  return { definition: body, symbol, result: { type: VOID }, parameters: [], ...lists };
}

function item(a: Analysis, context: FunctionContext, earlier: SessionNames, each: BlockItem): void {
  giveWay(a, each, earlier);
  if (each.kind === 'FunctionDefinition') functionDefinition(a, each);
  else if (each.kind === 'Declaration') blockItem(a, each);
  else inFunction(a, context, () => blockItem(a, each));
}

function inFunction<T>(a: Analysis, context: FunctionContext, body: () => T): T {
  a.function = context;
  try {
    return body();
  } finally {
    a.function = undefined;
    a.region = undefined;
  }
}

// ---------------------------------------------------------------- the value to show

interface Showing {
  readonly declaration: (id: number) => Declaration;
  readonly shown: ShownValue;
}

/** The expression as the initializer of an object that is made up for its value; nothing for void and after errors. */
function shownValue(a: Analysis, node: Expression): Showing | undefined {
  const o = effectOf(a, node);
  const type = a.typeOf[node.id];
  if (o.failed || !type || o.type.type.kind === 'void' || isOpaque(o.type)) return undefined;
  const held = unqualified(o.type);
  const symbol: ObjectSymbol = {
    ...{ kind: 'object', name: VALUE, type: held, storage: 'static', linkage: 'external' },
    ...{ defined: true, tentative: false, addressTaken: true, location: node.location },
  };
  a.addStatic(symbol);
  const declaration = (id: number): Declaration => {
    a.symbolOf[id] = symbol;
    a.initializerOf[id] = { parts: [{ offset: 0, type: held, value: node }] };
    return madeUp(id, node);
  };
  return { declaration, shown: { symbol, type } };
}

/** A struct that was declared and not defined has no value. */
function isOpaque(type: QualifiedType): boolean {
  const { type: core } = ultimateElement(type);
  return core.kind === 'struct' && (core as StructType).members === undefined;
}

function madeUp(id: number, { location }: Expression): Declaration {
  const declarator = { kind: 'NameDeclarator' as const, id, location, name: VALUE };
  const qualifiers = { const: false, volatile: false, restrict: false, atomic: false, shared: [] };
  const specifiers = {
    ...{ kind: 'DeclarationSpecifiers' as const, id, location, qualifiers, storage: [], types: [], attributes: [] },
    ...{ inline: false, noreturn: false },
  };
  const init: InitDeclarator = { kind: 'InitDeclarator', id, location, declarator, attributes: [] };
  return { kind: 'Declaration', id, location, specifiers, declarators: [init] };
}

/** The input with its last statement turned into the declaration of the value. */
function showing(input: SessionInput, declaration: Showing['declaration']): SessionInput {
  const { body, unit } = input;
  const made = declaration(unit.nodeCount);
  const block = { ...body.body, items: [...body.body.items.slice(0, -1), made] };
  return { ...input, body: { ...body, body: block }, unit: { ...unit, nodeCount: unit.nodeCount + 1 } };
}
