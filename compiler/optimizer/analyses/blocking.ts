/**
 * Which functions may wait for other threads: a call of one may come to the runtime's `block`.
 *
 * Takes: the functions of a linked program, those that have an address, what is known of library functions, and whether accesses to shared
 * memory may wait. Gives: the names of those that may, for back ends that suspend a thread where it waits.
 * One idea: a function may wait if a statement of it may, or a function that it calls; a call through a pointer comes to any function of
 * that signature that has an address.
 */
import type { Function as Definition, Signature, Statement } from '../../ir/ir.ts';
import { visitStatements } from '../../ir/walk.ts';
import { calledName } from './calls.ts';

/** What the analysis must know of a program. */
export interface Program {
  readonly functions: readonly Definition[];
  /** Functions that have an address, those of the library among them. */
  readonly table: readonly string[];
  /** Whether a function of the library may wait, or call a function that it was given. */
  readonly libraryMayBlock: (name: string) => boolean;
  readonly librarySignatures?: ReadonlyMap<string, Signature>;
  /** The network is not direct: accesses to shared memory may wait. */
  readonly accessesWait: boolean;
}

/** Names of functions, and of those library functions that are called or have an address. */
export function blockingFunctions(program: Program): ReadonlySet<string> {
  const callers = new Map<string, string[]>();
  const blocking = new Set<string>();
  const blocks = (name: string): void => {
    if (blocking.has(name)) return;
    blocking.add(name);
    for (const caller of callers.get(name) ?? []) blocks(caller);
  };
  for (const [caller, callee] of callsOf(program)) callers.set(callee, [...(callers.get(callee) ?? []), caller]);
  for (const name of waitingAlone(program, callers.keys())) blocks(name);
  return new Set([...blocking].filter((name) => !name.startsWith(POINTER)));
}

/** Precedes the text of a signature in the name of what pointers of that signature may point to. */
const POINTER = '(';

const pointerTo = ({ parameters, results }: Signature): string =>
  `${POINTER}${parameters.join(' ')})${results.join(' ')}`;

/** Pairs of names: who calls, and who is called. */
function* callsOf({ functions, table, librarySignatures }: Program): Generator<readonly [string, string]> {
  const signatures = new Map(librarySignatures);
  for (const { name, body, parameters, results } of functions) {
    signatures.set(name, { parameters: parameters.map(({ type }) => type), results });
    for (const callee of calleesIn(body)) yield [name, callee];
  }
  for (const name of table) {
    const signature = signatures.get(name);
    if (signature !== undefined) yield [pointerTo(signature), name];
  }
}

function calleesIn(body: readonly Statement[]): Set<string> {
  const callees = new Set<string>();
  visitStatements(body, (s) => {
    if (s.op === 'call') callees.add(calledName(s) ?? pointerTo(s.signature));
  });
  return callees;
}

/** Who waits without calling another function of the program. */
function waitingAlone({ functions, libraryMayBlock, accessesWait }: Program, called: Iterable<string>): string[] {
  const defined = new Set(functions.map(({ name }) => name));
  const waits = (s: Statement) => WAITS.has(s.op) || (accessesWait && (ACCESSES.has(s.op) || isShared(s)));
  const fromLibrary = (name: string) => !defined.has(name) && !name.startsWith(POINTER) && libraryMayBlock(name);
  return [
    ...functions.filter(({ body }) => some(body, waits)).map(({ name }) => name),
    ...[...called].filter(fromLibrary),
  ];
}

/** Statements that wait for other threads, and those that wait for an answer, a completion, or room to send. */
const WAITS: ReadonlySet<Statement['op']> = new Set(['wait', 'barrier']);
const ACCESSES: ReadonlySet<Statement['op']> = new Set([
  ...(['get', 'put', 'get.start', 'get.sync', 'put.start', 'put.sync', 'fence', 'notify', 'poll'] as const),
]);

const isShared = (s: Statement): boolean => s.op === 'copy' && (s.to === 'shared' || s.from === 'shared');

function some(body: readonly Statement[], test: (s: Statement) => boolean): boolean {
  let found = false;
  visitStatements(body, (s) => {
    found ||= test(s);
  });
  return found;
}
