/**
 * -simulate: the function of a module by which the runtime says as which rank the module runs from now on.
 *
 * All simulated ranks of a memory share one instance of the module (runtime/simulated/module.ts). So the module's numbers (MODULE_NUMBERS) are its own variables there, not
 * imports, and the function takes them all, and the stack pointer; it gives the stack pointer as it was.
 */
import { MODULE_NUMBERS } from '../../../runtime/abi.ts';
import type { Function as Definition } from '../../ir/ir.ts';
import { FunctionContext, type ModuleContext, RUN_AS, STACK_POINTER } from './context.ts';
import { type EmittedFunction, finishFunction } from './functions.ts';

const DEFINITION: Definition = {
  name: RUN_AS,
  parameters: [...MODULE_NUMBERS, 'stackPointer'].map((name) => ({ name, type: 'i32' })),
  results: ['i32'],
  linkage: 'internal',
  locals: [],
  frame: [],
  body: [],
};

/** (each of MODULE_NUMBERS, stack pointer) -> stack pointer. The stack pointer's variable is the one behind the numbers'. */
export function emitRunAs(module: ModuleContext): EmittedFunction {
  const f = new FunctionContext(module, DEFINITION, { slots: new Map(), size: 0 });
  const { code } = f;
  code.indexed('global.get', STACK_POINTER);
  DEFINITION.parameters.forEach((_, index) => {
    code.indexed('local.get', index);
    code.indexed('global.set', index);
  });
  return finishFunction(f);
}
