/**
 * Algorithms of collective operations over letters, each a step machine; chosen by size and number of members.
 *
 * Addresses are of this member's own memory, and only its own thread touches them, within its own call: data go in letters. Small
 * data travel over wide trees, packed: few steps one after the other, and each member is woken as seldom as can be, which counts
 * more than the links where members share cores. Large ones go over narrow trees, or straight from their owner, whom a receiver reads. All trees
 * are by levels (core/tree.ts): as few letters as can be leave a host. Where the hardware of a simulated machine does an operation (hardware.ts), there are no letters.
 * (Bruck, Ho, Kipnis, Upfal and Weathersby 1997; Thakur, Rabenseifner and Gropp 2005)
 */
import { DEGREE } from '../core/tree.ts';
import type { Awaited, Part, Steps } from './engine.ts';
import { type Arithmetic, BARRIER, reductionOf } from './hardware.ts';

/** Blocks up to so many bytes all together are packed, which costs copies, to save letters. */
const PACKED = 8192;
/** Blocks up to so many bytes go packed, in a letter for each bit of the number of members, not in one to each other. */
const SMALL = 256;
/** Operands up to so many bytes all together are gathered, to be combined by each member: more take longer on their way than one on each step of a tree. */
const GATHERED = 512;
/** Data up to so many bytes go over wide trees: larger ones would wait for the sender's link. */
const WIDE = 4096;

/** Whether blocks of so many members travel packed, over a tree. Small ones always do: else the root of thousands of members has a letter of each. */
const goesPacked = (size: number, bytes: number): boolean => bytes * size <= PACKED || bytes <= SMALL;

/** Combines two operands at addresses into the first, which comes before the other in the order of the ranks. */
export type Combine = (to: number, from: number) => void;

/** All have entered: they gather nothing. */
export function* barrier(part: Part): Steps {
  const { hardware, team } = part;
  if (hardware?.does(team, BARRIER)) yield* hardware.meet(part);
  else yield* gatherAllPacked(part, 0, 0, 0);
}

/** The root's `bytes` at `source` to `destination` of all. */
export function* broadcast(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
  const { hardware, team } = part;
  if (hardware?.does(team, { kind: 'broadcast', bytes })) {
    yield* hardware.broadcast(part, root, destination, source, bytes);
    return;
  }
  const { parent, children } = part.place(root, bytes <= WIDE ? DEGREE : 2);
  if (parent === undefined) part.copy(destination, source, bytes);
  else yield* part.receive(parent, 0, destination, bytes);
  for (const { member } of [...children].reverse()) part.send(member, 0, destination, bytes);
  yield* part.settle();
}

/** Block i of the root's `source` to `destination` of member i. */
export function* scatter(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  if (goesPacked(size, bytes)) yield* scatterPacked(part, root, destination, source, bytes);
  else if (rank !== root) yield* part.receive(root, 0, destination, bytes);
  else {
    for (let to = 0; to < size; to++) if (to !== root) part.send(to, 0, source + to * bytes, bytes);
    part.copy(destination, source + root * bytes, bytes);
  }
  yield* part.settle();
}

/** A node has the blocks of its subtree, and sends each child those of its own. */
function* scatterPacked(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
  const { at, size, parent, children, order } = part.place(root, DEGREE);
  const room = part.room(size * bytes);
  if (parent !== undefined) yield* part.receive(parent, 0, room, size * bytes);
  else
    for (const [position, member, count] of stretches(order))
      part.copy(room + position * bytes, source + member * bytes, count * bytes);
  for (const child of [...children].reverse())
    part.send(child.member, 0, room + (child.at - at) * bytes, child.size * bytes);
  part.copy(destination, room, bytes);
}

/** Of members in the order of a tree those who follow each other: position, first member, how many. */
function stretches(order: readonly number[]): [position: number, member: number, count: number][] {
  const found: [number, number, number][] = [];
  for (const [position, member] of order.entries()) {
    const last = found.at(-1);
    if (last !== undefined && member === last[1] + last[2]) last[2]++;
    else found.push([position, member, 1]);
  }
  return found;
}

/** Block `source` of member i to `destination` + i blocks of the root. */
export function* gather(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  if (goesPacked(size, bytes)) yield* gatherPacked(part, root, destination, source, bytes);
  else if (rank !== root) part.send(root, 0, source, bytes);
  else {
    part.copy(destination + root * bytes, source, bytes);
    for (let from = 0; from < size; from++)
      if (from !== root) yield* part.accept(from, 0, destination + from * bytes, bytes);
  }
  yield* part.settle();
}

/** A node receives the blocks of its children's subtrees, and sends its parent those of its own. */
function* gatherPacked(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
  const { at, size, parent, children, order } = part.place(root, DEGREE);
  const room = bytes === 0 ? 0 : part.room(size * bytes);
  part.copy(room, source, bytes);
  for (const child of children)
    yield* part.receive(child.member, 0, room + (child.at - at) * bytes, child.size * bytes);
  if (parent !== undefined) part.send(parent, 0, room, size * bytes);
  else
    for (const [position, member, count] of stretches(order))
      part.copy(destination + member * bytes, room + position * bytes, count * bytes);
}

/** Block `source` of member i to `destination` + i blocks of all. */
export function* gatherAll(part: Part, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  if (bytes * size <= PACKED) yield* gatherAllPacked(part, destination, source, bytes);
  else if (bytes <= SMALL) yield* gatherAllDoubling(part, destination, source, bytes);
  else {
    for (let turn = 1; turn < size; turn++) part.send((rank + turn) % size, 0, source, bytes);
    part.copy(destination + rank * bytes, source, bytes);
    for (let turn = 1; turn < size; turn++) {
      const from = (rank - turn + size) % size;
      yield* part.accept(from, 0, destination + from * bytes, bytes);
    }
  }
  yield* part.settle();
}

/** Up a tree, and down again; two tell each other, so that neither waits for two letters one after the other. */
function* gatherAllPacked(part: Part, destination: number, source: number, bytes: number): Steps {
  if (part.size === 2) yield* swap(part, destination, source, bytes);
  else {
    yield* gather(part, 0, destination, source, bytes);
    yield* broadcast(part.next(), 0, destination, destination, part.size * bytes);
  }
}

/** Block i is of the member i behind this one: in each step a member learns as many as it has. (Bruck and others 1997) */
function* gatherAllDoubling(part: Part, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  const room = part.room(size * bytes);
  part.copy(room, source, bytes);
  for (let known = 1, step = 0; known < size; known *= 2, step++) {
    const more = Math.min(known, size - known) * bytes;
    part.send((rank - known + size) % size, step, room, more);
    yield* part.receive((rank + known) % size, step, room + known * bytes, more);
  }
  rotate(part, destination, room, (size - rank) % size, bytes);
}

function* swap(part: Part, destination: number, source: number, bytes: number): Steps {
  const { rank } = part;
  part.send(1 - rank, 0, source, bytes);
  part.copy(destination + rank * bytes, source, bytes);
  yield* part.receive(1 - rank, 0, destination + (1 - rank) * bytes, bytes);
  yield* part.settle();
}

/** Block j of `source` of member i to block i of `destination` of member j. */
export function* exchange(part: Part, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  if (bytes * size <= PACKED / 2 || bytes <= SMALL) yield* exchangePacked(part, destination, source, bytes);
  else {
    for (let turn = 1; turn < size; turn++) {
      const to = (rank + turn) % size;
      part.send(to, 0, source + to * bytes, bytes);
    }
    part.copy(destination + rank * bytes, source + rank * bytes, bytes);
    for (let turn = 1; turn < size; turn++) {
      const from = (rank - turn + size) % size;
      yield* part.accept(from, 0, destination + from * bytes, bytes);
    }
  }
  yield* part.settle();
}

/** Copies the blocks of all members so that that of `first` comes first. */
function rotate(part: Part, to: number, from: number, first: number, bytes: number): void {
  const before = first * bytes;
  const after = (part.size - first) * bytes;
  part.copy(to, from + before, after);
  part.copy(to + after, from, before);
}

/** Block i is for the member i behind this one: in the step of each bit those with that bit travel so far. */
function* exchangePacked(part: Part, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  const [room, out, into] = [part.room(size * bytes), part.room(size * bytes), part.room(size * bytes)];
  rotate(part, room, source, rank, bytes);
  for (let hop = 1, step = 0; hop < size; hop *= 2, step++) {
    const travelling = Array.from({ length: size }, (_, i) => i).filter((i) => (i & hop) !== 0);
    yield* part.settle();
    for (const [at, i] of travelling.entries()) part.copy(out + at * bytes, room + i * bytes, bytes);
    part.send((rank + hop) % size, step, out, travelling.length * bytes);
    yield* part.receive((rank - hop + size) % size, step, into, travelling.length * bytes);
    for (const [at, i] of travelling.entries()) part.copy(room + i * bytes, into + at * bytes, bytes);
  }
  for (let i = 0; i < size; i++) part.copy(destination + ((rank - i + size) % size) * bytes, room + i * bytes, bytes);
}

/** `source` of each member to `destination` of member `to`, a permutation. */
export function* permute(part: Part, to: number, destination: number, source: number, bytes: number): Steps {
  const { rank, size } = part;
  // The receiver does not know its sender: each is told first.
  const [mine, all] = [part.room(4), part.room(4 * size)];
  part.space.I32[mine >>> 2] = to;
  yield* gatherAllPacked(part, all, mine, 4);
  const from = part.space.I32.subarray(all >>> 2, (all >>> 2) + size).indexOf(rank);
  part.next();
  if (to !== rank) part.send(to, 0, source, bytes);
  else part.copy(destination, source, bytes);
  if (from >= 0 && from !== rank) yield* part.receive(from, 0, destination, bytes);
  yield* part.settle();
}

/** Combines `source` of all, in the order of the ranks, at `destination` of the root. `arithmetic`: what `combine` does, if it is known. */
export function* reduce(
  part: Part,
  root: number,
  destination: number,
  source: number,
  bytes: number,
  combine: Combine,
  arithmetic?: Arithmetic,
): Steps {
  const { rank } = part;
  const given = [source, bytes, combine, arithmetic] as const;
  if (yield* reduceByHardware(part, rank === root ? destination : undefined, ...given)) return;
  const room = rank === root ? destination : part.room(bytes);
  yield* reduceTo0(part, room, source, bytes, combine);
  part.next();
  if (root !== 0 && rank === 0) part.send(root, 0, room, bytes);
  if (root !== 0 && rank === root) yield* part.receive(0, 0, destination, bytes);
  yield* part.settle();
}

/** Over a tree whose subtrees are ranges of ranks. `room` gets what this member's subtree gives. */
function* reduceTo0(part: Part, room: number, source: number, bytes: number, combine: Combine): Steps {
  const { parent, children } = part.placeInOrder(DEGREE);
  const operand = part.room(bytes);
  part.copy(room, source, bytes);
  for (const { member } of children) {
    yield* part.receive(member, 0, operand, bytes);
    combine(room, operand);
  }
  // What is there must stay until the parent has fetched it: the root's answer may come into the same place.
  if (parent === undefined) return;
  part.send(parent, 0, room, bytes);
  yield* part.settle();
}

/** At `destination` of those who have one; false where the hardware does not do it. */
function* reduceByHardware(
  part: Part,
  destination: number | undefined,
  source: number,
  bytes: number,
  combine: Combine,
  arithmetic: Arithmetic | undefined,
): Generator<Awaited, boolean, void> {
  const { hardware, team } = part;
  const reduction = reductionOf(bytes, arithmetic);
  if (hardware === undefined || reduction === undefined || !hardware.does(team, reduction)) return false;
  yield* hardware.reduce(part, destination, source, reduction, combine);
  return true;
}

/** Combines `source` of all at `destination` of all, with the same bits; `arithmetic` as of `reduce`. */
export function* reduceAll(
  part: Part,
  destination: number,
  source: number,
  bytes: number,
  combine: Combine,
  arithmetic?: Arithmetic,
): Steps {
  if (yield* reduceByHardware(part, destination, source, bytes, combine, arithmetic)) return;
  const { size } = part;
  if (bytes * size <= GATHERED) yield* reduceGathered(part, destination, source, bytes, size, combine);
  else {
    yield* reduceTo0(part, destination, source, bytes, combine);
    yield* broadcast(part.next(), 0, destination, destination, bytes);
  }
}

/** All operands are gathered: the fewest steps for a value. Combines the first `count`. */
function* reduceGathered(
  part: Part,
  destination: number,
  source: number,
  bytes: number,
  count: number,
  combine: Combine,
): Steps {
  const room = part.room(part.size * bytes);
  yield* gatherAllPacked(part, room, source, bytes);
  yield* part.settle();
  for (let i = 1; i < count; i++) combine(room, room + i * bytes);
  part.copy(destination, room, bytes);
}

/** Combines `source` of the members up to this one, in the order of the ranks, at `destination`. */
export function* scan(part: Part, destination: number, source: number, bytes: number, combine: Combine): Steps {
  const { rank, size } = part;
  if (bytes * size <= GATHERED) {
    yield* reduceGathered(part, destination, source, bytes, rank + 1, combine);
    return;
  }
  let [room, other] = [part.room(bytes), part.room(bytes)];
  part.copy(room, source, bytes);
  // Of as many members as a hop, up to this one; what has been sent must stay until it is fetched.
  for (let hop = 1, step = 0; hop < size; hop *= 2, step++) {
    if (rank + hop < size) part.send(rank + hop, step, room, bytes);
    if (rank >= hop) yield* part.receive(rank - hop, step, other, bytes);
    yield* part.settle();
    if (rank < hop) continue;
    combine(other, room);
    [room, other] = [other, room];
  }
  part.copy(destination, room, bytes);
}
