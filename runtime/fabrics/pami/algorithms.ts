/**
 * Algorithms of each collective operation, in PAMI's two lists.
 *
 * Those of the first list always work. Those of the second are faster where they apply; the caller must query first:
 * the byte range in the metadata, or the check function.
 */
import { disseminate, gatherAndRelease } from './collectives/barrier.ts';
import type { Call } from './collectives/call.ts';
import * as data from './collectives/data.ts';
import { ambroadcast, amgather, amreduce, amscatter } from './collectives/onesided.ts';
import * as reduction from './collectives/reduction.ts';
import type { Command, XferType } from './xfer.ts';

/** Resumed whenever the context is advanced, until it returns. */
export type Steps = Generator<void, void, void>;

/** pami_algorithm_t with its pami_metadata_t. */
export interface Algorithm {
  readonly name: string;
  readonly type: XferType;
  /** Maximum bytes of a member's data. */
  readonly rangeHi: number;
  /** Members among which it is the faster one: where one sends to all, few. */
  readonly mostMembers: number;
  /** Whether the command may use it; always true in the first list. */
  readonly check: (command: Command) => boolean;
  readonly run: (call: Call, command: Command) => Steps;
}

/** Maximum bytes for algorithms that send a member's data as a whole. */
const SHORT = 4096;
/** Members of which one sends to each of the others, one after the other, no later than a tree has reached all. */
const FEW = 16;

const ALWAYS: Readonly<Record<XferType, readonly Algorithm[]>> = {
  barrier: [always('barrier', 'dissemination', disseminate)],
  broadcast: [always('broadcast', 'binomial tree', data.binomialBroadcast)],
  scatter: [always('scatter', 'direct', data.scatter)],
  scatterv: [always('scatterv', 'direct', data.scatter)],
  gather: [always('gather', 'direct', data.gather)],
  gatherv: [always('gatherv', 'direct', data.gather)],
  allgather: [always('allgather', 'direct', data.allgather)],
  allgatherv: [always('allgatherv', 'direct', data.allgather)],
  alltoall: [always('alltoall', 'direct', data.alltoall)],
  alltoallv: [always('alltoallv', 'direct', data.alltoall)],
  reduce: [always('reduce', 'chain', reduction.reduce)],
  allreduce: [always('allreduce', 'chain and tree', reduction.allreduce)],
  reduceScatter: [always('reduceScatter', 'chains', reduction.reduceScatter)],
  scan: [always('scan', 'chain', reduction.scan)],
  ambroadcast: [always('ambroadcast', 'direct', ambroadcast)],
  amscatter: [always('amscatter', 'direct', amscatter)],
  amgather: [always('amgather', 'direct', amgather)],
  amreduce: [always('amreduce', 'direct', amreduce)],
};

const MUST_QUERY: Partial<Record<XferType, readonly Algorithm[]>> = {
  barrier: [{ ...always('barrier', 'gather and release', gatherAndRelease), mostMembers: FEW }],
  broadcast: [{ ...short('broadcast', 'flat', data.flatBroadcast), mostMembers: FEW }],
  allreduce: [
    { ...short('allreduce', 'exchange', reduction.exchange), mostMembers: FEW },
    short('allreduce', 'binomial trees', reduction.trees),
  ],
};

/** Both lists. */
export function algorithmsOf(type: XferType): readonly [readonly Algorithm[], readonly Algorithm[]] {
  return [ALWAYS[type], MUST_QUERY[type] ?? []];
}

function always(type: XferType, name: string, run: Algorithm['run']): Algorithm {
  return {
    name,
    type,
    rangeHi: Number.POSITIVE_INFINITY,
    mostMembers: Number.POSITIVE_INFINITY,
    check: () => true,
    run,
  };
}

function short(type: XferType, name: string, run: Algorithm['run']): Algorithm {
  const check = ({ stype, stypecount = 0 }: Command) => (stype?.dataSize ?? 1) * stypecount <= SHORT;
  return { ...always(type, name, run), rangeHi: SHORT, check };
}
