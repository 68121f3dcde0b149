/** Communicators: teams of the engine with an error handler; new ones are made by splitting others (MPI 3.1, 6.4). */
import { split } from '../../runtime/collectives/split.ts';
import { ErrorClass, refuse, refuseHandle } from './errors.ts';
import { CONGRUENT, compare, type Groups, IDENT } from './groups.ts';
import { COMM_NULL, type Communicator, type Named, type State, UNDEFINED } from './state.ts';

/** Numbers of teams that are others' and used here besides, with messages and operations of their own, begin behind those of split.ts. */
const FOREIGN = 2 ** 24;

export function communicators(state: State, groups: Groups): Record<string, Named> {
  const { environment } = state;
  const foreign = new Map<number, number>();

  const MPI_Comm_rank: Named = (name, comm: number, result: number) =>
    state.give(name, 'rank', result, state.comm(name, comm).team.rank);
  const MPI_Comm_size: Named = (name, comm: number, result: number) =>
    state.give(name, 'size', result, state.comm(name, comm).team.members.length);

  /** Of the ranks with one colour; COMM_NULL where this one is in none. */
  function divide(name: string, comm: Communicator, colour: number, key: number): number {
    const team = split(environment.runtime.engine, comm.team, colour, key, name);
    return colour === UNDEFINED ? COMM_NULL : state.addComm(team, comm.errorHandler);
  }

  const MPI_Comm_dup: Named = (name, comm: number, result: number) => {
    const from = state.comm(name, comm);
    state.give(name, 'newcomm', result, divide(name, from, 0, from.team.rank));
  };

  const MPI_Comm_split: Named = (name, handle: number, colour: number, key: number, result: number) => {
    const comm = state.comm(name, handle);
    if (colour < 0 && colour !== UNDEFINED)
      state.within(comm, () => refuse(ErrorClass.ARG, name, 'color', colour, 'it is 0 or more, or MPI_UNDEFINED'));
    state.give(name, 'newcomm', result, divide(name, comm, colour, key));
  };

  /** Ranks are those in the group. */
  const MPI_Comm_create: Named = (name, handle: number, group: number, result: number) => {
    const comm = state.comm(name, handle);
    const members = groups.at(name, 'group', group);
    const all = Array.from(comm.team.members);
    const stranger = members.find((thread) => !all.includes(thread));
    if (stranger !== undefined)
      state.within(comm, () =>
        refuseHandle(ErrorClass.GROUP, name, 'group', group, `it has thread ${stranger}, which the communicator has not`),
      );
    const rank = members.indexOf(environment.MYTHREAD);
    state.give(name, 'newcomm', result, divide(name, comm, rank < 0 ? UNDEFINED : 0, rank));
  };

  const MPI_Comm_free: Named = (name, comm: number) => {
    const place = state.place(name, 'comm', comm);
    state.removeComm(name, environment.I32[place]!);
    environment.I32[place] = COMM_NULL;
  };

  const MPI_Comm_compare: Named = (name, one: number, other: number, result: number) => {
    const [a, b] = [state.comm(name, one, 'comm1'), state.comm(name, other, 'comm2')];
    const found = compare(Array.from(a.team.members), Array.from(b.team.members));
    state.give(name, 'result', result, found !== IDENT ? found : a === b ? IDENT : CONGRUENT);
  };

  const MPI_Comm_test_inter: Named = (name, comm: number, flag: number) => {
    state.comm(name, comm);
    state.give(name, 'flag', flag, 0);
  };

  /** Gives the communicator of a team of another library, always the same one: no rank needs to speak with others for it. */
  const __mpi_comm_of: Named = (_: string, number: number, count: number, list: number) => {
    const known = foreign.get(number);
    if (known !== undefined) return known;
    const members = environment.I32.slice(list >>> 2, (list >>> 2) + count);
    const team = { number: FOREIGN + number, members, rank: members.indexOf(environment.MYTHREAD), count: 0 };
    const handle = state.addComm(team);
    foreign.set(number, handle);
    return handle;
  };

  return {
    ...{ MPI_Comm_rank, MPI_Comm_size, MPI_Comm_dup, MPI_Comm_split, MPI_Comm_create, MPI_Comm_free },
    ...{ MPI_Comm_compare, MPI_Comm_test_inter, __mpi_comm_of },
  };
}
