/** Reachability from a program's entry: functions, objects, and functions whose address is taken. */
import type { Function as Definition, Static } from './ir.ts';
import { visitExpressions, visitStatements } from './walk.ts';

export interface Reached {
  readonly names: ReadonlySet<string>;
  /** Functions whose address is taken, in order of discovery: the function table. */
  readonly addressed: readonly string[];
}

/** Everything reachable from `roots`. Names in neither map are the library's. */
export function reach(
  roots: readonly string[],
  functions: ReadonlyMap<string, Definition>,
  statics: ReadonlyMap<string, Static>,
): Reached {
  const names = new Set<string>(roots);
  const addressed = new Set<string>();
  const takeAddress = (name: string): void => {
    names.add(name);
    if (!statics.has(name)) addressed.add(name);
  };
  // A worklist: a set is iterated in order of insertion, elements added meanwhile included.
  for (const name of names) {
    const definition = functions.get(name);
    if (definition) visitUses(definition, (used) => names.add(used), takeAddress);
    for (const datum of statics.get(name)?.data ?? []) if ('symbol' in datum) takeAddress(datum.symbol);
  }
  return { names, addressed: [...addressed] };
}

function visitUses(f: Definition, use: (name: string) => void, takeAddress: (name: string) => void): void {
  visitStatements(f.body, (s) => {
    if (s.op === 'call' && 'symbol' in s.callee) use(s.callee.symbol);
  });
  visitExpressions(f.body, (e) => {
    if (e.op === 'static' || e.op === 'shared' || e.op === 'pure') use(e.symbol);
    else if (e.op === 'function') takeAddress(e.symbol);
  });
}
