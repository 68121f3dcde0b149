/**
 * Under -trace: where in the source the thread is, told before each statement that may communicate.
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
  if (!program.options.tellsPlaces || !mayCommunicate(s, (symbol) => program.defines(symbol))) return [];
  const word = binary('>>>', binary('+', identifier('BASE'), literal(PLACE)), literal(2));
  return [statement(assign(element(identifier('I32'), word), literal(program.placeNumber(s.at))))];
}

/** Whether the statement may communicate; functions that the program `defines` tell their own places. */
export function mayCommunicate(s: Statement, defines: (symbol: string) => boolean): boolean {
  if (s.op === 'call') return !('symbol' in s.callee) || !defines(s.callee.symbol);
  return COMMUNICATING.has(s.op);
}
