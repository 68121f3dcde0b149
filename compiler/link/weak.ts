/**
 * Weak names (GNU): definitions that another one of the name takes the place of, and references that may lead nowhere.
 *
 * Takes: a module whose names are those of the program. Gives: the module without what was given up.
 */
import { constI32 } from '../ir/builders.ts';
import type { Datum, Function as Definition, Expression, Module, Statement, Static } from '../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../ir/walk.ts';
import type { Defined } from './symbols.ts';

/** The module without weak definitions of what another module, or one before it, defines. */
export function withoutOverridden(
  module: Module,
  definitions: ReadonlyMap<string, Defined>,
  functions: ReadonlyMap<string, Definition>,
  statics: ReadonlyMap<string, Static>,
): Module {
  const isKept = ({ name, weak }: Definition | Static): boolean =>
    !weak || (definitions.get(name)?.item.weak === true && !functions.has(name) && !statics.has(name));
  if ([...module.functions, ...module.statics].every(isKept)) return module;
  return { ...module, functions: module.functions.filter(isKept), statics: module.statics.filter(isKept) };
}

/** The module with null for the addresses of what is absent; a call of it fails as one through a null pointer. */
export function withoutAbsent(module: Module, absent: ReadonlySet<string>): Module {
  if (absent.size === 0) return module;
  const isThere = ({ name }: { readonly name: string }): boolean => !absent.has(name);
  return {
    ...module,
    functions: module.functions.map((f) => ({ ...f, body: mapStatements(f.body, (s) => statement(s, absent)) })),
    statics: module.statics.map((s) => ({ ...s, data: s.data.map((d) => datum(d, absent)) })),
    functionImports: module.functionImports.filter(isThere),
    staticImports: module.staticImports.filter(isThere),
  };
}

function statement(s: Statement, absent: ReadonlySet<string>): Statement {
  const mapped = mapExpressionsOf(s, (e) => mapExpression(e, (inner) => address(inner, absent)));
  if (mapped.op !== 'call' || !('symbol' in mapped.callee) || !absent.has(mapped.callee.symbol)) return mapped;
  return { ...mapped, callee: { table: constI32(0) } };
}

function address(e: Expression, absent: ReadonlySet<string>): Expression {
  if (e.op === 'function') return absent.has(e.symbol) ? constI32(0) : e;
  if (e.op !== 'static' && e.op !== 'shared') return e;
  return absent.has(e.symbol) ? constI32(e.offset) : e;
}

function datum(d: Datum, absent: ReadonlySet<string>): Datum {
  if (!('symbol' in d) || !absent.has(d.symbol)) return d;
  const bytes = new Uint8Array(Int32Array.of(d.addend).buffer);
  return { offset: d.offset, bytes, ...(d.thread !== undefined && { thread: d.thread }) };
}
