/** message.h: messages between two processes, and collective functions of groups. */
import type { NativeFunction } from '../../runtime/abi.ts';
import { barrier, broadcast, reduceAll } from '../../runtime/collectives/algorithms.ts';
import { offsetOf } from '../../runtime/memory/space.ts';
import type { Groups } from './groups.ts';
import { type Letters, MESSAGES } from './letters.ts';
import type { State } from './state.ts';

/** In place of a sender (job.h). */
const ANYBODY = -(2 ** 31);

export function messages(state: State, groups: Groups, letters: Letters): Record<string, NativeFunction> {
  return { ...betweenTwo(state, letters), ...ofGroups(state, groups) };
}

function betweenTwo(state: State, letters: Letters): Record<string, NativeFunction> {
  const { environment } = state;

  function __armci_send(nameAt: number, tag: number, buffer: number, bytes: number, to: number): void {
    const name = state.nameAt(nameAt);
    state.exists(name, to);
    if (bytes < 0) state.refuse(name, 'len', bytes, 'it is 0 or more');
    state.local(name, 'buffer', buffer, bytes);
    letters.send(to, MESSAGES, tag, buffer, bytes);
  }

  /** Gives the sender. */
  function __armci_receive(
    ...[nameAt, tag, buffer, room, bytesAt, from]: [number, number, number, number, number, number]
  ): number {
    const name = state.nameAt(nameAt);
    if (from !== ANYBODY) state.exists(name, from);
    state.local(name, 'buffer', buffer, Math.max(room, 0));
    const letter = letters.receive(name, { kind: MESSAGES, tag, from: from === ANYBODY ? undefined : from });
    const { length } = letter.data;
    if (length > room)
      state.refuse(name, 'buflen', room, `the message of process ${letter.from} with tag ${tag} has ${length} bytes`);
    environment.U8.set(letter.data, buffer >>> 0);
    environment.I32[bytesAt >>> 2] = length;
    return letter.from;
  }

  return { __armci_send, __armci_receive };
}

/** A process outside of a scope has nothing to do there. */
function ofGroups(state: State, groups: Groups): Record<string, NativeFunction> {
  const { environment, together } = state;

  function teamOf(name: string, group: number) {
    if (group < 0) state.initialized(name);
    return group < 0 ? groups.any(name, group) : groups.own(name, group);
  }

  function __armci_team_barrier(nameAt: number, group: number): void {
    const name = state.nameAt(nameAt);
    const team = teamOf(name, group);
    if (group === 0) together.agree(name, team);
    else if (team.rank >= 0) together.perform(name, team, [], barrier);
  }

  /** `root`: the process's number in the job. */
  function __armci_broadcast(...[nameAt, group, buffer, bytes, root]: [number, number, number, number, number]): void {
    const name = state.nameAt(nameAt);
    const team = teamOf(name, group);
    if (team.rank < 0) return;
    const rank = Array.from(team.members).indexOf(root);
    if (rank < 0) state.refuse(name, 'root', root, 'it is a process of the group');
    if (bytes < 0) state.refuse(name, 'len', bytes, 'it is 0 or more');
    state.local(name, 'buffer', buffer, bytes);
    together.perform(name, team, [bytes, root], (part) => broadcast(part, rank, buffer, buffer, bytes));
  }

  type Reducing = [number, number, number, number, number, number, number, number];

  /** Of all, or of the first member alone: what the others have stays. */
  function __armci_reduce(...[nameAt, group, x, number, size, operation, type, isForAll]: Reducing): void {
    const name = state.nameAt(nameAt);
    const team = teamOf(name, group);
    const bytes = number * size;
    if (team.rank < 0 || bytes === 0) return;
    state.local(name, 'x', x, bytes);
    together.perform(name, team, [number, operation, type], function* (part) {
      const result = part.room(bytes);
      yield* reduceAll(part, result, x, bytes, (to, from) => state.combines(type, operation, to, from, number));
      if (isForAll !== 0 || part.rank === 0) part.copy(x, result, bytes);
    });
  }

  /** Entry i is member i's; it is told as an offset. */
  function __armci_exchange(nameAt: number, group: number, addresses: number, number: number): void {
    const name = state.nameAt(nameAt);
    state.initialized(name);
    const team = groups.own(name, group);
    const { I32 } = environment;
    if (number !== team.members.length)
      state.refuse(name, 'n', number, `the group has ${team.members.length} processes`);
    state.local(name, 'ptr_arr', addresses, 4 * number);
    const own = I32[(addresses >>> 2) + team.rank]!;
    const told = together.gather(name, team, [own === 0 ? 0 : offsetOf(environment, own)]);
    told.column().forEach((offset, rank) => {
      I32[(addresses >>> 2) + rank] = offset === 0 ? 0 : state.pointerTo(team.members[rank]!, offset);
    });
  }

  return { __armci_team_barrier, __armci_broadcast, __armci_reduce, __armci_exchange };
}
