/**
 * Gives internal names of the modules different names, so that one flat name space holds the program.
 *
 * Takes: modules and the names that are taken. Gives: the modules with `name_2`, `name_3` ... where `name` is taken.
 */
import type { Datum, Function as Definition, Expression, Module, Statement, Static } from '../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../ir/walk.ts';

/** The modules, their internal names unique among all of them and different from `taken`. */
export function renameInternals(modules: readonly Module[], taken: ReadonlySet<string>): Module[] {
  const used = new Set(taken);
  return modules.map((module) => {
    const renamed = new Map<string, string>();
    for (const item of [...module.functions, ...module.statics]) {
      if (item.linkage === 'internal') claim(item.name, used, renamed);
    }
    return renameAll(module, renamed);
  });
}

function claim(name: string, used: Set<string>, renamed: Map<string, string>): void {
  let unique = name;
  for (let count = 2; used.has(unique); count++) unique = `${name}_${count}`;
  used.add(unique);
  if (unique !== name) renamed.set(name, unique);
}

/** The module with other names for what it defines and uses. */
export function renameAll(module: Module, renamed: ReadonlyMap<string, string>): Module {
  if (renamed.size === 0) return module;
  const inImports = <T extends { readonly name: string }>(imports: readonly T[]): T[] =>
    imports.map((each) => ({ ...each, name: newName(each.name, renamed) }));
  return {
    ...module,
    functions: module.functions.map((f) => renameFunction(f, renamed)),
    statics: module.statics.map((s) => renameStatic(s, renamed)),
    functionImports: inImports(module.functionImports),
    staticImports: inImports(module.staticImports),
  };
}

const newName = (name: string, renamed: ReadonlyMap<string, string>): string => renamed.get(name) ?? name;

function renameStatic(s: Static, renamed: ReadonlyMap<string, string>): Static {
  const data = s.data.map((d): Datum => ('symbol' in d ? { ...d, symbol: newName(d.symbol, renamed) } : d));
  return { ...s, name: newName(s.name, renamed), data };
}

function renameFunction(f: Definition, renamed: ReadonlyMap<string, string>): Definition {
  const inExpression = (e: Expression): Expression => {
    if (e.op !== 'static' && e.op !== 'shared' && e.op !== 'function') return e;
    return renamed.has(e.symbol) ? { ...e, symbol: newName(e.symbol, renamed) } : e;
  };
  const inStatement = (s: Statement): Statement => {
    const mapped = mapExpressionsOf(s, (e) => mapExpression(e, inExpression));
    if (mapped.op !== 'call' || !('symbol' in mapped.callee) || !renamed.has(mapped.callee.symbol)) return mapped;
    return { ...mapped, callee: { symbol: newName(mapped.callee.symbol, renamed) } };
  };
  return { ...f, name: newName(f.name, renamed), body: mapStatements(f.body, inStatement) };
}
