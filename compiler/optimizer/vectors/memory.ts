/**
 * The memory that a loop touches, for the vectorizer: which accesses walk together, and which may get in each other's way.
 *
 * Takes: the accesses of a loop's shape. Gives: groups of those a known distance apart, each to be walked by one
 * pointer; and the checks at run time under which groups do not disturb each other. One idea: vectors of some
 * iterations are taken statement by statement, so only an access of a later statement in an earlier iteration of the same vector
 * matters; where two walk at the same pace, that is a matter of the distance between them alone, however long they walk.
 */
import { add, binary, constI32, memorySize, mul, sub } from '../../ir/builders.ts';
import type { Expression } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { objectIn } from '../analyses/alias.ts';
import { objectName } from '../analyses/objects.ts';
import { type Affine, affine, expressionOf, minus } from '../communication/affine.ts';
import { objectText } from '../remarks.ts';
import { type Access, unfit } from './shape.ts';

/** Accesses at one pace, a known distance apart. */
export interface Group {
  readonly stride: number;
  /** Where its first byte is in the first iteration. */
  readonly start: Expression;
  /** Bytes from `start` to the end of what one iteration touches. */
  readonly span: number;
  readonly members: readonly Member[];
}

export interface Member {
  readonly access: Access;
  /** Bytes behind the group's start. */
  readonly offset: number;
  readonly size: number;
  /** Its place in the order of an iteration, and the place it gets in that of a vector. */
  readonly place: number;
  readonly order: number;
  readonly pair?: Pair;
}

/** Two elements side by side in each iteration (a complex number): read when the first is, written when both are there. */
export interface Pair {
  /** Bytes from the group's start to the first of the two. */
  readonly offset: number;
  /** Is it the first or the second? */
  readonly part: 0 | 1;
}

/** More pairs than this are not told apart at run time. */
const MOST_CHECKS = 24;

/** Iterations up to which extents are computed without leaving 32 bits. */
export const MOST_ITERATIONS = 2 ** 26;

export function groupsOf(accesses: readonly Access[]): Group[] {
  const found = new Map<string, { access: Access; place: number; order: number }[]>();
  accesses.forEach((access, order) => {
    const place = access.sum.get('')?.coefficient ?? 0;
    const key = `${access.stride} ${[...restOf(access.sum)].map(termText).sort().join(' ')}`;
    found.set(key, [...(found.get(key) ?? []), { access, place, order }]);
  });
  return [...found.values()].map((list) => {
    const least = Math.min(...list.map(({ place }) => place));
    const members = list.map(({ access, place, order }) => {
      return { access, offset: place - least, size: memorySize(access.node.memory), place: order, order };
    });
    const [first] = list as [(typeof list)[number]];
    const start = add(expressionOf(restOf(first.access.sum)), constI32(least));
    const span = Math.max(...members.map(({ offset, size }) => offset + size));
    return {
      stride: first.access.stride,
      start: tidy(first.access.sum, start, least),
      span,
      members: paired(first.access.stride, members),
    };
  });
}

/** The members, those that are the two halves of pairs with the order that reading and writing pairs at once gives them. */
function paired(stride: number, members: readonly Member[]): Member[] {
  return members.map((one) => {
    const others = (by: number): Member[] =>
      members.filter(({ access, offset, size }) => {
        return access.isStore === one.access.isStore && size === one.size && offset === one.offset + by;
      });
    // Elements of a pair are counted from where the first group's element is.
    const part = (one.offset / one.size) % 2;
    if (stride !== 2 * one.size || (part !== 0 && part !== 1)) return one;
    const [same, other] = [others(0), others(part === 0 ? one.size : -one.size)];
    const isStore = one.access.isStore;
    if (other.length === 0 || (isStore && same.length + other.length > 2)) return one;
    const places = [...same, ...other].map(({ place }) => place);
    const order = isStore ? Math.max(...places) : Math.min(...places);
    return { ...one, order, pair: { offset: one.offset - part * one.size, part } };
  });
}

const restOf = (sum: Affine) => [...sum].filter(([key]) => key !== '').map(([, term]) => term);

const termText = ({ atom, coefficient, rows }: ReturnType<typeof restOf>[number]): string =>
  `${coefficient}${rows ? 't' : ''}*${atom ? printExpression(atom) : ''}`;

/** An object's address with its constant in it. */
function tidy(sum: Affine, start: Expression, least: number): Expression {
  const terms = restOf(sum);
  const index = terms.findIndex(
    ({ atom, coefficient, rows }) => objectName(atom) !== undefined && coefficient === 1 && !rows,
  );
  const object = terms[index]?.atom;
  if (!object) return start;
  const others = terms.filter((_, other) => other !== index);
  const place = add(object, constI32(least));
  return others.length === 0 ? place : add(place, expressionOf(others));
}

/** The object that a group walks in, where it is known. */
const objectOf = ({ members: [first] }: Group): string | undefined => objectIn((first as Member).access.sum);

/**
 * What has to be true at run time (i32 conditions) so that `lanes` iterations may be taken at once; `count` is the
 * number of all iterations, below MOST_ITERATIONS where `needsCount`. Throws Unfit where they never may.
 */
export function checksOf(
  groups: readonly Group[],
  lanes: number,
  count: Expression,
): { conditions: Expression[]; needsCount: boolean } {
  const conditions: Expression[] = [];
  let needsCount = false;
  groups.forEach((a, index) => {
    checkWithin(a, lanes);
    for (const b of groups.slice(index + 1)) {
      if (!writes(a) && !writes(b)) continue;
      const [inA, inB] = [objectOf(a), objectOf(b)];
      if (inA && inB && inA !== inB) continue;
      const byPace = a.stride === b.stride && a.stride !== 0;
      conditions.push(byPace ? distanceCheck(a, b, lanes) : extentCheck(a, b, count));
      needsCount ||= !byPace;
    }
  });
  if (conditions.length > MOST_CHECKS) unfit(`${conditions.length} pairs of pointers may overlap`);
  return { conditions, needsCount };
}

const writes = ({ members }: Group): boolean => members.some(({ access }) => access.isStore);

/**
 * Distances from a's to b's address, least and greatest, at which b in one iteration touches what a touches in a later one
 * (or in the same, where b came first in it).
 */
function unsafe(a: Member, b: Member, stride: number, lanes: number): readonly [number, number] {
  const [near, far] = [stride * nearest(a, b), stride * (lanes - 1)];
  return [Math.min(near, far) - b.size + 1, Math.max(near, far) + a.size - 1];
}

/** How many iterations later a may not touch what b touches, at least; a comes first in a vector. */
const nearest = (a: Member, b: Member): 0 | 1 => (a.place < b.place ? 1 : 0);

/** The members of a group against each other. */
function checkWithin({ stride, members }: Group, lanes: number): void {
  for (const b of members) {
    if (b.access.isStore && stride === 0)
      unfit(`each iteration writes the same place in ${objectText(b.access.node.address)}`);
    for (const a of members) {
      if (a.order >= b.order || (!a.access.isStore && !b.access.isStore)) continue;
      const apart = b.offset - a.offset;
      for (let later: number = nearest(a, b); later < lanes; later++) {
        const t = stride * later - apart;
        if (-a.size < t && t < b.size)
          unfit(`an iteration needs ${objectText(a.access.node.address)} as one before it leaves it`);
      }
    }
  }
}

/** Two groups at one pace: their distance is none at which they disturb each other. */
function distanceCheck(a: Group, b: Group, lanes: number): Expression {
  let [least, greatest] = [Infinity, -Infinity];
  for (const m of a.members) {
    for (const n of b.members) {
      if (!m.access.isStore && !n.access.isStore) continue;
      const [low, high] = m.order < n.order ? unsafe(m, n, a.stride, lanes) : reversed(unsafe(n, m, a.stride, lanes));
      // The distance of the members is that of the groups, and that of the members in them.
      const inner = n.offset - m.offset;
      least = Math.min(least, low - inner);
      greatest = Math.max(greatest, high - inner);
    }
  }
  const apart = differenceOf(minus(affine(b.start), affine(a.start)));
  return binary('ge_u', add(apart, constI32(-least)), constI32(greatest - least + 1));
}

const reversed = ([low, high]: readonly [number, number]): readonly [number, number] => [-high, -low];

/** A sum with what is taken away behind what is there. */
function differenceOf(sum: Affine): Expression {
  const terms = [...sum.values()];
  const taken = terms.filter(({ coefficient }) => coefficient < 0);
  const there = expressionOf(terms.filter(({ coefficient }) => coefficient > 0));
  if (taken.length === 0) return there;
  return sub(there, expressionOf(taken.map((term) => ({ ...term, coefficient: -term.coefficient }))));
}

/** Two groups at different paces: what one touches in all iterations ends before the other begins. */
function extentCheck(a: Group, b: Group, count: Expression): Expression {
  const [low, high] = [extent(a, count), extent(b, count)];
  const behind = binary('ge_u', sub(high.from, low.from), low.size);
  const before = binary('ge_u', sub(low.from, high.from), high.size);
  return binary('and', behind, before);
}

function extent({ stride, start, span }: Group, count: Expression): { from: Expression; size: Expression } {
  const moved = mul(add(count, constI32(-1)), constI32(Math.abs(stride)));
  return { from: stride < 0 ? sub(start, moved) : start, size: add(moved, constI32(span)) };
}
