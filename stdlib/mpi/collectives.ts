/**
 * Collective functions (MPI 3.1, 5): the engine's algorithms over the communicator's team.
 *
 * The members compare what must be alike, the bytes of a block among it, so that a call with other arguments is noticed. MPI_IN_PLACE
 * makes the source the block of the destination that it goes to, which all algorithms leave as it is.
 */
import {
  barrier,
  broadcast,
  exchange,
  gather,
  gatherAll,
  reduce,
  reduceAll,
  scan,
  scatter,
} from '../../runtime/collectives/algorithms.ts';
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import { type Datatype, datatypeOf } from './datatypes.ts';
import { ErrorClass, refuse } from './errors.ts';
import type { Operators } from './operators.ts';
import { type Communicator, IN_PLACE, type Named, type State } from './state.ts';

/** A block: address, count, datatype. */
type Block = [buffer: number, count: number, datatype: number];

export function collectives(state: State, operators: Operators): Record<string, Named> {
  const { environment, together } = state;

  function perform(name: string, { team }: Communicator, common: readonly number[], steps: (part: Part) => Steps): void {
    together.perform(name, team, [team.number, ...common], steps);
  }

  /** A call on a communicator, which hears of errors; `root` must be one of its ranks. */
  function on(name: string, handle: number, body: (comm: Communicator) => void, root = 0): void {
    const comm = state.comm(name, handle);
    state.within(comm, () => {
      state.rank(name, 'root', root, comm, ErrorClass.ROOT);
      body(comm);
    });
  }

  /** The datatype of blocks, of which `blocks` lie one behind the other; gives the bytes of one. */
  function checked(...[name, argument, block, blocks]: [string, string, Block, number]): number {
    const [buffer, count, handle] = block;
    const type = datatypeOf(name, argument === 'sendbuf' ? 'sendtype' : 'recvtype', handle);
    if (count < 0) refuse(ErrorClass.COUNT, name, argument === 'sendbuf' ? 'sendcount' : 'recvcount', count, 'it is 0 or more');
    state.buffer(name, argument, buffer, count * blocks, type);
    return count * type.bytes;
  }

  const MPI_Barrier: Named = (name, handle: number) => on(name, handle, (comm) => perform(name, comm, [], barrier));

  const MPI_Bcast: Named = (name, ...[buffer, count, type, root, handle]: [...Block, number, number]) =>
    on(
      name,
      handle,
      (comm) => {
        const bytes = state.typed(name, 'buffer', buffer, count, type);
        perform(name, comm, [bytes, root], (part) => broadcast(part, root, buffer, buffer, bytes));
      },
      root,
    );

  // ---------------------------------------------------------------- gathering

  type Both = [...Block, ...Block];

  const MPI_Gather: Named = (name, ...both: [...Both, number, number]) => {
    const [source, sent, sendtype, into, received, recvtype, root, handle] = both;
    const body = (comm: Communicator) => {
      const { rank, members } = comm.team;
      const isRoot = rank === root;
      const room = isRoot ? checked(name, 'recvbuf', [into, received, recvtype], members.length) : 0;
      const isInPlace = isRoot && source === IN_PLACE;
      const bytes = isInPlace ? room : checked(name, 'sendbuf', [source, sent, sendtype], 1);
      const from = isInPlace ? into + rank * bytes : source;
      perform(name, comm, [isRoot ? room : bytes, root], (part) => gather(part, root, into, from, bytes));
    };
    on(name, handle, body, root);
  };

  const MPI_Scatter: Named = (name, ...both: [...Both, number, number]) => {
    const [source, sent, sendtype, into, received, recvtype, root, handle] = both;
    const body = (comm: Communicator) => {
      const { rank, members } = comm.team;
      const isRoot = rank === root;
      const block = isRoot ? checked(name, 'sendbuf', [source, sent, sendtype], members.length) : 0;
      const isInPlace = isRoot && into === IN_PLACE;
      const bytes = isInPlace ? block : checked(name, 'recvbuf', [into, received, recvtype], 1);
      const to = isInPlace ? source + rank * bytes : into;
      perform(name, comm, [isRoot ? block : bytes, root], (part) => scatter(part, root, to, source, bytes));
    };
    on(name, handle, body, root);
  };

  const MPI_Allgather: Named = (name, ...both: [...Both, number]) => {
    const [source, sent, sendtype, into, received, recvtype, handle] = both;
    on(name, handle, (comm) => {
      const { rank, members } = comm.team;
      const bytes = checked(name, 'recvbuf', [into, received, recvtype], members.length);
      const own = source === IN_PLACE ? bytes : checked(name, 'sendbuf', [source, sent, sendtype], 1);
      alike(name, own, bytes);
      const from = source === IN_PLACE ? into + rank * bytes : source;
      perform(name, comm, [bytes], (part) => gatherAll(part, into, from, bytes));
    });
  };

  const MPI_Alltoall: Named = (name, ...both: [...Both, number]) => {
    const [source, sent, sendtype, into, received, recvtype, handle] = both;
    on(name, handle, (comm) => {
      const { length } = comm.team.members;
      const bytes = checked(name, 'recvbuf', [into, received, recvtype], length);
      const own = source === IN_PLACE ? bytes : checked(name, 'sendbuf', [source, sent, sendtype], length);
      alike(name, own, bytes);
      perform(name, comm, [bytes], function* (part) {
        const from = source === IN_PLACE ? part.room(bytes * length) : source;
        if (source === IN_PLACE) part.copy(from, into, bytes * length);
        yield* exchange(part, into, from, bytes);
      });
    });
  };

  /** What a rank sends itself is what it receives of itself. */
  function alike(name: string, sent: number, received: number): void {
    if (sent !== received)
      refuse(ErrorClass.COUNT, name, 'sendcount', sent, `in bytes; recvcount is ${received} bytes, as much as each sends`);
  }

  // ---------------------------------------------------------------- blocks of their own sizes

  /** Where the block of each rank goes, and its bytes. */
  interface Places {
    readonly at: readonly number[];
    readonly bytes: readonly number[];
  }

  function placesOf(
    ...[name, into, counts, displacements, handle, size]: [string, number, number, number, number, number]
  ): Places {
    const type: Datatype = datatypeOf(name, 'recvtype', handle);
    const words = (argument: string, address: number) => {
      const place = state.place(name, argument, address, 4 * size);
      return Array.from(environment.I32.subarray(place, place + size));
    };
    const [numbers, distances] = [words('recvcounts', counts), words('displs', displacements)];
    numbers.forEach((count, i) => {
      if (count < 0) refuse(ErrorClass.COUNT, name, `recvcounts[${i}]`, count, 'it is 0 or more');
      state.buffer(name, 'recvbuf', into + distances[i]! * type.bytes, count, type);
    });
    return { at: distances.map((d) => into + d * type.bytes), bytes: numbers.map((count) => count * type.bytes) };
  }

  const MPI_Gatherv: Named = (
    name,
    ...[source, sent, sendtype, into, counts, displs, recvtype, root, handle]: [...Block, ...[number, number, number, number, number, number]]
  ) => {
    const body = (comm: Communicator) => {
      const { rank, members } = comm.team;
      const isInPlace = rank === root && source === IN_PLACE;
      const places = rank === root ? placesOf(name, into, counts, displs, recvtype, members.length) : undefined;
      const bytes = isInPlace ? places!.bytes[rank]! : checked(name, 'sendbuf', [source, sent, sendtype], 1);
      const from = isInPlace ? places!.at[rank]! : source;
      if (places !== undefined) alike(name, bytes, places.bytes[rank]!);
      perform(name, comm, [root], (part) => gatherPlaces(part, root, from, bytes, places));
    };
    on(name, handle, body, root);
  };

  /** Blocks without bytes are sent too: only who sends them knows that before. */
  function* gatherPlaces(part: Part, root: number, from: number, bytes: number, places?: Places): Steps {
    if (places === undefined) part.send(root, 0, from, bytes);
    else {
      part.copy(places.at[root]!, from, bytes);
      for (let rank = 0; rank < part.size; rank++)
        if (rank !== root) yield* part.accept(rank, 0, places.at[rank]!, places.bytes[rank]!);
    }
    yield* part.settle();
  }

  const MPI_Allgatherv: Named = (
    name,
    ...[source, sent, sendtype, into, counts, displs, recvtype, handle]: [...Block, ...[number, number, number, number, number]]
  ) =>
    on(name, handle, (comm) => {
      const { rank, members } = comm.team;
      const places = placesOf(name, into, counts, displs, recvtype, members.length);
      const isInPlace = source === IN_PLACE;
      const bytes = isInPlace ? places.bytes[rank]! : checked(name, 'sendbuf', [source, sent, sendtype], 1);
      alike(name, bytes, places.bytes[rank]!);
      const from = isInPlace ? places.at[rank]! : source;
      perform(name, comm, places.bytes, (part) => gatherAllPlaces(part, from, places));
    });

  function* gatherAllPlaces(part: Part, from: number, { at, bytes }: Places): Steps {
    const { rank, size } = part;
    const own = bytes[rank]!;
    for (let turn = 1; own > 0 && turn < size; turn++) part.send((rank + turn) % size, 0, from, own);
    part.copy(at[rank]!, from, own);
    for (let turn = 1; turn < size; turn++) {
      const sender = (rank - turn + size) % size;
      if (bytes[sender]! > 0) yield* part.accept(sender, 0, at[sender]!, bytes[sender]!);
    }
    yield* part.settle();
  }

  // ---------------------------------------------------------------- reductions

  type Reduction = [source: number, into: number, count: number, datatype: number, op: number];

  interface Reducing {
    readonly from: number;
    readonly bytes: number;
    combine(to: number, from: number): void;
  }

  /** `isRoot`: the rank gets a result. */
  function reducing(name: string, [source, into, count, type, op]: Reduction, isRoot: boolean): Reducing {
    const combiner = operators.combiner(name, op, type);
    const bytes = isRoot ? state.typed(name, 'recvbuf', into, count, type) : 0;
    const from = isRoot && source === IN_PLACE ? into : source;
    const own = from === into && isRoot ? bytes : state.typed(name, 'sendbuf', from, count, type);
    return { from, bytes: own, combine: (to, other) => own > 0 && combiner(to, other, (to + own) | 0) };
  }

  const MPI_Reduce: Named = (name, ...[source, into, count, type, op, root, handle]: [...Reduction, number, number]) => {
    const body = (comm: Communicator) => {
      const isRoot = comm.team.rank === root;
      const { from, bytes, combine } = reducing(name, [source, into, count, type, op], isRoot);
      perform(name, comm, [bytes, signatureOf(op), root], (part) => reduce(part, root, into, from, bytes, combine));
    };
    on(name, handle, body, root);
  };

  const MPI_Allreduce: Named = (name, ...[source, into, count, type, op, handle]: [...Reduction, number]) =>
    on(name, handle, (comm) => {
      const { from, bytes, combine } = reducing(name, [source, into, count, type, op], true);
      perform(name, comm, [bytes, signatureOf(op)], (part) => reduceAll(part, into, from, bytes, combine));
    });

  const MPI_Scan: Named = (name, ...[source, into, count, type, op, handle]: [...Reduction, number]) =>
    on(name, handle, (comm) => {
      const { from, bytes, combine } = reducing(name, [source, into, count, type, op], true);
      perform(name, comm, [bytes, signatureOf(op)], (part) => scan(part, into, from, bytes, combine));
    });

  /** Of the program's operators each rank has its own numbers. */
  const signatureOf = (op: number) => (operators.isOwn(op) ? 0 : op);

  return {
    ...{ MPI_Barrier, MPI_Bcast, MPI_Gather, MPI_Scatter, MPI_Allgather, MPI_Alltoall, MPI_Gatherv, MPI_Allgatherv },
    ...{ MPI_Reduce, MPI_Allreduce, MPI_Scan },
  };
}
