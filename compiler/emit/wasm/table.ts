/**
 * The function table: what function pointers are indices of (0 is null), and the same for callers in JavaScript.
 *
 * A library function leaves all results but the first in memory (runtime/abi.ts), a function of the program gives all.
 * So a library function with several is called through the table by a wrapper, and the library calls such functions of
 * the program by wrappers that leave the others in memory; these are in a table of their own, which most programs have not.
 */
import { SECOND_RESULT, THIRD_RESULT } from '../../../runtime/abi.ts';
import { binary, constI32, local, ownRegion } from '../../ir/builders.ts';
import type { Call, Function as Definition, Expression, MemoryType, Signature, Statement } from '../../ir/ir.ts';
import type { LinkedProgram } from '../../link/link.ts';
import type { ModuleContext } from './context.ts';

export interface FunctionTable {
  /** Functions that are made for it. */
  readonly wrappers: readonly Definition[];
  /** Symbols by index, from 1 on: for calls of the program, and for those of the library where these differ. */
  readonly own: readonly string[];
  readonly callbacks: readonly string[] | undefined;
}

export function tableOf(context: ModuleContext): FunctionTable {
  const { linked } = context;
  const entries = linked.table.map((symbol) => ({ symbol, signature: signatureOf(linked, symbol) }));
  const pairs = entries.filter(({ signature }) => signature.results.length > 1);
  const isOwn = ({ symbol }: { symbol: string }): boolean => context.defines(symbol);
  const callbacks = pairs.filter(isOwn);
  const called = (symbol: string): string =>
    callbacks.some((pair) => pair.symbol === symbol) ? callbackOf(symbol) : nativeOf(symbol);
  const nativeOf = (symbol: string): string =>
    context.defines(symbol) ? symbol : context.libraryFunction(symbol, firstOnly(signatureOf(linked, symbol)));
  const imported = pairs.filter((pair) => !isOwn(pair));
  return {
    wrappers: [...imported.map(wrapperOf), ...callbacks.map(callbackWrapper)],
    own: linked.table.map((symbol) =>
      imported.some((pair) => pair.symbol === symbol) ? wrapperName(symbol) : nativeOf(symbol),
    ),
    callbacks: callbacks.length > 0 ? linked.table.map(called) : undefined,
  };
}

interface Entry {
  readonly symbol: string;
  readonly signature: Signature;
}

function signatureOf(linked: LinkedProgram, symbol: string): Signature {
  const own = linked.functions.find(({ name }) => name === symbol);
  if (own) return { parameters: own.parameters.map(({ type }) => type), results: own.results };
  return linked.librarySignatures.get(symbol) ?? { parameters: [], results: [] };
}

const firstOnly = ({ parameters, results }: Signature): Signature => ({ parameters, results: results.slice(0, 1) });

const wrapperName = (symbol: string): string => ` ${symbol}`;
const callbackOf = (symbol: string): string => ` ${symbol} for the library`;

/** Calls and gives all results. */
function wrapperOf({ symbol, signature }: Entry): Definition {
  return forwarding(wrapperName(symbol), { symbol, signature }, signature.results, (values) => [
    { op: 'return', values },
  ]);
}

/** Calls, leaves the further results in memory and gives the first. */
function callbackWrapper({ symbol, signature }: Entry): Definition {
  return forwarding(callbackOf(symbol), { symbol, signature }, signature.results.slice(0, 1), ([first, ...others]) => [
    ...others.map((value, index): Statement => {
      const address = binary('add', ownRegion, constI32(FURTHER_RESULTS[index] as number));
      return { op: 'store', memory: value.type as MemoryType, address, value };
    }),
    { op: 'return', values: [first as Expression] },
  ]);
}

const FURTHER_RESULTS = [SECOND_RESULT, THIRD_RESULT];

function forwarding(
  name: string,
  { symbol, signature }: Entry,
  results: Definition['results'],
  end: (values: readonly Expression[]) => Statement[],
): Definition {
  const parameters = signature.parameters.map((type, index) => ({ name: `p${index}`, type }));
  const locals = signature.results.map((type, index) => ({ name: `r${index}`, type }));
  const read = ({ name: of, type }: (typeof locals)[number]): Expression => local(of, type);
  const call: Call = {
    op: 'call',
    results: locals.map((each) => each.name),
    callee: { symbol },
    arguments: parameters.map(read),
    signature,
  };
  const body = [call, ...end(locals.map(read))];
  return { name, linkage: 'internal', parameters, results, locals, frame: [], body };
}
