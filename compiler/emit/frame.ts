/** The memory frame of a function, the same in both back ends: where its objects lie, in bytes from its start. */
import { SECOND_RESULT } from '../../runtime/abi.ts';
import { isOwnRegion } from '../ir/builders.ts';
import type { Function as Definition, Expression } from '../ir/ir.ts';
import type { LinkedProgram } from '../link/link.ts';

export interface Frame {
  readonly slots: ReadonlyMap<string, number>;
  readonly size: number;
}

const FRAME_ALIGNMENT = 16;

export function layOut(frame: Definition['frame']): Frame {
  const slots = new Map<string, number>();
  let end = 0;
  for (const slot of frame) {
    const alignment = Math.min(Math.max(slot.alignment, 1), FRAME_ALIGNMENT);
    end = Math.ceil(end / alignment) * alignment;
    slots.set(slot.name, end);
    end += slot.size;
  }
  return { slots, size: Math.ceil(end / FRAME_ALIGNMENT) * FRAME_ALIGNMENT };
}

/**
 * Whether -g has an access of `size` bytes checked: not where a function that the library calls leaves its second result, nor where it is
 * plainly to the frame or to a private static object, unless what is there may be under way.
 */
export function isChecked(linked: LinkedProgram, frame: Frame, address: Expression, size: number): boolean {
  if (!linked.debug || isSecondResult(address)) return false;
  if (linked.watches) return true;
  if ((address.op !== 'frame' && address.op !== 'static') || address.offset < 0) return true;
  const end = address.offset + size;
  return address.op === 'frame'
    ? (frame.slots.get(address.slot) as number) + end > frame.size
    : end > (linked.sizes.get(address.symbol) ?? 0);
}

const isSecondResult = (e: Expression): boolean =>
  e.op === 'binary' &&
  e.operator === 'add' &&
  isOwnRegion(e.left) &&
  e.right.op === 'const' &&
  e.right.value === SECOND_RESULT;
