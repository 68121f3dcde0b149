/**
 * Collective functions that move data (MPI 3.1, 5.3 - 5.8), on the team of the communicator, by the algorithms of the engine.
 *
 * Members tell each other the root and the bytes, whose difference is a mistake of all. Those whose blocks have
 * a size for each rank send them straight to who needs them.
 */
import { barrier, broadcast, exchange, gather, gatherAll, scatter } from '../../runtime/collectives/algorithms.ts';
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { IN_PLACE } from './constants.ts';
import { ERR_BUFFER, ERR_COUNT } from './errors.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** A block of each rank. */
interface Blocks {
  readonly addresses: readonly number[];
  readonly bytes: readonly number[];
}

/** Names of arguments of a buffer, for messages. */
interface BufferNames {
  readonly buffer: string;
  readonly count: string;
  readonly type: string;
}
const ONE = { buffer: 'buffer', count: 'count', type: 'datatype' };
const OUT = { buffer: 'sendbuf', count: 'sendcount', type: 'sendtype' };
const INTO = { buffer: 'recvbuf', count: 'recvcount', type: 'recvtype' };

export class Collectives {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly communicators: Communicators,
  ) {}

  // ---------------------------------------------------------------- arguments

  /** Bytes of a buffer of `times` so many elements, for one of them. */
  private buffer(
    ...[call, address, count, type, times, names]: [string, number, number, number, number, BufferNames]
  ): number {
    const bytes = this.types.bytes(call, count, type, names.count, names.type);
    if (address === IN_PLACE) this.state.refuse(call, names.buffer, 'MPI_IN_PLACE', 'not here', ERR_BUFFER);
    this.state.local(call, names.buffer, address, bytes * times);
    return bytes;
  }

  private blocks(
    ...[call, address, counts, displacements, type, size, names]: [
      string,
      number,
      number,
      number,
      number,
      number,
      BufferNames,
    ]
  ): Blocks {
    const { extent } = this.types.at(call, names.type, type);
    const numbers = this.state.words(call, `${names.count}s`, counts, size);
    const places = this.state.words(call, 'displs', displacements, size);
    numbers.forEach((count, i) => {
      if (count < 0) this.state.refuse(call, `${names.count}s[${i}]`, count, 'it is 0 or more', ERR_COUNT);
      this.state.local(call, names.buffer, (address + places[i]! * extent) | 0, count * extent);
    });
    return {
      addresses: Array.from(places, (place) => (address + place * extent) | 0),
      bytes: Array.from(numbers, (count) => count * extent),
    };
  }

  private perform(call: string, comm: Communicator, common: readonly number[], steps: (part: Part) => Steps): void {
    this.state.together.perform(call, comm.team, common, steps);
  }

  // ---------------------------------------------------------------- with blocks of one size

  private gather(...[call, out, outCount, outType, into, intoCount, intoType, root, handle]: Nine): void {
    const comm = this.communicators.at(call, handle);
    this.communicators.root(call, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const room = isRoot ? this.buffer(call, into, intoCount, intoType, members.length, INTO) : 0;
    const isInPlace = isRoot && out === IN_PLACE;
    const bytes = isInPlace ? room : this.buffer(call, out, outCount, outType, 1, OUT);
    this.agree(call, isRoot, bytes, room, 'recvcount');
    const source = isInPlace ? into + rank * bytes : out;
    this.perform(call, comm, [root, bytes], (part) => gather(part, root, into, source, bytes));
  }

  private scatter(...[call, out, outCount, outType, into, intoCount, intoType, root, handle]: Nine): void {
    const comm = this.communicators.at(call, handle);
    this.communicators.root(call, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const given = isRoot ? this.buffer(call, out, outCount, outType, members.length, OUT) : 0;
    const isInPlace = isRoot && into === IN_PLACE;
    const bytes = isInPlace ? given : this.buffer(call, into, intoCount, intoType, 1, INTO);
    this.agree(call, isRoot, bytes, given, 'sendcount');
    const destination = isInPlace ? out + rank * bytes : into;
    this.perform(call, comm, [root, bytes], (part) => scatter(part, root, destination, out, bytes));
  }

  /** At a root both sides are of one size. */
  private agree(call: string, isRoot: boolean, bytes: number, other: number, argument: string): void {
    if (!isRoot || bytes === other) return;
    this.state.refuse(call, argument, `for ${other} bytes`, `the root's own block has ${bytes} bytes`, ERR_COUNT);
  }

  private gatherAll(...[call, out, outCount, outType, into, intoCount, intoType, handle]: Eight): void {
    const comm = this.communicators.at(call, handle);
    const { rank, members } = comm.team;
    const room = this.buffer(call, into, intoCount, intoType, members.length, INTO);
    const isInPlace = out === IN_PLACE;
    const bytes = isInPlace ? room : this.buffer(call, out, outCount, outType, 1, OUT);
    this.agree(call, true, bytes, room, 'recvcount');
    const source = isInPlace ? into + rank * bytes : out;
    this.perform(call, comm, [bytes], (part) => gatherAll(part, into, source, bytes));
  }

  private exchange(...[call, out, outCount, outType, into, intoCount, intoType, handle]: Eight): void {
    const comm = this.communicators.at(call, handle);
    const size = comm.team.members.length;
    const bytes = this.buffer(call, into, intoCount, intoType, size, INTO);
    const isInPlace = out === IN_PLACE;
    if (!isInPlace) this.agree(call, true, this.buffer(call, out, outCount, outType, size, OUT), bytes, 'recvcount');
    this.perform(call, comm, [bytes], function* (part) {
      const source = isInPlace ? part.room(size * bytes) : out;
      if (isInPlace) part.copy(source, into, size * bytes);
      yield* exchange(part, into, source, bytes);
    });
  }

  // ---------------------------------------------------------------- with a size for each rank

  /** Sends blocks to the ranks that want them, and receives those of others. */
  private *scattered(part: Part, out: Blocks | undefined, into: Blocks | undefined): Steps {
    const { rank, size } = part;
    for (let turn = 0; turn < size; turn++) {
      const to = (rank + turn) % size;
      if (out === undefined || out.bytes[to]! === 0) continue;
      if (to !== rank) part.send(to, 0, out.addresses[to]!, out.bytes[to]!);
      else if (into !== undefined) part.copy(into.addresses[rank]!, out.addresses[rank]!, out.bytes[rank]!);
    }
    for (let turn = 1; turn < size; turn++) {
      const from = (rank - turn + size) % size;
      if (into !== undefined && into.bytes[from]! > 0)
        yield* part.accept(from, 0, into.addresses[from]!, into.bytes[from]!);
    }
    yield* part.settle();
  }

  private gatherV(...[call, out, outCount, outType, into, counts, displacements, intoType, root, handle]: Ten): void {
    const comm = this.communicators.at(call, handle);
    this.communicators.root(call, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const size = members.length;
    const room = isRoot ? this.blocks(call, into, counts, displacements, intoType, size, INTO) : undefined;
    const isInPlace = isRoot && out === IN_PLACE;
    const bytes = isInPlace ? 0 : this.buffer(call, out, outCount, outType, 1, OUT);
    this.perform(call, comm, [root], (part) => this.scattered(part, toOne(size, root, out, bytes), room));
  }

  private scatterV(...[call, out, counts, displacements, outType, into, intoCount, intoType, root, handle]: Ten): void {
    const comm = this.communicators.at(call, handle);
    this.communicators.root(call, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const size = members.length;
    const given = isRoot ? this.blocks(call, out, counts, displacements, outType, size, OUT) : undefined;
    const isInPlace = isRoot && into === IN_PLACE;
    const bytes = isInPlace ? 0 : this.buffer(call, into, intoCount, intoType, 1, INTO);
    const room = isInPlace ? undefined : toOne(size, root, into, bytes);
    this.perform(call, comm, [root], (part) => this.scattered(part, given, room));
  }

  private gatherAllV(...[call, out, outCount, outType, into, counts, displacements, intoType, handle]: Nine): void {
    const comm = this.communicators.at(call, handle);
    const { rank, members } = comm.team;
    const size = members.length;
    const room = this.blocks(call, into, counts, displacements, intoType, size, INTO);
    const isInPlace = out === IN_PLACE;
    const bytes = isInPlace ? room.bytes[rank]! : this.buffer(call, out, outCount, outType, 1, OUT);
    const source = isInPlace ? room.addresses[rank]! : out;
    const given = { addresses: Array(size).fill(source), bytes: Array(size).fill(bytes) };
    this.perform(call, comm, room.bytes, (part) => this.scattered(part, given, room));
  }

  private exchangeV(...[call, ...rest]: [string, ...number[]]): void {
    const [out, outCounts, outPlaces, outType, into, intoCounts, intoPlaces, intoType, handle] = rest as NineNumbers;
    const comm = this.communicators.at(call, handle);
    const size = comm.team.members.length;
    const room = this.blocks(call, into, intoCounts, intoPlaces, intoType, size, INTO);
    const isInPlace = out === IN_PLACE;
    const given = isInPlace ? room : this.blocks(call, out, outCounts, outPlaces, outType, size, OUT);
    this.perform(call, comm, [], (part) => this.scattered(part, isInPlace ? copied(part, room) : given, room));
  }

  readonly bodies: Record<string, Body> = {
    MPI_Barrier: (call, handle) => {
      const comm = this.communicators.at(call, handle!);
      this.perform(call, comm, [], barrier);
    },
    MPI_Bcast: (call, buffer, count, type, root, handle) => {
      const comm = this.communicators.at(call, handle!);
      this.communicators.root(call, root!, comm);
      const bytes = this.buffer(call, buffer!, count!, type!, 1, ONE);
      this.perform(call, comm, [root!, bytes], (part) => broadcast(part, root!, buffer!, buffer!, bytes));
    },
    MPI_Gather: (...all) => this.gather(...(all as unknown as Nine)),
    MPI_Gatherv: (...all) => this.gatherV(...(all as unknown as Ten)),
    MPI_Scatter: (...all) => this.scatter(...(all as unknown as Nine)),
    MPI_Scatterv: (...all) => this.scatterV(...(all as unknown as Ten)),
    MPI_Allgather: (...all) => this.gatherAll(...(all as unknown as Eight)),
    MPI_Allgatherv: (...all) => this.gatherAllV(...(all as unknown as Nine)),
    MPI_Alltoall: (...all) => this.exchange(...(all as unknown as Eight)),
    MPI_Alltoallv: (...all) => this.exchangeV(...all),
  };
}

/** One block, for a single rank. */
function toOne(size: number, rank: number, address: number, bytes: number): Blocks {
  const only = (value: number) => Array.from({ length: size }, (_, i) => (i === rank ? value : 0));
  return { addresses: only(address), bytes: only(bytes) };
}

/** The same blocks where they stay while others come into their place. */
function copied(part: Part, { addresses, bytes }: Blocks): Blocks {
  const rooms = bytes.map((size, i) => {
    const room = part.room(size);
    part.copy(room, addresses[i]!, size);
    return room;
  });
  return { addresses: rooms, bytes };
}

type N = number;
type Eight = [call: string, ...numbers: [N, N, N, N, N, N, N]];
type Nine = [call: string, ...numbers: [N, N, N, N, N, N, N, N]];
type Ten = [call: string, ...numbers: [N, N, N, N, N, N, N, N, N]];
type NineNumbers = [N, N, N, N, N, N, N, N, N];
