/**
 * A module of the library without its source locations: a failure in a library function is reported at the call,
 * whether its body is inlined or called.
 */
import type { Function as Definition, Module, Statement } from '../ir/ir.ts';
import { mapStatements } from '../ir/walk.ts';

/** The module with functions of no place. */
export function withoutPlaces(module: Module): Module {
  return { ...module, functions: module.functions.map(anonymous) };
}

function anonymous(f: Definition): Definition {
  const { at: _, ...rest } = f;
  return { ...rest, body: mapStatements(f.body, placeless) };
}

function placeless(statement: Statement): Statement {
  const { at: _, ...rest } = statement;
  return rest;
}
