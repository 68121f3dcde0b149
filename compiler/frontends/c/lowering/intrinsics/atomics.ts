/**
 * Atomic objects and gcc's atomic functions (C11 6.5.16.2p3, 7.17; semantics/intrinsics/atomics.ts).
 *
 * Takes: places of atomic types, calls of `__atomic_*` and `__sync_*`. Gives: atomic operations on integers of the
 * object's size. One idea: every value of up to eight bytes travels as an integer: numbers and pointers unchanged,
 * floats, complex numbers and structs through a few bytes of the frame. A change without a machine instruction (`x *=
 * 2`) is a compare-and-swap loop.
 */

import { type AtomicOperation, type AtomicSize, atomicName } from '../../../../ir/atomics.ts';
import { binary, constant, constI32, convert, load, local, not, unary } from '../../../../ir/builders.ts';
import type { BinaryOperator, Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { CType } from '../../semantics/types/types.ts';
import type { CallNode } from '../expressions/arguments.ts';
import { callLibrary } from '../expressions/calls.ts';
import { convertValue } from '../expressions/conversions.ts';
import { lowerValue, valueType } from '../expressions/expressions.ts';
import { pending, settle, spill, stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { loadPlace, type MemoryPlace, storePlace } from '../places/access.ts';
import { shapeOf, staticSize } from '../shape.ts';
import { expressionOf, NONE, scalarValue, type Value } from '../value.ts';

/** An atomic object: its address and type. */
interface Atom {
  readonly address: Expression;
  readonly type: CType;
}

const sizeOf = ({ type }: Pick<Atom, 'type'>): AtomicSize => staticSize(type) as AtomicSize;
const machineOf = (atom: Pick<Atom, 'type'>): 'i32' | 'i64' => (sizeOf(atom) === 8 ? 'i64' : 'i32');

// ---------------------------------------------------------------- values as integers

/** An i32 or i64 with the bits of the value. */
function bitsOf(f: FunctionLowering, value: Value, { type }: Pick<Atom, 'type'>): Expression {
  if (isPlain(type)) return expressionOf(value);
  const slot = bytes(f, type);
  storePlace(f, slot, value);
  return spill(f, load(memoryOf({ type }), slot.address, { punned: true }));
}

/** The value of the type with these bits. */
function valueFrom(f: FunctionLowering, bits: Expression, { type }: Pick<Atom, 'type'>): Value {
  if (isPlain(type)) return scalarValue(extended(bits, type));
  const slot = bytes(f, type);
  f.emit({ op: 'store', memory: memoryOf({ type }), address: slot.address, value: bits, punned: true });
  return loadPlace(f, slot);
}

const bytes = (f: FunctionLowering, type: CType): MemoryPlace => ({
  kind: 'memory',
  address: f.temporarySlot(8, 8),
  type,
  volatile: false,
  punned: true,
});

function isPlain(type: CType): boolean {
  const shape = shapeOf(type);
  return shape.kind === 'scalar' && (shape.machine === 'i32' || shape.machine === 'i64');
}

const MEMORY = { 1: 'u8', 2: 'u16', 4: 'i32', 8: 'i64' } as const;
const memoryOf = (atom: Pick<Atom, 'type'>) => MEMORY[sizeOf(atom)];

/** Small integers are returned zero-extended. */
function extended(bits: Expression, type: CType): Expression {
  const shape = shapeOf(type);
  if (shape.kind !== 'scalar') return bits;
  if (shape.memory === 'i8') return unary('extend8', bits);
  return shape.memory === 'i16' ? unary('extend16', bits) : bits;
}

/** Small integers truncated for comparison. */
function cut(bits: Expression, atom: Pick<Atom, 'type'>): Expression {
  const size = sizeOf(atom);
  return size < 4 ? binary('and', bits, constI32(size === 1 ? 0xff : 0xffff)) : bits;
}

function operate(f: FunctionLowering, operation: AtomicOperation, atom: Atom, ...values: Expression[]): Expression {
  const results = operation === 'store' ? [] : [machineOf(atom)];
  const [old] = callLibrary(f, atomicName(operation, sizeOf(atom)), [atom.address, ...values], results);
  return old ?? constI32(0);
}

// ---------------------------------------------------------------- objects of atomic types

const atomAt = ({ address, type }: MemoryPlace): Atom => ({ address, type });

export function loadAtomic(f: FunctionLowering, place: MemoryPlace): Value {
  const atom = atomAt(place);
  return valueFrom(f, operate(f, 'load', atom), atom);
}

export function storeAtomic(f: FunctionLowering, place: MemoryPlace, value: Value): Value {
  const atom = atomAt(place);
  const bits = stable(f, bitsOf(f, value, atom));
  operate(f, 'store', atom, bits);
  return valueFrom(f, bits, atom);
}

const DIRECT: Readonly<Record<string, AtomicOperation>> = { '+': 'add', '-': 'sub', '&': 'and', '|': 'or', '^': 'xor' };

/** A read-modify-write of an object: by `operand` of its type if the operation is a machine instruction. */
export interface Change {
  readonly operator: string;
  readonly operand?: Value;
  /** The new value from the old one. */
  apply(old: Value): Value;
}

/** Atomic read-modify-write of the object; returns the old and the new value. */
export function changeAtomic(
  f: FunctionLowering,
  place: MemoryPlace,
  { operator, operand, apply }: Change,
): { readonly old: Value; readonly changed: Value } {
  const atom = atomAt(place);
  const direct = operand && isPlain(atom.type) && !isTruth(atom.type) ? DIRECT[operator] : undefined;
  if (direct && operand) {
    const old = valueFrom(f, operate(f, direct, atom, expressionOf(operand)), atom);
    return { old, changed: apply(old) };
  }
  return tryUntilUnchanged(f, atom, apply);
}

function isTruth(type: CType): boolean {
  const shape = shapeOf(type);
  return shape.kind === 'scalar' && shape.boolean === true;
}

/** old = *address; while ((seen = compare(address, old, apply(old))) != old) old = seen; */
function tryUntilUnchanged(f: FunctionLowering, atom: Atom, apply: (old: Value) => Value) {
  const machine = machineOf(atom);
  const [old, fresh] = [f.newLocal('old', machine), f.newLocal('new', machine)];
  f.set(old, operate(f, 'load', atom));
  const label = f.label('retry');
  const body = f.collect(() => {
    f.set(fresh, bitsOf(f, apply(valueFrom(f, local(old, machine), atom)), atom));
    const seen = spill(f, operate(f, 'compare', atom, cut(local(old, machine), atom), local(fresh, machine)));
    const isDone = binary('eq', seen, local(old, machine));
    f.emit({ op: 'if', test: isDone, then: [{ op: 'break', label }], otherwise: [] });
    f.set(old, seen);
  });
  f.emit({ op: 'loop', label, kind: 'while', step: [], body });
  const [before, after] = [local(old, machine), local(fresh, machine)];
  return { old: valueFrom(f, before, atom), changed: valueFrom(f, after, atom) };
}

// ---------------------------------------------------------------- functions

interface Called {
  readonly f: FunctionLowering;
  readonly atom: Atom;
  /** The arguments after the object's address. */
  readonly values: readonly Value[];
  readonly e: CallNode;
}

type Lowering = (called: Called, name: string) => Value;

const FUNCTIONS: readonly (readonly [RegExp, Lowering])[] = [
  [/^__atomic_load_n$/, ({ f, atom }) => valueFrom(f, operate(f, 'load', atom), atom)],
  [/^__atomic_load$/, (c) => put(c, 0, operate(c.f, 'load', c.atom))],
  [/^__atomic_store_n$/, (c) => stored(c, given(c, 0))],
  [/^__atomic_store$/, (c) => stored(c, pointed(c, 0))],
  [
    /^__atomic_exchange_n$|^__sync_lock_test_and_set$/,
    (c) => valueFrom(c.f, operate(c.f, 'exchange', c.atom, given(c, 0)), c.atom),
  ],
  [/^__atomic_exchange$/, (c) => put(c, 1, operate(c.f, 'exchange', c.atom, pointed(c, 0)))],
  [/^__atomic_compare_exchange_n$/, (c) => compareExchange(c, given(c, 1))],
  [/^__atomic_compare_exchange$/, (c) => compareExchange(c, pointed(c, 1))],
  [/^__atomic_test_and_set$/, ({ f, atom }) => scalarValue(not(not(operate(f, 'exchange', atom, constI32(1)))))],
  [/^__atomic_clear$|^__sync_lock_release$/, (c) => stored(c, constant(machineOf(c.atom), 0))],
  [/^__sync_(bool|val)_compare_and_swap$/, compareAndSwap],
  [/^__(atomic|sync)_(fetch_|\w+_fetch$)/, fetchAndChange],
];

/** Calls of these functions, whose arguments are all evaluated first. */
export function lowerAtomicCall(f: FunctionLowering, e: CallNode, name: string, type: CType): Value {
  const arguments_ = e.arguments.map((argument) => pending(f, lowerValue(f, argument)));
  const [object, ...values] = settle(f, arguments_) as [Value, ...Value[]];
  f.moveTo(e.location);
  const atom = { address: stable(f, expressionOf(object)), type };
  const [, lower] = FUNCTIONS.find(([names]) => names.test(name)) as (typeof FUNCTIONS)[number];
  return lower({ f, atom, values, e }, name);
}

const given = ({ f, atom, values, e }: Called, index: number): Expression => {
  const from = valueType(f, e.arguments[index + 1] as CExpression);
  return bitsOf(f, convertValue(f, values[index] as Value, from, atom.type), atom);
};

/** The integer at the address in an argument. */
const pointed = ({ f, atom, values }: Called, index: number): Expression =>
  spill(f, load(memoryOf(atom), expressionOf(values[index] as Value), { punned: true }));

function put({ f, atom, values }: Called, index: number, bits: Expression): Value {
  const address = expressionOf(values[index] as Value);
  f.emit({ op: 'store', memory: memoryOf(atom), address, value: bits, punned: true });
  return NONE;
}

function stored({ f, atom }: Called, bits: Expression): Value {
  operate(f, 'store', atom, bits);
  return NONE;
}

/** On failure the old value is stored at the address in the second argument. */
function compareExchange(c: Called, wanted: Expression): Value {
  const { f, atom } = c;
  const fresh = stable(f, wanted);
  const address = scalarValue(stable(f, expressionOf(c.values[0] as Value)));
  const place = { ...c, values: [address] };
  const expected = stable(f, cut(pointed(place, 0), atom));
  const seen = spill(f, operate(f, 'compare', atom, expected, fresh));
  const isSame = spill(f, binary('eq', seen, expected));
  const otherwise = f.collect(() => put(place, 0, seen));
  f.emit({ op: 'if', test: isSame, then: [], otherwise });
  return scalarValue(isSame);
}

function compareAndSwap(c: Called, name: string): Value {
  const { f, atom } = c;
  const expected = stable(f, cut(given(c, 0), atom));
  const seen = spill(f, operate(f, 'compare', atom, expected, stable(f, given(c, 1))));
  return name.includes('bool') ? scalarValue(binary('eq', seen, expected)) : valueFrom(f, seen, atom);
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  add: 'add',
  sub: 'sub',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

/** The old or the new value; pointers are advanced by bytes, as in gcc. */
function fetchAndChange(c: Called, name: string): Value {
  const { f, atom, values, e } = c;
  const [, operation] = /(add|sub|nand|and|or|xor)(?=$|_)(?!_swap)/.exec(name.replace('_and_', '_')) as RegExpExecArray;
  const from = valueType(f, e.arguments[1] as CExpression);
  const operand = stable(f, machined(f, values[0] as Value, from, atom));
  const isNew = /_fetch$/.test(name);
  const change = (old: Expression): Expression => {
    if (operation !== 'nand') return binary(OPERATORS[operation as string] as BinaryOperator, old, operand);
    return unary('complement', binary('and', old, operand));
  };
  if (operation !== 'nand') {
    const old = operate(f, operation as AtomicOperation, atom, operand);
    return valueFrom(f, isNew ? narrowed(change(stable(f, old)), atom) : old, atom);
  }
  const { old, changed } = tryUntilUnchanged(f, atom, (value) => scalarValue(change(expressionOf(value))));
  return isNew ? scalarValue(narrowed(expressionOf(changed), atom)) : old;
}

function machined(f: FunctionLowering, value: Value, from: CType, atom: Atom): Expression {
  if (atom.type.kind === 'pointer') return convert('i32', expressionOf(value));
  return expressionOf(convertValue(f, value, from, atom.type));
}

/** The result of an operation on small integers, as a value of the type. */
function narrowed(bits: Expression, atom: Atom): Expression {
  return extended(cut(bits, atom), atom.type);
}
