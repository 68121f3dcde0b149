/**
 * -g: red zones between static objects, as around heap blocks (segment/redzones.ts).
 *
 * The linker leaves red zones and records each object's address; the red zones are poisoned when a thread starts.
 */
import type { PlacedObject } from '../abi.ts';
import { beyondObject } from '../errors.ts';
import type { Layout } from './layout.ts';
import type { Shadow } from './shadow.ts';
import { offsetOf, type Space } from './space.ts';

/** Poisons the zones in this thread's region. */
export function closeZones(shadow: Shadow, { BASE }: Space, layout: Layout, objects: readonly PlacedObject[]): void {
  objects.forEach(([offset, size], index) => {
    const end = partEnd(layout, offset);
    const next = Math.min(objects[index + 1]?.[0] ?? end, end);
    shadow.close(BASE + offset + size, next - offset - size);
  });
}

const partEnd = ({ privateStaticsEnd, staticsEnd }: Layout, offset: number): number =>
  offset < privateStaticsEnd ? privateStaticsEnd : staticsEnd;

/** Why an access to a zone is invalid; undefined outside of static objects. */
export function zoneFault(
  space: Space,
  { staticsEnd }: Layout,
  objects: readonly PlacedObject[],
  address: number,
  size: number,
): string | undefined {
  const at = offsetOf(space, address) >>> 0;
  if (at >= staticsEnd) return undefined;
  const found = objects.find(([start, length]) => at >= start && at < start + length) ?? nearest(objects, at, size);
  return found && beyondObject(at - found[0], size, found[1], found[2]);
}

/** Of an access that begins in no object. */
function nearest(objects: readonly PlacedObject[], at: number, size: number): PlacedObject | undefined {
  let best: PlacedObject | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const object of objects) {
    const distance = Math.max(object[0] - at, at + size - (object[0] + object[1]), 0);
    if (distance < least) [best, least] = [object, distance];
  }
  return best;
}
