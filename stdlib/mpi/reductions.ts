/**
 * Reductions and scans (MPI 3.1, 5.9 - 5.11), on the team of the communicator, by the algorithms of the engine and the operators of operators.ts.
 *
 * Members tell each other the root, the bytes, the type and the operation, whose difference is a mistake of all.
 */
import { reduce, reduceAll, scan } from '../../runtime/collectives/algorithms.ts';
import { type Calling, type Collective, type Together, together } from './collectivecalls.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { IN_PLACE } from './constants.ts';
import { ERR_BUFFER, ERR_COUNT } from './errors.ts';
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

  /** `received`: elements that come into the buffer of a rank, where these are not all. */
  private reducing(
    ...[call, out, into, count, type, op, handle, root, received = count]: [...Seven, root?: number, received?: number]
  ): Reducing {
    const comm = this.communicators.at(call.name, handle);
    if (root !== undefined) this.communicators.root(call.name, root, comm);
    const bytes = this.types.bytes(call.name, count, type);
    const combine = this.operators.combine(call.name, op, type);
    const receives = root === undefined || root === comm.team.rank;
    const room = out === IN_PLACE ? bytes : this.types.bytes(call.name, received, type);
    if (receives) this.state.local(call.name, 'recvbuf', into, room);
    if (out === IN_PLACE && !receives)
      this.state.refuse(call.name, 'sendbuf', 'MPI_IN_PLACE', 'it may be that at the root alone', ERR_BUFFER);
    if (out !== IN_PLACE) this.state.local(call.name, 'sendbuf', out, bytes);
    return {
      ...{ comm, bytes, source: out === IN_PLACE ? into : out, destination: into },
      common: [bytes, this.types.handles.commonOf(type), this.operators.handles.commonOf(op), root ?? -1],
      combine: (to, from) => combine(to, from, count),
    };
  }

  private reduce(...[call, out, into, count, type, op, root, handle]: Eight): Together {
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
    return together(comm, common, (part) => reduce(part, root, destination, source, bytes, combine));
  }

  private reduceAll(...parameters: Seven): Together {
    const { comm, common, destination, source, bytes, combine } = this.reducing(...parameters);
    return together(comm, common, (part) => reduceAll(part, destination, source, bytes, combine));
  }

  /** Each rank gets its block of what all would get, `counts` elements each. */
  private reduceScatter(call: Calling, counts: readonly number[], ...rest: ScatterNumbers): Together {
    const [out, into, type, op, handle] = rest;
    const { rank } = this.communicators.at(call.name, handle).team;
    const all = counts.reduce((sum, count) => sum + count, 0);
    const before = counts.slice(0, rank).reduce((sum, count) => sum + count, 0);
    const { comm, common, destination, source, bytes, combine } = this.reducing(
      ...([call, out, into, all, type, op, handle] as Seven),
      undefined,
      counts[rank]!,
    );
    const unit = all === 0 ? 0 : bytes / all;
    return together(comm, common, function* (part) {
      const room = part.room(bytes);
      yield* reduceAll(part, room, source, bytes, combine);
      part.copy(destination, room + before * unit, counts[rank]! * unit);
    });
  }

  private countOfEach(...[call, out, into, count, type, op, handle]: Seven): Together {
    if (count < 0) this.state.refuse(call.name, 'recvcount', count, 'it is 0 or more', ERR_COUNT);
    const { length } = this.communicators.at(call.name, handle).team.members;
    return this.reduceScatter(call, Array(length).fill(count), out, into, type, op, handle);
  }

  private countForEach(...[call, out, into, countsAt, type, op, handle]: Seven): Together {
    const { length } = this.communicators.at(call.name, handle).team.members;
    const counts = Array.from(this.state.words(call.name, 'recvcounts', countsAt, length));
    for (const [i, count] of counts.entries())
      if (count < 0) this.state.refuse(call.name, `recvcounts[${i}]`, count, 'it is 0 or more', ERR_COUNT);
    return this.reduceScatter(call, counts, out, into, type, op, handle);
  }

  /** Of the ranks up to this one; or, of an exclusive one, of those before it: the first rank's buffer stays then. */
  private scan(isExclusive: boolean, ...parameters: Seven): Together {
    const { comm, common, destination, source, bytes, combine } = this.reducing(...parameters);
    return together(comm, common, function* (part) {
      const room = part.room(bytes);
      yield* scan(part, room, source, bytes, combine);
      part.next();
      if (!isExclusive) part.copy(destination, room, bytes);
      else if (part.rank + 1 < part.size) part.send(part.rank + 1, 0, room, bytes);
      if (isExclusive && part.rank > 0) yield* part.receive(part.rank - 1, 0, destination, bytes);
      yield* part.settle();
    });
  }

  /** Of this rank alone. */
  readonly bodies: Record<string, Body> = {
    MPI_Reduce_local: (call, from, into, count, type, op) => {
      const bytes = this.types.bytes(call, count!, type!);
      this.state.local(call, 'inbuf', from!, bytes);
      this.state.local(call, 'inoutbuf', into!, bytes);
      // The operators combine into what comes before, and this one into what comes after.
      const room = this.state.environment.heap.allocate(Math.max(bytes, 8));
      this.state.environment.copy(room, from!, bytes);
      this.operators.combine(call, op!, type!)(room, into!, count!);
      this.state.environment.copy(into!, room, bytes);
      this.state.environment.heap.free(room);
    },
  };

  readonly all: Record<string, Collective> = {
    MPI_Reduce: (...all) => this.reduce(...(all as unknown as Eight)),
    MPI_Allreduce: (...all) => this.reduceAll(...(all as unknown as Seven)),
    MPI_Reduce_scatter_block: (...all) => this.countOfEach(...(all as unknown as Seven)),
    MPI_Reduce_scatter: (...all) => this.countForEach(...(all as unknown as Seven)),
    MPI_Scan: (...all) => this.scan(false, ...(all as unknown as Seven)),
    MPI_Exscan: (...all) => this.scan(true, ...(all as unknown as Seven)),
  };
}

type N = number;
type ScatterNumbers = [out: N, into: N, type: N, op: N, handle: N];
type Seven = [call: Calling, ...numbers: [N, N, N, N, N, N]];
type Eight = [call: Calling, ...numbers: [N, N, N, N, N, N, N]];
