/**
 * Collective functions, on teams by number: those of OpenSHMEM 1.5, and the active sets before it.
 *
 * Takes: a team of the engine (collectives/engine.ts), which all functions here have operate by letters. One idea: an active set is a
 * team whose number is made of its three numbers, so its members know it without a word.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { barrier, broadcast, exchange, gatherAll, reduceAll, scan } from '../../runtime/collectives/algorithms.ts';
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import type { FabricOperation } from '../../runtime/conduits/conduit.ts';
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';
import { Together } from '../common/together.ts';
import { combiners, FABRIC_OPERATIONS, FABRIC_TYPES, SUM } from './combiners.ts';
import { otherCollective, partnerEnded } from './errors.ts';
import type { State } from './state.ts';

/** SHMEM_SYNC_VALUE. */
const SYNC_VALUE = -1n;
/** Numbers of active sets: from here on, with so many bits for each of start and size, and of the stride. */
const FIRST_SET = 2 ** 28;
const [PE_BITS, STRIDE_BITS] = [12, 4];

export function collectives(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;
  const teams = new Map<number, Team>();
  const combinerFor = combiners(environment);
  const together = new Together(environment, { otherCollective, partnerEnded });

  function teamAt(number: number): Team {
    return number === 0 ? runtime.engine.everybody : teams.get(number)!;
  }

  // ---------------------------------------------------------------- teams

  /** The number of the new team of those with one colour, in the order of their indexes. */
  function __shmem_split(name: number, parent: number, colour: number, index: number): number {
    const team = together.split(state.nameAt(name), teamAt(parent), colour, index);
    teams.set(team.number, team);
    return team.number;
  }

  /** Of the PEs [first, first + count), which are all of one memory. */
  function __shmem_shared_team(first: number, count: number): number {
    const number = runtime.engine.nextTeam++;
    const members = Int32Array.from({ length: count }, (_, i) => first + i);
    teams.set(number, { number, members, rank: environment.MYTHREAD - first, count: 0 });
    return number;
  }

  function __shmem_active_set(nameAt: number, start: number, logStride: number, size: number, sync: number): number {
    const name = state.nameAt(nameAt);
    const { THREADS, MYTHREAD } = environment;
    state.initialized(name);
    if (THREADS > 2 ** PE_BITS)
      state.fail(`${name}: active sets are of jobs of ${2 ** PE_BITS} PEs at most; use teams`);
    if (start >>> 0 >= THREADS) refuse(name, 'PE_start', start, `PEs are 0 .. ${THREADS - 1}`);
    if (logStride >>> 0 >= PE_BITS) refuse(name, 'logPE_stride', logStride, 'the stride is a power of two between PEs');
    if (size < 1 || start + (size - 1) * 2 ** logStride >= THREADS)
      refuse(name, 'PE_size', size, `the last PE of the active set must be one of 0 .. ${THREADS - 1}`);
    const rank = (MYTHREAD - start) / 2 ** logStride;
    if (!Number.isInteger(rank) || rank < 0 || rank >= size)
      refuse(name, 'PE_start', start, `PE ${MYTHREAD} calls, which is not in the active set`);
    checkSync(name, sync);
    const number = FIRST_SET + ((start << PE_BITS) | (size - 1)) * 2 ** STRIDE_BITS + logStride;
    if (!teams.has(number)) {
      const members = Int32Array.from({ length: size }, (_, i) => start + i * 2 ** logStride);
      teams.set(number, { number, members, rank, count: 0 });
    }
    return number;
  }

  function checkSync(name: string, sync: number): void {
    state.symmetric(name, 'pSync', sync, 8);
    const value = environment.I64[sync >>> 3]!;
    if (value !== SYNC_VALUE)
      state.fail(
        badArgument(
          name,
          'pSync',
          inHex(sync),
          `its first element is ${value}; all are to be SHMEM_SYNC_VALUE before the first call`,
        ),
      );
  }

  function refuse(name: string, argument: string, value: number, rule: string): never {
    return state.fail(badArgument(name, argument, `${value}`, rule));
  }

  // ---------------------------------------------------------------- operations

  /** Runs the steps on all members, who give the same `common` words. */
  function perform(
    name: string,
    number: number,
    common: readonly number[],
    steps: (part: Part) => Steps,
    operation?: FabricOperation,
  ): void {
    together.perform(name, teamAt(number), common, steps, operation);
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
    const { members, rank } = teamAt(team);
    if (root >>> 0 >= members.length)
      refuse(name, 'PE_root', root, `the PEs of the team are 0 .. ${members.length - 1}`);
    check(name, dest, bytes, source, bytes);
    const address = rank === root ? source : dest;
    perform(name, team, [bytes, root], (part) => broadcast(part, root, address, source, bytes >>> 0), {
      ...{ kind: 'broadcast', root, address, bytes: bytes >>> 0 },
    });
    if (rank === root && withRoot !== 0) environment.copy(dest, source, bytes >>> 0);
  }

  function __shmem_fcollect(...[nameAt, team, dest, source, bytes]: Moving): void {
    const name = state.nameAt(nameAt);
    check(name, dest, (bytes >>> 0) * teamAt(team).members.length, source, bytes);
    const blocks = { source, destination: dest, bytes: bytes >>> 0 };
    perform(name, team, [bytes], (part) => gatherAll(part, dest, source, bytes >>> 0), {
      kind: 'allgather',
      ...blocks,
    });
  }

  /** Each tells the number of its bytes, then sends them to all. */
  function __shmem_collect(...[nameAt, team, dest, source, bytes]: Moving): void {
    const name = state.nameAt(nameAt);
    const counts = together.gather(name, teamAt(team), [bytes]).map(([count]) => count! >>> 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    check(name, dest, total, source, bytes >>> 0);
    perform(name, team, [], (part) => collect(part, dest, source, counts), {
      ...{ kind: 'allgatherv', source, destination: dest, bytes: counts, rank: teamAt(team).rank },
    });
  }

  function* collect(part: Part, dest: number, source: number, counts: readonly number[]): Steps {
    const { rank, size } = part;
    const starts = counts.map((_, from) => counts.slice(0, from).reduce((sum, count) => sum + count, 0));
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
    const all = (bytes >>> 0) * teamAt(team).members.length;
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
    if (dst < 1) refuse(name, 'dst', dst, 'a stride is 1 or more');
    if (sst < 1) refuse(name, 'sst', sst, 'a stride is 1 or more');
    const count = (nelems >>> 0) * teamAt(team).members.length;
    const span = (stride: number) => (count === 0 ? 0 : ((count - 1) * stride + 1) * size);
    check(name, dest, span(dst), source, span(sst));
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
    ...{ __shmem_split, __shmem_shared_team, __shmem_active_set, __shmem_team_sync, __shmem_broadcast },
    ...{ __shmem_fcollect, __shmem_collect, __shmem_alltoall, __shmem_alltoalls, __shmem_reduce, __shmem_scan },
  };
}
