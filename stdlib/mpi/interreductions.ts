/**
 * Reductions between the two groups of an intercommunicator (MPI 3.1, 5.2.3, 5.9 - 5.10): what a group gets is of the data of the other one.
 *
 * Members send their data to the first member of the other group, or to the root, which combines them in the order of their ranks and gives its group what it
 * is to have.
 */
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import { type Calling, type Collective, type TeamSteps, together } from './collectivecalls.ts';
import type { Collectives } from './collectives.ts';
import type { Communicators, Sides } from './communicators.ts';
import { roleOf } from './intercollectives.ts';
import type { Reducing, Reductions, Share } from './reductions.ts';
import type { State } from './state.ts';

/** Steps of a reduction: members' data, then what its first member gives its group. */
const [DATA, RESULT] = [0, 1];

export class Interreductions {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly collectives: Collectives,
    private readonly reductions: Reductions,
  ) {}

  /** Combines the data of members, in their order, at `to`. */
  private *combined(call: Calling, part: Part, members: readonly number[], to: number, each: Reducing): Steps {
    const room = part.room(each.bytes);
    for (const [rank, member] of members.entries()) {
      const sent = yield* part.accept(member, DATA, rank === 0 ? to : room, each.bytes);
      if (sent !== each.bytes) this.collectives.differ(call, 'count', rank, each.bytes, sent);
      yield* part.settle();
      if (rank > 0) each.combine(to, room);
    }
  }

  private reduce(...[call, out, into, count, type, op, root, handle]: Eight): TeamSteps {
    const comm = this.communicators.inter(call.name, handle);
    const role = roleOf(this.state, call.name, root, comm);
    if (role.kind === 'beside') return together(comm, [], function* () {});
    const isReceiver = role.kind === 'root';
    const each = this.reductions.between(call, { out, into, count, type, op, isSender: !isReceiver, isReceiver });
    if (role.kind === 'root')
      return together(comm, [], (part) => this.combined(call, part, comm.sides.remote, each.destination, each));
    return together(comm, [], function* (part) {
      part.send(role.place, DATA, each.source, each.bytes);
      yield* part.settle();
    });
  }

  /** Both groups at once; each member has its share of what its group gets. */
  private *both(call: Calling, part: Part, { local, remote }: Sides, each: Reducing, shares: readonly Share[]): Steps {
    const rank = local.indexOf(part.rank);
    const { bytes } = shares[rank]!;
    const all = rank === 0 ? part.room(each.bytes) : 0;
    // It must have gone before it is combined over: not all wait for each other.
    part.send(remote[0]!, DATA, each.source, each.bytes);
    if (rank === 0) {
      yield* this.combined(call, part, remote, all, each);
      for (const [other, { at, bytes: size }] of shares.entries())
        if (other > 0) part.send(local[other]!, RESULT, all + at, size);
      part.copy(each.destination, all + shares[0]!.at, bytes);
    } else yield* part.receive(local[0]!, RESULT, each.destination, bytes);
    yield* part.settle();
  }

  private reduceAll(...[call, out, into, count, type, op, handle]: Seven): TeamSteps {
    const comm = this.communicators.inter(call.name, handle);
    const each = this.reductions.between(call, { out, into, count, type, op, isSender: true, isReceiver: true });
    const shares = comm.sides.local.map(() => ({ at: 0, bytes: each.bytes }));
    return together(comm, each.common, (part) => this.both(call, part, comm.sides, each, shares));
  }

  /** The counts are those of the members of a group; both groups have as many elements in all. */
  private reduceScatter(call: Calling, counts: readonly number[], rest: readonly number[]): TeamSteps {
    const [out, into, type, op, handle] = rest as [N, N, N, N, N];
    const comm = this.communicators.inter(call.name, handle);
    const count = counts.reduce((sum, each) => sum + each, 0);
    const received = counts[comm.team.rank]!;
    const each = this.reductions.between(call, {
      ...{ out, into, count, type, op, received },
      ...{ isSender: true, isReceiver: true },
    });
    const shares = this.reductions.shares(counts, each);
    return together(comm, each.common, (part) => this.both(call, part, comm.sides, each, shares));
  }

  readonly all: Record<string, Collective> = {
    MPI_Reduce: (...all) => this.reduce(...(all as unknown as Eight)),
    MPI_Allreduce: (...all) => this.reduceAll(...(all as unknown as Seven)),
    MPI_Reduce_scatter_block: (call, out, into, count, type, op, handle) => {
      const counts = this.reductions.countOfEach(call, count!, handle!);
      return this.reduceScatter(call, counts, [out!, into!, type!, op!, handle!]);
    },
    MPI_Reduce_scatter: (call, out, into, counts, type, op, handle) =>
      this.reduceScatter(call, this.reductions.countForEach(call, counts!, handle!), [
        out!,
        into!,
        type!,
        op!,
        handle!,
      ]),
  };
}

type N = number;
type Seven = [call: Calling, ...numbers: [N, N, N, N, N, N]];
type Eight = [call: Calling, ...numbers: [N, N, N, N, N, N, N]];
