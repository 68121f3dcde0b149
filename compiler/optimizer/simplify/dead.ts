/** Removes assignments to locals that nothing reads, and the locals that nothing mentions any more. */
import { isDroppable } from '../../ir/builders.ts';
import { localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { mapStatements, visitExpression } from '../../ir/walk.ts';

export function removeDeadSets(definition: Definition): Definition {
  let current = definition;
  for (;;) {
    const next = removeOnce(current);
    if (next.body === current.body) return dropLocals(next);
    current = next;
  }
}

function removeOnce(definition: Definition): Definition {
  const uses = localUses(definition);
  const isUnread = (name: string): boolean => uses.get(name)?.reads === 0;
  const onlySelf = readByItselfAlone(definition, new Map([...uses].map(([name, use]) => [name, use.reads])));
  const body = mapStatements(definition.body, (s) => {
    if (s.op === 'set' && (isUnread(s.local) || onlySelf.has(s.local))) return drop(s.value, s);
    if (s.op === 'get' && isUnread(s.local) && !s.strict && !s.volatile && isDroppable(s.address)) return [];
    if (s.op === 'call' && s.results.length > 0 && s.results.every(isUnread)) return { ...s, results: [] };
    return s;
  });
  return { ...definition, body };
}

function drop(value: Expression, s: Statement): Statement | readonly Statement[] {
  return isDroppable(value) ? [] : { op: 'evaluate', value, at: s.at };
}

/** Locals whose every read is in their own assignment: counters of nothing. */
function readByItselfAlone(definition: Definition, reads: ReadonlyMap<string, number>): Set<string> {
  const own = new Map<string, number>();
  mapStatements(definition.body, (s) => {
    if (s.op === 'set') {
      visitExpression(s.value, (e) => {
        if (e.op === 'local' && e.name === s.local) own.set(s.local, (own.get(s.local) ?? 0) + 1);
      });
    }
    return s;
  });
  const isDroppedSafely = new Set(own.keys());
  mapStatements(definition.body, (s) => {
    if (s.op === 'set' && !isDroppable(s.value)) isDroppedSafely.delete(s.local);
    return s;
  });
  return new Set([...isDroppedSafely].filter((name) => own.get(name) === reads.get(name)));
}

function dropLocals(definition: Definition): Definition {
  const uses = localUses(definition);
  const locals = definition.locals.filter((local) => uses.has(local.name));
  return locals.length === definition.locals.length ? definition : { ...definition, locals };
}
