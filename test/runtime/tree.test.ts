/** The tree of collective operations: each member once, as few letters between groups as can be, subtrees that are ranges. */
import { expect, test } from 'vitest';
import { type Levels, type Place, placeIn } from '../../runtime/core/tree.ts';

const THREADS = 18;
const threads = Array.from({ length: THREADS }, (_, thread) => thread);
/** Group of each thread where groups have so many, again and again. */
const groups = (...sizes: number[]) => {
  const found: number[] = [];
  for (let group = 0; found.length < THREADS; group++)
    for (let i = sizes[group % sizes.length]!; i > 0; i--) found.push(group);
  return found.slice(0, THREADS);
};
const HOSTS = groups(9, 3, 3);
const LEVELS: readonly Levels[] = [
  [],
  [threads.map(() => 0)],
  [groups(4)],
  [HOSTS, groups(2, 1)],
  [threads.map((thread) => thread % 3)],
];
const TEAMS = [1, 2, 5, THREADS].flatMap((size) => [
  threads.slice(0, size),
  [...threads].reverse().slice(0, size),
  threads.map((thread) => (thread * 7) % THREADS).slice(0, size),
]);

/** All places of a team. */
function placesOf(members: readonly number[], root: number, degree: number, levels: Levels): Place[] {
  return members.map((_, rank) => placeIn(members, rank, root, degree, levels));
}

function forAll(check: (members: readonly number[], root: number, degree: number, levels: Levels) => void): void {
  for (const members of TEAMS)
    for (const root of new Set([0, members.length - 1, members.length >> 1]))
      for (const degree of [2, 4]) for (const levels of LEVELS) check(members, root, degree, levels);
}

test('each member is there once, below its parent, and the root on top', () =>
  forAll((members, root, degree, levels) => {
    const places = placesOf(members, root, degree, levels);
    expect([...places[0]!.order].sort((a, b) => a - b)).toEqual(members.map((_, rank) => rank));
    expect(places[root]).toMatchObject({ at: 0, size: members.length, parent: undefined });
    const reached = places.flatMap(({ children }) => children.map(({ member }) => member));
    expect(reached.sort((a, b) => a - b)).toEqual(members.map((_, rank) => rank).filter((rank) => rank !== root));
    for (const { member, children } of places)
      expect(children.every((child) => places[child.member]!.parent === member)).toBe(true);
  }));

test('a subtree is a range: a member, then those of its children', () =>
  forAll((members, root, degree, levels) => {
    const places = placesOf(members, root, degree, levels);
    for (const { member, at, size, children, order } of places) {
      const sizes = children.map((child) => places[child.member]!.size);
      const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, each) => sum + each, at + 1));
      expect(children.map((child) => [child.at, child.size])).toEqual(starts.map((start, i) => [start, sizes[i]]));
      expect([order[at], sizes.reduce((sum, each) => sum + each, 1)]).toEqual([member, size]);
    }
  }));

test('one letter each way for each group but one leaves it, at every level', () =>
  forAll((members, root, degree, levels) => {
    const places = placesOf(members, root, degree, levels);
    const links = places.filter(({ parent }) => parent !== undefined);
    for (const level of levels) {
      const groupOf = (rank: number) => level[members[rank]!]!;
      const all = new Set(members.map((_, rank) => groupOf(rank)));
      const between = links.filter(({ member, parent }) => groupOf(member) !== groupOf(parent!));
      expect(between.length).toBe(all.size - 1);
    }
  }));

test('from rank 0, where members of a group are neighbours, the order is that of the ranks', () => {
  for (const levels of [[], [groups(4)], [HOSTS, groups(1, 2)]])
    expect(placeIn(threads, 0, 0, 4, levels).order).toEqual(threads);
});

test('without levels: digits of base 4, or 2, around the root', () => {
  const children = (root: number, rank: number, degree: number) =>
    placeIn(threads.slice(0, 10), rank, root, degree).children.map(({ member }) => member);
  expect([children(0, 0, 4), children(0, 4, 4), children(0, 8, 4)]).toEqual([[1, 2, 3, 4, 8], [5, 6, 7], [9]]);
  expect([children(3, 3, 2), children(3, 7, 2)]).toEqual([
    [4, 5, 7, 1],
    [8, 9],
  ]);
});
