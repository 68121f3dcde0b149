/**
 * -g: the function of a module that decides whether an access is right: `accessTest` of the runtime's memory/check.ts, which knows
 * the parts of a region and who may reach each. It finds their ends in memory, where the runtime leaves them.
 */
import { ENDS, MODULE_NUMBERS, STATICS } from '../../../runtime/abi.ts';
import { add, binary, constI32, local, myThread, regionShift, select, sub, threads } from '../../ir/builders.ts';
import type { Function as Definition, Expression } from '../../ir/ir.ts';
import { ACCESS_CHECK, FunctionContext, type ModuleContext } from './context.ts';
import { value } from './expressions.ts';
import { type EmittedFunction, finishFunction } from './functions.ts';

const ADDRESS = local('address', 'i32');
const SIZE = local('size', 'i32');
const OFFSET = local('offset', 'i32');
const WORDS = Object.keys(ENDS) as (keyof typeof ENDS)[];

const DEFINITION: Definition = {
  name: ACCESS_CHECK,
  parameters: ['address', 'size'].map((name) => ({ name, type: 'i32' })),
  results: ['i32'],
  linkage: 'internal',
  locals: ['offset', ...WORDS].map((name) => ({ name, type: 'i32' })),
  frame: [],
  body: [],
};

/** The function that `emitCheck` calls: (address, size) -> address. */
export function emitAccessCheck(module: ModuleContext): EmittedFunction {
  const f = new FunctionContext(module, DEFINITION, { slots: new Map(), size: 0 });
  const { code } = f;
  for (const name of WORDS) {
    code.indexed('global.get', MODULE_NUMBERS.indexOf('BASE'));
    code.memory('i32.load', 4, ENDS[name]);
    code.indexed('local.set', f.local(name));
  }
  const mask = sub(binary('shl', constI32(1), regionShift), constI32(1));
  value(f, sub(binary('and', ADDRESS, mask), constI32(STATICS)));
  code.indexed('local.set', f.local('offset'));
  value(f, isRight(module));
  code.open('if', 'i32');
  f.enter(undefined);
  code.indexed('local.get', f.local('address'));
  code.op('else');
  code.indexed('local.get', f.local('address'));
  code.indexed('local.get', f.local('size'));
  code.call(module.operation('check', ['i32', 'i32'], ['i32']));
  f.leave(undefined);
  return finishFunction(f);
}

/** The parts of a region in order: the first that ends behind the offset has it, and has to have all of the access. */
function isRight({ linked }: ModuleContext): Expression {
  const thread = binary('shr_u', ADDRESS, regionShift);
  const [own, any] = [binary('eq', thread, myThread), binary('lt_u', thread, threads)];
  const word = (name: keyof typeof ENDS): Expression => local(name, 'i32');
  const parts: readonly (readonly [end: Expression, reach: Expression])[] = [
    [constI32(linked.privateEnd - STATICS), linked.coarrays ? any : own],
    [word('statics'), any],
    [word('stack'), own],
    [word('sharedHeap'), any],
    [word('heap'), own],
  ];
  return parts.reduceRight<Expression>(
    (otherwise, [end, reach]) =>
      select(binary('lt_u', OFFSET, end), binary('and', reach, binary('le_u', add(OFFSET, SIZE), end)), otherwise),
    constI32(0),
  );
}
