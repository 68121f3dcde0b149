/**
 * Collective functions that move data between the two groups of an intercommunicator (MPI 3.1, 5.2.2, 5.2.3).
 *
 * One idea: each is blocks that a member has for members of the other group, and blocks that it wants of them, so all take the same steps. What
 * goes comes from one group alone where there is a root: it gives MPI_ROOT, those beside it MPI_PROC_NULL, the other group its rank.
 */
import { barrier } from '../../runtime/collectives/algorithms.ts';
import { type Calling, type Collective, type TeamSteps, together } from './collectivecalls.ts';
import { type Blocks, type Collectives, INTO, ONE, OUT } from './collectives.ts';
import type { Communicator, Communicators, Sides } from './communicators.ts';
import { PROC_NULL, ROOT } from './constants.ts';
import { ERR_ROOT } from './errors.ts';
import type { State } from './state.ts';

/** A communicator of two groups. */
export type Inter = Communicator & { readonly sides: Sides };
/** What a rank is in a call with a root: it, beside it, or one of the other group, for which it has a place in all. */
export type Role =
  | { readonly kind: 'root' }
  | { readonly kind: 'beside' }
  | { readonly kind: 'other'; readonly place: number };

/** The role that an argument `root` says. */
export function roleOf(state: State, call: string, root: number, { name, peers, sides }: Inter): Role {
  if (root === ROOT) return { kind: 'root' };
  if (root === PROC_NULL) return { kind: 'beside' };
  if (root >>> 0 < peers.length) return { kind: 'other', place: sides.remote[root]! };
  const rule = `remote ranks of ${name} are 0 .. ${peers.length - 1}; in the root's group it is MPI_ROOT at the root, else MPI_PROC_NULL`;
  return state.refuse(call, 'root', root, rule, ERR_ROOT);
}

export class Intercollectives {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly collectives: Collectives,
  ) {}

  /** The steps of a member with these blocks, by rank of the other group. */
  private moved(
    call: Calling,
    comm: Inter,
    out: Blocks | undefined,
    into: Blocks | undefined,
    count: string,
  ): TeamSteps {
    const { remote } = comm.sides;
    const [all, wanted] = [placed(out, remote), placed(into, remote)];
    const rankOf = (place: number) => remote.indexOf(place);
    return together(comm, [], (part) => this.collectives.scattered(call, part, all, wanted, count, rankOf));
  }

  /** One with a root: what it has for the others, or wants of them, and what each of these wants, or has. */
  private rooted(
    ...[call, handle, root, ofRoot, ofOther, isFromRoot, count]: [
      ...[Calling, number, number],
      ...[(ranks: number) => Blocks, () => Blocks, boolean, string],
    ]
  ): TeamSteps {
    const comm = this.communicators.inter(call.name, handle);
    const role = roleOf(this.state, call.name, root, comm);
    if (role.kind === 'beside') return this.moved(call, comm, undefined, undefined, count);
    const blocks = role.kind === 'root' ? ofRoot(comm.peers.length) : only(root, ofOther());
    const isSender = (role.kind === 'root') === isFromRoot;
    return this.moved(call, comm, isSender ? blocks : undefined, isSender ? undefined : blocks, count);
  }

  /** The same block for each of so many ranks. */
  private same(...[call, address, count, type, ranks, names]: BufferArguments): Blocks {
    const { address: at, bytes } = this.collectives.buffer(call, address, count, type, 1, names);
    return { addresses: Array(ranks).fill(at), bytes: Array(ranks).fill(bytes) };
  }

  /** A block for each rank, one after the other. */
  private each(...[call, address, count, type, ranks, names]: BufferArguments): Blocks {
    const { address: at, bytes } = this.collectives.buffer(call, address, count, type, ranks, names);
    return {
      addresses: Array.from({ length: ranks }, (_, i) => (at + i * bytes) | 0),
      bytes: Array(ranks).fill(bytes),
    };
  }

  private one(call: Calling, address: number, count: number, type: number, names: typeof ONE): Blocks {
    return this.same(call, address, count, type, 1, names);
  }

  readonly all: Record<string, Collective> = {
    MPI_Barrier: (call, handle) => together(this.communicators.inter(call.name, handle!), [], barrier),
    MPI_Bcast: (...[call, ...rest]) => {
      const [buffer, count, type, root, handle] = rest as Five;
      const root_ = (ranks: number) => this.same(call, buffer, count, type, ranks, { ...ONE, isReceived: false });
      return this.rooted(call, handle, root, root_, () => this.one(call, buffer, count, type, ONE), true, 'count');
    },
    MPI_Gather: (...[call, ...rest]) => {
      const [out, outCount, outType, into, intoCount, intoType, root, handle] = rest as Eight;
      const atRoot = (ranks: number) => this.each(call, into, intoCount, intoType, ranks, INTO);
      const atOther = () => this.one(call, out, outCount, outType, OUT);
      return this.rooted(call, handle, root, atRoot, atOther, false, 'recvcount');
    },
    MPI_Gatherv: (...[call, ...rest]) => {
      const [out, outCount, outType, into, counts, places, intoType, root, handle] = rest as Nine;
      const atRoot = (ranks: number) => this.collectives.blocks(call, into, counts, places, intoType, ranks, INTO);
      const atOther = () => this.one(call, out, outCount, outType, OUT);
      return this.rooted(call, handle, root, atRoot, atOther, false, 'recvcounts');
    },
    MPI_Scatter: (...[call, ...rest]) => {
      const [out, outCount, outType, into, intoCount, intoType, root, handle] = rest as Eight;
      const atRoot = (ranks: number) => this.each(call, out, outCount, outType, ranks, OUT);
      const atOther = () => this.one(call, into, intoCount, intoType, INTO);
      return this.rooted(call, handle, root, atRoot, atOther, true, 'recvcount');
    },
    MPI_Scatterv: (...[call, ...rest]) => {
      const [out, counts, places, outType, into, intoCount, intoType, root, handle] = rest as Nine;
      const atRoot = (ranks: number) => this.collectives.blocks(call, out, counts, places, outType, ranks, OUT);
      const atOther = () => this.one(call, into, intoCount, intoType, INTO);
      return this.rooted(call, handle, root, atRoot, atOther, true, 'recvcount');
    },
    MPI_Allgather: (...[call, ...rest]) => {
      const [out, outCount, outType, into, intoCount, intoType, handle] = rest as Seven;
      const comm = this.communicators.inter(call.name, handle);
      const { length } = comm.peers;
      const room = this.each(call, into, intoCount, intoType, length, INTO);
      return this.moved(call, comm, this.same(call, out, outCount, outType, length, OUT), room, 'recvcount');
    },
    MPI_Allgatherv: (...[call, ...rest]) => {
      const [out, outCount, outType, into, counts, places, intoType, handle] = rest as Eight;
      const comm = this.communicators.inter(call.name, handle);
      const { length } = comm.peers;
      const room = this.collectives.blocks(call, into, counts, places, intoType, length, INTO);
      return this.moved(call, comm, this.same(call, out, outCount, outType, length, OUT), room, 'recvcounts');
    },
    MPI_Alltoall: (...[call, ...rest]) => {
      const [out, outCount, outType, into, intoCount, intoType, handle] = rest as Seven;
      const comm = this.communicators.inter(call.name, handle);
      const { length } = comm.peers;
      const room = this.each(call, into, intoCount, intoType, length, INTO);
      return this.moved(call, comm, this.each(call, out, outCount, outType, length, OUT), room, 'recvcount');
    },
    MPI_Alltoallv: (call, ...rest) => this.exchanged(call, rest as Nine, 'blocks'),
    MPI_Alltoallw: (call, ...rest) => this.exchanged(call, rest as Nine, 'typedBlocks'),
  };

  private exchanged(call: Calling, parameters: Nine, blocks: 'blocks' | 'typedBlocks'): TeamSteps {
    const [out, outCounts, outPlaces, outTypes, into, counts, places, types, handle] = parameters;
    const comm = this.communicators.inter(call.name, handle);
    const { length } = comm.peers;
    const room = this.collectives[blocks](call, into, counts, places, types, length, INTO);
    const given = this.collectives[blocks](call, out, outCounts, outPlaces, outTypes, length, OUT);
    return this.moved(call, comm, given, room, 'recvcounts');
  }
}

/** Blocks by rank of a group as those of all members, by the places of that group. */
function placed(blocks: Blocks | undefined, places: readonly number[]): Blocks | undefined {
  if (blocks === undefined) return undefined;
  const addresses: number[] = [];
  const bytes: (number | undefined)[] = [];
  for (const [rank, place] of places.entries())
    [addresses[place], bytes[place]] = [blocks.addresses[rank] ?? 0, blocks.bytes[rank]];
  return { addresses, bytes };
}

/** A single block, as that of one rank. */
function only(rank: number, { addresses: [address], bytes: [bytes] }: Blocks): Blocks {
  const at = <T>(value: T) => Object.assign(Array<T | undefined>(rank + 1).fill(undefined), { [rank]: value });
  return { addresses: at(address!) as number[], bytes: at(bytes) };
}

type N = number;
type BufferArguments = [Calling, N, N, N, N, typeof ONE];
type Five = [N, N, N, N, N];
type Seven = [...Five, N, N];
type Eight = [...Seven, N];
type Nine = [...Eight, N];
