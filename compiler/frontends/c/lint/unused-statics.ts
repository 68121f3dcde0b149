/**
 * -Wunused-function, and -Wunused-variable of static objects: names of a file that the file does not use.
 */

import type { Location } from '../../../source/source.ts';
import type { Attribute, Identifier } from '../ast/ast.ts';
import { visitTree } from '../ast/tree.ts';
import type { Symbol as Name } from '../semantics/facts.ts';
import type { UnitLint } from './lint.ts';

interface Static {
  readonly kind: Name['kind'];
  readonly name: string;
  readonly location: Location;
  readonly undefined?: boolean;
}

export function unusedFunction(lint: UnitLint): void {
  for (const { kind, name, location, undefined: missing } of unusedStatics(lint)) {
    if (kind !== 'function') continue;
    const text = missing ? `'${name}' declared 'static' but never defined` : `'${name}' defined but not used`;
    lint.warning('SEM3605', text, location);
  }
}

export function unusedStaticVariable(lint: UnitLint): void {
  for (const { kind, name, location } of unusedStatics(lint))
    if (kind === 'object') lint.warning('SEM3600', `'${name}' defined but not used`, location);
}

function* unusedStatics({ unit, facts }: UnitLint): Iterable<Static> {
  const used = new Set<unknown>();
  const excused = new Set<unknown>();
  for (const each of unit.declarations)
    visitTree(each, (node) => {
      if (node.kind === 'Identifier') used.add(facts.symbolOf[(node as Identifier).id]);
    });
  for (const each of unit.declarations) {
    if (each.kind !== 'Declaration' && each.kind !== 'FunctionDefinition') continue;
    const ids = each.kind === 'Declaration' ? each.declarators : [{ id: each.id, attributes: [] }];
    for (const { id, attributes } of ids)
      if (isExcused([...attributes, ...each.specifiers.attributes])) excused.add(facts.symbolOf[id]);
  }
  for (const symbol of facts.functionSymbols) {
    const { linkage, inline, name, location, definition, implicit } = symbol;
    if (linkage !== 'internal' || inline || implicit || used.has(symbol) || excused.has(symbol)) continue;
    if (!location.expansion)
      yield { kind: 'function', name, location: definition?.declarator ? location : location, undefined: !definition };
  }
  for (const { symbol } of facts.statics) {
    if (symbol.linkage !== 'internal' || used.has(symbol) || excused.has(symbol) || symbol.location.expansion) continue;
    if (symbol.type.const && isHeader(symbol.location)) continue;
    yield { kind: 'object', name: symbol.name, location: symbol.location };
  }
}

function isHeader({ file }: Location): boolean {
  return file.name.endsWith('.h');
}

function isExcused(attributes: readonly Attribute[]): boolean {
  return attributes.some(
    ({ name }) => name === 'unused' || name === 'used' || name === 'constructor' || name === 'destructor',
  );
}
