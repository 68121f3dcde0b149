/**
 * Statements of the IR to instructions: control flow, assignments, calls, the stack.
 *
 * C's control flow is kept in the IR, so blocks and loops become WebAssembly's. Labels are keys of targets: `break x`
 * and `continue x` are branches to the targets "x" and "x continue".
 */
import { MODULE_NUMBERS, PLACE, SECOND_RESULT, THIRD_RESULT } from '../../../runtime/abi.ts';
import type { Call, Expression, If, Landing, Loop, Signature, Statement } from '../../ir/ir.ts';
import { localsSetBy, some, visitStatements } from '../../ir/walk.ts';
import { hasPlaceTold } from '../places.ts';
import { emitAtomic } from './atomics.ts';
import { emitCharge } from './charges.ts';
import { emitCommunication } from './communication.ts';
import { type FunctionContext, STACK_POINTER } from './context.ts';
import { jump, ownBase, value } from './expressions.ts';
import { emitIdleWait, isIdleWait } from './idle.ts';
import { emitExchange, isExchange } from './locks.ts';
import { emitRange, emitStore, LOADS } from './memory.ts';
import {
  emitArrived,
  emitListWithSites,
  emitLook,
  leadingIf,
  leadingLoop,
  leadingStep,
  leadingSwitch,
} from './suspend.ts';
import { emitSwitch } from './switch.ts';
import { scalar } from './types.ts';
import { emitUnreached, isUnreached } from './unreached.ts';

/** Writes the statements, each with its place. */
export function emitBody(f: FunctionContext, body: readonly Statement[]) {
  if (f.sites?.within(body)) emitListWithSites(f, f.sites, body, (s) => emitMarked(f, s));
  else for (const s of body) emitMarked(f, s);
}

function emitMarked(f: FunctionContext, s: Statement) {
  if (s.at) f.code.mark(s.at);
  tellPlace(f, s);
  emitStatement(f, s);
  f.release();
  const site = f.sites?.numberOf(s);
  if (site !== undefined) emitLook(f, s, site);
}

function emitStatement(f: FunctionContext, s: Statement) {
  const { code } = f;
  switch (s.op) {
    case 'set':
      value(f, s.value);
      return code.indexed('local.set', f.local(s.local));
    case 'store':
      return emitStore(f, s, () => value(f, s.value));
    case 'evaluate':
      value(f, s.value);
      return code.op('drop');
    case 'if':
      return emitIf(f, s);
    case 'loop':
      return emitLoop(f, s);
    case 'block':
      code.open('block');
      return f.within(s.label, () => emitBody(f, s.body));
    case 'break':
      return code.indexed('br', f.depth(s.label));
    case 'continue':
      return code.indexed('br', f.depth(continueOf(s.label)));
    case 'switch':
      return emitSwitch(f, leadingSwitch(f.sites, s), (body) => emitBody(f, body));
    case 'return':
      return emitReturn(f, s.values);
    case 'landing':
      return emitLanding(f, s);
    case 'call':
      return emitCall(f, s);
    case 'fill':
      emitRange(f, s.address, s.size);
      value(f, s.byte);
      value(f, s.size);
      if (f.module.linked.debug) return code.call(f.module.operation('fill', ['i32', 'i32', 'i32']));
      return code.fill();
    case 'stack.save':
      code.indexed('global.get', STACK_POINTER);
      return code.indexed('local.set', f.local(s.local));
    case 'stack.restore':
      code.indexed('local.get', f.local(s.local));
      return moveStack(f);
    case 'stack.allocate':
      return emitAllocation(f, s.local, s.size);
    case 'charge':
      return emitCharge(f, s);
    case 'notify':
    case 'wait':
    case 'barrier':
      return emitSynchronization(f, s);
    default:
      return emitCommunication(f, s);
  }
}

const continueOf = (label: string): string => `${label} continue`;

// ---------------------------------------------------------------- control flow

function emitIf(f: FunctionContext, s: If) {
  const { code } = f;
  const test = leadingIf(f.sites, s);
  const end = f.freshKey();
  if (s.otherwise.length === 0) {
    code.open('block');
    return f.within(end, () => {
      jump(f, test, end, false);
      f.release();
      emitBody(f, s.then);
    });
  }
  if (test.op !== 'select') return emitPlainIf(f, s);
  const otherwise = f.freshKey();
  code.open('block');
  f.within(end, () => {
    code.open('block');
    f.within(otherwise, () => {
      jump(f, test, otherwise, false);
      f.release();
      emitBody(f, s.then);
      code.indexed('br', f.depth(end));
    });
    emitBody(f, s.otherwise);
  });
}

function emitPlainIf(f: FunctionContext, s: If) {
  value(f, s.test);
  f.release();
  f.code.open('if');
  f.within(undefined, () => {
    emitBody(f, s.then);
    f.code.op('else');
    emitBody(f, s.otherwise);
  });
}

/**
 * Leaves the loop by the outer block; a step behind the body needs a block for `continue` to leave. The test stands before
 * the loop and again at its end: V8 computes in the body what only the body needs, however early it was asked for, unless
 * the body comes before every way out.
 */
function emitLoop(f: FunctionContext, s: Loop) {
  const { code } = f;
  const again = f.freshKey();
  code.open('block');
  f.within(s.label, () => {
    const test = leadingLoop(f.sites, s);
    if (s.kind === 'while' && test) jump(f, test, s.label, false);
    f.release();
    code.open('loop');
    f.within(again, () =>
      f.inLoop(assignedIn(s), () => {
        emitLoopOnce(f, s);
        emitBody(f, s.step);
        if (s.test) jump(f, s.test, again, true);
        else code.indexed('br', f.depth(again));
      }),
    );
  });
}

function assignedIn(s: Loop): ReadonlySet<string> {
  const assigned = new Set<string>();
  visitStatements([s], (inner) => {
    for (const name of localsSetBy(inner)) assigned.add(name);
  });
  return assigned;
}

/** The body, unless a site in the step is wanted. */
function emitLoopOnce(f: FunctionContext, s: Loop) {
  const isInStep = leadingStep(f.sites, s);
  if (isInStep === undefined) return emitLoopBody(f, s);
  const step = f.freshKey();
  f.code.open('block');
  f.within(step, () => {
    jump(f, isInStep, step, true);
    emitLoopBody(f, s);
  });
}

function emitLoopBody(f: FunctionContext, s: Loop) {
  const continues = some(s, (inner) => inner.op === 'continue' && inner.label === s.label) || landsAt(s);
  if (!continues) return emitBody(f, s.body);
  f.code.open('block');
  f.within(continueOf(s.label), () => emitBody(f, s.body));
}

const landsAt = (s: Loop): boolean => some(s, (inner) => inner.op === 'landing' && inner.label === s.label);

function emitReturn(f: FunctionContext, values: readonly Expression[]) {
  for (const e of values) value(f, e);
  leaveFrame(f);
  f.code.op('return');
}

/** A longjmp to this activation comes as an exception; the stack is as this activation left it. */
function emitLanding(f: FunctionContext, s: Landing) {
  const { code } = f;
  code.open('try');
  f.within(undefined, () => {
    emitBody(f, s.body);
    code.op('catch_all');
    code.indexed('local.get', f.local(s.activation));
    code.call(f.module.operation('landing', ['i32'], ['i32', 'i32']));
    code.indexed('local.set', f.local(s.value));
    code.indexed('local.tee', f.local(s.site));
    code.op('i32.eqz');
    code.open('if');
    f.within(undefined, () => code.indexed('rethrow', 1));
    code.indexed('local.get', f.kept('lowest'));
    code.indexed('global.set', STACK_POINTER);
    emitArrived(f);
    code.indexed('br', f.depth(continueOf(s.label)));
  });
}

// ---------------------------------------------------------------- calls

function emitCall(f: FunctionContext, s: Call) {
  if (emitAtomic(f, s)) return;
  const { code, module } = f;
  if ('symbol' in s.callee && !module.defines(s.callee.symbol) && isExchange(f, s.callee.symbol))
    return emitExchange(f, s, s.callee.symbol);
  if ('symbol' in s.callee && !module.defines(s.callee.symbol) && isIdleWait(f, s.callee.symbol))
    return emitIdleWait(f, s, s.callee.symbol);
  if ('symbol' in s.callee && isUnreached(s.callee.symbol)) return emitUnreached(f);
  for (const argument of s.arguments) value(f, argument);
  if (!('symbol' in s.callee)) {
    emitFunctionIndex(f, s.callee.table);
    code.callIndirect(module.types.indexOf(s.signature));
    return takeResults(f, s, s.signature);
  }
  const { symbol } = s.callee;
  if (module.defines(symbol)) {
    code.call(symbol);
    return takeResults(f, s, s.signature);
  }
  const { parameters, results } = s.signature;
  code.call(module.libraryFunction(symbol, { parameters, results: results.slice(0, 1) }));
  takeResults(f, { results: s.results.slice(0, 1) }, { parameters, results: results.slice(0, 1) });
  takeFurther(f, s);
}

/** What is no function is told with its value: where WebAssembly itself looks, all that it could tell is that something was wrong. */
function emitFunctionIndex(f: FunctionContext, pointer: Expression) {
  const { code, module } = f;
  const index = f.temporary('i32');
  value(f, pointer);
  code.indexed('local.tee', index);
  code.constant('i32', 1);
  code.op('i32.sub');
  code.constant('i32', module.linked.table.length);
  code.op('i32.ge_u');
  code.open('if');
  f.within(undefined, () => {
    code.indexed('local.get', index);
    code.call(module.operation('trapCall', ['i32']));
    code.op('unreachable');
  });
  code.indexed('local.get', index);
}

/** The last result is on top. */
function takeResults(f: FunctionContext, { results }: Pick<Call, 'results'>, signature: Signature) {
  for (let index = signature.results.length - 1; index >= 0; index--) {
    const name = results[index];
    if (name === undefined) f.code.op('drop');
    else f.code.indexed('local.set', f.local(name));
  }
}

/** A library function leaves its second and third result in memory. */
function takeFurther(f: FunctionContext, s: Call) {
  [SECOND_RESULT, THIRD_RESULT].forEach((place, index) => {
    const [name, type] = [s.results[index + 1], s.signature.results[index + 1]];
    if (name === undefined || type === undefined) return;
    ownBase(f);
    f.code.memory(LOADS[scalar(type)], type === 'i64' || type === 'f64' ? 8 : 4, place);
    f.code.indexed('local.set', f.local(name));
  });
}

function emitSynchronization(f: FunctionContext, s: Statement & { op: 'notify' | 'wait' | 'barrier' }) {
  const { code, module } = f;
  code.constant('i32', module.placeNumber(s.at));
  if (s.value) value(f, s.value);
  code.call(module.operation(s.op, s.value ? ['i32', 'i32'] : ['i32']));
}

// ---------------------------------------------------------------- the stack

/** Sets the stack pointer to what is on WebAssembly's stack. */
function moveStack(f: FunctionContext) {
  if (f.keeps('lowest')) f.code.indexed('local.tee', f.kept('lowest'));
  f.code.indexed('global.set', STACK_POINTER);
}

/** Puts the stack pointer back on a way out. */
export function leaveFrame(f: FunctionContext) {
  const { code, frame } = f;
  if (frame.size > 0) {
    code.indexed('local.get', f.kept('frame'));
    code.constant('i32', frame.size);
    code.op('i32.add');
    code.indexed('global.set', STACK_POINTER);
  } else if (f.keeps('entry')) {
    code.indexed('local.get', f.kept('entry'));
    code.indexed('global.set', STACK_POINTER);
  }
}

/** Traps unless the stack has room for so many bytes: `room` leaves them on the stack. */
export function checkRoom(f: FunctionContext, room: () => void): void {
  const { code, module } = f;
  room();
  code.indexed('global.get', STACK_POINTER);
  code.indexed('global.get', STACK_LIMIT);
  code.op('i32.sub');
  code.op('i32.gt_u');
  code.open('if');
  f.within(undefined, () => {
    code.call(module.operation('trapStack', []));
    code.op('unreachable');
  });
}

const STACK_LIMIT = MODULE_NUMBERS.indexOf('stackLimit');
const ALIGNMENT = 16;

/** Takes `size` bytes, rounded up to keep 16-byte alignment, from the stack. */
function emitAllocation(f: FunctionContext, local: string, size: Expression) {
  const { code } = f;
  const bytes = f.temporary('i32');
  value(f, size);
  code.indexed('local.set', bytes);
  checkRoom(f, () => code.indexed('local.get', bytes));
  code.indexed('global.get', STACK_POINTER);
  code.indexed('local.get', bytes);
  code.op('i32.sub');
  code.constant('i32', -ALIGNMENT);
  code.op('i32.and');
  code.indexed('local.tee', f.local(local));
  moveStack(f);
}

// ---------------------------------------------------------------- -trace, -g

/** Leaves the number of the place in the thread's control area (emit/places.ts). */
function tellPlace(f: FunctionContext, s: Statement) {
  const { code, module } = f;
  if (!module.options.tellsPlaces || !hasPlaceTold(s, module)) return;
  ownBase(f);
  code.constant('i32', module.placeNumber(s.at));
  code.memory('i32.store', 4, PLACE);
}
