/**
 * Collective functions of teams (gasnet_coll.h): data movement, reductions and scans, blocking and with handles.
 */

import type { NativeFunction } from '../abi.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badCall, badThread } from '../errors.ts';
import type { CollectiveTeam, Fetch, Part } from '../extended/teamcollectives.ts';
import { offsetOf } from '../memory/space.ts';
import { ERR_NOT_READY, OK } from './constants.ts';

const [IN_ALLSYNC, OUT_ALLSYNC] = [1 << 2, 1 << 5];
const FUNCTIONS = ['broadcast', 'scatter', 'gather', 'gather_all', 'exchange', 'reduce', 'scan'] as const;
type Name = (typeof FUNCTIONS)[number];

/** A member's part, from a function's arguments after the team. */
type Plan = (team: CollectiveTeam, values: readonly number[]) => Omit<Part, 'name' | 'signature' | Ends>;
type Ends = 'waitsForAll' | 'endsWithAll';

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
  const { runtime, I32, copy } = environment;
  /** By handle; GASNET_TEAM_ALL is 0. */
  const teams: CollectiveTeam[] = [];
  let combiners: number[] = [];
  const underWay: ((() => boolean) | undefined)[] = [undefined];

  function gasnet_coll_init(_images: number, _image: number, table: number, count: number, _flags: number): void {
    teams[0] = runtime.teamCollectives.everybody;
    combiners = Array.from({ length: count }, (_, i) => I32[(table >>> 2) + 2 * i]!);
  }

  function teamOf(name: string, handle: number): CollectiveTeam {
    if (teams.length === 0) return runtime.job.fail(`${name} before gasnet_coll_init`);
    return teams[handle] ?? runtime.job.fail(`${name}: ${handle} is no team; gasnet_coll_team_split gives teams`);
  }

  function gasnet_coll_team_split(parent: number, colour: number, key: number, _data: number): number {
    const team = teamOf('gasnet_coll_team_split', parent);
    return teams.push(runtime.teamCollectives.split(team, colour, key)) - 1;
  }

  function start(name: Name, handle: number, values: readonly number[]): () => boolean {
    const full = `gasnet_coll_${name}`;
    const team = teamOf(full, handle);
    const flags = values.at(-1)!;
    if (COMMON[name].length > 1) {
      const root = values[COMMON[name][0]!]!;
      if (name !== 'scan' && root >>> 0 >= team.members.length)
        runtime.job.fail(badThread(`${full}: image`, root, team.members.length));
    }
    runtime.rules?.wait(full);
    return runtime.teamCollectives.begin(team, {
      name: full,
      signature: signatureOf(name, values),
      waitsForAll: (flags & IN_ALLSYNC) !== 0,
      endsWithAll: (flags & OUT_ALLSYNC) !== 0,
      ...plans[name](team, values),
    });
  }

  const ranksOf = ({ members }: CollectiveTeam) => [...members.keys()];
  const others = (team: CollectiveTeam, root: number) => (team.rank === root ? ranksOf(team) : []);

  /** What others get lies at an offset in this node's region; where they get nothing, the pointer means nothing. */
  const at = (address: number) => offsetOf(environment, address);

  const plans: Record<Name, Plan> = {
    broadcast: (team, [dst, root, src, size]) => ({
      source: at(src!),
      fetches: [{ rank: root!, offset: 0, destination: dst!, size: size! }],
      readers: others(team, root!),
    }),
    scatter: (team, [dst, root, src, size]) => ({
      source: at(src!),
      fetches: [{ rank: root!, offset: team.rank * size!, destination: dst!, size: size! }],
      readers: others(team, root!),
    }),
    gather: (team, [root, dst, src, size]) => ({
      source: at(src!),
      fetches: others(team, root!).map((rank) => block(rank, 0, dst!, size!)),
      readers: [root!],
    }),
    gather_all: (team, [dst, src, size]) => ({
      source: at(src!),
      fetches: ranksOf(team).map((rank) => block(rank, 0, dst!, size!)),
      readers: ranksOf(team),
    }),
    exchange: (team, [dst, src, size]) => ({
      source: at(src!),
      fetches: ranksOf(team).map((rank) => block(rank, team.rank * size!, dst!, size!)),
      readers: ranksOf(team),
    }),
    reduce: (team, [root, dst, src, _block, offset, size, count, func, argument]) => ({
      source: at(src! + offset!),
      ...combined(others(team, root!), dst!, size!, count!, func!, argument!),
      readers: [root!],
    }),
    scan: (team, [dst, _block, to, src, _sourceBlock, offset, size, count, func, argument]) => ({
      source: at(src! + offset!),
      ...combined(ranksOf(team).slice(0, team.rank + 1), dst! + to!, size!, count!, func!, argument!),
      readers: ranksOf(team).slice(team.rank),
    }),
  };

  /** Fetches the arrays of some ranks, and combines them when all have arrived. */
  function combined(
    ranks: readonly number[],
    dst: number,
    size: number,
    count: number,
    func: number,
    argument: number,
  ) {
    const bytes = size * count;
    if (ranks.length === 0) return { fetches: [] };
    const room = environment.heap.allocate(Math.max(ranks.length * bytes, 1));
    const fetches = ranks.map((rank, i) => ({ rank, offset: 0, destination: room + i * bytes, size: bytes }));
    const finish = () => {
      const index = combiners[func];
      const call = index === undefined ? undefined : environment.table[index];
      if (call === undefined) return runtime.job.fail(badCall(index ?? func));
      for (let i = 1; i < ranks.length; i++) call(room, count, room, count, room + i * bytes, size, 0, argument);
      copy(dst, room, bytes);
      environment.heap.free(room);
    };
    return { fetches, finish };
  }

  function begin(name: Name, handle: number, values: readonly number[]): number {
    return underWay.push(start(name, handle, values)) - 1;
  }

  /** Tests for completion, which invalidates the handle. */
  function isOver(name: string, handle: number): boolean {
    if (handle === 0) return true;
    const test = underWay[handle] ?? runtime.job.fail(`${name}: ${handle} is no handle, or has been synchronized`);
    if (!test()) return false;
    underWay[handle] = undefined;
    return true;
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

  const result = (ready: boolean) => (ready ? OK : ERR_NOT_READY);
  const library: Record<string, NativeFunction> = {
    gasnet_coll_init,
    gasnet_coll_team_split,
    gasnet_coll_team_rank: (team: number) => teamOf('gasnet_coll_team_rank', team).rank,
    gasnet_coll_team_size: (team: number) => teamOf('gasnet_coll_team_size', team).members.length,
    gasnet_coll_try_sync: (handle: number) => result(isOver('gasnet_coll_try_sync', handle)),
    gasnet_coll_wait_sync: (handle: number) => waitFor(() => isOver('gasnet_coll_wait_sync', handle)),
  };
  for (const [form, all] of [
    ['some', false],
    ['all', true],
  ] as const) {
    const [attempt, wait] = [`gasnet_coll_try_sync_${form}`, `gasnet_coll_wait_sync_${form}`];
    library[attempt] = (list: number, count: number) => result(sweep(attempt, list, count, all));
    library[wait] = (list: number, count: number) => waitFor(() => sweep(wait, list, count, all));
  }
  for (const name of FUNCTIONS) {
    library[`gasnet_coll_${name}`] = (team: number, ...values: number[]) => waitFor(start(name, team, values));
    library[`gasnet_coll_${name}_nb`] = (team: number, ...values: number[]) => begin(name, team, values);
  }
  return library;
}

function block(rank: number, offset: number, destination: number, size: number): Fetch {
  return { rank, offset, destination: destination + rank * size, size };
}

/** Hash of the function and its single-valued arguments. */
function signatureOf(name: Name, values: readonly number[]): number {
  return COMMON[name].reduce((hash, i) => Math.imul(hash ^ values[i]!, 0x9e3779b1), FUNCTIONS.indexOf(name) + 1);
}
