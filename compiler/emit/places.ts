/**
 * Under -trace and -g: where in the source the thread is, told before each statement that may communicate; under -g before calls
 * of the program's own functions too, as malloc is one.
 *
 * One store of a number, to a word of the thread's control area; the texts are in a table of the program.
 */
import { PLACE } from '../../runtime/abi.ts';
import type { Statement } from '../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { assign, binary, element, identifier, literal, type Node, statement } from './tree.ts';

/** What communicates by itself. */
const COMMUNICATING: ReadonlySet<Statement['op']> = new Set([
  ...(['get', 'get.start', 'get.sync', 'put', 'put.start', 'put.sync', 'copy'] as const),
  ...(['fence', 'notify', 'wait', 'barrier'] as const),
]);

/** `I32[(BASE + PLACE) >>> 2] = number`, where the program is to tell it. */
export function placeTold(f: FunctionContext, s: Statement): Node[] {
  const { program } = f;
  if (!program.options.tellsPlaces || !hasPlaceTold(s, program)) return [];
  const word = binary('>>>', binary('+', identifier('BASE'), literal(PLACE)), literal(2));
  return [statement(assign(element(identifier('I32'), word), literal(program.placeNumber(s.at))))];
}

interface Program {
  readonly linked: { readonly debug: boolean };
  hasPlace(symbol: string): boolean;
}

/**
 * Whether the statement's place is told. Statements of the library have none: there that of its caller stays, so it is told
 * before calls of all functions without a place.
 */
export function hasPlaceTold(s: Statement, program: Program): boolean {
  if (s.at === undefined) return false;
  if (s.op !== 'call') return COMMUNICATING.has(s.op);
  return program.linked.debug || !('symbol' in s.callee) || !program.hasPlace(s.callee.symbol);
}
