/**
 * Machine representation of C types.
 *
 * Takes: a C type. Gives: its `Shape` (nothing, one scalar, a complex pair, a pointer-to-shared, or memory), its
 * size, and the layout of a pointer-to-shared's target. The one idea: lowering dispatches on the shape, never on names
 * of types.
 */

import type { MachineType, MemoryType, SharedLayout } from '../../../ir/ir.ts';
import type { Expression } from '../ast/ast.ts';
import { blockSizeOf, isPointerToShared, ultimateElement } from '../semantics/types/primitives.ts';
import { sizeOf } from '../semantics/types/sizes.ts';
import type { CType, FunctionType, PointerType, QualifiedType } from '../semantics/types/types.ts';

export type Shape =
  | { readonly kind: 'void' }
  | ScalarShape
  | { readonly kind: 'complex'; readonly machine: 'f32' | 'f64'; readonly size: 4 | 8 }
  | { readonly kind: 'shared'; readonly phased: boolean }
  | { readonly kind: 'aggregate' };

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly machine: MachineType;
  readonly memory: MemoryType;
  readonly signed: boolean;
  readonly boolean: boolean;
}

const scalar = (memory: MemoryType, signed: boolean, boolean = false): ScalarShape => ({
  kind: 'scalar',
  machine: memory === 'i64' || memory === 'f32' || memory === 'f64' ? memory : 'i32',
  memory,
  signed,
  boolean,
});

const SIGNED = { 1: scalar('i8', true), 2: scalar('i16', true), 4: scalar('i32', true), 8: scalar('i64', true) };
const UNSIGNED = { 1: scalar('u8', false), 2: scalar('u16', false), 4: scalar('i32', false), 8: scalar('i64', false) };
const BOOL = scalar('u8', false, true);
const F32 = scalar('f32', true);
const F64 = scalar('f64', true);
const VOID: Shape = { kind: 'void' };
const AGGREGATE: Shape = { kind: 'aggregate' };

export function shapeOf(type: CType): Shape {
  switch (type.kind) {
    case 'void':
      return VOID;
    case 'integer':
      return type.name === '_Bool' ? BOOL : (type.signed ? SIGNED : UNSIGNED)[type.size];
    case 'enum':
      return shapeOf(type.underlying);
    case 'floating':
      return type.size === 4 ? F32 : F64;
    case 'complex':
      return { kind: 'complex', machine: type.component.size === 4 ? 'f32' : 'f64', size: type.component.size };
    case 'pointer':
      return isPointerToShared(type) ? { kind: 'shared', phased: isPhased(type) } : UNSIGNED[4];
    case 'function':
      return UNSIGNED[4];
    default:
      return AGGREGATE;
  }
}

/** Machine types of the scalars of a value: none, one or two. */
export function scalarsOf(type: CType): readonly MachineType[] {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'scalar':
      return [shape.machine];
    case 'complex':
      return [shape.machine, shape.machine];
    case 'shared':
      return shape.phased ? ['shared', 'i32'] : ['shared'];
    default:
      return [];
  }
}

/** Only pointers with block sizes above 1 and generic ones have a phase. */
function isPhased({ to }: PointerType): boolean {
  return to.type.kind === 'void' || layoutOf(to).block > 1;
}

/** Layout of a shared object or of a pointer-to-shared's target. */
export function layoutOf(type: QualifiedType): SharedLayout {
  const element = ultimateElement(type);
  return { block: blockSizeOf(type), elementSize: element.type.kind === 'void' ? 1 : staticSize(element.type) };
}

/** Bytes of a type, THREADS and variable lengths taken as 1: exact for types without them. */
export function staticSize(type: CType): number {
  if (type.kind !== 'array') return sizeOf(type) ?? 0;
  return staticSize(type.element.type) * (typeof type.length === 'number' ? type.length : type.length ? 1 : 0);
}

/** The length expressions of a variable-length array type, outermost first; also those behind pointers. */
export function variableLengths(type: CType): Expression[] {
  switch (type.kind) {
    case 'array': {
      const inner = variableLengths(type.element.type);
      const own = typeof type.length === 'object' && type.length.variable !== '*' ? [type.length.variable] : [];
      return [...own, ...inner];
    }
    case 'pointer':
      return variableLengths(type.to.type);
    default:
      return [];
  }
}

/** The function type of a callee: a function, or a pointer's target. */
export function functionTypeOf(type: CType): FunctionType {
  if (type.kind === 'function') return type;
  if (type.kind === 'pointer' && type.to.type.kind === 'function') return type.to.type;
  throw new TypeError(`a ${type.kind} is not a function`);
}
