/**
 * A module of the library without its places in the source: what fails in a library function is told at the place of the
 * caller, whether its body stands there or is called. Words that it loads may reach beyond an object, as functions on strings
 * read whole ones.
 */
import type { Function as Definition, Expression, Module, Statement } from '../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../ir/walk.ts';

/** The module with functions of no place. */
export function withoutPlaces(module: Module): Module {
  return { ...module, functions: module.functions.map(anonymous) };
}

function anonymous(f: Definition): Definition {
  const { at: _, ...rest } = f;
  return { ...rest, body: mapStatements(f.body, placeless) };
}

function placeless(statement: Statement): Statement {
  const { at: _, ...rest } = mapExpressionsOf(statement, (e) => mapExpression(e, readAhead));
  return rest;
}

function readAhead(e: Expression): Expression {
  return e.op === 'load' && e.memory !== 'i8' && e.memory !== 'u8' ? { ...e, ahead: true } : e;
}
