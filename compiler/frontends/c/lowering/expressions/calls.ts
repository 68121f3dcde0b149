/**
 * Function calls (C99 6.5.2.2).
 *
 * One idea: all arguments are values first; struct copies and stores of variable arguments follow the last one, so that
 * all calls of the function share the memory for them.
 */

import type { Call, Expression, Signature } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { FunctionFacts, FunctionSymbol } from '../../semantics/facts.ts';
import type { CType, FunctionType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { lowerBuiltin } from '../intrinsics/builtins.ts';
import { storePlace } from '../places/access.ts';
import { functionTypeOf, scalarsOf, staticSize } from '../shape.ts';
import { returnsStruct, signatureOf } from '../signatures.ts';
import { expressionOf, NONE, partsOf, type Value, valueOfParts, zeroValue } from '../value.ts';
import { convertValue } from './conversions.ts';
import { chosen, functionPointer, lowerValue, typeOf, valueType } from './expressions.ts';
import { type Pending, pending, settle } from './sequencing.ts';
import { inPrivateMemory } from './structs.ts';
import { storeVariableArguments } from './varargs.ts';

type CallNode = CExpression & { kind: 'Call' };

/** A value with its C type. */
export interface Typed {
  readonly value: Value;
  readonly type: CType;
}

export function lowerCall(f: FunctionLowering, e: CallNode, wanted: boolean): Value {
  const symbol = calledFunction(f, e.callee);
  const inlined = symbol && lowerBuiltin(f, e, symbol, wanted);
  if (inlined) return inlined;
  const type = functionTypeOf(symbol ? symbol.type.type : valueType(f, e.callee));
  const callee = symbol ? undefined : pending(f, calleeValue(f, e.callee));
  const { passed, target } = lowerArguments(f, e, callee);
  const definition = symbol && f.unit.definitions.get(symbol);
  const shaped = definition ? asDefined(f, definition, type, passed) : asDeclared(f, type, passed);
  f.moveTo(e.location);
  const where: Call['callee'] = symbol
    ? { symbol: f.unit.functionName(symbol) }
    : { table: expressionOf(target as Value) };
  return emitCall(f, { callee: where, symbol, type }, shaped, wanted);
}

/** Records the signature of a call without a prototype, for its import. */
function recordCall(f: FunctionLowering, symbol: FunctionSymbol, signature: Signature): void {
  if (!f.unit.called.has(symbol)) f.unit.called.set(symbol, signature);
}

/** The function named by a callee expression, if any: `f`, `(f)`, `*f`, `&f`, a choice of them. */
function calledFunction(f: FunctionLowering, callee: CExpression): FunctionSymbol | undefined {
  if (callee.kind === 'Unary' && (callee.operator === '*' || callee.operator === '&'))
    return calledFunction(f, callee.operand);
  if (callee.kind === 'ChooseExpression' || callee.kind === 'GenericSelection')
    return calledFunction(f, chosen(f, callee));
  if (callee.kind !== 'Identifier') return undefined;
  const symbol = f.unit.facts.symbolOf[callee.id];
  return symbol?.kind === 'function' ? symbol : undefined;
}

function calleeValue(f: FunctionLowering, callee: CExpression): Value {
  return typeOf(f, callee).type.kind === 'function' ? functionPointer(f, callee) : lowerValue(f, callee);
}

function lowerArguments(f: FunctionLowering, e: CallNode, callee?: Pending): { passed: Typed[]; target?: Value } {
  const waiting = e.arguments.map((argument) => pending(f, lowerValue(f, argument)));
  const values = settle(f, callee ? [callee, ...waiting] : waiting);
  const target = callee ? values.shift() : undefined;
  const passed = values.map((value, index) => ({ value, type: valueType(f, e.arguments[index] as CExpression) }));
  return { passed, ...(target && { target }) };
}

interface Shaped {
  readonly fixed: readonly Typed[];
  readonly variable: readonly Typed[];
}

/** Arguments converted to the callee's parameter types; without a prototype unchanged. */
function asDeclared(f: FunctionLowering, { parameters }: FunctionType, passed: readonly Typed[]): Shaped {
  if (!parameters) return { fixed: passed, variable: [] };
  const fixed = parameters.map((parameter, index) => converted(f, passed[index], parameter.type));
  return { fixed, variable: passed.slice(parameters.length) };
}

/** Arguments of a function defined in this unit, converted as its definition requires, not the visible declaration. */
function asDefined(
  f: FunctionLowering,
  { passedTypes }: FunctionFacts,
  type: FunctionType,
  passed: readonly Typed[],
): Shaped {
  const fixed = passedTypes.map((each, index) => converted(f, passed[index], each));
  return { fixed, variable: type.variadic ? passed.slice(passedTypes.length) : [] };
}

function converted(f: FunctionLowering, argument: Typed | undefined, type: CType): Typed {
  if (!argument) return { value: zeroValue(type), type };
  return { value: convertValue(f, argument.value, argument.type, type), type };
}

/** Emits the call and returns its value. */
function emitCall(
  f: FunctionLowering,
  { callee, symbol, type }: { callee: Call['callee']; symbol: FunctionSymbol | undefined; type: FunctionType },
  { fixed, variable }: Shaped,
  wanted: boolean,
): Value {
  const result = type.result.type;
  const signature = signatureOf(
    type,
    fixed.map((each) => each.type),
  );
  const target = returnsStruct(result) ? f.temporarySlot(staticSize(result), 8) : undefined;
  const values: Expression[] = target ? [target] : [];
  for (const { value, type: passed } of fixed) values.push(...argumentScalars(f, value, passed));
  if (type.variadic) values.push(storeVariableArguments(f, variable));
  const results = wanted ? scalarsOf(result).map((machine) => f.temporary(machine)) : [];
  if (symbol && !type.parameters) recordCall(f, symbol, signature);
  f.emit({ op: 'call', results, callee, arguments: values, signature });
  if (target)
    return { kind: 'struct', place: { kind: 'memory', address: target, type: result, volatile: false, owned: true } };
  return wanted
    ? valueOfParts(
        results.map((name) => f.read(name)),
        result,
      )
    : NONE;
}

/** The scalars of one argument; a struct is copied unless it is a temporary. */
function argumentScalars(f: FunctionLowering, value: Value, type: CType): readonly Expression[] {
  if (value.kind !== 'struct') return partsOf(value, type);
  if (value.place.kind === 'memory' && value.place.owned) return [value.place.address];
  if (value.place.kind === 'fields') return [inPrivateMemory(f, value.place).address];
  const slot = f.temporarySlot(staticSize(type), 8);
  storePlace(f, { kind: 'memory', address: slot, type, volatile: false }, value);
  return [slot];
}

/** A call of a library function with machine values, generated by the compiler. */
export function callLibrary(
  f: FunctionLowering,
  name: string,
  values: readonly Expression[],
  results: readonly Expression['type'][],
): Expression[] {
  const signature = { parameters: values.map((value) => value.type), results };
  const names = results.map((type) => f.temporary(type));
  const symbol = f.unit.libraryFunction(name, signature);
  f.emit({ op: 'call', results: names, callee: { symbol }, arguments: values, signature });
  return names.map((each) => f.read(each));
}
