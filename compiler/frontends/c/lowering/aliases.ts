/**
 * Aliases of functions of this unit (GNU `alias`): a function that forwards its arguments.
 *
 * Unlike with gcc the two have different addresses; the optimizer inlines the call, or the body.
 */
import { local } from '../../../ir/builders.ts';
import type { Function as Definition } from '../../../ir/ir.ts';
import type { FunctionFacts, FunctionSymbol } from '../semantics/facts.ts';
import { signatureOfDefinition } from './signatures.ts';
import type { UnitLowering } from './unit.ts';

/** `symbol` as an alias of the function named `target`. */
export function lowerAlias(unit: UnitLowering, symbol: FunctionSymbol, target: string): Definition {
  const facts = unit.facts.functions.find((each) => each.symbol.name === target) as FunctionFacts;
  const signature = signatureOfDefinition(facts);
  const parameters = signature.parameters.map((type, index) => ({ name: `p${index}`, type }));
  const locals = signature.results.map((type, index) => ({ name: `r${index}`, type }));
  const values = parameters.map(({ name, type }) => local(name, type));
  const callee = { symbol: unit.functionName(facts.symbol) };
  return {
    name: unit.functionName(symbol),
    linkage: symbol.linkage,
    parameters,
    results: signature.results,
    locals,
    frame: [],
    body: [
      { op: 'call', results: locals.map(({ name }) => name), callee, arguments: values, signature },
      { op: 'return', values: locals.map(({ name, type }) => local(name, type)) },
    ],
    ...(symbol.weak && { weak: symbol.weak }),
    at: unit.positionOf(symbol.location),
  };
}
