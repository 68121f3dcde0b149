/**
 * Collective functions of teams (gasnet_coll.h): data movement, reductions and scans, blocking and with handles.
 */

import type { NativeFunction } from '../abi.ts';
import {
  barrier,
  broadcast,
  type Combine,
  exchange,
  gather,
  gatherAll,
  reduce,
  scan,
  scatter,
} from '../collectives/algorithms.ts';
import type { Operation, Part, Steps } from '../collectives/engine.ts';
import { split } from '../collectives/split.ts';
import type { Team } from '../collectives/team.ts';
import { FOR_TRANSFER, forNetwork } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall, badThread } from '../errors.ts';
import { differentCollectives } from '../extended/errors.ts';
import { ERR_NOT_READY, OK } from './constants.ts';
import { Handles } from './handles.ts';

const [IN_ALLSYNC, OUT_ALLSYNC] = [1 << 2, 1 << 5];
/** Bits of the flags that say when data may be accessed. */
const SYNCHRONIZATION = 0x3f;
const FUNCTIONS = ['broadcast', 'scatter', 'gather', 'gather_all', 'exchange', 'reduce', 'scan'] as const;
type Name = (typeof FUNCTIONS)[number];

/** A member's steps, from a function's arguments after the team. */
type Algorithm = (part: Part, values: readonly number[]) => Steps;

/** Arguments that must be single-valued. */
const COMMON: Readonly<Record<Name, readonly number[]>> = {
  broadcast: [1, 3],
  scatter: [1, 3],
  gather: [0, 3],
  gather_all: [2],
  exchange: [2],
  reduce: [0, 5, 6, 7],
  scan: [6, 7, 8],
};

export function collectives(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, I32 } = environment;
  /** By handle; GASNET_TEAM_ALL is 0. */
  const teams: Team[] = [];
  let combiners: number[] = [];
  const underWay = new Handles<Operation>();

  function gasnet_coll_init(_images: number, _image: number, table: number, count: number, _flags: number): void {
    teams[0] = runtime.engine.everybody;
    combiners = Array.from({ length: count }, (_, i) => I32[(table >>> 2) + 2 * i]!);
  }

  function teamOf(name: string, handle: number): Team {
    if (teams.length === 0) return runtime.job.fail(`${name} before gasnet_coll_init`);
    return teams[handle] ?? runtime.job.fail(`${name}: ${handle} is no team; gasnet_coll_team_split gives teams`);
  }

  function gasnet_coll_team_split(parent: number, colour: number, key: number, _data: number): number {
    const name = 'gasnet_coll_team_split';
    return teams.push(split(runtime.engine, teamOf(name, parent), colour, key, name)) - 1;
  }

  function start(name: Name, handle: number, values: readonly number[]): Operation {
    const full = `gasnet_coll_${name}`;
    const team = teamOf(full, handle);
    if (COMMON[name].length > 1) {
      const root = values[COMMON[name][0]!]!;
      if (name !== 'scan' && root >>> 0 >= team.members.length)
        runtime.job.fail(badThread(`${full}: image`, root, team.members.length));
    }
    runtime.rules?.wait(full);
    const description = { name: full, signature: signatureOf(name, values) };
    return runtime.engine.start(team, description, differs, (part) => synchronized(part, name, values));
  }

  function differs({ name, signature }: { name: string; signature: number }, thread: number, other: number): never {
    return runtime.job.fail(differentCollectives(name, signature, thread, other));
  }

  /** ALLSYNC: no data are accessed before all have entered; complete when all are. In other modes each member's data are its own. */
  function* synchronized(part: Part, name: Name, values: readonly number[]): Steps {
    const flags = values.at(-1)!;
    if ((flags & IN_ALLSYNC) !== 0) yield* barrier(part);
    yield* algorithms[name](part.next(), values);
    if ((flags & OUT_ALLSYNC) !== 0) yield* barrier(part.next());
  }

  const algorithms: Record<Name, Algorithm> = {
    broadcast: (part, [dst, root, src, size]) => broadcast(part, root!, dst!, src!, size!),
    scatter: (part, [dst, root, src, size]) => scatter(part, root!, dst!, src!, size!),
    gather: (part, [root, dst, src, size]) => gather(part, root!, dst!, src!, size!),
    gather_all: (part, [dst, src, size]) => gatherAll(part, dst!, src!, size!),
    exchange: (part, [dst, src, size]) => exchange(part, dst!, src!, size!),
    reduce: (part, [root, dst, src, _block, offset, size, count, func, argument]) =>
      reduce(part, root!, dst!, src! + offset!, size! * count!, combiner(size!, count!, func!, argument!)),
    scan: (part, [dst, _block, to, src, _sourceBlock, offset, size, count, func, argument]) =>
      scan(part, dst! + to!, src! + offset!, size! * count!, combiner(size!, count!, func!, argument!)),
  };

  /** The program's function on two arrays. */
  function combiner(size: number, count: number, func: number, argument: number): Combine {
    const index = combiners[func];
    const call = index === undefined ? undefined : environment.table[index];
    if (call === undefined) return runtime.job.fail(badCall(index ?? func));
    return (to, from) => void call(to, count, to, count, from, size, 0, argument);
  }

  function begin(name: Name, handle: number, values: readonly number[]): number {
    return underWay.add(start(name, handle, values));
  }

  /** Tests for completion, which invalidates the handle. */
  function isOver(name: string, handle: number): boolean {
    if (handle === 0) return true;
    const operation =
      underWay.get(handle) ?? runtime.job.fail(`${name}: ${handle} is no handle, or has been synchronized`);
    if (!isDone(operation)) return false;
    underWay.release(handle);
    return true;
  }

  function isDone(operation: Operation): boolean {
    if (!operation.isOver) runtime.job.poll();
    return operation.isOver;
  }

  /** Tests each of a list; complete ones become GASNET_COLL_INVALID_HANDLE. */
  function sweep(name: string, list: number, count: number, all: boolean): boolean {
    let [over, left] = [0, 0];
    for (let word = list >>> 2; word < (list >>> 2) + count; word++) {
      if (I32[word] === 0) continue;
      if (isOver(name, I32[word]!)) {
        I32[word] = 0;
        over++;
      } else left++;
    }
    return left === 0 || (!all && over > 0);
  }

  function waitFor(ready: () => boolean): void {
    runtime.job.block(FOR_TRANSFER, ready);
  }

  function finish(operation: Operation): void {
    runtime.engine.complete(operation, forNetwork);
  }

  const result = (ready: boolean) => (ready ? OK : ERR_NOT_READY);
  const library: Record<string, NativeFunction> = {
    gasnet_coll_init,
    gasnet_coll_team_split,
    gasnet_coll_team_rank: (team: number) => teamOf('gasnet_coll_team_rank', team).rank,
    gasnet_coll_team_size: (team: number) => teamOf('gasnet_coll_team_size', team).members.length,
    gasnet_coll_try_sync: (handle: number) => result(runtime.job.attempted(isOver('gasnet_coll_try_sync', handle))),
    gasnet_coll_wait_sync: (handle: number) => waitFor(() => isOver('gasnet_coll_wait_sync', handle)),
  };
  for (const [form, all] of [
    ['some', false],
    ['all', true],
  ] as const) {
    const [attempt, wait] = [`gasnet_coll_try_sync_${form}`, `gasnet_coll_wait_sync_${form}`];
    library[attempt] = (list: number, count: number) => result(runtime.job.attempted(sweep(attempt, list, count, all)));
    library[wait] = (list: number, count: number) => waitFor(() => sweep(wait, list, count, all));
  }
  for (const name of FUNCTIONS) {
    library[`gasnet_coll_${name}`] = (team: number, ...values: number[]) => finish(start(name, team, values));
    library[`gasnet_coll_${name}_nb`] = (team: number, ...values: number[]) => begin(name, team, values);
  }
  return library;
}

/** Hash of the function, its single-valued arguments and how it synchronizes. */
function signatureOf(name: Name, values: readonly number[]): number {
  const common = [...COMMON[name].map((i) => values[i]!), values.at(-1)! & SYNCHRONIZATION];
  return common.reduce((hash, value) => Math.imul(hash ^ value, 0x9e3779b1), FUNCTIONS.indexOf(name) + 1);
}
