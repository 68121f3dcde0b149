/** Removes assignments to locals that nothing reads, and the locals that nothing mentions any more. */
import { isDroppable } from '../../ir/builders.ts';
import { type LocalUse, localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { expressionsOf, mapStatements, visitExpression, visitStatements } from '../../ir/walk.ts';

type Uses = ReadonlyMap<string, LocalUse>;

export function removeDeadSets(definition: Definition): Definition {
  let current = definition;
  for (;;) {
    const uses = localUses(current);
    const body = withoutUnread(current.body, uses);
    if (body === current.body) return dropLocals(current, uses);
    current = { ...current, body };
  }
}

function withoutUnread(body: readonly Statement[], uses: Uses): readonly Statement[] {
  const isUnread = (name: string): boolean => uses.get(name)?.reads === 0;
  const onlySelf = readByItselfAlone(body, uses);
  return mapStatements(body, (s) => {
    if (s.op === 'set' && (isUnread(s.local) || onlySelf.has(s.local))) return drop(s.value, s);
    if (s.op === 'get' && isUnread(s.local) && !s.strict && !s.volatile && expressionsOf(s).every(isDroppable))
      return [];
    if (s.op === 'call' && s.results.length > 0 && s.results.every(isUnread)) return { ...s, results: [] };
    return s;
  });
}

function drop(value: Expression, s: Statement): Statement | readonly Statement[] {
  return isDroppable(value) ? [] : { op: 'evaluate', value, at: s.at };
}

/** Locals whose every read is in their own assignment: counters of nothing. */
function readByItselfAlone(body: readonly Statement[], uses: Uses): Set<string> {
  const own = new Map<string, number>();
  const kept = new Set<string>();
  visitStatements(body, (s) => {
    if (s.op !== 'set') return;
    let reads = 0;
    visitExpression(s.value, (e) => {
      if (e.op === 'local' && e.name === s.local) reads++;
    });
    if (reads > 0) own.set(s.local, (own.get(s.local) ?? 0) + reads);
    if (!isDroppable(s.value)) kept.add(s.local);
  });
  return new Set([...own.keys()].filter((name) => !kept.has(name) && own.get(name) === uses.get(name)?.reads));
}

function dropLocals(definition: Definition, uses: Uses): Definition {
  const locals = definition.locals.filter((local) => uses.has(local.name));
  return locals.length === definition.locals.length ? definition : { ...definition, locals };
}
