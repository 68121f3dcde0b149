/**
 * The shared arrays of a unit, as those who draw them know them (compiler/sharedarray.ts).
 *
 * Takes: facts of semantics. Gives: a description of each shared object that the unit defines, scalars included.
 */
import type { SharedArray } from '../../sharedarray.ts';
import { positionOf, spelledAt } from '../../source/source.ts';
import type { Facts, ObjectSymbol } from './semantics/facts.ts';
import { blockSizeOf, isShared, ultimateElement } from './semantics/types/primitives.ts';
import { sizeOf } from './semantics/types/sizes.ts';
import type { ArrayType, CType } from './semantics/types/types.ts';
import { declarationText } from './semantics/types/typetext.ts';

export function arraysOf({ statics }: Facts): SharedArray[] {
  return statics.map(({ symbol }) => arrayOf(symbol)).filter((array) => array !== undefined);
}

/** Undefined of what is not shared, and of coarrays, of which each image has its own. */
export function arrayOf({ name, type, coshape, location }: ObjectSymbol): SharedArray | undefined {
  const elementSize = sizeOf(ultimateElement(type).type);
  if (coshape !== undefined || !isShared(type) || elementSize === undefined) return undefined;
  const dimensions = dimensionsOf(type.type);
  const scaled = dimensions.findIndex(({ timesThreads }) => timesThreads);
  return {
    name,
    declaration: declarationText(type, name),
    at: positionOf(spelledAt(location)),
    block: blockSizeOf(type),
    lengths: dimensions.map(({ length }) => (typeof length === 'number' ? length : 1)), // C99 6.9.2p5
    ...(scaled >= 0 && { scaled }),
    elementSize,
  };
}

/** Outermost first. */
function dimensionsOf(type: CType): ArrayType[] {
  return type.kind === 'array' ? [type, ...dimensionsOf(type.element.type)] : [];
}
