/**
 * Which threads are near each other, as programs are told: the host of each, and whose memory a program may load and store.
 *
 * Takes the processes of the job, or the nodes of a simulated machine. One idea: on a machine all threads lie in one memory of this computer, but a node is a host of
 * its own there, and its threads alone share memory, as where each host has one process.
 */
import type { Levels } from './core/tree.ts';
import type { NodesOfRanks } from './launch/simulation.ts';
import { type ProcessMemory, startOf } from './memory/memories.ts';

/** Threads first, first + stride ... */
export interface Progression {
  readonly first: number;
  readonly stride: number;
  readonly count: number;
}

export interface Neighbourhood {
  /** The number of a thread's host. */
  hostOf(thread: number): number;
  /** A number that threads have in common whose memory loads and stores of programs reach. */
  memoryOf(thread: number): number;
  /** The hosts of the job, and the memories of each; none where all threads share one. */
  levels(threads: number): Levels;
  /** All threads share memory. */
  readonly isOne: boolean;
  /** The threads on the node of this one, if the job runs on a machine; this one alone where they are at no regular distance. */
  readonly onNode: (() => Progression) | undefined;
}

/** Of a job on this computer, or on several; `origins`: the first threads of memories. */
export function neighbourhoodOf(processes: readonly ProcessMemory[], origins: readonly number[]): Neighbourhood {
  const hostOf = (thread: number) => processes.findLast(({ first }) => first <= thread)?.host ?? 0;
  const memoryOf = (thread: number) => startOf(origins, thread);
  const isOne = origins.length === 1;
  return {
    ...{ hostOf, memoryOf, isOne },
    levels: (threads) => (isOne ? [] : [hostOf, memoryOf].map((groupOf) => groups(threads, groupOf))),
    onNode: undefined,
  };
}

/** Of a job of so many threads on a machine. */
export function neighbourhoodOn(nodes: NodesOfRanks, thread: number, threads: number): Neighbourhood {
  const nodeOf = (rank: number) => nodes.nodeOf(rank);
  return {
    hostOf: nodeOf,
    memoryOf: nodeOf,
    isOne: nodes.ranksOf(nodeOf(thread)).length === threads,
    levels: () => levelsOn(nodes, threads),
    onNode: () => progressionOf(nodes.ranksOf(nodeOf(thread))) ?? { first: thread, stride: 1, count: 1 },
  };
}

const groups = (threads: number, groupOf: (thread: number) => number) =>
  Int32Array.from({ length: threads }, (_, thread) => groupOf(thread));

/** Of all ranks that are simulated here: made once. */
const known = new WeakMap<NodesOfRanks, Levels>();

function levelsOn(nodes: NodesOfRanks, threads: number): Levels {
  const levels = known.get(nodes) ?? [groups(threads, (rank) => nodes.nodeOf(rank))];
  known.set(nodes, levels);
  return levels;
}

/** Undefined where they are at no regular distance. */
function progressionOf(threads: readonly number[]): Progression | undefined {
  const [first, second] = threads as [number, number?];
  const stride = second === undefined ? 1 : second - first;
  const isRegular = threads.every((thread, index) => thread === first + index * stride);
  return isRegular ? { first, stride, count: threads.length } : undefined;
}
