/**
 * Waits for operations without handles, of which mostly none is under way: a load and a branch, in the module.
 *
 * Takes: upc_fence's wait on networks, and calls of GASNet's waits where nothing is checked or recorded. Gives: the call, made only if
 * the thread's word has a bit of what is waited for (runtime/abi.ts, UNDER_WAY).
 */
import { IMPLICIT, UNDER_WAY } from '../../../runtime/abi.ts';
import type { Call } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { ownBase } from './expressions.ts';
import { SITE } from './suspend.ts';

const PUTS = IMPLICIT.puts | IMPLICIT.otherPuts;
const GETS = IMPLICIT.gets | IMPLICIT.otherGets;
const WAITS: Readonly<Record<string, number>> = {
  gasnet_wait_syncnbi_puts: PUTS,
  gasnet_wait_syncnbi_gets: GETS,
  gasnet_wait_syncnbi_all: PUTS | GETS,
};

/** Is it a call that has nothing to do where nothing is under way? */
export function isIdleWait(f: FunctionContext, symbol: string): boolean {
  return Object.hasOwn(WAITS, symbol) && !isAlwaysCalled(f);
}

export function emitIdleWait(f: FunctionContext, { signature }: Call, symbol: string) {
  emitWhereUnderWay(f, WAITS[symbol]!, () => f.code.call(f.module.libraryFunction(symbol, signature)));
}

/** The puts that this thread has begun are over. */
export function emitEndOfPuts(f: FunctionContext) {
  const wait = () => f.code.call(f.module.operation('endPuts', []));
  // A simulated rank that spins with fences alone passes its turn in some of these calls.
  if (isAlwaysCalled(f) || f.sites !== undefined) wait();
  else emitWhereUnderWay(f, IMPLICIT.puts, wait);
}

const isAlwaysCalled = ({ module }: FunctionContext): boolean => module.options.traced === true || module.linked.debug;

function emitWhereUnderWay(f: FunctionContext, bits: number, wait: () => void) {
  ownBase(f);
  f.code.memory('i32.load', 4, UNDER_WAY);
  f.code.constant('i32', bits);
  f.code.op('i32.and');
  if (f.sites !== undefined) {
    // Rewinding makes the call again if the function was suspended in it.
    f.code.indexed('local.get', f.local(SITE));
    f.code.op('i32.or');
  }
  f.code.open('if');
  f.within(undefined, wait);
}
