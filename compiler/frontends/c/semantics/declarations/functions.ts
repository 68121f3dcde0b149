/**
 * Function definitions, old style included (C99 6.9.1).
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Declaration, FunctionDefinition } from '../../ast/ast.ts';
import type { Analysis, FunctionContext } from '../analysis.ts';
import type { FunctionSymbol, ObjectSymbol } from '../facts.ts';
import { Scope } from '../scope.ts';
import { checkBarriers } from '../statements/barriers.ts';
import { endIsReachable } from '../statements/flow.ts';
import { checkJumps } from '../statements/jumps.ts';
import { compound } from '../statements/statements.ts';
import { compatibleTypes, promotedArgument } from '../types/compatible.ts';
import { INT } from '../types/primitives.ts';
import { settleLayout } from '../types/shared-layout.ts';
import { isComplete } from '../types/sizes.ts';
import type { CType, FunctionType, QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { storageOf } from './declarations.ts';
import { type Declared, type DeclaredFunction, declaredType, declareParameter, parameterType } from './declarators.ts';
import { declareFunction } from './function-declarations.ts';
import { specifiedType } from './specifiers.ts';

export function functionDefinition(a: Analysis, node: FunctionDefinition): void {
  if (a.function) {
    a.error('SEM3460', 'a function definition is not allowed inside a function', node.location);
    return;
  }
  const [told, failures] = [a.bag.all.length, a.failures.size];
  const declared = declaredHead(a, node);
  if (!declared?.function || declared.name === undefined) return;
  const head = declared as Head;
  const parameters = head.function.node.parameters
    ? head.function.parameters
    : oldStyleParameters(a, node, head.function);
  const symbol = bind(a, node, asPrototyped(a, head, parameters));
  if (!symbol) return;
  checkHead(a, head, parameters);
  const context = newContext(node, symbol, parameters, (head.type.type as FunctionType).result);
  body(a, node, context, head.function.scope);
  a.functions.push({
    definition: node,
    symbol,
    parameters,
    passedTypes: passedTypes(head, symbol, parameters),
    labels: context.labels,
    labelAddresses: context.labelAddresses,
    isSound: a.failures.size === failures && !a.bag.all.slice(told).some(({ severity }) => severity === 'error'),
  });
}

type Head = Declared & { readonly function: DeclaredFunction; readonly name: string };

function declaredHead(a: Analysis, node: FunctionDefinition): Declared | undefined {
  const base = specifiedType(a, node.specifiers);
  const declared = declaredType(a, base, node.declarator, node);
  const type = settleLayout(a, declared.type, declared.location);
  if (type.type.kind === 'function' && declared.function) return { ...declared, type };
  a.error(
    'SEM3461',
    `'${declared.name ?? ''}' is defined like a function but has type '${typeText(type)}'`,
    declared.location,
  );
  return undefined;
}

function bind(a: Analysis, node: FunctionDefinition, head: Head): FunctionSymbol | undefined {
  const storage = storageOf(a, node.specifiers);
  if (storage === 'typedef') {
    a.error('SEM3462', `function definition of '${head.name}' declared 'typedef'`, head.location);
    return undefined;
  }
  const symbol = declareFunction(a, head, {
    specifiers: node.specifiers,
    storage,
    attributes: node.specifiers.attributes,
    defines: true,
  });
  if (!symbol) return undefined;
  if (symbol.definition)
    a.error(
      'SEM3463',
      `redefinition of '${head.name}'`,
      head.location,
      noteAt('previous definition is here', symbol.definition.declarator.location),
    );
  symbol.definition = node;
  a.symbolOf[node.id] = symbol;
  return symbol;
}

// ---------------------------------------------------------------- parameters

function checkHead(a: Analysis, { name, type, location }: Head, parameters: readonly ObjectSymbol[]): void {
  const { result } = type.type as FunctionType;
  if (result.type.kind !== 'void' && !isComplete(result.type))
    a.error('SEM3464', `return type of '${name}' is incomplete ('${typeText(result)}')`, location);
  if (name === 'main' && result.type !== INT)
    a.warning('SEM3465', 'main', `return type of 'main' is '${typeText(result)}', not 'int'`, location);
  parameters.forEach((each, index) => {
    if (isComplete(each.type.type)) return;
    const which = each.name === '' ? `parameter ${index + 1}` : `parameter '${each.name}'`;
    a.error('SEM3467', `${which} has incomplete type '${typeText(each.type)}'`, each.location);
  });
}

/** Parameters of the old style: declared between the head and the body, or ints (C99 6.9.1p6). */
function oldStyleParameters(
  a: Analysis,
  node: FunctionDefinition,
  { node: head, scope }: DeclaredFunction,
): ObjectSymbol[] {
  const declared = new Map<string, { type: QualifiedType; location: ObjectSymbol['location'] }>();
  a.inScope(
    'prototype',
    () => {
      for (const each of node.oldStyle) collectTypes(a, each, declared);
    },
    scope,
  );
  const parameters = (head.identifiers ?? []).map(({ id, name, location }): ObjectSymbol => {
    const found = declared.get(name);
    declared.delete(name);
    if (!found) a.warning('SEM3310', 'implicit-int', `type of '${name}' defaults to 'int'`, location);
    const type = found?.type ?? { type: INT };
    const symbol = parameterSymbol(node, name, type, found?.location ?? location);
    a.symbolOf[id] = symbol;
    return symbol;
  });
  a.inScope(
    'prototype',
    () => {
      for (const each of parameters) declareParameter(a, each);
    },
    scope,
  );
  for (const [name, { location }] of declared)
    a.error('SEM3468', `declaration for parameter '${name}' but no such parameter`, location);
  return parameters;
}

function parameterSymbol(
  owner: FunctionDefinition,
  name: string,
  type: QualifiedType,
  location: ObjectSymbol['location'],
): ObjectSymbol {
  return {
    kind: 'object',
    name,
    type,
    storage: 'parameter',
    linkage: 'none',
    defined: true,
    tentative: false,
    addressTaken: type.type.kind === 'struct',
    location,
    owner,
  };
}

function collectTypes(
  a: Analysis,
  node: Declaration,
  into: Map<string, { type: QualifiedType; location: ObjectSymbol['location'] }>,
): void {
  const base = specifiedType(a, node.specifiers);
  for (const { declarator, initializer } of node.declarators) {
    const { type, name, location } = declaredType(a, base, declarator);
    if (name === undefined) continue;
    if (initializer) a.error('SEM3469', `parameter '${name}' is initialized`, location);
    const settled = settleLayout(a, type, location);
    into.set(name, { type: parameterType(a, settled, { declarator, location }, name), location });
  }
}

/** An old-style definition after a prototype of its parameters' own types has that prototype's type (GNU). */
function asPrototyped(a: Analysis, head: Head, parameters: readonly ObjectSymbol[]): Head {
  const known = a.linked.get(head.name)?.type.type;
  if (head.function.node.parameters || known?.kind !== 'function' || known.variadic) return head;
  const prototype = known.parameters;
  if (prototype?.length !== parameters.length) return head;
  const suits = prototype.every(({ type }, index) =>
    compatibleTypes(type, (parameters[index] as ObjectSymbol).type.type),
  );
  return suits ? { ...head, type: { type: { ...(head.type.type as FunctionType), parameters: prototype } } } : head;
}

/** An old-style function takes the promoted types, unless a prototype in sight says otherwise. */
function passedTypes(
  { function: { node } }: Head,
  symbol: FunctionSymbol,
  parameters: readonly ObjectSymbol[],
): CType[] {
  if (node.parameters) return parameters.map(({ type }) => type.type);
  const prototype = (symbol.type.type as FunctionType).parameters;
  return parameters.map(({ type }, index) => prototype?.[index]?.type ?? promotedArgument(type.type));
}

// ---------------------------------------------------------------- body

function newContext(
  definition: FunctionDefinition,
  symbol: FunctionSymbol,
  parameters: readonly ObjectSymbol[],
  result: QualifiedType,
): FunctionContext {
  return {
    definition,
    symbol,
    parameters,
    result,
    labels: new Map(),
    labelAddresses: new Map(),
    labelRegions: new Map(),
    gotos: [],
    enclosing: [],
    undeclared: new Set(),
  };
}

/** Parameters and the body's outermost declarations share a scope (C99 6.2.1p4). */
function body(a: Analysis, node: FunctionDefinition, context: FunctionContext, parameters: Scope): void {
  const scope = new Scope('block', a.scope);
  for (const [name, symbol] of parameters.ordinary) scope.ordinary.set(name, symbol);
  for (const [name, tag] of parameters.tags) scope.tags.set(name, tag);
  const { mode } = a;
  a.function = context;
  try {
    compound(a, node.body, scope);
  } finally {
    a.function = undefined;
    a.region = undefined;
    a.mode = mode;
  }
  checkJumps(a, context);
  checkBarriers(a, node, context.symbol.name === 'main');
  checkReturn(a, node, context);
}

/** C99 6.9.1p12; the end of main returns 0. */
function checkReturn(a: Analysis, node: FunctionDefinition, { result, symbol }: FunctionContext): void {
  if (result.type.kind === 'void' || symbol.name === 'main' || symbol.noreturn || !endIsReachable(a, node.body)) return;
  a.warning('SEM3470', 'return-type', `control reaches end of non-void function '${symbol.name}'`, node.body.end);
}
