/**
 * The function that the runtime starts: (argc, argv) -> status, whatever form main has (C99 5.1.2.2.1), and what runs before
 * and after it.
 *
 * A main of another form is called by a made-up function; `envp` is what `environ` is when the program starts.
 */
import type { DiagnosticBag } from '../diagnostics/diagnostic.ts';
import { constI32, local, zero } from '../ir/builders.ts';
import type { Call, Function as Definition, Expression, Statement, Static } from '../ir/ir.ts';
import { locationOf } from './location.ts';

/** Gives the address of the variable `environ`. */
export const ENVIRONMENT = '__environ_location';
const EMPTY_ENVIRONMENT = '__pgasc_environ';

/** Functions that run before main on every thread: a module has one where static initializers need the number of threads. */
export const START = /^__pgasc_start(_\d+)?$/;

/** Ends a thread: what is registered first runs last, and so behind what the program registers. */
export const AT_EXIT = 'atexit';

const FINISH = '__pgasc_finish';

export interface Entry {
  /** Name of the function to start. */
  readonly name: string;
  /** Functions and objects made for it. */
  readonly functions: readonly Definition[];
  readonly statics: readonly Static[];
}

/** Functions that run before and after main, on every thread, in this order. */
export interface AroundMain {
  readonly starts: readonly Definition[];
  /** Functions with the attributes of these names. */
  readonly constructors: readonly Definition[];
  readonly destructors: readonly Definition[];
}

const NOTHING: AroundMain = { starts: [], constructors: [], destructors: [] };

/** The entry for `main`; `hasEnvironment` when the library has one. */
export function entryFor(main: Definition, hasEnvironment: boolean, bag: DiagnosticBag, around = NOTHING): Entry {
  checkMain(main, bag);
  const all = [main, ...around.starts, ...around.constructors, ...around.destructors];
  const plain = main.parameters.length === 2 && main.results[0] === 'i32';
  if (plain && all.length === 1) return { name: main.name, functions: [], statics: [] };
  const usesEnvironment = all.some(takesEnvironment);
  const environment = usesEnvironment ? environmentStatements(hasEnvironment) : [];
  const statics = usesEnvironment && !hasEnvironment ? [emptyEnvironment()] : [];
  const finish = around.destructors.length > 0 ? [finishing(around.destructors)] : [];
  const first = [...around.starts, ...around.constructors].map((f) => callWith(f, []));
  const before = [...environment, ...(finish.length > 0 ? [registration()] : []), ...first];
  return { name: '__pgasc_main', functions: [wrapper(main, before), ...finish], statics };
}

/** True for `int main(int argc, char **argv, char **envp)`. */
export const takesEnvironment = ({ parameters }: Definition): boolean => parameters.length >= 3;

function checkMain(main: Definition, bag: DiagnosticBag): void {
  const [result] = main.results;
  if (!takesWords(main) || main.results.length > 1 || (result !== undefined && result !== 'i32'))
    bag.error('LNK4007', "'main' must be int main(void) or int main(int, char **)", locationOf(main.at));
}

const takesWords = ({ parameters }: Definition): boolean =>
  parameters.length <= 3 && parameters.every(({ type }) => type === 'i32');

function wrapper(main: Definition, before: readonly Statement[]): Definition {
  const hasResult = main.results.length > 0;
  const call = callWith(main, hasResult ? ['status'] : []);
  const value = hasResult ? local('status', 'i32') : constI32(0);
  return made(
    '__pgasc_main',
    ['argc', 'argv'],
    ['status', 'envp'],
    [...before, call, { op: 'return', values: [value] }],
  );
}

/** Calls the function with as many of argc, argv and envp as it takes: main, and constructors too. */
function callWith(f: Definition, results: readonly string[]): Call {
  const words = ['argc', 'argv', 'envp'];
  const values = f.parameters.map(({ type }, index) => {
    const word = words[index];
    return word && type === 'i32' ? local(word, type) : zero(type);
  });
  const signature = { parameters: f.parameters.map(({ type }) => type), results: f.results };
  return { op: 'call', results, callee: { symbol: f.name }, arguments: values, signature };
}

/** Calls a function that runs before or after main where there are no arguments to give. */
export function startCall(f: Definition): Call {
  return { ...callWith(f, []), arguments: f.parameters.map(({ type }) => zero(type)) };
}

/** Calls the destructors. */
function finishing(destructors: readonly Definition[]): Definition {
  return made(FINISH, [], [], destructors.map(startCall));
}

function registration(): Call {
  const signature = { parameters: ['i32' as const], results: ['i32' as const] };
  const finish: Expression = { op: 'function', type: 'i32', symbol: FINISH };
  return { op: 'call', results: [], callee: { symbol: AT_EXIT }, arguments: [finish], signature };
}

function made(
  name: string,
  parameters: readonly string[],
  locals: readonly string[],
  body: readonly Statement[],
): Definition {
  const words = (names: readonly string[]) => names.map((each) => ({ name: each, type: 'i32' as const }));
  const results = body.some(({ op }) => op === 'return') ? ['i32' as const] : [];
  const head = { name, linkage: 'external' as const, parameters: words(parameters), results };
  return { ...head, locals: words(locals), frame: [], body };
}

/** Sets envp. */
function environmentStatements(hasEnvironment: boolean): Statement[] {
  const empty: Expression = { op: 'static', type: 'i32', symbol: EMPTY_ENVIRONMENT, offset: 0 };
  if (!hasEnvironment) return [{ op: 'set', local: 'envp', value: empty }];
  const signature = { parameters: [], results: ['i32' as const] };
  return [
    { op: 'call', results: ['envp'], callee: { symbol: ENVIRONMENT }, arguments: [], signature },
    { op: 'set', local: 'envp', value: { op: 'load', type: 'i32', memory: 'i32', address: local('envp', 'i32') } },
  ];
}

/** A null-terminated array of no strings. */
function emptyEnvironment(): Static {
  return {
    name: EMPTY_ENVIRONMENT,
    linkage: 'internal',
    space: 'private',
    size: 4,
    alignment: 4,
    common: false,
    data: [],
  };
}
