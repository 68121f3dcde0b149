/**
 * The place of each rank: its node, and its number there.
 *
 * Blue Gene's mapping names the torus' dimensions and T, the place on a node, slowest first: by ABCDET ranks fill a node, then
 * the next along E. For other fabrics `block` fills one node after the other, `cyclic` deals ranks in turn. A list names each rank's node.
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
  private ranksOfNodes: readonly (readonly number[])[] | undefined;

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

  /** The ranks of one node, in their order. */
  ranksOf(node: number): readonly number[] {
    this.ranksOfNodes ??= this.sorted();
    return this.ranksOfNodes[node]!;
  }

  private sorted(): number[][] {
    const all = Array.from({ length: this.nodes }, (): number[] => []);
    for (const [rank, node] of this.nodesOfRanks.entries()) all[node]!.push(rank);
    return all;
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

/** No machine has as many. */
const MOST_NODES = 2 ** 24;
/** Dimensions of a torus by letter. */
const LETTERS = 'ABCDEFGHIJ';

/** By a mapping such as ABCDET, on a torus of this shape. */
export function mapped(ranks: number, perNode: number, mapping: string, shape: readonly number[]): Placement {
  const names = [...LETTERS.slice(0, shape.length), 'T'];
  const letters = [...mapping.toUpperCase()];
  if ([...letters].sort().join('') !== [...names].sort().join(''))
    throw new MachineError(
      `--map=${mapping}: give each of ${names.join('')} once, the fastest last, as in ${names.join('')}; or block, cyclic, a file as in ./ranks`,
    );
  const lengths = letters.map((letter) => (letter === 'T' ? perNode : shape[LETTERS.indexOf(letter)]!));
  if (ranks > nodesOf(lengths))
    throw new MachineError(
      `--map=${mapping}: ${ranks} ranks, ${perNode} a node: the torus ${shape.join('x')} holds ${nodesOf(lengths)}`,
    );
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

/** What a list is for. */
export interface Listed {
  /** Its first lines are theirs. */
  readonly ranks: number;
  /** Of a node. */
  readonly places: number;
  /** Of a torus, the smallest first. */
  readonly shapes?: readonly (readonly number[])[] | undefined;
}

/**
 * By a list: a line for each rank in order, its node, or its coordinates on a torus, and behind it its place there; of a node alone
 * the rank takes the next place. # begins a remark.
 */
export function listed(text: string, file: string, { ranks, places, shapes }: Listed): Placement {
  const lines = linesOf(text, file, shapes?.[0]?.length);
  if (lines.length < ranks)
    throw new MachineError(`--map=${file}: it has lines for ${lines.length} of ${ranks} ranks: give one for each`);
  const shape = shapes && shapeOf(lines, shapes);
  const nextOf = new Map<number, number>();
  const taken = new Map<string, number>();
  const all = lines.slice(0, ranks).map(({ numbers, where }, rank) => {
    const node = nodeIn(numbers, where, shape);
    const local = numbers.length === 1 ? (nextOf.get(node) ?? 0) : numbers.at(-1)!;
    if (local >= places)
      throw new MachineError(
        `${where}: place ${local} of node ${node}: it has ${places} hardware threads, 0 to ${places - 1}; give another node`,
      );
    const other = taken.get(`${node} ${local}`);
    if (other !== undefined) throw new MachineError(`${where}: rank ${other} has the same place: give each its own`);
    taken.set(`${node} ${local}`, rank);
    nextOf.set(node, local + 1);
    return { node, local };
  });
  const hasCoordinates = lines.some(({ numbers }) => numbers.length > 2);
  return new Placement(ranks, (rank) => all[rank]!, hasCoordinates ? nodesOf(shape!) : 1);
}

interface Line {
  readonly numbers: readonly number[];
  /** "FILE:LINE" */
  readonly where: string;
}

/** `dimensions`: of a torus. */
function linesOf(text: string, file: string, dimensions: number | undefined): Line[] {
  const lines = text.split('\n').map((line, index) => ({ said: line.replace(/#.*/, '').trim(), index }));
  return lines
    .filter(({ said }) => said !== '')
    .map(({ said, index }) => {
      const where = `${file}:${index + 1}`;
      const words = said.split(/\s+/);
      const wrong = words.find((word) => !/^\d+$/.test(word) || Number(word) >= MOST_NODES);
      const fits = words.length <= 2 || words.length - 1 === dimensions;
      if (wrong === undefined && fits) return { numbers: words.map(Number), where };
      const why =
        wrong === undefined ? `these are ${words.length} numbers` : `'${wrong}' is none of 0 to ${MOST_NODES - 1}`;
      throw new MachineError(`${where}: '${said}': ${why}; give ${inALine(dimensions)}`);
    });
}

/** What a line has, by examples. */
function inALine(dimensions: number | undefined): string {
  const node = "the rank's node, and its place there if you like, as in '3' or '3 0'";
  if (dimensions === undefined) return node;
  return `${node}, or the node's ${dimensions} coordinates and the place, as in '${'0 '.repeat(dimensions)}3'`;
}

/** The first shape that has all coordinates; else the largest. */
function shapeOf(lines: readonly Line[], shapes: readonly (readonly number[])[]): readonly number[] {
  const has = (shape: readonly number[]) =>
    lines.every(
      ({ numbers }) => numbers.length <= 2 || shape.every((length, dimension) => numbers[dimension]! < length),
    );
  return shapes.find(has) ?? shapes.at(-1)!;
}

function nodeIn(numbers: readonly number[], where: string, shape: readonly number[] = []): number {
  if (numbers.length <= 2) return numbers[0]!;
  const beyond = shape.findIndex((length, dimension) => numbers[dimension]! >= length);
  if (beyond >= 0)
    throw new MachineError(
      `${where}: coordinate ${LETTERS[beyond]} is ${numbers[beyond]}, the torus is ${shape.join('x')}: give 0 to ${shape[beyond]! - 1}`,
    );
  return shape.reduce((sum, length, dimension) => sum * length + numbers[dimension]!, 0);
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
