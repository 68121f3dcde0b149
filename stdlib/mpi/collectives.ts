/**
 * Collective functions that move data (MPI 3.1, 5.3 - 5.8), on the team of the communicator, by the algorithms of the engine.
 *
 * Members tell each other the root and the bytes, whose difference is a mistake of all. Those whose blocks have
 * a size for each rank send them straight to who needs them, who compares the size with his own.
 */
import { barrier, broadcast, exchange, gather, gatherAll, scatter } from '../../runtime/collectives/algorithms.ts';
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import { badArgument } from '../common/errors.ts';
import { type Calling, type Collective, type TeamSteps, together } from './collectivecalls.ts';
import type { Communicators } from './communicators.ts';
import { IN_PLACE } from './constants.ts';
import { common } from './differences.ts';
import { ERR_BUFFER, ERR_COUNT } from './errors.ts';
import { isDense } from './images.ts';
import type { Lines } from './lines.ts';
import type { State } from './state.ts';
import type { Types } from './types.ts';

/** A block of each rank; bytes are undefined where there is none, which is another thing than an empty one. */
export interface Blocks {
  readonly addresses: readonly number[];
  readonly bytes: readonly (number | undefined)[];
}

/** A buffer as the engine has it, and the bytes of one of its blocks. */
interface Buffer {
  readonly address: number;
  readonly bytes: number;
}

/** Names of arguments of a buffer, for messages; whether data may come into it. */
interface BufferNames {
  readonly buffer: string;
  readonly count: string;
  readonly type: string;
  readonly isReceived: boolean;
}
export const ONE = { buffer: 'buffer', count: 'count', type: 'datatype', isReceived: true };
export const OUT = { buffer: 'sendbuf', count: 'sendcount', type: 'sendtype', isReceived: false };
export const INTO = { buffer: 'recvbuf', count: 'recvcount', type: 'recvtype', isReceived: true };

export class Collectives {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly communicators: Communicators,
  ) {}

  // ---------------------------------------------------------------- arguments

  /** A buffer of `times` so many elements: its address for the engine, and bytes of one block. */
  buffer(
    ...[call, address, count, type, times, names]: [Calling, number, number, number, number, BufferNames]
  ): Buffer {
    const datatype = this.types.used(call.name, count, type, names.count, names.type);
    if (address === IN_PLACE) this.state.refuse(call.name, names.buffer, 'MPI_IN_PLACE', 'not here', ERR_BUFFER);
    const bytes = count * datatype.size;
    if (!isDense(datatype)) {
      const { buffer, isReceived } = names;
      return { address: call.images.of(call.name, buffer, address, count * times, datatype, isReceived), bytes };
    }
    this.dense(call, names, address, bytes * times);
    return { address, bytes };
  }

  /** Bytes of the program, without gaps. */
  private dense(call: Calling, { buffer, isReceived }: BufferNames, address: number, bytes: number): void {
    this.state.buffer(call.name, buffer, address, bytes, isReceived);
    call.overlaps.add(buffer, address, bytes, isReceived);
  }

  blocks(...[call, address, counts, displacements, type, size, names]: BlockArguments): Blocks {
    const datatype = this.types.used(call.name, 0, type, names.count, names.type);
    const numbers = this.state.words(call.name, `${names.count}s`, counts, size);
    const places = this.state.words(call.name, 'displs', displacements, size);
    for (const [i, count] of numbers.entries())
      this.state.natural(call.name, `${names.count}s[${i}]`, count, ERR_COUNT);
    const addresses = Array.from(places, (place) => (address + place * datatype.extent) | 0);
    const bytes = Array.from(numbers, (count) => count * datatype.size);
    if (!isDense(datatype)) {
      const image = (at: number, i: number) =>
        call.images.of(call.name, names.buffer, at, numbers[i]!, datatype, names.isReceived);
      return { addresses: addresses.map(image), bytes };
    }
    for (const [i, at] of addresses.entries()) this.dense(call, names, at, bytes[i]!);
    return { addresses, bytes };
  }

  // ---------------------------------------------------------------- with blocks of one size

  private gather(...[call, out, outCount, outType, into, intoCount, intoType, root, handle]: Nine): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const room = isRoot ? this.buffer(call, into, intoCount, intoType, members.length, INTO) : NONE;
    const given = isRoot && out === IN_PLACE ? blockOf(room, rank) : this.buffer(call, out, outCount, outType, 1, OUT);
    const { bytes } = given;
    this.agree(call, isRoot, bytes, room.bytes, 'recvcount');
    return together(comm, common({ root, bytes }), (part) => gather(part, root, room.address, given.address, bytes));
  }

  private scatter(...[call, out, outCount, outType, into, intoCount, intoType, root, handle]: Nine): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const given = isRoot ? this.buffer(call, out, outCount, outType, members.length, OUT) : NONE;
    const isInPlace = isRoot && into === IN_PLACE;
    const room = isInPlace ? blockOf(given, rank) : this.buffer(call, into, intoCount, intoType, 1, INTO);
    const { bytes } = room;
    this.agree(call, isRoot, bytes, given.bytes, 'sendcount');
    return together(comm, common({ root, bytes }), (part) => scatter(part, root, room.address, given.address, bytes));
  }

  /** Where a rank gives both, as a root does, both sides are of one size. */
  private agree(call: Calling, hasBoth: boolean, bytes: number, other: number, argument: string): void {
    if (!hasBoth || bytes === other) return;
    this.state.refuse(call.name, argument, `for ${other} bytes`, `this rank's own block has ${bytes} bytes`, ERR_COUNT);
  }

  private gatherAll(...[call, out, outCount, outType, into, intoCount, intoType, handle]: Eight): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const { rank, members } = comm.team;
    const room = this.buffer(call, into, intoCount, intoType, members.length, INTO);
    const given = out === IN_PLACE ? blockOf(room, rank) : this.buffer(call, out, outCount, outType, 1, OUT);
    const { bytes } = given;
    this.agree(call, true, bytes, room.bytes, 'recvcount');
    return together(comm, common({ bytes }), (part) => gatherAll(part, room.address, given.address, bytes));
  }

  private exchange(...[call, out, outCount, outType, into, intoCount, intoType, handle]: Eight): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const size = comm.team.members.length;
    const room = this.buffer(call, into, intoCount, intoType, size, INTO);
    const given = out === IN_PLACE ? undefined : this.buffer(call, out, outCount, outType, size, OUT);
    const { address, bytes } = room;
    if (given !== undefined) this.agree(call, true, given.bytes, bytes, 'recvcount');
    return together(comm, common({ bytes }), function* (part) {
      const source = given?.address ?? part.room(size * bytes);
      if (given === undefined) part.copy(source, address, size * bytes);
      yield* exchange(part, address, source, bytes);
    });
  }

  // ---------------------------------------------------------------- with a size for each rank

  /** Blocks of all to all; in place where none are given. */
  private *exchanged(call: Calling, part: Part, given: Blocks | undefined, room: Blocks): Steps {
    yield* this.scattered(call, part, given ?? copied(part, room), room, 'recvcounts');
  }

  /** Sends blocks to the ranks that want them, and receives those of others, empty ones too: so both sides of each are compared. */
  *scattered(
    call: Calling,
    part: Part,
    out: Blocks | undefined,
    into: Blocks | undefined,
    count: string,
    rankOf: (member: number) => number = (member) => member,
  ): Steps {
    const { rank, size } = part;
    for (let turn = 1; turn < size; turn++) {
      const to = (rank + turn) % size;
      const bytes = out?.bytes[to];
      if (bytes !== undefined) part.send(to, 0, out!.addresses[to]!, bytes);
    }
    this.keepOwn(call, part, out, into, count);
    for (let turn = 1; turn < size; turn++) {
      const from = (rank - turn + size) % size;
      const bytes = into?.bytes[from];
      if (bytes === undefined) continue;
      const sent = yield* part.accept(from, 0, into!.addresses[from]!, bytes);
      if (sent !== bytes) this.differ(call, count, rankOf(from), bytes, sent);
    }
    yield* part.settle();
  }

  private keepOwn(call: Calling, part: Part, out: Blocks | undefined, into: Blocks | undefined, count: string): void {
    const { rank } = part;
    const [sent, bytes] = [out?.bytes[rank], into?.bytes[rank]];
    if (sent === undefined || bytes === undefined) return;
    if (sent !== bytes) this.differ(call, count, rank, bytes, sent);
    part.copy(into!.addresses[rank]!, out!.addresses[rank]!, bytes);
  }

  /** Of a collective function, of which others are in the middle, there is no way back: no error handler is asked. */
  differ(call: Calling, count: string, from: number, bytes: number, sent: number): never {
    const argument = count.endsWith('s') ? `${count}[${from}]` : count;
    const message = badArgument(call.name, argument, `for ${bytes} bytes`, `rank ${from} sends ${sent} bytes`);
    return this.state.environment.runtime.job.fail(message);
  }

  private gatherV(
    ...[call, out, outCount, outType, into, counts, displacements, intoType, root, handle]: Ten
  ): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const room = isRoot ? this.blocks(call, into, counts, displacements, intoType, members.length, INTO) : undefined;
    const isInPlace = isRoot && out === IN_PLACE;
    const given = isInPlace ? undefined : toOne(root, this.buffer(call, out, outCount, outType, 1, OUT));
    return together(comm, common({ root }), (part) => this.scattered(call, part, given, room, 'recvcounts'));
  }

  private scatterV(
    ...[call, out, counts, displacements, outType, into, intoCount, intoType, root, handle]: Ten
  ): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const { rank, members } = comm.team;
    const isRoot = rank === root;
    const given = isRoot ? this.blocks(call, out, counts, displacements, outType, members.length, OUT) : undefined;
    const isInPlace = isRoot && into === IN_PLACE;
    const room = isInPlace ? undefined : toOne(root, this.buffer(call, into, intoCount, intoType, 1, INTO));
    return together(comm, common({ root }), (part) => this.scattered(call, part, given, room, 'recvcount'));
  }

  private gatherAllV(
    ...[call, out, outCount, outType, into, counts, displacements, intoType, handle]: Nine
  ): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const { rank, members } = comm.team;
    const size = members.length;
    const room = this.blocks(call, into, counts, displacements, intoType, size, INTO);
    const isInPlace = out === IN_PLACE;
    const { address, bytes } = isInPlace
      ? { address: room.addresses[rank]!, bytes: room.bytes[rank] }
      : this.buffer(call, out, outCount, outType, 1, OUT);
    const given = { addresses: Array(size).fill(address), bytes: Array(size).fill(bytes) };
    return together(comm, [], (part) => this.scattered(call, part, given, room, 'recvcounts'));
  }

  private exchangeV(...[call, ...rest]: [Calling, ...number[]]): TeamSteps {
    const [out, outCounts, outPlaces, outType, into, intoCounts, intoPlaces, intoType, handle] = rest as NineNumbers;
    const comm = this.communicators.at(call.name, handle);
    const size = comm.team.members.length;
    const room = this.blocks(call, into, intoCounts, intoPlaces, intoType, size, INTO);
    const given = out === IN_PLACE ? undefined : this.blocks(call, out, outCounts, outPlaces, outType, size, OUT);
    return together(comm, [], (part) => this.exchanged(call, part, given, room));
  }

  /** With a datatype for each rank, and displacements in bytes. */
  private exchangeW(...[call, ...rest]: [Calling, ...number[]]): TeamSteps {
    const [out, outCounts, outPlaces, outTypes, into, intoCounts, intoPlaces, intoTypes, handle] = rest as NineNumbers;
    const comm = this.communicators.at(call.name, handle);
    const size = comm.team.members.length;
    const room = this.typedBlocks(call, into, intoCounts, intoPlaces, intoTypes, size, INTO);
    const given = out === IN_PLACE ? undefined : this.typedBlocks(call, out, outCounts, outPlaces, outTypes, size, OUT);
    return together(comm, [], (part) => this.exchanged(call, part, given, room));
  }

  typedBlocks(...[call, address, counts, displacements, types, size, names]: BlockArguments): Blocks {
    const places = Array.from(this.state.words(call.name, 'displs', displacements, size));
    return this.blocksAt(call, address, counts, places, types, size, names);
  }

  /** With displacements that are MPI_Aint. */
  longBlocks(...[call, address, counts, displacements, types, size, names]: BlockArguments): Blocks {
    const places = this.state.longs(call.name, 'displs', displacements, size);
    return this.blocksAt(call, address, counts, places, types, size, names);
  }

  private blocksAt(
    ...[call, address, counts, places, types, size, names]: [Calling, N, N, readonly number[], N, N, BufferNames]
  ): Blocks {
    const handles = this.state.words(call.name, `${names.type}s`, types, size);
    const numbers = this.state.words(call.name, `${names.count}s`, counts, size);
    const blocks = Array.from(handles, (handle, i) => {
      const argument = { ...names, count: `${names.count}s[${i}]`, type: `${names.type}s[${i}]` };
      return this.buffer(call, (address + places[i]!) | 0, numbers[i]!, handle, 1, argument);
    });
    return { addresses: blocks.map((block) => block.address), bytes: blocks.map((block) => block.bytes) };
  }

  private barrier(call: Calling, handle: number): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    const short = { bytes: 0, perform: (lines: Lines) => void lines.gather(call.name, comm.whole, []) };
    return together(comm, [], barrier, short);
  }

  private broadcast(...[call, buffer, count, type, root, handle]: Six): TeamSteps {
    const comm = this.communicators.at(call.name, handle);
    this.communicators.root(call.name, root, comm);
    const { address, bytes } = this.buffer(call, buffer, count, type, 1, ONE);
    return together(comm, common({ root, bytes }), (part) => broadcast(part, root, address, address, bytes), {
      bytes,
      perform: (lines) => lines.broadcast(call.name, comm.whole, root, address, bytes),
    });
  }

  readonly all: Record<string, Collective> = {
    MPI_Barrier: (call, handle) => this.barrier(call, handle!),
    MPI_Bcast: (...all) => this.broadcast(...(all as unknown as Six)),
    MPI_Gather: (...all) => this.gather(...(all as unknown as Nine)),
    MPI_Gatherv: (...all) => this.gatherV(...(all as unknown as Ten)),
    MPI_Scatter: (...all) => this.scatter(...(all as unknown as Nine)),
    MPI_Scatterv: (...all) => this.scatterV(...(all as unknown as Ten)),
    MPI_Allgather: (...all) => this.gatherAll(...(all as unknown as Eight)),
    MPI_Allgatherv: (...all) => this.gatherAllV(...(all as unknown as Nine)),
    MPI_Alltoall: (...all) => this.exchange(...(all as unknown as Eight)),
    MPI_Alltoallv: (...all) => this.exchangeV(...all),
    MPI_Alltoallw: (...all) => this.exchangeW(...all),
  };
}

const NONE: Buffer = { address: 0, bytes: 0 };

const blockOf = ({ address, bytes }: Buffer, rank: number): Buffer => ({
  address: (address + rank * bytes) | 0,
  bytes,
});

/** One block, of a single rank. */
function toOne(rank: number, { address, bytes }: Buffer): Blocks {
  const only = (value: number) => Array.from({ length: rank + 1 }, (_, i) => (i === rank ? value : undefined));
  return { addresses: only(address) as number[], bytes: only(bytes) };
}

/** The same blocks where they stay while others come into their place. */
function copied(part: Part, { addresses, bytes }: Blocks): Blocks {
  const rooms = bytes.map((size = 0, i) => {
    const room = part.room(size);
    part.copy(room, addresses[i]!, size);
    return room;
  });
  return { addresses: rooms, bytes };
}

type N = number;
type Six = [call: Calling, ...numbers: [N, N, N, N, N]];
type Eight = [call: Calling, ...numbers: [N, N, N, N, N, N, N]];
type Nine = [call: Calling, ...numbers: [N, N, N, N, N, N, N, N]];
type Ten = [call: Calling, ...numbers: [N, N, N, N, N, N, N, N, N]];
type NineNumbers = [N, N, N, N, N, N, N, N, N];
type BlockArguments = [Calling, N, N, N, N, N, BufferNames];
