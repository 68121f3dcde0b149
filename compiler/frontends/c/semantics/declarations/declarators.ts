/**
 * Types from declarators: pointers, arrays and functions around a base type (C99 6.7.5, UPC 6.5.2).
 *
 * Takes: the specified type and a declarator. Gives: the declared type and name, and for a function's own declarator
 * its parameters. One idea: the tree has the declarator inside out, so walking inward applies its parts in the order
 * in which they wrap the base.
 */

import { advice, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type {
  ArrayDeclarator,
  Declarator,
  FunctionDeclarator,
  FunctionDefinition,
  Parameter,
  PointerDeclarator,
} from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { declareCoshape } from '../coarrays/coshapes.ts';
import type { ObjectSymbol } from '../facts.ts';
import { isLock, lockAdvice } from '../locks.ts';
import { Scope } from '../scope.ts';
import { arrayOf, INT, isShared, pointerTo, unqualified } from '../types/primitives.ts';
import { qualify } from '../types/qualified.ts';
import { settleLayout, withQualifiers } from '../types/shared-layout.ts';
import { isComplete, sizeOf } from '../types/sizes.ts';
import type { FunctionType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { arrayLength } from './array-lengths.ts';
import { specifiedType } from './specifiers.ts';

export interface DeclaredFunction {
  readonly node: FunctionDeclarator;
  readonly parameters: readonly ObjectSymbol[];
  /** Of the parameters; a definition's body continues it. */
  readonly scope: Scope;
}

export interface Declared {
  readonly type: QualifiedType;
  readonly name?: string;
  readonly location: Location;
  /** Set if the declarator declares a function. */
  readonly function?: DeclaredFunction;
}

/** `definition` owns the parameters where the declarator heads a function definition. */
export function declaredType(
  a: Analysis,
  base: QualifiedType,
  node: Declarator,
  definition?: FunctionDefinition,
): Declared {
  switch (node.kind) {
    case 'NameDeclarator':
      return { type: base, ...(node.name !== undefined && { name: node.name }), location: node.location };
    case 'PointerDeclarator':
      return declaredType(a, pointer(a, base, node), node.inner, definition);
    case 'ArrayDeclarator':
      return declaredType(a, array(a, base, node), node.inner, definition);
    case 'FunctionDeclarator':
      return functionDeclarator(a, base, node, definition);
  }
}

/** The name in a declarator, quoted, for messages about it. */
export function nameIn(node: Declarator): string {
  let at = node;
  while (at.kind !== 'NameDeclarator') at = at.inner;
  return at.name === undefined ? '(unnamed)' : `'${at.name}'`;
}

function pointer(a: Analysis, base: QualifiedType, node: PointerDeclarator): QualifiedType {
  return withQualifiers(a, { type: pointerTo(base) }, node.qualifiers, node.location);
}

// ---------------------------------------------------------------- arrays

function array(a: Analysis, base: QualifiedType, node: ArrayDeclarator): QualifiedType {
  const element = checkedElement(a, base, node);
  const { length, timesThreads } = arrayLength(a, node, element);
  const type = arrayOf(element, length, timesThreads);
  const size = sizeOf(type);
  if (size === undefined || size <= 0xffffffff) return { type };
  a.error('SEM3361', `size of array ${nameIn(node)}, ${size} bytes, is too large`, node.location);
  return { type: arrayOf(element, 1) };
}

function checkedElement(a: Analysis, base: QualifiedType, node: ArrayDeclarator): QualifiedType {
  const problem = elementProblem(base);
  if (!problem) return base;
  a.error('SEM3362', `declaration of ${nameIn(node)} as array of ${problem}`, node.location, lockAdvice(base.type));
  return { type: INT };
}

function elementProblem({ type }: QualifiedType): string | undefined {
  if (type.kind === 'function') return 'functions';
  if (type.kind === 'void') return 'voids';
  return isComplete(type) ? undefined : `elements of incomplete type '${typeText({ type })}'`;
}

// ---------------------------------------------------------------- functions

function functionDeclarator(
  a: Analysis,
  base: QualifiedType,
  node: FunctionDeclarator,
  definition?: FunctionDefinition,
): Declared {
  const result = checkedResult(a, base, node);
  const owner = node.inner.kind === 'NameDeclarator' ? definition : undefined;
  const scope = new Scope('prototype', a.scope);
  const parameters = a.inScope('prototype', () => node.parameters?.map((each) => parameter(a, each, owner)), scope);
  const type: FunctionType = {
    kind: 'function',
    result,
    ...(parameters && { parameters: parameters.map((each) => each.type) }),
    variadic: node.variadic,
  };
  const declared = declaredType(a, { type }, node.inner, definition);
  if (node.inner.kind !== 'NameDeclarator') return declared;
  return { ...declared, function: { node, parameters: parameters ?? [], scope } };
}

/** Qualifiers of a value mean nothing (C99 6.7.3p3); `shared` is for objects alone, and would mislead. */
function checkedResult(a: Analysis, base: QualifiedType, node: FunctionDeclarator): QualifiedType {
  const { kind } = base.type;
  if (kind === 'array' || kind === 'function') {
    const text = `${nameIn(node)} declared as function returning ${kind === 'array' ? 'an array' : 'a function'}`;
    a.error('SEM3363', text, node.location);
    return { type: INT };
  }
  if (base.shared) {
    const text = `${nameIn(node)} returns '${typeText(base)}': a value is no object and cannot be shared (UPC 1.3, 3.4.1)`;
    const what = typeText(unqualified(base));
    const hint = `return '${what}', or a pointer to the object, '${typeText(base)} *'`;
    a.error('UPC3127', text, node.location, advice(hint));
  }
  return unqualified(base);
}

function parameter(a: Analysis, node: Parameter, owner: FunctionDefinition | undefined): ObjectSymbol {
  const { type, name, location } = a.collectingLengths(node.id, () =>
    declaredType(a, specifiedType(a, node.specifiers), node.declarator),
  );
  const lengths = a.lengthsOf[node.id];
  const symbol: ObjectSymbol = {
    kind: 'object',
    name: name ?? '',
    type: parameterType(a, settleLayout(a, type, location), node, name),
    storage: 'parameter',
    linkage: 'none',
    defined: true,
    tentative: false,
    addressTaken: type.type.kind === 'struct',
    location,
    ...(lengths && { lengths }),
    ...(owner && { owner }),
  };
  a.symbolOf[node.id] = symbol;
  if (node.specifiers.storage.some((each) => each.name === 'register')) a.registers.add(symbol);
  checkParameterStorage(a, node, name);
  declareCoshape(a, symbol, node);
  if (name !== undefined) declareParameter(a, symbol);
  return symbol;
}

function checkParameterStorage(a: Analysis, node: Parameter, name: string | undefined): void {
  const wrong = node.specifiers.storage.find((each) => each.name !== 'register');
  const what = name === undefined ? 'unnamed parameter' : `parameter '${name}'`;
  if (wrong) a.error('SEM3364', `storage class '${wrong.name}' specified for ${what}`, wrong.location);
}

export function declareParameter(a: Analysis, symbol: ObjectSymbol): void {
  const known = a.scope.ordinary.get(symbol.name);
  if (known)
    a.error(
      'SEM3365',
      `redefinition of parameter '${symbol.name}'`,
      symbol.location,
      noteAt('first declared here', known.location),
    );
  a.scope.ordinary.set(symbol.name, symbol);
}

/** Arrays and functions become pointers (C99 6.7.5.3p7, p8); parameters are automatic, so never shared. */
export function parameterType(
  a: Analysis,
  type: QualifiedType,
  node: Pick<Parameter, 'declarator' | 'location'>,
  name: string | undefined,
): QualifiedType {
  const what = name === undefined ? 'parameter' : `parameter '${name}'`;
  if (type.type.kind === 'array') return adjustedArray(type.type, node.declarator);
  if (type.type.kind === 'function') return { type: pointerTo(type) };
  if (type.type.kind === 'void') {
    a.error('SEM3366', `${what} has void type`, node.location);
    return { type: INT };
  }
  if (!isShared(type)) return type;
  const text = `${what} cannot be shared: parameters have automatic storage duration (UPC 1.3, 6.5.2)`;
  const meant = advice(`take the value, or a pointer: '${typeText(type)} *'`);
  a.error('UPC3108', text, node.location, isLock(type.type) ? lockAdvice(type.type) : meant);
  return unqualified(type);
}

/** The qualifiers between the brackets are the pointer's. */
function adjustedArray({ element }: { element: QualifiedType }, declarator: Declarator): QualifiedType {
  const qualifiers = outermostArray(declarator)?.qualifiers;
  const type: QualifiedType = { type: pointerTo(element) };
  if (!qualifiers) return type;
  const { const: constant, volatile, restrict, atomic } = qualifiers;
  return qualify(type, { const: constant, volatile, restrict, atomic });
}

/** The array declarator next to the name. */
function outermostArray(node: Declarator): ArrayDeclarator | undefined {
  let found: ArrayDeclarator | undefined;
  for (let at = node; at.kind !== 'NameDeclarator'; at = at.inner)
    found = at.kind === 'ArrayDeclarator' ? at : undefined;
  return found;
}
