/**
 * Objects: storage, linkage, definitions and repeated declarations (C99 6.2.2, 6.9.2; UPC 6.5.2).
 *
 * One idea: what has linkage is one symbol for the whole unit, found by name however deep it is declared again; its
 * type becomes the composite of all declarations.
 */

import { advice, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { DeclarationSpecifiers, InitDeclarator } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { checkCoarrayAddress } from '../coarrays/coindices.ts';
import { declareCoshape } from '../coarrays/coshapes.ts';
import type { Symbol as Name, ObjectSymbol } from '../facts.ts';
import { initialize } from '../initializers/initializers.ts';
import { isLock } from '../locks.ts';
import { compatible, compositeOf } from '../types/compatible.ts';
import { arrayOf, blockSizeOf, INT, isScalar, isShared, STAR_BLOCK, ultimateElement } from '../types/primitives.ts';
import { settleLayout } from '../types/shared-layout.ts';
import { hasThreadsDimension, isComplete, isVariableLength, isVariablyModified, sizeOf } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { requestedAlignment } from './attributes.ts';
import { enterVariableScope, previous, type StorageName } from './declarations.ts';
import type { Declared } from './declarators.ts';
import { linkObject } from './link-attributes.ts';

type Named = Declared & { readonly name: string };
type Duration = Pick<ObjectSymbol, 'storage' | 'linkage'>;

export function declareObject(
  a: Analysis,
  declared: Named,
  node: InitDeclarator,
  specifiers: DeclarationSpecifiers,
  storage: StorageName | undefined,
): void {
  const { name, location } = declared;
  if (specifiers.inline || specifiers.noreturn)
    a.error('SEM3430', `variable '${name}' declared 'inline' or '_Noreturn'`, location);
  const duration = durationOf(a, name, storage, location);
  const waits = isStarOfInitializer(a, declared, node);
  const settled = waits ? declared.type : settleLayout(a, declared.type, location);
  const type = checkedType(a, { ...declared, type: settled }, duration, storage);
  const symbol = bind(a, { ...declared, type }, duration, storage);
  a.symbolOf[node.id] = symbol;
  if (storage === 'register') a.registers.add(symbol);
  declareCoshape(a, symbol, node);
  const alignment = requestedAlignment(a, [...specifiers.attributes, ...node.attributes]);
  if (alignment !== undefined) symbol.alignment = Math.max(symbol.alignment ?? 1, alignment);
  linkObject(a, symbol, [...specifiers.attributes, ...node.attributes]);
  if (storage !== 'extern' || node.initializer) define(a, symbol, node, storage);
  if (waits) symbol.type = settleLayout(a, symbol.type, location);
  if (duration.storage === 'automatic' && isVariablyModified(symbol.type.type)) enterVariableScope(a, name, location);
}

/** `shared [*] int a[] = { 1, 2, 3 }`: the initializer counts the elements that `[*]` spreads. */
function isStarOfInitializer(a: Analysis, { type, name }: Named, { initializer }: InitDeclarator): boolean {
  if (!a.starPending || !initializer || a.linked.has(name)) return false;
  return type.type.kind === 'array' && type.type.length === undefined && blockSizeOf(type) === STAR_BLOCK;
}

function durationOf(a: Analysis, name: string, storage: StorageName | undefined, location: Location): Duration {
  if (a.function) {
    if (storage === 'static') return { storage: 'static', linkage: 'none' };
    return storage === 'extern'
      ? { storage: 'static', linkage: priorLinkage(a, name) }
      : { storage: 'automatic', linkage: 'none' };
  }
  if (storage === 'auto' || storage === 'register')
    a.error('SEM3431', `file-scope declaration of '${name}' specifies '${storage}'`, location);
  if (storage === 'static') return { storage: 'static', linkage: 'internal' };
  return { storage: 'static', linkage: storage === 'extern' ? priorLinkage(a, name) : 'external' };
}

/** `extern` takes over the linkage of a visible declaration (C99 6.2.2p4). */
function priorLinkage(a: Analysis, name: string): 'external' | 'internal' {
  const known = a.scope.find(name);
  return known?.kind === 'object' && known.linkage === 'internal' ? 'internal' : 'external';
}

// ---------------------------------------------------------------- types that objects may not have

function checkedType(
  a: Analysis,
  declared: Named,
  duration: Duration,
  storage: StorageName | undefined,
): QualifiedType {
  const { type, name, location } = declared;
  if (type.type.kind === 'void') {
    a.error('SEM3432', `variable or field '${name}' declared void`, location);
    return { type: INT };
  }
  if (duration.storage === 'static' && isVariablyModified(type.type)) return checkFixed(a, declared, duration);
  if (!isShared(type)) return type;
  if (isLock(type.type)) return withoutShared(type); // checkKnownSize reports it
  if (duration.storage === 'automatic') {
    const text = `'${name}' cannot be shared: it has automatic storage duration (UPC 1.3, 6.5.2)`;
    a.error('UPC3108', text, location, [{ text: "declare it 'static shared' or outside of the function" }]);
    return withoutShared(type);
  }
  checkDimensions(a, declared, storage);
  return type;
}

function checkFixed(a: Analysis, { type, name, location }: Named, { linkage }: Duration): QualifiedType {
  if (!isVariableLength(type.type) && linkage === 'none') return type;
  const text =
    linkage === 'none'
      ? `storage size of '${name}' isn't constant`
      : `object '${name}' with variably modified type must have no linkage`;
  a.error('SEM3433', `${text} ('${typeText(type)}')`, location);
  return { type: arrayOf({ type: INT }, 1) };
}

function withoutShared(type: QualifiedType): QualifiedType {
  if (type.type.kind === 'array')
    return { type: { ...type.type, element: withoutShared(type.type.element), timesThreads: false } };
  const { shared: _shared, reference: _reference, ...rest } = type;
  return rest;
}

/** UPC 6.5.2.1p2: where THREADS is not known, a definite block size needs it in one dimension. */
function checkDimensions(a: Analysis, { type, name, location }: Named, storage: StorageName | undefined): void {
  const counted = type.type.kind === 'array' && (storage !== 'extern' || isComplete(type.type));
  if (a.threads !== undefined || !counted || blockSizeOf(type) === 0 || hasThreadsDimension(type.type)) return;
  if (!isComplete(type.type)) return;
  const rule = "needs 'THREADS' in one dimension when the number of threads is not known at translation";
  a.error('UPC3114', `shared array '${name}' of type '${typeText(type)}' ${rule} (UPC 1.3, 6.5.2.1)`, location, [
    { text: "multiply a dimension by THREADS, give it an indefinite block size, '[]', or compile with -T=N" },
  ]);
}

// ---------------------------------------------------------------- binding

/** The symbol that the declaration declares: a new one, or the one it repeats. */
function bind(a: Analysis, declared: Named, duration: Duration, storage: StorageName | undefined): ObjectSymbol {
  const { name, location } = declared;
  const here = a.scope.ordinary.get(name);
  if (duration.linkage === 'none') {
    if (here) clash(a, declared, here);
    return enter(a, declared, duration);
  }
  const known = here ?? a.linked.get(name);
  if (known?.kind !== 'object' || known.linkage === 'none') {
    if (known) clash(a, declared, known);
    return enter(a, declared, duration);
  }
  merge(a, known, declared);
  if (storage !== 'extern' && known.linkage !== duration.linkage) linkageClash(a, known, duration, location);
  a.scope.ordinary.set(name, known);
  return known;
}

function clash(a: Analysis, { name, location }: Named, known: Name): void {
  const text =
    known.kind === 'object'
      ? known.linkage === 'none' && a.function
        ? `redeclaration of '${name}' with no linkage`
        : `redeclaration of '${name}' with different linkage`
      : `'${name}' redeclared as different kind of symbol`;
  a.error('SEM3434', text, location, noteAt(`previous declaration of '${name}' is here`, known.location));
}

function linkageClash(a: Analysis, known: ObjectSymbol, { linkage }: Duration, location: Location): void {
  const order = linkage === 'internal' ? 'static declaration' : 'non-static declaration';
  const follows = linkage === 'internal' ? 'non-static declaration' : 'static declaration';
  const text = `${order} of '${known.name}' follows ${follows}`;
  a.error('SEM3435', text, location, noteAt(previous(known.name, known.type), known.location));
}

function merge(a: Analysis, known: ObjectSymbol, { type, name, location }: Named): void {
  if (compatible(known.type, type)) {
    known.type = compositeOf(known.type, type);
    return;
  }
  const notes = noteAt(previous(name, known.type), known.location);
  const text = `conflicting types for '${name}'; have '${typeText(type)}'`;
  const [x, y] = [ultimateElement(known.type).shared?.block, ultimateElement(type).shared?.block];
  if (x === y) {
    a.error('SEM3436', text, location, notes);
    return;
  }
  const one = x === undefined || y === undefined;
  const reason = one ? "both or neither must be 'shared'" : 'the block size is a part of the type';
  a.error('UPC3112', `${text}: ${reason} (UPC 1.3, 6.5.1.1)`, location, notes);
}

function enter(a: Analysis, { type, name, location }: Named, duration: Duration): ObjectSymbol {
  const symbol: ObjectSymbol = {
    kind: 'object',
    name,
    type,
    ...duration,
    defined: duration.storage === 'automatic',
    tentative: false,
    addressTaken: type.type.kind === 'array' || type.type.kind === 'struct' || type.atomic === true,
    ...(type.atomic && { alignment: sizeOf(type.type) ?? 1 }),
    location,
    ...(a.function && duration.linkage === 'none' && { owner: a.function.definition }),
  };
  a.scope.ordinary.set(name, symbol);
  if (duration.linkage !== 'none') a.linked.set(name, symbol);
  if (duration.storage === 'static') a.addStatic(symbol);
  return symbol;
}

// ---------------------------------------------------------------- definition

function define(a: Analysis, symbol: ObjectSymbol, node: InitDeclarator, storage: StorageName | undefined): void {
  const { name, location } = symbol;
  if (!node.initializer) {
    if (!symbol.defined) symbol.tentative = symbol.linkage !== 'none';
    symbol.defined = true;
    if (symbol.linkage === 'none') checkKnownSize(a, symbol);
    return;
  }
  if (storage === 'extern') checkExternInitializer(a, symbol);
  if (symbol.storage === 'static' && symbol.defined && !symbol.tentative)
    a.error('SEM3437', `redefinition of '${name}'`, node.location, noteAt('previous definition is here', location));
  symbol.defined = true;
  symbol.tentative = false;
  give(a, symbol, node);
  checkKnownSize(a, symbol);
}

function checkExternInitializer(a: Analysis, { name, location }: ObjectSymbol): void {
  if (a.function) a.error('SEM3438', `'${name}' has both 'extern' and initializer`, location);
  else a.warning('SEM3438', 'extern-initializer', `'${name}' initialized and declared 'extern'`, location);
}

/** Analyses the initializer; it may complete the type. */
function give(a: Analysis, symbol: ObjectSymbol, node: InitDeclarator): void {
  const value = node.initializer as NonNullable<InitDeclarator['initializer']>;
  if (!mayBeInitialized(a, symbol, value.location)) {
    symbol.type = withSomeLength(symbol.type);
    return;
  }
  const fixed = symbol.storage === 'static' && !(a.input && symbol.linkage !== 'none');
  const { initializer, type } = initialize(a, symbol.type, value, fixed);
  if (value.kind !== 'InitializerList') checkCoarrayAddress(a, value, `what '${symbol.name}' points to`, symbol);
  symbol.type = type;
  a.initializerOf[node.id] = initializer;
  if (!fixed) return;
  a.staticOf(symbol).initializer = initializer;
  rememberConstant(a, symbol, initializer.parts.length === 1 ? initializer.parts[0]?.value.id : undefined);
}

/** A rejected initializer would have given the length. */
function withSomeLength(type: QualifiedType): QualifiedType {
  const array = type.type;
  return array.kind === 'array' && array.length === undefined ? { type: { ...array, length: 1 } } : type;
}

function mayBeInitialized(a: Analysis, { name, type }: ObjectSymbol, location: Location): boolean {
  if (isVariableLength(type.type)) {
    a.error('SEM3439', `variable-sized object '${name}' may not be initialized`, location);
    return false;
  }
  const array = type.type.kind === 'array';
  if (array && isShared(type) && blockSizeOf(type) !== 0 && a.options.threads === undefined) {
    const text = `initializer of shared array '${name}', whose elements' threads depend on the number of threads (UPC 1.3, 6.5.2.1)`;
    a.error('UPC3113', text, location, [
      { text: 'compile with -T=N, or assign its elements at the start of the program, each thread its own' },
    ]);
    return false;
  }
  if (isComplete(type.type) || (array && isComplete(type.type.element.type))) return true;
  a.error('SEM3440', `variable '${name}' has initializer but incomplete type '${typeText(type)}'`, location);
  return false;
}

/** The value of `static const int n = 5`, for other static initializers. */
function rememberConstant(a: Analysis, symbol: ObjectSymbol, valueId: number | undefined): void {
  const { type } = symbol;
  if (valueId === undefined || !type.const || type.volatile || type.shared || !isScalar(type.type)) return;
  const constant = a.convertedConstants.get(valueId);
  if (constant) a.constantObjects.set(symbol, constant);
}

function checkKnownSize(a: Analysis, symbol: ObjectSymbol): void {
  const { type, name, location } = symbol;
  if (isComplete(type.type)) return;
  const notes = isLock(type.type) ? advice(`a lock is allocated: 'upc_lock_t *${name} = upc_all_lock_alloc();'`) : [];
  a.error('SEM3441', `storage size of '${name}' isn't known ('${typeText(type)}')`, location, notes);
  symbol.type = { type: INT };
}

/** C99 6.9.2p2: at the end of the unit tentative definitions become definitions; `int a[];` has one element. */
export function completeTentative(a: Analysis): void {
  for (const { symbol } of a.statics) {
    if (!symbol.tentative) continue;
    const { type } = symbol.type;
    if (type.kind === 'array' && type.length === undefined) {
      a.warning('SEM3442', 'tentative-array', `array '${symbol.name}' assumed to have one element`, symbol.location);
      symbol.type = { ...symbol.type, type: { ...type, length: 1 } };
    }
    checkKnownSize(a, symbol);
  }
}
