/**
 * Element counts as whole rows and a remainder: `i*THREADS + MYTHREAD` is row i, element MYTHREAD.
 *
 * Takes an integer expression, gives its factor of THREADS and its remainder. One idea: the usual strides of UPC
 * programs are written as multiples of THREADS; splitting them needs no division.
 */
import { constant } from './builders.ts';
import type { Expression } from './ir.ts';

export interface Rows {
  readonly rows: Expression;
  /** Undefined if zero. */
  readonly rest?: Expression;
}

/** `number` as THREADS * rows + rest; undefined if no term has THREADS as a factor. */
export function rowsOf(number: Expression): Rows | undefined {
  const whole = factorOfThreads(number);
  if (whole) return { rows: whole };
  if (number.op !== 'binary' || number.operator !== 'add') return undefined;
  const left = factorOfThreads(number.left);
  if (left) return { rows: left, rest: number.right };
  const right = factorOfThreads(number.right);
  return right && { rows: right, rest: number.left };
}

function factorOfThreads(e: Expression): Expression | undefined {
  if (e.op === 'threads') return constant('i32', 1);
  if (e.op !== 'binary' || e.type !== 'i32') return undefined;
  if (e.operator === 'shl' && e.left.op === 'threads' && e.right.op === 'const') {
    return constant('i32', 1 << ((e.right.value as number) & 31));
  }
  if (e.operator !== 'mul') return undefined;
  if (e.right.op === 'threads') return e.left;
  return e.left.op === 'threads' ? e.right : undefined;
}
