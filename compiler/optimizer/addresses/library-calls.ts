/**
 * Calls of the library in JavaScript: each pointer-to-shared is two numbers there, rank and offset.
 *
 * Takes: a call whose arguments are scalars already. Gives: the same call with arguments split and results joined.
 * One idea: a function pointer does not tell whose function it leads to. So a library function with an address gets
 * a forwarding function of the program, which is in the table instead of it.
 */
import { local } from '../../ir/builders.ts';
import type { Call, Function as Definition, Expression, MachineType, Signature, Statement } from '../../ir/ir.ts';
import { CONVERTED } from './converted.ts';
import { addressAt, rankAndOffset } from './narrow.ts';

/** A new local, and a local for a value that is needed twice. */
export interface Locals {
  readonly fresh: (name: string, type: MachineType) => string;
  readonly kept: (value: Expression, name: string) => Expression;
}

/** Whether a function of that name, if it is the library's, takes or gives pointers-to-shared as two numbers. */
export const isSplit = (name: string): boolean => CONVERTED.has(name);

/** The call, with `called` as its signature before `expand`, and what follows it. */
export function splitCall(s: Call, called: Signature, locals: Locals): readonly Statement[] {
  const passed = s.arguments.flatMap((value, index) =>
    called.parameters[index] === 'shared' ? rankAndOffset(locals.kept(value, 'address')) : [value],
  );
  const after: Statement[] = [];
  const results = called.results.flatMap((type, index) => {
    const name = s.results[index];
    if (type !== 'shared') return name === undefined ? [] : [name];
    const [rank, offset] = [locals.fresh('rank', 'i32'), locals.fresh('offset', 'i32')];
    const value = addressAt(local(rank, 'i32'), local(offset, 'i32'));
    if (name !== undefined) after.push({ op: 'set', local: name, value, ...(s.at && { at: s.at }) });
    return s.results.length === 0 ? [] : [rank, offset];
  });
  return [{ ...s, arguments: passed, results, signature: splitSignature(called) }, ...after];
}

export function splitSignature({ parameters, results }: Signature): Signature {
  const split = (type: MachineType): readonly MachineType[] => (type === 'shared' ? ['i32', 'i32'] : [type]);
  return { parameters: parameters.flatMap(split), results: results.flatMap(split) };
}

// ---------------------------------------------------------------- function pointers

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
