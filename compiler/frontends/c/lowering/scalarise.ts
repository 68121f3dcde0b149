/**
 * Scalar replacement: local structs that can live member by member in IR locals.
 *
 * Takes: a function's facts. Gives: the structs and struct parameters of a few scalar members that the function uses
 * only by member or as a whole, never by address, and whether their values are used as a whole. One idea: every use of
 * the name in the tree must be of these kinds.
 */
import type { Expression as CExpression, FunctionDefinition } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import { isFlat, scalarMembers } from './home.ts';
import type { UnitLowering } from './unit.ts';

const MOST_MEMBERS = 8;

/** Uses of a scalarised struct: only by member, or also as a whole, where some members may be uninitialized. */
export type Use = 'by member' | 'whole';

export function scalarisable(unit: UnitLowering, facts: FunctionFacts): ReadonlyMap<ObjectSymbol, Use> {
  unit.ownersOfSmallStructs ??= ownersOfSmallStructs(unit);
  return unit.ownersOfSmallStructs.has(facts.definition) ? unspoiled(unit, facts) : new Map();
}

/** The functions that have such structs: few, and only these are analysed. */
function ownersOfSmallStructs({ facts }: UnitLowering): Set<FunctionDefinition> {
  const owners = new Set<FunctionDefinition>();
  for (const { definition, parameters } of facts.functions) if (parameters.some(isSmall)) owners.add(definition);
  for (const symbol of facts.symbolOf)
    if (symbol?.kind === 'object' && symbol.owner && !owners.has(symbol.owner) && isSmall(symbol))
      owners.add(symbol.owner);
  return owners;
}

function unspoiled(unit: UnitLowering, facts: FunctionFacts): ReadonlyMap<ObjectSymbol, Use> {
  const spoiled = new Set<ObjectSymbol>();
  const whole = new Set<ObjectSymbol>(facts.parameters);
  const seen = new Set<ObjectSymbol>(facts.parameters);
  const parents: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    const symbol = unit.facts.symbolOf[node.id];
    if (symbol?.kind === 'object' && symbol.storage !== 'static') {
      seen.add(symbol);
      const used = node.kind === 'Identifier' || node.kind === 'CompoundLiteral';
      if (used && !isHarmless(unit, node as CExpression, parents)) spoiled.add(symbol);
      if (used && isWhole(unit, node as CExpression, parents)) whole.add(symbol);
    }
    parents.push(node);
    for (const child of childrenOf(node)) visit(child);
    parents.pop();
  };
  visit(facts.definition.body);
  const found = [...seen].filter((symbol) => !spoiled.has(symbol) && isSmall(symbol));
  return new Map(found.map((symbol) => [symbol, whole.has(symbol) ? 'whole' : 'by member']));
}

/** A struct of a few scalars, without unions, arrays and bit-fields. */
function isSmall({ type, alignment }: ObjectSymbol): boolean {
  if (type.type.kind !== 'struct' || type.volatile || type.atomic || alignment) return false;
  return isFlat(type.type) && scalarMembers(type.type).length <= MOST_MEMBERS;
}

/** Read or assigned as a whole, or a scalar member that is not under `&`. */
function isHarmless(unit: UnitLowering, e: CExpression, parents: readonly TreeNode[]): boolean {
  const { node, parent } = memberOf(e, parents);
  if (parent?.kind === 'Unary' && parent.operator === '&') return false;
  if (parent?.kind === 'SizeOf') return true;
  return !unit.facts.conversions[node.id]?.some((conversion) => conversion.kind === 'decay');
}

/** The value is used as a struct, or a struct member of it is. */
function isWhole(unit: UnitLowering, e: CExpression, parents: readonly TreeNode[]): boolean {
  const { node, parent } = memberOf(e, parents);
  if (parent?.kind === 'SizeOf' || (parent?.kind === 'Assignment' && parent.left === node)) return false;
  return unit.facts.typeOf[node.id]?.type.kind === 'struct';
}

/** The innermost named member, `e.a.b`, and its context. */
function memberOf(
  e: CExpression,
  parents: readonly TreeNode[],
): { readonly node: CExpression; readonly parent: CExpression | undefined } {
  let node = e;
  let depth = parents.length - 1;
  let parent = parents[depth] as CExpression | undefined;
  while (parent?.kind === 'Member' && !parent.arrow && parent.object === node) {
    node = parent;
    parent = parents[--depth] as CExpression | undefined;
  }
  return { node, parent };
}
