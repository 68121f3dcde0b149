/**
 * -g: the function of a module that decides whether an access is right: `accessTest` of the runtime's memory/check.ts, which knows
 * the parts of a region and who may reach each. It finds their ends in memory, where the runtime leaves them; then it looks at the
 * shadow of what is accessed.
 */
import { ENDS, FOREIGN_CAST, MODULE_NUMBERS, STATICS } from '../../../runtime/abi.ts';
import {
  add,
  binary,
  constI32,
  local,
  myThread,
  origin,
  regionShift,
  select,
  sub,
  threads,
} from '../../ir/builders.ts';
import type { Function as Definition, Expression } from '../../ir/ir.ts';
import { ACCESS_CHECK, FunctionContext, type ModuleContext } from './context.ts';
import { value } from './expressions.ts';
import { type EmittedFunction, finishFunction } from './functions.ts';

const ADDRESS = local('address', 'i32');
const SIZE = local('size', 'i32');
const OFFSET = local('offset', 'i32');
const LAST = sub(add(ADDRESS, SIZE), constI32(1));
const ENDS_OF_ACCESS: readonly (readonly [string, Expression])[] = [
  ['first', ADDRESS],
  ['last', LAST],
];
const WORDS = Object.keys(ENDS) as (keyof typeof ENDS)[];

const DEFINITION: Definition = {
  name: ACCESS_CHECK,
  parameters: ['address', 'size', 'how'].map((name) => ({ name, type: 'i32' })),
  results: ['i32'],
  linkage: 'internal',
  locals: ['offset', 'first', 'last', ...WORDS].map((name) => ({ name, type: 'i32' })),
  frame: [],
  body: [],
};

/** The function that `emitCheck` calls: (address, size, how) -> address. */
export function emitAccessCheck(module: ModuleContext): EmittedFunction {
  const f = new FunctionContext(module, DEFINITION, { slots: new Map(), size: 0 });
  const { code } = f;
  for (const name of WORDS) {
    code.indexed('global.get', MODULE_NUMBERS.indexOf('BASE'));
    code.memory('i32.load', 4, ENDS[name]);
    code.indexed('local.set', f.local(name));
  }
  emitOwnCheck(f);
  const mask = sub(binary('shl', constI32(1), regionShift), constI32(1));
  value(f, sub(binary('and', ADDRESS, mask), constI32(STATICS)));
  code.indexed('local.set', f.local('offset'));
  value(f, isRight(module));
  code.open('if');
  f.within(undefined, () => {
    for (const [end, at] of ENDS_OF_ACCESS) {
      value(f, shadowAt(at));
      code.memory('i32.load8_s', 1, 0);
      code.indexed('local.set', f.local(end));
    }
    value(f, IS_OPEN);
    code.open('if');
    f.within(undefined, () => {
      code.indexed('local.get', f.local('address'));
      code.op('return');
    });
  });
  code.indexed('local.get', f.local('address'));
  code.indexed('local.get', f.local('size'));
  code.indexed('local.get', f.local('how'));
  code.call(module.operation('check', ['i32', 'i32', 'i32'], ['i32']));
  return finishFunction(f);
}

/** A private pointer to another thread's memory, where one was cast, is the environment's affair. */
function emitOwnCheck(f: FunctionContext): void {
  const { code, module } = f;
  const isForeign = binary('ne', add(binary('shr_u', ADDRESS, regionShift), origin), myThread);
  value(f, binary('and', local('how', 'i32'), isForeign)); // PRIVATE_ACCESS is the last bit
  code.open('if');
  f.within(undefined, () => {
    code.indexed('global.get', MODULE_NUMBERS.indexOf('BASE'));
    code.memory('i32.load', 4, FOREIGN_CAST);
    code.constant('i32', 0);
    code.op('i32.gt_s');
    code.open('if');
    f.within(undefined, () => {
      code.indexed('local.get', f.local('address'));
      code.indexed('local.get', f.local('size'));
      code.indexed('local.get', f.local('how'));
      code.call(module.operation('checkOwn', ['i32', 'i32', 'i32'], ['i32']));
      code.op('return');
    });
  });
}

/** The shadow of an address of any thread (runtime/memory/shadow.ts): in the last eighth of its region. */
function shadowAt(address: Expression): Expression {
  const region = binary('shl', constI32(1), regionShift);
  const offset = binary('and', address, sub(region, constI32(1)));
  const start = add(sub(address, offset), sub(region, binary('shr_u', region, constI32(3))));
  return add(start, binary('shr_u', offset, constI32(3)));
}

/** No access of so many bytes reaches from one block into another and misses what is between them. */
const LARGEST_BETWEEN = 32;

/** The byte is open in its unit, whose shadow is `shadow`: wholly, or as far as the byte. */
function isOpen(byte: Expression, shadow: Expression): Expression {
  return binary('or', binary('eq', shadow, constI32(0)), binary('lt_s', binary('and', byte, constI32(7)), shadow));
}

/** Shadow's `isOpen`, for what is not large. */
const IS_OPEN = ((): Expression => {
  const isAligned = binary('eq', binary('and', ADDRESS, sub(SIZE, constI32(1))), constI32(0));
  const isWord = binary(
    'or',
    binary('eq', SIZE, constI32(16)),
    binary('and', binary('le_u', SIZE, constI32(8)), isAligned),
  );
  const isWholly = binary('or', isOpen(LAST, local('last', 'i32')), isWord);
  const isSmall = binary('le_u', SIZE, constI32(LARGEST_BETWEEN));
  return binary('and', isSmall, binary('and', isOpen(ADDRESS, local('first', 'i32')), isWholly));
})();

/** The parts of a region in order: the first that ends behind the offset has it, and has to have all of the access. */
function isRight({ linked }: ModuleContext): Expression {
  const thread = add(binary('shr_u', ADDRESS, regionShift), origin);
  const [own, any] = [binary('eq', thread, myThread), binary('lt_u', thread, threads)];
  const word = (name: keyof typeof ENDS): Expression => local(name, 'i32');
  const parts: readonly (readonly [end: Expression, reach: Expression])[] = [
    [constI32(linked.privateEnd - STATICS), linked.coarrays ? any : own],
    [word('statics'), any],
    [word('sharedHeap'), any],
    [word('stack'), own],
    [word('heap'), own],
  ];
  return parts.reduceRight<Expression>(
    (otherwise, [end, reach]) =>
      select(binary('lt_u', OFFSET, end), binary('and', reach, binary('le_u', add(OFFSET, SIZE), end)), otherwise),
    constI32(0),
  );
}
