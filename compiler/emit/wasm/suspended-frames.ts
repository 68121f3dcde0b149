/**
 * -simulate: the functions of a module by which its functions take room for their variables as they are suspended, and give it back (suspend.ts).
 *
 * Such a frame has the variables that are wanted, and the number of the site behind them. Frames grow from the lower end of the memory stack towards the
 * stack pointer, that of the function that stopped first; SUSPENDED is the address behind the last.
 */
import { SUSPENDED } from '../../../runtime/abi.ts';
import type { Function as Definition } from '../../ir/ir.ts';
import { FunctionContext, type ModuleContext, REWIND, STACK_POINTER, UNWIND } from './context.ts';
import { ownBase } from './expressions.ts';
import { type EmittedFunction, finishFunction } from './functions.ts';
import { NUMBER_BYTES } from './suspend.ts';

export const emitFrameFunctions = (module: ModuleContext): EmittedFunction[] => [
  emitUnwind(module),
  emitRewind(module),
];

/** (bytes of a frame, number of a site) -> where it is. Traps where there is no room. */
function emitUnwind(module: ModuleContext): EmittedFunction {
  const f = contextOf(module, UNWIND, ['bytes', 'number']);
  const { code } = f;
  const [place, end] = [f.local('place'), f.local('end')];
  ownBase(f);
  code.memory('i32.load', 4, SUSPENDED);
  code.indexed('local.tee', place);
  code.indexed('local.get', f.local('bytes'));
  code.op('i32.add');
  code.indexed('local.tee', end);
  code.indexed('global.get', STACK_POINTER);
  code.op('i32.gt_u');
  code.open('if');
  f.within(undefined, () => code.call(module.operation('trapStack', [])));
  code.indexed('local.get', end);
  code.constant('i32', NUMBER_BYTES);
  code.op('i32.sub');
  code.indexed('local.get', f.local('number'));
  code.memory('i32.store', 4, 0);
  return finishAt(f, end);
}

/** (bytes of the last frame) -> where it is. */
function emitRewind(module: ModuleContext): EmittedFunction {
  const f = contextOf(module, REWIND, ['bytes']);
  const { code } = f;
  const place = f.local('place');
  ownBase(f);
  code.memory('i32.load', 4, SUSPENDED);
  code.indexed('local.get', f.local('bytes'));
  code.op('i32.sub');
  code.indexed('local.set', place);
  return finishAt(f, place);
}

function contextOf(module: ModuleContext, name: string, parameters: readonly string[]): FunctionContext {
  const definition: Definition = {
    ...{ name, results: ['i32'], linkage: 'internal', frame: [], body: [] },
    parameters: parameters.map((parameter) => ({ name: parameter, type: 'i32' })),
    locals: ['place', 'end'].map((local) => ({ name: local, type: 'i32' })),
  };
  return new FunctionContext(module, definition, { slots: new Map(), size: 0 });
}

/** SUSPENDED = end; gives the place. */
function finishAt(f: FunctionContext, end: number): EmittedFunction {
  const { code } = f;
  ownBase(f);
  code.indexed('local.get', end);
  code.memory('i32.store', 4, SUSPENDED);
  code.indexed('local.get', f.local('place'));
  return finishFunction(f);
}
