/**
 * GNU's computed goto: `goto *target` (tables of `&&label`, as in interpreters).
 *
 * Takes: jumps to labels whose addresses are taken. Gives: an assignment of the label's number and a jump to the
 * function's only dispatch. One idea: the dispatch stands right before the first of these labels, and all jumps to
 * them, and control that falls into the first, pass through it. So labels in one list of statements become blocks
 * around a switch in one loop, which in WebAssembly is a `br_table`.
 */

import { constI32, local } from '../../../../ir/builders.ts';
import type { Statement } from '../../../../ir/ir.ts';
import type { ComputedGoto, Labeled } from '../../ast/ast.ts';
import { callLibrary } from '../expressions/calls.ts';
import { lowerInteger } from '../expressions/expressions.ts';
import type { FunctionLowering } from '../function.ts';
import { jump, mark } from './jumps.ts';
import { endsFlow } from './restructure.ts';

/** A function's dispatch: the local with the label's number, and the mark before the switch. */
export interface Dispatch {
  readonly number: string;
  readonly label: string;
  isPlaced: boolean;
}

function dispatchOf(f: FunctionLowering): Dispatch {
  f.dispatch ??= { number: f.newLocal('target', 'i32'), label: f.label('dispatch'), isPlaced: false };
  return f.dispatch;
}

/** The number of a label whose address is taken. */
export const numberOf = (f: FunctionLowering, label: string): number | undefined => f.facts?.labelAddresses.get(label);

export function lowerComputedGoto(f: FunctionLowering, s: ComputedGoto): void {
  if (!f.facts?.labelAddresses.size) {
    abortAfter(f, s);
    return;
  }
  const { number, label } = dispatchOf(f);
  f.releasing(() => f.set(number, lowerInteger(f, s.target)));
  f.emit(jump(label));
}

/** No label's address is taken here: the target cannot be in this function. */
function abortAfter(f: FunctionLowering, { target }: ComputedGoto): void {
  f.releasing(() => f.set(f.newLocal('target', 'i32'), lowerInteger(f, target)));
  callLibrary(f, 'abort', [], []);
}

/** A goto to a dispatched label. */
export function jumpByNumber(f: FunctionLowering, target: number): void {
  const { number, label } = dispatchOf(f);
  f.set(number, constI32(target));
  f.emit(jump(label));
}

/** Before the first of the labels: the switch over all of them. Control that falls into the label passes through it. */
export function placeDispatch(f: FunctionLowering, s: Labeled): void {
  const number = numberOf(f, s.label);
  if (number === undefined || dispatchOf(f).isPlaced) return;
  const dispatch = dispatchOf(f);
  dispatch.isPlaced = true;
  if (!endsFlow(f.code)) f.set(dispatch.number, constI32(number));
  f.emit(mark(dispatch.label));
  const arms = [...(f.facts?.labelAddresses ?? [])].map(([label, value]) => ({
    values: [value],
    isDefault: false,
    body: [jump(f.labelOf(label))],
  }));
  const elsewhere: Statement[] = f.collect(() => callLibrary(f, 'abort', [], []));
  f.emit({
    op: 'switch',
    label: f.label('labels'),
    value: local(dispatch.number, 'i32'),
    arms: [...arms, { values: [], isDefault: true, body: elsewhere }],
  });
}
