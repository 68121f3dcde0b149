/**
 * Loops of which each thread runs its share: `for (...; i < n; i++) if (threadof(&a[i]) == MYTHREAD) body`.
 *
 * Takes: a loop, as lowering makes it of upc_forall or as people write it. Gives: how affinity depends on the loop's
 * counter. One idea: iterations are dealt in blocks as elements of an array are; `i % THREADS` deals blocks of one.
 */
import { constI32, isConstantValue, local } from '../../ir/builders.ts';
import type { Expression, Loop, SharedLayout, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { type Affine, affine, expressionOf } from './affine.ts';

/** What each iteration asks, and what it does if the answer is yes. */
export interface Ask {
  /** Of what the thread is compared with MYTHREAD, or a number modulo THREADS. */
  readonly asked: Expression;
  /** Where this local is 0, every iteration is run. */
  readonly controls?: Expression;
  readonly body: readonly Statement[];
}

/** The question of a loop that does nothing else. */
export function askOf(s: Loop): Ask | undefined {
  const [only] = s.body;
  if (s.body.length !== 1 || only?.op !== 'if' || only.otherwise.length > 0) return undefined;
  const { test, then: body } = only;
  const asked = comparedWithMyThread(test);
  if (asked) return { asked, body };
  if (test.op !== 'binary' || test.operator !== 'or' || test.left.op !== 'unary' || test.left.operator !== 'not')
    return undefined;
  const among = comparedWithMyThread(test.right);
  return among && test.left.operand.op === 'local' ? { asked: among, controls: test.left.operand, body } : undefined;
}

function comparedWithMyThread(test: Expression): Expression | undefined {
  if (test.op !== 'binary' || test.operator !== 'eq') return undefined;
  if (test.right.op === 'mythread') return test.left;
  return test.left.op === 'mythread' ? test.right : undefined;
}

/** Iterations in blocks; element number counter + `ahead` of what starts on thread 0. */
export interface Share {
  readonly block: number;
  readonly ahead: Expression;
  /** The pointer that has to be at the start of a block of thread 0. */
  readonly pointer?: Pointer;
  /** Negative numbers are dealt to nobody. */
  readonly onlyNatural: boolean;
  /** For people. */
  readonly object?: Expression;
}

export interface Pointer {
  readonly address: Expression;
  readonly phase?: Expression;
}

/** How the iterations of a loop on `counter` are dealt. */
export function shareOf(asked: Expression, counter: string, threads: number | undefined): Share | undefined {
  if (asked.op !== 'threadof') return isModulo(asked, counter, threads) ? BY_NUMBER : undefined;
  const { address } = asked;
  if (address.op === 'element') {
    const dealt = dealtBy(address.layout, address.index, counter);
    return dealt && { ...dealt, onlyNatural: false, object: address };
  }
  if (address.op !== 'advance') return undefined;
  const dealt = dealtBy(address.layout, address.count, counter);
  const { phase } = address;
  const pointer = { address: address.address, ...(phase && { phase }) };
  return dealt && { ...dealt, pointer, onlyNatural: true, object: address };
}

const BY_NUMBER: Share = { block: 1, ahead: constI32(0), onlyNatural: true };

/** counter % THREADS, maybe computed in 64 bits. */
function isModulo(e: Expression, counter: string, threads: number | undefined): boolean {
  if (e.op === 'convert' && e.type === 'i32') return isModulo(e.operand, counter, threads);
  if (e.op !== 'binary' || !isCounter(e.left, counter)) return false;
  const isThreads = (right: Expression): boolean =>
    right.op === 'convert'
      ? isThreads(right.operand)
      : right.op === 'threads' || (threads !== undefined && isConstantValue(right, threads));
  if (e.operator === 'rem_s' || e.operator === 'rem_u') return isThreads(e.right);
  const isPower = threads !== undefined && (threads & (threads - 1)) === 0;
  return e.operator === 'and' && isPower && isConstantValue(e.right, threads - 1);
}

const isCounter = (e: Expression, counter: string): boolean =>
  e.op === 'convert' ? isCounter(e.operand, counter) : e.op === 'local' && e.name === counter && e.type === 'i32';

/** Blocks of the counter where elements `index` are in blocks: index is counter + ahead, or a multiple that fits. */
function dealtBy(
  { block }: SharedLayout,
  index: Expression,
  counter: string,
): Pick<Share, 'block' | 'ahead'> | undefined {
  if (block === 0) return undefined;
  const sum = affine(index);
  const key = printExpression(local(counter, 'i32'));
  const factor = sum.get(key)?.coefficient;
  const rest: Affine = new Map([...sum].filter(([other]) => other !== key));
  if (factor === 1) return { block, ahead: expressionOf(rest.values()) };
  if (factor === undefined || factor < 1 || block % factor !== 0 || rest.size > 1) return undefined;
  const within = rest.size === 0 ? 0 : (rest.get('')?.coefficient ?? -1);
  return within >= 0 && within < factor ? { block: block / factor, ahead: constI32(0) } : undefined;
}
