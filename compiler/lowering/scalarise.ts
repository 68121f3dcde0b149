/**
 * Which local structs can live member by member in IR locals.
 *
 * Takes: a function's facts. Gives: the structs and struct parameters of a few scalar members that the function uses
 * only by member or as a whole, never by address. One idea: every use of the name in the tree must be such a use.
 */
import type { Expression as CExpression, FunctionDefinition } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import { isFlat, scalarMembers } from './home.ts';
import type { UnitLowering } from './unit.ts';

const MOST_MEMBERS = 8;

export function scalarisable(unit: UnitLowering, facts: FunctionFacts): ReadonlySet<ObjectSymbol> {
  unit.ownersOfSmallStructs ??= ownersOfSmallStructs(unit);
  return unit.ownersOfSmallStructs.has(facts.definition) ? unspoiled(unit, facts) : new Set();
}

/** The functions that have such structs at all: few, and only these are looked at. */
function ownersOfSmallStructs({ facts }: UnitLowering): Set<FunctionDefinition> {
  const owners = new Set<FunctionDefinition>();
  for (const { definition, parameters } of facts.functions) if (parameters.some(isSmall)) owners.add(definition);
  for (const symbol of facts.symbolOf)
    if (symbol?.kind === 'object' && symbol.owner && !owners.has(symbol.owner) && isSmall(symbol))
      owners.add(symbol.owner);
  return owners;
}

function unspoiled(unit: UnitLowering, facts: FunctionFacts): ReadonlySet<ObjectSymbol> {
  const spoiled = new Set<ObjectSymbol>();
  const seen = new Set<ObjectSymbol>(facts.parameters);
  const parents: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    const symbol = unit.facts.symbolOf[node.id];
    if (symbol?.kind === 'object' && symbol.storage !== 'static') {
      seen.add(symbol);
      const used = node.kind === 'Identifier' || node.kind === 'CompoundLiteral';
      if (used && !isHarmless(unit, node as CExpression, parents)) spoiled.add(symbol);
    }
    parents.push(node);
    for (const child of childrenOf(node)) visit(child);
    parents.pop();
  };
  visit(facts.definition.body);
  return new Set([...seen].filter((symbol) => !spoiled.has(symbol) && isSmall(symbol)));
}

/** A struct of a few scalars, without unions, arrays and bit-fields. */
function isSmall({ type, alignment }: ObjectSymbol): boolean {
  if (type.type.kind !== 'struct' || type.volatile || type.atomic || alignment) return false;
  return isFlat(type.type) && scalarMembers(type.type).length <= MOST_MEMBERS;
}

/** Read or assigned whole, or a scalar member of it that is not under `&`. */
function isHarmless(unit: UnitLowering, e: CExpression, parents: readonly TreeNode[]): boolean {
  let node: CExpression = e;
  let depth = parents.length - 1;
  let parent = parents[depth] as CExpression | undefined;
  while (parent?.kind === 'Member' && !parent.arrow && parent.object === node) {
    node = parent;
    parent = parents[--depth] as CExpression | undefined;
  }
  if (parent?.kind === 'Unary' && parent.operator === '&') return false;
  if (parent?.kind === 'SizeOf') return true;
  return !unit.facts.conversions[node.id]?.some((conversion) => conversion.kind === 'decay');
}
