/**
 * Replaces locals that are set once, before every use, to something that never changes in the function: a constant,
 * an address, THREADS, or a local that itself is never set again.
 */

import { neverChanges } from '../../ir/builders.ts';
import { localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, SetLocal } from '../../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements, some, visitStatements } from '../../ir/walk.ts';

export function propagateConstants(definition: Definition): Definition {
  if (hasLanding(definition)) return definition;
  const replaced = replacements(definition);
  if (replaced.size === 0) return definition;
  const substitute = (e: Expression): Expression => (e.op === 'local' ? (replaced.get(e.name) ?? e) : e);
  const body = mapStatements(definition.body, (s) => {
    if (s.op === 'set' && replaced.has(s.local)) return [];
    return mapExpressionsOf(s, (e) => mapExpression(e, substitute));
  });
  return body === definition.body ? definition : { ...definition, body };
}

function replacements(definition: Definition): Map<string, Expression> {
  const uses = localUses(definition);
  const parameters = new Set(definition.parameters.map((p) => p.name));
  const isFixed = (name: string): boolean => {
    const use = uses.get(name);
    if (parameters.has(name)) return !use || use.assignments === 0;
    return use !== undefined && use.assignments === 1 && use.first !== undefined;
  };
  const named = readByName(definition);
  const replaced = new Map<string, Expression>();
  for (const [name, use] of uses) {
    if (use.assignments !== 1 || !use.first || named.has(name) || parameters.has(name)) continue;
    const value = resolve(use.first, replaced);
    if (isUnchanging(value, isFixed)) replaced.set(name, value);
  }
  return resolved(replaced);
}

/** A copy of a copy: the first one. */
function resolve(set: SetLocal, replaced: ReadonlyMap<string, Expression>): Expression {
  return set.value.op === 'local' ? (replaced.get(set.value.name) ?? set.value) : set.value;
}

/** Follows chains of copies that were found in another order. */
function resolved(replaced: Map<string, Expression>): Map<string, Expression> {
  for (const [name, value] of replaced) {
    let end = value;
    while (end.op === 'local' && replaced.has(end.name)) end = replaced.get(end.name) as Expression;
    replaced.set(name, end);
  }
  return replaced;
}

function isUnchanging(e: Expression, isFixed: (name: string) => boolean): boolean {
  return e.op === 'local' ? isFixed(e.name) : neverChanges(e);
}

/** Locals that statements read by name, not in an expression. */
function readByName(definition: Definition): Set<string> {
  const names = new Set<string>();
  visitStatements(definition.body, (s) => {
    if (s.op === 'stack.restore') names.add(s.local);
    if (s.op === 'landing') names.add(s.activation);
  });
  return names;
}

/** A function that setjmp may return to: its locals keep their values in ways that the text does not show. */
function hasLanding(definition: Definition): boolean {
  return some(definition, ({ op }) => op === 'landing');
}
