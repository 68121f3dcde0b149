/**
 * Collective functions (OpenSHMEM 1.5, 9.9), on teams by number (teams.ts): those of teams, and of the active sets before them.
 *
 * One idea: each is the engine's algorithm on the team, or the one operation of the fabric that does the same.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { barrier, broadcast, exchange, gatherAll, reduceAll, scan } from '../../runtime/collectives/algorithms.ts';
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import type { FabricOperation } from '../../runtime/conduits/conduit.ts';
import { combiners, FABRIC_OPERATIONS, FABRIC_TYPES, SUM } from './combiners.ts';
import type { State } from './state.ts';
import { checkStride, spanOf } from './strides.ts';
import type { Teams } from './teams.ts';

export function collectives(state: State, teams: Teams): Record<string, NativeFunction> {
  const { environment, together } = state;
  const combinerFor = combiners(environment);

  /** Runs the steps on all members, who give the same `common` words. */
  function perform(
    name: string,
    number: number,
    common: readonly number[],
    steps: (part: Part) => Steps,
    operation?: FabricOperation,
  ): void {
    together.perform(name, teams.at(number), common, steps, operation);
  }

  function check(name: string, dest: number, destBytes: number, source: number, sourceBytes: number): void {
    state.symmetric(name, 'dest', dest, destBytes);
    state.symmetric(name, 'source', source, sourceBytes);
  }

  function __shmem_team_sync(name: number, team: number): void {
    perform(state.nameAt(name), team, [], barrier, { kind: 'barrier' });
  }

  type Moving = [name: number, team: number, dest: number, source: number, bytes: number];

  /** An active set's root keeps its destination as it is. */
  function __shmem_broadcast(
    ...[nameAt, team, dest, source, bytes, root, withRoot]: [...Moving, number, number]
  ): void {
    const name = state.nameAt(nameAt);
    const { members, rank } = teams.at(team);
    if (root >>> 0 >= members.length)
      state.refuse(name, 'PE_root', root, `the PEs of the team are 0 .. ${members.length - 1}`);
    check(name, dest, bytes, source, bytes);
    const address = rank === root ? source : dest;
    perform(name, team, [bytes, root], (part) => broadcast(part, root, address, source, bytes >>> 0), {
      ...{ kind: 'broadcast', root, address, bytes: bytes >>> 0 },
    });
    if (rank === root && withRoot !== 0) environment.copy(dest, source, bytes >>> 0);
  }

  function __shmem_fcollect(...[nameAt, team, dest, source, bytes]: Moving): void {
    const name = state.nameAt(nameAt);
    check(name, dest, (bytes >>> 0) * teams.at(team).members.length, source, bytes);
    const blocks = { source, destination: dest, bytes: bytes >>> 0 };
    perform(name, team, [bytes], (part) => gatherAll(part, dest, source, bytes >>> 0), {
      kind: 'allgather',
      ...blocks,
    });
  }

  /** Each tells the number of its bytes, then sends them to all. */
  function __shmem_collect(...[nameAt, team, dest, source, bytes]: Moving): void {
    const name = state.nameAt(nameAt);
    const counts = Array.from(together.gather(name, teams.at(team), [bytes]).column(), (count) => count >>> 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    check(name, dest, total, source, bytes >>> 0);
    perform(name, team, [], (part) => collect(part, dest, source, counts), {
      ...{ kind: 'allgatherv', source, destination: dest, bytes: counts, rank: teams.at(team).rank },
    });
  }

  function* collect(part: Part, dest: number, source: number, counts: readonly number[]): Steps {
    const { rank, size } = part;
    let sum = 0;
    const starts = counts.map((count) => (sum += count) - count);
    const bytes = counts[rank]!;
    for (let turn = 1; bytes > 0 && turn < size; turn++) part.send((rank + turn) % size, 0, source, bytes);
    part.copy(dest + starts[rank]!, source, bytes);
    for (let turn = 1; turn < size; turn++) {
      const from = (rank - turn + size) % size;
      if (counts[from]! > 0) yield* part.accept(from, 0, dest + starts[from]!, counts[from]!);
    }
    yield* part.settle();
  }

  function __shmem_alltoall(...[nameAt, team, dest, source, bytes]: Moving): void {
    const name = state.nameAt(nameAt);
    const all = (bytes >>> 0) * teams.at(team).members.length;
    check(name, dest, all, source, all);
    const blocks = { source, destination: dest, bytes: bytes >>> 0 };
    perform(name, team, [bytes], (part) => exchange(part, dest, source, bytes >>> 0), { kind: 'alltoall', ...blocks });
  }

  type Strided = [
    name: number,
    team: number,
    dest: number,
    source: number,
    dst: number,
    sst: number,
    nelems: number,
    size: number,
  ];

  /** Elements are packed, exchanged, unpacked. */
  function __shmem_alltoalls(...[nameAt, team, dest, source, dst, sst, nelems, size]: Strided): void {
    const name = state.nameAt(nameAt);
    checkStride(state, name, 'dst', dst);
    checkStride(state, name, 'sst', sst);
    const count = (nelems >>> 0) * teams.at(team).members.length;
    check(name, dest, spanOf(dst, count, size), source, spanOf(sst, count, size));
    perform(name, team, [nelems, size], function* (part) {
      const [out, into] = [part.room(count * size), part.room(count * size)];
      for (let i = 0; i < count; i++) part.copy(out + i * size, source + i * sst * size, size);
      yield* exchange(part, into, out, (nelems >>> 0) * size);
      for (let i = 0; i < count; i++) part.copy(dest + i * dst * size, into + i * size, size);
    });
  }

  type Reducing = [number, number, number, number, number, number, number, number];

  function __shmem_reduce(...[nameAt, team, operation, type, dest, source, nelems, size]: Reducing): void {
    const name = state.nameAt(nameAt);
    const bytes = (nelems >>> 0) * size;
    check(name, dest, bytes, source, bytes);
    const combine = combinerFor(operation, type);
    const byLetters = (part: Part) =>
      reduceAll(part, dest, source, bytes, (to, from) => {
        if (bytes > 0) combine(to, from, (to + bytes) | 0);
      });
    perform(name, team, [nelems, operation, type], byLetters, {
      ...{ kind: 'allreduce', source, destination: dest, count: nelems >>> 0 },
      ...{ type: FABRIC_TYPES[type]!, operation: FABRIC_OPERATIONS[operation]! },
    });
  }

  /** The PEs up to this one; or, of an exclusive one, those before it, which for the first are none. */
  function __shmem_scan(...[nameAt, team, type, dest, source, nelems, size, isExclusive]: Reducing): void {
    const name = state.nameAt(nameAt);
    const bytes = (nelems >>> 0) * size;
    check(name, dest, bytes, source, bytes);
    if (bytes === 0) return;
    const combine = combinerFor(SUM, type);
    perform(name, team, [nelems, type], function* (part) {
      const { rank, size: count } = part;
      const room = part.room(bytes);
      yield* scan(part, room, source, bytes, (to, from) => combine(to, from, (to + bytes) | 0));
      part.next();
      if (isExclusive === 0) part.copy(dest, room, bytes);
      else {
        if (rank + 1 < count) part.send(rank + 1, 0, room, bytes);
        if (rank > 0) yield* part.receive(rank - 1, 0, dest, bytes);
        else environment.fill(dest, 0, bytes);
      }
      yield* part.settle();
    });
  }

  return {
    ...{ __shmem_team_sync, __shmem_broadcast, __shmem_fcollect, __shmem_collect },
    ...{ __shmem_alltoall, __shmem_alltoalls, __shmem_reduce, __shmem_scan },
  };
}
