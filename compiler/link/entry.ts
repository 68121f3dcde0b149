/**
 * The function that the runtime starts: (argc, argv) -> status, whatever form main has (C99 5.1.2.2.1).
 *
 * A main of another form is called by a made-up function; `envp` is what the library's `__pgasc_environ` gives.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import { constI32, local } from '../ir/builders.ts';
import type { Call, Function as Definition, Expression, Statement, Static } from '../ir/ir.ts';
import { locationOf } from './location.ts';

export const ENVIRONMENT = '__pgasc_environ';

/** Functions that run before main on every thread: a module has one where static initializers need the number of threads. */
export const START = /^__pgasc_start(_\d+)?$/;

export interface Entry {
  /** Name of the function to start. */
  readonly name: string;
  /** What had to be made for it. */
  readonly functions: readonly Definition[];
  readonly statics: readonly Static[];
}

/** The entry for `main`; `hasEnvironment` when the library has `__pgasc_environ`. `starts` are called before it. */
export function entryFor(
  main: Definition,
  hasEnvironment: boolean,
  bag: DiagnosticBag,
  starts: readonly string[] = [],
): Entry {
  const count = main.parameters.length;
  const takesWords = main.parameters.every((p) => p.type === 'i32') && count <= 3;
  const [result] = main.results;
  if (!takesWords || main.results.length > 1 || (result !== undefined && result !== 'i32')) {
    bag.error('LNK4007', "'main' must be int main(void) or int main(int, char **)", locationOf(main.at));
  }
  if (count === 2 && result === 'i32' && starts.length === 0) return { name: main.name, functions: [], statics: [] };
  const usesEnvironment = count === 3 && hasEnvironment;
  const statics = count === 3 && !hasEnvironment ? [emptyEnvironment()] : [];
  return { name: '__pgasc_main', functions: [wrapper(main, usesEnvironment, starts)], statics };
}

function wrapper(main: Definition, usesEnvironment: boolean, starts: readonly string[]): Definition {
  const environment: Expression = usesEnvironment
    ? local('envp', 'i32')
    : { op: 'static', type: 'i32', symbol: ENVIRONMENT, offset: 0 };
  const values = [local('argc', 'i32'), local('argv', 'i32'), environment].slice(0, main.parameters.length);
  const hasResult = main.results.length > 0;
  const call: Call = {
    op: 'call',
    results: hasResult ? ['status'] : [],
    callee: { symbol: main.name },
    arguments: values,
    signature: { parameters: main.parameters.map((p) => p.type), results: main.results },
  };
  const body: Statement[] = [
    ...starts.map(startCall),
    call,
    { op: 'return', values: [hasResult ? local('status', 'i32') : constI32(0)] },
  ];
  return {
    name: '__pgasc_main',
    linkage: 'external',
    parameters: [
      { name: 'argc', type: 'i32' },
      { name: 'argv', type: 'i32' },
    ],
    results: ['i32'],
    locals: ['status', 'envp'].map((name) => ({ name, type: 'i32' as const })),
    frame: [],
    body: usesEnvironment ? [environmentCall(), ...body] : body,
  };
}

/** The call of a start function. */
export function startCall(symbol: string): Call {
  return { op: 'call', results: [], callee: { symbol }, arguments: [], signature: { parameters: [], results: [] } };
}

function environmentCall(): Call {
  const signature = { parameters: [], results: ['i32' as const] };
  return { op: 'call', results: ['envp'], callee: { symbol: ENVIRONMENT }, arguments: [], signature };
}

/** A null-terminated array of no strings. */
function emptyEnvironment(): Static {
  return { name: ENVIRONMENT, linkage: 'internal', space: 'private', size: 4, alignment: 4, common: false, data: [] };
}
