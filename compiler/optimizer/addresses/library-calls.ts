/**
 * Library functions whose address the program takes, where pointers-to-shared are wide.
 *
 * Takes: a linked program. Gives: the same with a forwarding function in the table for each library function that takes or gives
 * pointers-to-shared. One idea: those are addresses for the library and two numbers for the program, and a function
 * pointer does not tell whose function it leads to.
 */
import { local } from '../../ir/builders.ts';
import type { Call, Function as Definition, Expression, Signature, Statement } from '../../ir/ir.ts';

interface Addressed {
  readonly functions: readonly Definition[];
  readonly table: readonly string[];
  readonly tableIndex?: ReadonlyMap<string, number>;
  readonly librarySignatures?: ReadonlyMap<string, Signature>;
}

/** The program with forwarding functions for those of the library that have an address and know pointers-to-shared. */
export function withForwarding<T extends Addressed>(program: T): T {
  const own = new Set(program.functions.map(({ name }) => name));
  const forwarding = program.table.flatMap((symbol) => {
    const signature = own.has(symbol) ? undefined : program.librarySignatures?.get(symbol);
    return signature && isAboutShared(signature) ? [{ symbol, made: forwardingFunction(symbol, signature) }] : [];
  });
  if (forwarding.length === 0) return program;
  const names = new Map(forwarding.map(({ symbol, made }) => [symbol, made.name]));
  const { tableIndex } = program;
  const indices = tableIndex && forwarding.map(({ symbol, made }) => [made.name, tableIndex.get(symbol)!] as const);
  return {
    ...program,
    functions: [...program.functions, ...forwarding.map(({ made }) => made)],
    table: program.table.map((symbol) => names.get(symbol) ?? symbol),
    ...(tableIndex && indices && { tableIndex: new Map([...tableIndex, ...indices]) }),
  };
}

const isAboutShared = ({ parameters, results }: Signature): boolean =>
  parameters.includes('shared') || results.includes('shared');

function forwardingFunction(symbol: string, signature: Signature): Definition {
  const parameters = signature.parameters.map((type, index) => ({ name: `p${index + 1}`, type }));
  const locals = signature.results.map((type, index) => ({ name: `r${index + 1}`, type }));
  const values = (list: typeof parameters): Expression[] => list.map(({ name, type }) => local(name, type));
  const results = locals.map(({ name }) => name);
  const call: Call = { op: 'call', results, callee: { symbol }, arguments: values(parameters), signature };
  const body: Statement[] = [call, { op: 'return', values: values(locals) }];
  return {
    name: `${symbol}$pointed`,
    linkage: 'internal',
    parameters,
    results: signature.results,
    locals,
    frame: [],
    body,
  };
}
