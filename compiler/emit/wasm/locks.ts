/**
 * upc_lock and upc_unlock where nobody contends: a compare-and-exchange of the lock's word, in the module.
 *
 * Takes: a call of one of the two, where all memory is one and nothing is checked or recorded. Gives: the exchange between
 * "free" and "held by this thread" (runtime/core/holder.ts). One idea: the word alone tells whether a lock can be taken or given up at once, and no other
 * memory has such a word, so the library need not know of what succeeds; whatever does not, it is called for: to
 * wait, to wake, to complain. The exchange orders all accesses around it, as the library's own does.
 *
 * Two such instructions are the floor: 9.6 ns of x86-64's time (an exchange and an atomic store 9.1, which is an exchange there). A
 * release by a plain store would take 6.2, and cannot be had: WebAssembly's atomic stores are sequentially consistent, its plain
 * ones order nothing. On ARM the accesses of the critical section could pass one, and on x86-64 the look for waiters behind it
 * could go before it, so that one sleeps on.
 */
import { FREE_LOCK } from '../../../runtime/abi.ts';
import type { Call } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { keptGlobal, value } from './expressions.ts';

type Word = (f: FunctionContext) => void;

const free: Word = (f) => f.code.constant('i32', FREE_LOCK);
const held: Word = (f) => {
  keptGlobal(f, 'MYTHREAD');
  f.code.constant('i32', FREE_LOCK + 1);
  f.code.op('i32.add');
};
const EXCHANGES: Readonly<Record<string, readonly [from: Word, to: Word]>> = {
  upc_lock: [free, held],
  upc_unlock: [held, free],
};

/** Is it a call whose work the module itself may do? */
export function isExchange({ module }: FunctionContext, symbol: string): boolean {
  return Object.hasOwn(EXCHANGES, symbol) && !module.linked.debug && !module.options.calledAccess;
}

export function emitExchange(f: FunctionContext, s: Call, symbol: string) {
  const { code, module } = f;
  const [from, to] = EXCHANGES[symbol]!;
  const address = f.temporary('i32');
  value(f, s.arguments[0]!);
  code.indexed('local.tee', address);
  code.constant('i32', 3);
  code.op('i32.and');
  code.open('if', 'i32');
  code.constant('i32', 1);
  code.op('else');
  code.indexed('local.get', address);
  from(f);
  to(f);
  code.memory('i32.atomic.rmw.cmpxchg', 4, 0);
  from(f);
  code.op('i32.ne');
  code.op('end');
  code.open('if');
  f.within(undefined, () => {
    for (const argument of s.arguments) value(f, argument);
    code.call(module.libraryFunction(symbol, s.signature));
  });
}
