/**
 * Addresses of a nest as they move with its outer counter.
 *
 * Takes: an address of a nest (jam-shape.ts). Gives: the bytes by which it moves from one iteration of the outer loop to the next,
 * and the sum that it is. One idea: locals that an iteration has for itself are written out, so that what is left moves with the
 * counter or not at all.
 */
import { isDroppable } from '../../ir/builders.ts';
import type { Expression, Load, Store } from '../../ir/ir.ts';
import { mapOperands } from '../../ir/walk.ts';
import { isInvariant, readsMemory } from '../analyses/counted.ts';
import { type Affine, affine, minus } from '../communication/affine.ts';
import type { Nest } from './jam-shape.ts';

export interface Walk {
  /** The address, the iteration's own locals written out. */
  readonly address: Expression;
  readonly sum: Affine;
  /** Bytes from one iteration to the next. */
  readonly stride: number;
}

/** Where the address stands: what the inner loop sets last, nobody knows behind it. */
export type Part = 'before' | 'body' | 'behind';

/** Undefined where it does not move by the same number of bytes each iteration. */
export function walkOf(nest: Nest, written: Expression, part: Part): Walk | undefined {
  const address = writtenOut(written, valuesOf(nest, part));
  const sum = affine(address);
  let stride = 0;
  for (const { atom, coefficient, rows } of sum.values()) {
    if (atom?.op === 'local' && atom.name === nest.counter) {
      if (rows) return undefined;
      stride += coefficient;
    } else if (atom && !isFixed(atom, nest)) return undefined;
  }
  return { address, sum, stride };
}

/** Alike in all iterations, where the inner loop's counters are. */
const isFixed = (e: Expression, { own, counter }: Nest): boolean =>
  isInvariant(e, own) && isInvariant(e, new Set([counter])) && !readsMemory(e) && isDroppable(e);

/** Do the store of an iteration and the load of another, later or earlier, never meet? */
export function areApart(nest: Nest, store: Store, load: Load, part: Part, size: number): boolean {
  const [to, from] = [walkOf(nest, store.address, 'behind'), walkOf(nest, load.address, part)];
  if (!to || !from || to.stride !== from.stride || part === 'body') return false;
  // The inner loop's counter differs before and behind that loop.
  const counted = stepped(nest);
  if ([...to.sum.values(), ...from.sum.values()].some(({ atom }) => atom && !isInvariant(atom, counted))) return false;
  return minus(to.sum, from.sum).size === 0 && Math.abs(to.stride) >= size;
}

/** Locals that the inner loop counts with. */
const stepped = ({ inner }: Nest): ReadonlySet<string> =>
  new Set(inner.step.flatMap((s) => (s.op === 'set' ? [s.local] : [])));

/** Locals of the iteration that one statement sets, to a number from registers that is the same wherever it is written out. */
function valuesOf(nest: Nest, part: Part): ReadonlyMap<string, Expression> {
  const { before, body, behind } = nest;
  const counted = stepped(nest);
  const own = { before: [], body, behind: behind.filter((s) => s.op === 'set') }[part];
  const readable = [...before.filter(({ value }) => isInvariant(value, counted)), ...own];
  const all = [...before, ...body, ...behind].filter((s) => s.op === 'set');
  const values = new Map<string, Expression>();
  for (const { local, value } of readable)
    if (value.type === 'i32' && !readsMemory(value) && all.filter((s) => s.local === local).length === 1)
      values.set(local, value);
  return values;
}

function writtenOut(e: Expression, values: ReadonlyMap<string, Expression>, depth = 0): Expression {
  const value = e.op === 'local' && depth < DEEPEST ? values.get(e.name) : undefined;
  if (value) return writtenOut(value, values, depth + 1);
  return mapOperands(e, (operand) => writtenOut(operand, values, depth));
}

/** Locals that follow from each other. */
const DEEPEST = 8;
