/**
 * Reductions and scans (MPI 3.1, 5.9 - 5.11), on the team of the communicator, by the algorithms of the engine and the operators of operators.ts.
 *
 * Members tell each other the root, the bytes, the type and the operation, whose difference is a mistake of all.
 */
import { reduce, reduceAll, scan } from '../../runtime/collectives/algorithms.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { IN_PLACE } from './constants.ts';
import { ERR_BUFFER } from './errors.ts';
import type { Operators } from './operators.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** What a reduction is of. */
interface Reducing {
  readonly comm: Communicator;
  readonly source: number;
  readonly destination: number;
  readonly bytes: number;
  readonly common: readonly number[];
  combine(to: number, from: number): void;
}

export class Reductions {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly communicators: Communicators,
    private readonly operators: Operators,
  ) {}

  /** `times`: how many times `count` elements a rank gives. */
  private reducing(
    ...[call, out, into, count, type, op, handle, root, times = 1]: [...Seven, root?: number, times?: number]
  ): Reducing {
    const comm = this.communicators.at(call, handle);
    if (root !== undefined) this.communicators.root(call, root, comm);
    const all = count * times;
    const bytes = this.types.bytes(call, all, type);
    const combine = this.operators.combine(call, op, type);
    const receives = root === undefined || root === comm.team.rank;
    if (receives) this.state.local(call, 'recvbuf', into, bytes);
    if (out === IN_PLACE && !receives)
      this.state.refuse(call, 'sendbuf', 'MPI_IN_PLACE', 'it may be that at the root alone', ERR_BUFFER);
    if (out !== IN_PLACE) this.state.local(call, 'sendbuf', out, bytes);
    return {
      ...{ comm, bytes, source: out === IN_PLACE ? into : out, destination: into },
      common: [bytes, type & PREDEFINED_TYPE, op & 0xffffff, root ?? -1],
      combine: (to, from) => combine(to, from, all),
    };
  }

  private reduce(...[call, out, into, count, type, op, root, handle]: Eight): void {
    const { comm, common, destination, source, bytes, combine } = this.reducing(
      call,
      out,
      into,
      count,
      type,
      op,
      handle,
      root,
    );
    this.state.together.perform(call, comm.team, common, (part) =>
      reduce(part, root, destination, source, bytes, combine),
    );
  }

  private reduceAll(...parameters: Seven): void {
    const { comm, common, destination, source, bytes, combine } = this.reducing(...parameters);
    this.state.together.perform(parameters[0], comm.team, common, (part) =>
      reduceAll(part, destination, source, bytes, combine),
    );
  }

  /** Each rank gets its block of what all would get. */
  private reduceScatter(...[call, out, into, count, type, op, handle]: Seven): void {
    const comm = this.communicators.at(call, handle);
    const { rank, members } = comm.team;
    const { common, destination, source, bytes, combine } = this.reducing(
      ...([call, out, into, count, type, op, handle] as Seven),
      undefined,
      members.length,
    );
    const own = bytes / members.length;
    this.state.together.perform(call, comm.team, common, function* (part) {
      const room = part.room(bytes);
      yield* reduceAll(part, room, source, bytes, combine);
      part.copy(destination, room + rank * own, own);
    });
  }

  /** Of the ranks up to this one; or, of an exclusive one, of those before it: the first rank's buffer stays then. */
  private scan(isExclusive: boolean, ...parameters: Seven): void {
    const { comm, common, destination, source, bytes, combine } = this.reducing(...parameters);
    this.state.together.perform(parameters[0], comm.team, common, function* (part) {
      const room = part.room(bytes);
      yield* scan(part, room, source, bytes, combine);
      part.next();
      if (!isExclusive) part.copy(destination, room, bytes);
      else if (part.rank + 1 < part.size) part.send(part.rank + 1, 0, room, bytes);
      if (isExclusive && part.rank > 0) yield* part.receive(part.rank - 1, 0, destination, bytes);
      yield* part.settle();
    });
  }

  readonly bodies: Record<string, Body> = {
    MPI_Reduce: (...all) => this.reduce(...(all as unknown as Eight)),
    MPI_Allreduce: (...all) => this.reduceAll(...(all as unknown as Seven)),
    MPI_Reduce_scatter_block: (...all) => this.reduceScatter(...(all as unknown as Seven)),
    MPI_Scan: (...all) => this.scan(false, ...(all as unknown as Seven)),
    MPI_Exscan: (...all) => this.scan(true, ...(all as unknown as Seven)),
  };
}

/** Bits of a handle of a datatype that are the same on all ranks: of predefined ones. */
const PREDEFINED_TYPE = 0x3f;

type N = number;
type Seven = [call: string, ...numbers: [N, N, N, N, N, N]];
type Eight = [call: string, ...numbers: [N, N, N, N, N, N, N]];
