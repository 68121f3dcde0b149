/**
 * A function of the IR to a function of the module.
 *
 * Its head fills in what the body kept in variables (the frame's start, the thread's numbers), so it is written after the
 * body. The memory frame is the stack pointer lowered by the frame's size, checked against the limit, and put back on
 * every way out; a longjmp leaves it to the landing.
 */
import { MODULE_NUMBERS, STATICS } from '../../../runtime/abi.ts';
import type { Function as Definition } from '../../ir/ir.ts';
import { some } from '../../ir/walk.ts';
import { layOut } from '../frame.ts';
import { Code } from './code.ts';
import { FunctionContext, type ModuleContext, STACK_POINTER } from './context.ts';
import { checkRoom, emitBody, leaveFrame } from './statements.ts';
import { emitRewinding, keepHandles, resumable } from './suspend.ts';

/** A function, written but for the indices of others. */
export interface EmittedFunction {
  readonly definition: Definition;
  /** The code before the body, and the body with its end. */
  readonly parts: readonly [head: Code, body: Code];
  readonly context: FunctionContext;
}

export function emitFunction(module: ModuleContext, given: Definition): EmittedFunction {
  const { definition, sites } = resumable(given, module.options.waiting) ?? { definition: given };
  const frame = layOut(definition.frame);
  const f = new FunctionContext(module, definition, frame, sites);
  const has = (op: string): boolean => some(definition, (s) => s.op === op);
  if (frame.size > 0) f.kept('frame');
  else if (has('stack.allocate')) f.kept('entry');
  if (has('landing')) f.kept('lowest');
  if (sites) keepHandles(f);
  emitBody(f, definition.body);
  leaveFrame(f);
  for (const type of definition.results) f.code.zero(type);
  return finishFunction(f);
}

/** Puts the head before what has been written of the function. */
export function finishFunction(f: FunctionContext): EmittedFunction {
  f.code.op('end');
  const body = f.code;
  f.code = new Code();
  emitHead(f);
  return { definition: f.definition, parts: [f.code, body], context: f };
}

function emitHead(f: FunctionContext): void {
  const { code, definition } = f;
  code.mark(definition.at);
  MODULE_NUMBERS.forEach((name, index) => {
    if (!f.keeps(name)) return;
    code.number(index);
    code.indexed('local.set', f.kept(name));
  });
  if (f.keeps('statics')) {
    code.indexed('global.get', MODULE_NUMBERS.indexOf('BASE'));
    code.constant('i32', STATICS);
    code.op('i32.add');
    code.indexed('local.set', f.kept('statics'));
  }
  if (f.sites) emitRewinding(f, () => emitEntry(f));
  else emitEntry(f);
}

/** What a call does to the stack pointer. */
function emitEntry(f: FunctionContext): void {
  const { code, frame } = f;
  if (frame.size > 0) {
    checkRoom(f, () => code.constant('i32', frame.size));
    code.indexed('global.get', STACK_POINTER);
    code.constant('i32', frame.size);
    code.op('i32.sub');
    code.indexed('local.tee', f.kept('frame'));
    code.indexed('global.set', STACK_POINTER);
  }
  for (const name of ['entry', 'lowest'] as const) {
    if (!f.keeps(name)) continue;
    code.indexed('global.get', STACK_POINTER);
    code.indexed('local.set', f.kept(name));
  }
}
