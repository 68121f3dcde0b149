/**
 * Which rank is on which node.
 *
 * Blue Gene's mapping names the torus' dimensions and T, the place on a node, slowest first: by ABCDET ranks fill a node, then
 * the next along E. For other fabrics `block` fills one node after the other, `cyclic` deals ranks in turn.
 */
import { MachineError } from './errors.ts';
import { nodesOf } from './kinds.ts';

export interface Place {
  readonly node: number;
  /** Among the ranks of its node. */
  readonly local: number;
}

export class Placement {
  /** Numbers of nodes are below it. */
  readonly nodes: number;
  /** Places of a node that ranks take are below it. */
  readonly perNode: number;
  private readonly nodesOfRanks: Int32Array;
  private readonly localsOfRanks: Int32Array;

  constructor(
    readonly ranks: number,
    placeOf: (rank: number) => Place,
    /** Of the fabric, where it has more than ranks take. */
    nodes = 1,
  ) {
    const places = Array.from({ length: ranks }, (_, rank) => placeOf(rank));
    this.nodesOfRanks = Int32Array.from(places, ({ node }) => node);
    this.localsOfRanks = Int32Array.from(places, ({ local }) => local);
    this.nodes = this.nodesOfRanks.reduce((most, node) => Math.max(most, node + 1), nodes);
    this.perNode = 1 + this.localsOfRanks.reduce((most, local) => Math.max(most, local), 0);
  }

  nodeOf(rank: number): number {
    return this.nodesOfRanks[rank]!;
  }

  localOf(rank: number): number {
    return this.localsOfRanks[rank]!;
  }
}

/** One node after the other. */
export function block(ranks: number, perNode: number): Placement {
  return new Placement(ranks, (rank) => ({ node: Math.floor(rank / perNode), local: rank % perNode }));
}

/** Ranks dealt to as few nodes as hold them. */
export function cyclic(ranks: number, perNode: number): Placement {
  const nodes = Math.ceil(ranks / perNode);
  return new Placement(ranks, (rank) => ({ node: rank % nodes, local: Math.floor(rank / nodes) }));
}

/** Dimensions of a torus by letter. */
const LETTERS = 'ABCDEFGHIJ';

/** By a mapping such as ABCDET, on a torus of this shape. */
export function mapped(ranks: number, perNode: number, mapping: string, shape: readonly number[]): Placement {
  const names = [...LETTERS.slice(0, shape.length), 'T'];
  const letters = [...mapping.toUpperCase()];
  if ([...letters].sort().join('') !== [...names].sort().join(''))
    throw new MachineError(
      `mapping ${mapping}: give each of ${names.join('')} once, the fastest last, as in ${names.join('')}`,
    );
  const lengths = letters.map((letter) => (letter === 'T' ? perNode : shape[LETTERS.indexOf(letter)]!));
  if (ranks > nodesOf(lengths))
    throw new MachineError(`${ranks} ranks, ${perNode} a node: the torus ${shape.join('x')} holds ${nodesOf(lengths)}`);
  return new Placement(
    ranks,
    (rank) => {
      const at = digitsOf(rank, lengths);
      const coordinate = (letter: string) => at[letters.indexOf(letter)]!;
      const node = shape.reduce((sum, length, dimension) => sum * length + coordinate(LETTERS[dimension]!), 0);
      return { node, local: coordinate('T') };
    },
    nodesOf(shape),
  );
}

/** By a list: a line for each rank in order, its node, or its coordinates, and its place on the node; # begins a remark. */
export function listed(text: string, file: string, shape?: readonly number[]): Placement {
  const lines = text
    .split('\n')
    .map((line, index) => ({ words: line.replace(/#.*/, '').trim().split(/\s+/).filter(Boolean), number: index + 1 }))
    .filter(({ words }) => words.length > 0);
  const places = lines.map(({ words, number }) => placeIn(words, `${file}:${number}`, shape));
  const taken = new Map(places.map(({ node, local }, rank) => [`${node} ${local}`, rank]));
  const twice = places.findIndex(({ node, local }, rank) => taken.get(`${node} ${local}`) !== rank);
  if (twice >= 0)
    throw new MachineError(`${file}:${lines[twice]!.number}: another rank has the same place: give each its own`);
  return new Placement(places.length, (rank) => places[rank]!);
}

function placeIn(words: readonly string[], where: string, shape?: readonly number[]): Place {
  const numbers = words.map(Number);
  const isWhole = numbers.every((each) => Number.isInteger(each) && each >= 0);
  const fits = numbers.length === 2 || (shape !== undefined && numbers.length === shape.length + 1);
  if (!isWhole || !fits)
    throw new MachineError(`${where}: '${words.join(' ')}': give a node and a place on it, as in '3 0'`);
  const local = numbers.at(-1)!;
  if (numbers.length === 2) return { node: numbers[0]!, local };
  const beyond = shape!.findIndex((length, dimension) => numbers[dimension]! >= length);
  if (beyond >= 0)
    throw new MachineError(
      `${where}: coordinate ${LETTERS[beyond]} is ${numbers[beyond]}, the torus is ${shape!.join('x')}`,
    );
  return { node: shape!.reduce((sum, length, dimension) => sum * length + numbers[dimension]!, 0), local };
}

/** A number in mixed radix, the last digit fastest. */
function digitsOf(number: number, lengths: readonly number[]): number[] {
  const digits: number[] = [];
  for (const length of [...lengths].reverse()) {
    digits.unshift(number % length);
    number = Math.floor(number / length);
  }
  return digits;
}
