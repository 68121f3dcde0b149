/**
 * Sizes and alignments under pgasc's data model (see types.ts), completeness, and how many elements arrays have.
 *
 * One idea: everything here is about types alone; what depends on THREADS at run time or on a variable length has no
 * constant size.
 */
import { blockSizeOf, isPointerToShared, ultimateElement } from './primitives.ts';
import type { CType, QualifiedType } from './types.ts';

/** Bytes of a complete type whose size is known at compile time; else undefined. `void` and functions count 1 (GNU). */
export function sizeOf(type: CType): number | undefined {
  switch (type.kind) {
    case 'void':
    case 'function':
      return 1;
    case 'integer':
    case 'floating':
      return type.size;
    case 'enum':
      return type.underlying.size;
    case 'complex':
      return 2 * type.component.size;
    case 'pointer':
      return isPointerToShared(type) ? 8 : 4;
    case 'struct':
      return type.members ? type.size : undefined;
    case 'array': {
      const element = sizeOf(type.element.type);
      if (typeof type.length !== 'number' || type.timesThreads || element === undefined) return undefined;
      return element * type.length;
    }
  }
}

export function alignmentOf(type: CType): number {
  switch (type.kind) {
    case 'array':
      return alignmentOf(type.element.type);
    case 'struct':
      return Math.max(1, type.alignment);
    case 'complex':
      return type.component.size;
    default:
      return sizeOf(type) ?? 1;
  }
}

/** False for void, `int a[]`, and structs, unions and enums without a definition. */
export function isComplete(type: CType): boolean {
  switch (type.kind) {
    case 'void':
      return false;
    case 'struct':
      return type.members !== undefined;
    case 'enum':
      return type.complete;
    case 'array':
      return type.length !== undefined && isComplete(type.element.type);
    default:
      return true;
  }
}

/** A variable-length array, or an array of such. */
export function isVariableLength(type: CType): boolean {
  return type.kind === 'array' && (typeof type.length === 'object' || isVariableLength(type.element.type));
}

/** A type with a variable length anywhere in it (C99 6.7.5p3). */
export function isVariablyModified(type: CType): boolean {
  switch (type.kind) {
    case 'array':
      return typeof type.length === 'object' || isVariablyModified(type.element.type);
    case 'pointer':
      return isVariablyModified(type.to.type);
    case 'function':
      return isVariablyModified(type.result.type);
    default:
      return false;
  }
}

/** True where a dimension of the (nested) array type is a multiple of THREADS. */
export function hasThreadsDimension(type: CType): boolean {
  return type.kind === 'array' && (type.timesThreads || hasThreadsDimension(type.element.type));
}

/** Ultimate elements in the type, THREADS counted as 1; undefined while incomplete or of variable length. */
export function elementCount(type: CType): number | undefined {
  if (type.kind !== 'array') return 1;
  const inner = elementCount(type.element.type);
  return typeof type.length === 'number' && inner !== undefined ? type.length * inner : undefined;
}

/** Bytes that any one thread may hold of a shared object (UPC 6.4.1.2): an upper bound, the same on every thread. */
export function localSizeOf(type: QualifiedType, threads: number | undefined): number | undefined {
  const count = elementCount(type.type);
  const size = sizeOf(ultimateElement(type).type);
  if (count === undefined || size === undefined) return undefined;
  const block = blockSizeOf(type);
  if (block === 0) return count * size;
  const scaled = hasThreadsDimension(type.type);
  const blocks = Math.ceil(count / block);
  const perThread = scaled ? blocks : Math.ceil(blocks / (threads ?? 1));
  const elements = perThread * block;
  return (scaled ? elements : Math.min(elements, count)) * size;
}
