/**
 * A module of the library without its places in the source: what fails in a library function is told at the place of the
 * caller, whether its body stands there or is called.
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
