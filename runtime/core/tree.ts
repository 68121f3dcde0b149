/**
 * Trees of threads by levels: over the hosts of a job, over the memories of each host, over the threads of each memory.
 *
 * Takes the members of a team, which of them is the root, and in which group each thread is at each level; gives a member's place. The
 * first members of the groups of a level make a tree whose subtrees are ranges of groups, and below each of them lie the members of its group,
 * by the next level. So as many letters leave a group for another one as there are groups, less one. Members are in the order of this tree
 * from its root on, so every subtree is a range of them, whose data can be packed.
 */

/** Of trees for few bytes: so many members, less one, a member reaches at once. */
export const DEGREE = 4;

/** The group of each thread, by number; the outermost level first, in whose groups those of the next lie. None: all are alike. */
export type Levels = readonly ArrayLike<number>[];

/** A subtree: the rank in the team of its first member, its position in the order, and how many there are. */
export interface Subtree {
  readonly member: number;
  readonly at: number;
  readonly size: number;
}

/** A member's place. */
export interface Place extends Subtree {
  /** Rank in the team; undefined for the root. */
  readonly parent: number | undefined;
  /** From nearer and smaller ones on, as they follow each other. */
  readonly children: readonly Subtree[];
  /** Ranks in the team by position. */
  readonly order: readonly number[];
}

/** Place of the member `rank` of a team: `members` are its threads by rank. `degree`: groups that one reaches at once, and one. */
export function placeIn(
  members: ArrayLike<number>,
  rank: number,
  root: number,
  degree: number,
  levels: Levels = [],
): Place {
  const { length } = members;
  const fromRoot = Array.from({ length }, (_, i) => (root + i) % length);
  const tree = new Tree(members, degree);
  tree.plant(fromRoot, levels, undefined);
  return tree.placeOf(rank);
}

class Tree {
  private readonly order: number[] = [];
  /** By position. */
  private readonly parents: (number | undefined)[] = [];
  private readonly sizes: number[] = [];

  constructor(
    private readonly members: ArrayLike<number>,
    private readonly degree: number,
  ) {}

  /** Adds the tree of some members, of which the first is its root. */
  plant(ranks: readonly number[], levels: Levels, parent: number | undefined): void {
    const groups = this.groupsOf(ranks, levels);
    const plantGroup = (index: number, above: number | undefined) => {
      const at = this.order.length;
      if (groups[index]!.length === 1) this.add(groups[index]![0]!, above);
      else this.plant(groups[index]!, levels.slice(1), above);
      for (const child of childrenOf(index, this.degree, groups.length)) plantGroup(child, groups[index]![0]!);
      this.sizes[at] = this.order.length - at;
    };
    plantGroup(0, parent);
  }

  placeOf(rank: number): Place {
    const at = this.order.indexOf(rank);
    const size = this.sizes[at]!;
    const children: Subtree[] = [];
    for (let child = at + 1; child < at + size; child += this.sizes[child]!)
      children.push({ member: this.order[child]!, at: child, size: this.sizes[child]! });
    return { member: rank, at, size, parent: this.parents[at], children, order: this.order };
  }

  /** By the first level, in the order in which they come; of the last one each member is a group. */
  private groupsOf(ranks: readonly number[], [level]: Levels): readonly (readonly number[])[] {
    if (level === undefined) return ranks.map((rank) => [rank]);
    const groups = new Map<number, number[]>();
    for (const rank of ranks) {
      const group = level[this.members[rank]!]!;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group)!.push(rank);
    }
    return [...groups.values()];
  }

  private add(rank: number, parent: number | undefined): void {
    this.order.push(rank);
    this.parents.push(parent);
  }
}

/** Children of a node in a tree whose subtrees are ranges: each is larger by a digit in front of the lowest one that the node has. */
function childrenOf(node: number, degree: number, size: number): number[] {
  const children: number[] = [];
  for (let weight = 1; node + weight < size && node % (weight * degree) === 0; weight *= degree)
    for (let digit = 1; digit < degree && node + digit * weight < size; digit++) children.push(node + digit * weight);
  return children;
}
