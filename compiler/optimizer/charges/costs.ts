/**
 * What statements and expressions cost, each by itself: the operations of an abstract machine with registers for all locals.
 *
 * Takes: IR as lowering gives it. Gives: amounts. Each operation on numbers counts once, for a flop where an operand or its result is a
 * floating-point number. Both arms of a conditional expression count, so that an expression costs the same whenever it is evaluated. Free are
 * constants, locals, moves, conversions between integers, and constant offsets of addresses: how many of them there are is a matter of spelling.
 * Reads and writes of shared memory cost what those of private memory do; what crosses the network is for the machine's model.
 */
import { memorySize, operandsOf } from '../../ir/builders.ts';
import type { Amounts, Binary, Charged, Copy, Expression, Fill, Statement } from '../../ir/ir.ts';
import { NOTHING, plus } from './amounts.ts';
import { libraryCost } from './library.ts';
import type { Strides } from './strides.ts';

/** Integer operations. */
const OPERATION: Amounts = { integers: 1 };
const FLOP: Amounts = { flops: 1 };
/** A decision and the jump that follows from it. */
export const BRANCH: Amounts = { integers: 1 };
/** A call and its return; passing an argument is an operation. */
const CALL = 2;
/** An element's thread and place in it: division by the block and by THREADS, and their remainders; where blocks are endless, a sum. */
const DEALT: Amounts = { integers: 6 };
const UNDEALT: Amounts = { integers: 2 };

const isFloat = (type: string): boolean => type === 'f64' || type === 'f32';

// ---------------------------------------------------------------- expressions

export function costOf(e: Expression, strides: Strides): Amounts {
  const own = e.op === 'load' ? access('loaded', e, memorySize(e.memory), strides) : operationCost(e);
  const operands = e.op === 'load' ? [withoutOffset(e.address)] : operandsOf(e);
  return operands.reduce((all, operand) => plus(all, costOf(operand, strides)), own);
}

function operationCost(e: Expression): Amounts {
  switch (e.op) {
    case 'unary':
      if (e.operator === 'private' || e.operator === 'place' || e.operator === 'phase') return NOTHING;
      return isFloat(e.operand.type) ? FLOP : OPERATION;
    case 'binary':
      return isFloat(e.left.type) ? FLOP : OPERATION;
    case 'convert':
      return isFloat(e.type) || isFloat(e.operand.type) ? FLOP : NOTHING;
    case 'select':
      return BRANCH;
    case 'pure':
      return libraryCost(e.symbol)?.once ?? { integers: CALL };
    case 'element':
    case 'advance':
    case 'difference':
      return e.layout.block === 0 ? UNDEALT : DEALT;
    case 'advance.phase':
    case 'threadof':
    case 'counterpart':
      return OPERATION;
    default:
      return NOTHING;
  }
}

/** The address without what an access adds to it by itself. */
export function withoutOffset(address: Expression): Expression {
  const isOffset = (e: Expression): e is Binary =>
    e.op === 'binary' && ['add', 'sub', 'offset'].includes(e.operator) && e.right.op === 'const';
  return isOffset(address) ? withoutOffset(address.left) : address;
}

interface Accessed {
  readonly address: Expression;
}

function access(kind: 'loaded' | 'stored', { address }: Accessed, size: number, strides: Strides): Amounts {
  return { [accessed(kind, address, size, strides)]: size };
}

/** As which bytes at the address are charged. */
export function accessed(kind: 'loaded' | 'stored', address: Expression, size: number, strides: Strides): Charged {
  const distance = strides.distance(address, size);
  return distance === 'near' ? kind : `${kind}.${distance}`;
}

// ---------------------------------------------------------------- statements

/** What the statement itself costs, not those in it; nothing that depends on a size or a number of times. */
export function costOfStatement(s: Statement, strides: Strides): Amounts {
  const of = (...expressions: readonly Expression[]): Amounts =>
    expressions.reduce((all, e) => plus(all, costOf(e, strides)), NOTHING);
  switch (s.op) {
    case 'set':
    case 'evaluate':
      return of(s.value);
    case 'store':
    case 'put':
      return plus(access('stored', s, memorySize(s.memory), strides), of(withoutOffset(s.address), s.value));
    case 'get':
      return plus(access('loaded', s, memorySize(s.memory), strides), of(withoutOffset(s.address)));
    case 'copy':
      return of(withoutOffset(s.destination), withoutOffset(s.source), s.size);
    case 'fill':
      return of(withoutOffset(s.address), s.byte, s.size);
    case 'call':
      return plus(callCost(s), of(...('table' in s.callee ? [s.callee.table] : []), ...s.arguments));
    case 'if':
      return plus(BRANCH, of(s.test));
    case 'switch':
      return plus(BRANCH, of(s.value));
    case 'loop':
      return plus(BRANCH, s.test ? of(s.test) : NOTHING);
    case 'return':
      return of(...s.values);
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? of(s.value) : NOTHING;
    case 'stack.allocate':
      return plus(OPERATION, of(s.size));
    default:
      return NOTHING;
  }
}

function callCost({ callee, arguments: values }: Statement & { op: 'call' }): Amounts {
  const once = 'symbol' in callee ? libraryCost(callee.symbol)?.once : undefined;
  return plus({ integers: CALL + values.length }, once ?? NOTHING);
}

/** What each byte of a copy or fill costs. */
export function costOfByte(s: Copy | Fill, strides: Strides): Amounts {
  const size = s.size.op === 'const' ? Number(s.size.value) : 0;
  if (s.op === 'fill') return { [accessed('stored', s.address, size, strides)]: 1 };
  return {
    [accessed('loaded', s.source, size, strides)]: 1,
    [accessed('stored', s.destination, size, strides)]: 1,
  };
}
