/** String literals as initializers of arrays: detection, and their bytes. */

import { bytesOf } from '../../semantics/expressions/primary.ts';
import type { InitialPart, ObjectSymbol } from '../../semantics/facts.ts';
import type { UnitLowering } from '../unit.ts';

/** True for a string literal that initialises an array as a whole. */
export function isStringOf(part: InitialPart): boolean {
  return part.value.kind === 'StringLiteral' && part.type.type.kind === 'array';
}

/** The literal's bytes, its terminating zero included. */
export function stringBytes(unit: UnitLowering, part: InitialPart): Uint8Array {
  const object = unit.staticObjects.get(unit.facts.symbolOf[part.value.id] as ObjectSymbol);
  return object?.bytes ?? encodeLiteral(part);
}

function encodeLiteral({ value }: InitialPart): Uint8Array {
  if (value.kind !== 'StringLiteral') throw new TypeError('no string literal');
  return bytesOf(value);
}
