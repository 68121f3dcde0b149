/**
 * Declarations: typedefs, objects, functions, each declarator in turn (C99 6.7).
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Declaration, DeclarationSpecifiers, InitDeclarator, StaticAssert } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { forbidCoshape } from '../coarrays/coshapes.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { rvalue } from '../expressions/expressions.ts';
import type { TypedefSymbol } from '../facts.ts';
import { compatible } from '../types/compatible.ts';
import { forbidStar, settleLayout } from '../types/shared-layout.ts';
import { isVariablyModified } from '../types/sizes.ts';
import type { QualifiedType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { checkSupported, mayAlias } from './attributes.ts';
import { type Declared, declaredType } from './declarators.ts';
import { declareFunction } from './function-declarations.ts';
import { declareObject } from './objects.ts';
import { specifiedType } from './specifiers.ts';
import { declareTag } from './structs.ts';

export type StorageName = DeclarationSpecifiers['storage'][number]['name'];

/** `__attribute__((fallthrough));` is a statement (GNU). */
function isAttributeAlone({ specifiers, declarators }: Declaration): boolean {
  const { types, storage, attributes } = specifiers;
  return types.length + storage.length + declarators.length === 0 && attributes.length > 0;
}

export function declaration(a: Analysis, node: Declaration): void {
  if (isAttributeAlone(node)) return;
  const { specifiers, declarators } = node;
  const [first] = specifiers.types;
  if (declarators.length === 0 && first?.kind === 'StructOrUnion' && !first.members) {
    declareTag(a, first);
    return;
  }
  const base = a.collectingLengths(node.id, () => specifiedType(a, specifiers));
  checkSupported(a, specifiers.attributes);
  const storage = storageOf(a, specifiers);
  if (declarators.length === 0) checkDeclares(a, node);
  for (const each of declarators)
    initDeclarator(a, isAutomaticType(specifiers) ? initializedType(a, base, each) : base, each, specifiers, storage);
}

/** The one storage class of the specifiers. */
export function storageOf(a: Analysis, { storage }: DeclarationSpecifiers): StorageName | undefined {
  const [first, ...others] = storage;
  const other = others.find((each) => each.name !== first?.name);
  if (first && other)
    a.error(
      'SEM3420',
      `multiple storage classes in declaration specifiers ('${first.name}' and '${other.name}')`,
      other.location,
    );
  return first?.name;
}

function checkDeclares(a: Analysis, { specifiers, location }: Declaration): void {
  const declares = specifiers.types.some((each) => (each.kind === 'StructOrUnion' && each.tag) || each.kind === 'Enum');
  if (!declares) a.warning('SEM3421', 'missing-declarations', 'declaration does not declare anything', location);
}

const isAutomaticType = ({ types }: DeclarationSpecifiers): boolean =>
  types.length === 1 && types[0]?.kind === 'BasicType' && types[0].name === '__auto_type';

/** GNU `__auto_type x = e`: the type of the value. */
function initializedType(a: Analysis, base: QualifiedType, node: InitDeclarator): QualifiedType {
  const { initializer, declarator } = node;
  if (initializer && initializer.kind !== 'InitializerList' && declarator.kind === 'NameDeclarator') {
    a.analyzed = rvalue(a, initializer);
    return { ...base, type: a.analyzed.type.type };
  }
  a.error('SEM3427', "'__auto_type' needs a plain name and an initializer that is an expression", node.location);
  return base;
}

function initDeclarator(
  a: Analysis,
  base: QualifiedType,
  node: InitDeclarator,
  specifiers: DeclarationSpecifiers,
  storage: StorageName | undefined,
): void {
  const declared = a.collectingLengths(node.id, () => declaredType(a, base, node.declarator));
  if (declared.name === undefined) return;
  checkSupported(a, node.attributes);
  const name = declared.name;
  if (storage === 'typedef') declareTypedef(a, { ...declared, name }, node);
  else if (declared.type.type.kind === 'function')
    functionDeclaration(a, { ...declared, name }, node, specifiers, storage);
  else declareObject(a, { ...declared, name }, node, specifiers, storage);
}

type Named = Declared & { readonly name: string };

function functionDeclaration(
  a: Analysis,
  declared: Named,
  node: InitDeclarator,
  specifiers: DeclarationSpecifiers,
  storage: StorageName | undefined,
): void {
  forbidCoshape(a, node, `the function '${declared.name}'`);
  if (node.initializer)
    a.error('SEM3422', `function '${declared.name}' is initialized like a variable`, declared.location);
  const type = settleLayout(a, declared.type, declared.location);
  const attributes = [...specifiers.attributes, ...node.attributes];
  const identifiers = declared.function?.node.identifiers;
  if (identifiers && identifiers.length > 0)
    a.warning(
      'SEM3423',
      'parameter-names',
      `parameter names (without types) in declaration of '${declared.name}'`,
      declared.location,
    );
  const symbol = declareFunction(a, { ...declared, type }, { specifiers, storage, attributes, defines: false });
  if (symbol) a.symbolOf[node.id] = symbol;
}

/** A typedef may be repeated with the same type (C11 6.7p3). */
function declareTypedef(a: Analysis, declared: Named, node: InitDeclarator): void {
  const { name, location } = declared;
  const settled = settleLayout(a, forbidStar(a, declared.type, location), location);
  const type: QualifiedType = mayAlias(node.attributes) ? { ...settled, mayAlias: true } : settled;
  forbidCoshape(a, node, `the typedef '${name}'`);
  if (node.initializer) a.error('SEM3424', `typedef '${name}' is initialized (use '__typeof__' instead)`, location);
  const known = a.scope.ordinary.get(name);
  if (known?.kind === 'typedef' && compatible(known.type, type)) return;
  if (known) {
    const text =
      known.kind === 'typedef' ? `conflicting types for '${name}'` : `'${name}' redeclared as different kind of symbol`;
    a.error('SEM3425', text, location, noteAt(`previous declaration of '${name}' is here`, known.location));
    return;
  }
  const symbol: TypedefSymbol = { kind: 'typedef', name, type, location };
  a.scope.ordinary.set(name, symbol);
  a.symbolOf[node.id] = symbol;
  if (isVariablyModified(type.type)) enterVariableScope(a, name, location);
}

/** From here to the end of the block jumps may not enter (C99 6.8.6.1p1). */
export function enterVariableScope(a: Analysis, name: string, location: Declared['location']): void {
  const outer = a.region;
  a.region = { kind: 'variable length', name, location, ...(outer && { outer }) };
}

export function staticAssert(a: Analysis, node: StaticAssert): void {
  const value = integerConstantExpression(a, node.test, 'expression in static assertion');
  if (value !== 0n) return;
  const message = node.message && `: "${new TextDecoder().decode(Uint8Array.from(node.message.units))}"`;
  a.error('SEM3426', `static assertion failed${message ?? ''}`, node.location);
}

/** For messages about a declaration and an earlier one of the same name. */
export function previous(name: string, type: QualifiedType): string {
  return `previous declaration of '${name}' with type '${typeText(type)}'`;
}
