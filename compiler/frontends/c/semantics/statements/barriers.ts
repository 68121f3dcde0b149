/**
 * Barrier statements: the types of their values, and orders of notify and wait that are wrong for all to see
 * (UPC 6.6.1).
 *
 * One idea: within one list of statements, between two of them that synchronise and nothing that could, notify and
 * wait must alternate; calls, jumps and inner statements that synchronise make the state unknown.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type {
  BlockItem,
  Compound,
  Expression,
  FunctionDefinition,
  Statement,
  UpcBarrier,
  UpcFence,
  UpcNotify,
  UpcWait,
} from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { checkControl } from '../coarrays/image-blocks.ts';
import { collectiveName } from '../collectives.ts';
import { barrierValue } from './statements.ts';

const NAMES = {
  UpcNotify: 'upc_notify',
  UpcWait: 'upc_wait',
  UpcBarrier: 'upc_barrier',
  UpcFence: 'upc_fence',
} as const;

export function barrierStatement(a: Analysis, node: UpcNotify | UpcWait | UpcBarrier | UpcFence): void {
  if (node.kind !== 'UpcFence') checkControl(a, `'${NAMES[node.kind]}'`, node.location);
  if (node.kind !== 'UpcFence' && node.value) barrierValue(a, node.value, NAMES[node.kind]);
}

type Synchronising = UpcNotify | UpcWait | UpcBarrier;

/** State before a statement: the last of these was `by`; at the start of main every thread has waited. */
interface State {
  readonly notified: boolean;
  readonly by?: Synchronising;
}

/** Checks a function's body; main begins with all threads past a barrier. */
export function checkBarriers(a: Analysis, { body }: FunctionDefinition, isMain: boolean): void {
  const last = checkItems(a, body, isMain ? { notified: false } : undefined);
  if (isMain && last?.notified) reportBetween(a, "the end of 'main'", body.end, last);
}

/** The state after the last item. */
function checkItems(a: Analysis, { items }: Compound, start: State | undefined): State | undefined {
  let state = start;
  for (const item of items) {
    if (isSynchronising(item)) {
      check(a, item, state);
      state = { notified: item.kind === 'UpcNotify', by: item };
      continue;
    }
    for (const block of innerBlocks(item)) checkItems(a, block, undefined);
    if (state?.notified) checkCollective(a, item, state);
    if (mayDisturb(item)) state = undefined;
  }
  return state;
}

/** After upc_notify the next collective operation is upc_wait (UPC 6.6.1p3). */
function checkCollective(a: Analysis, item: BlockItem, state: State): void {
  if (item.kind !== 'ExpressionStatement' || !item.expression) return;
  const value = item.expression.kind === 'Assignment' ? item.expression.right : item.expression;
  const name = collectiveName(a, value);
  if (name !== undefined) reportBetween(a, `'${name}'`, value.location, state);
}

function isSynchronising(item: BlockItem): item is Synchronising {
  return item.kind === 'UpcNotify' || item.kind === 'UpcWait' || item.kind === 'UpcBarrier';
}

function check(a: Analysis, node: Synchronising, state: State | undefined): void {
  if (!state) return;
  const since = noteAt(state.by ? `after this ${NAMES[state.by.kind]}` : '', state.by?.location);
  if (node.kind === 'UpcWait') {
    if (!state.notified)
      a.error('UPC3154', "'upc_wait' without a 'upc_notify' before it (UPC 1.3, 6.6.1)", node.location, since);
  } else if (state.notified) {
    reportBetween(a, `'${NAMES[node.kind]}'`, node.location, state);
  }
}

function reportBetween(a: Analysis, what: string, location: Location, { by }: State): void {
  const text = `${what} between 'upc_notify' and its 'upc_wait' (UPC 1.3, 6.6.1)`;
  a.error('UPC3155', text, location, noteAt(by ? `after this ${NAMES[by.kind]}` : '', by?.location));
}

/** The blocks in a statement, however deep, that are not in another block. */
function innerBlocks(item: BlockItem): Compound[] {
  if (item.kind === 'Compound') return [item];
  if (item.kind === 'Critical' || item.kind === 'ChangeTeam') return [item.body];
  return bodiesOf(item).flatMap(innerBlocks);
}

function bodiesOf(item: BlockItem): readonly Statement[] {
  switch (item.kind) {
    case 'If':
      return item.otherwise ? [item.then, item.otherwise] : [item.then];
    case 'Switch':
    case 'While':
    case 'DoWhile':
    case 'For':
    case 'UpcForall':
    case 'Labeled':
    case 'Case':
      return [item.body];
    default:
      return [];
  }
}

/** False only for statements that certainly leave notify and wait alone. */
function mayDisturb(item: BlockItem): boolean {
  switch (item.kind) {
    case 'ExpressionStatement':
      return item.expression !== undefined && mayCall(item.expression);
    case 'UpcFence':
    case 'PragmaUpc':
    case 'StaticAssert':
      return false;
    case 'Declaration':
      return item.declarators.some(
        ({ initializer }) => initializer !== undefined && initializer.kind !== 'IntegerLiteral',
      );
    default:
      return true;
  }
}

function mayCall(node: Expression): boolean {
  switch (node.kind) {
    case 'IntegerLiteral':
    case 'FloatingLiteral':
    case 'Identifier':
    case 'Threads':
    case 'MyThread':
      return false;
    case 'Unary':
    case 'IncrementDecrement':
    case 'Cast':
      return mayCall(node.operand);
    case 'Binary':
    case 'Assignment':
      return mayCall(node.left) || mayCall(node.right);
    case 'Index':
      return mayCall(node.array) || mayCall(node.index);
    case 'Member':
      return mayCall(node.object);
    default:
      return true;
  }
}
