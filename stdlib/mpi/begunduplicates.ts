/**
 * MPI_Comm_idup: a duplicate of a communicator that is there when its request is complete (MPI 3.1, 6.4.2).
 *
 * One member chooses the number of the new team, and the others hear of it while the program goes on.
 */
import { broadcast } from '../../runtime/collectives/algorithms.ts';
import { Begun } from './collectivecalls.ts';
import type { Communicators } from './communicators.ts';
import { COMM, nullOf } from './handles.ts';
import { Images } from './images.ts';
import type { Packing } from './packing.ts';
import type { Requests } from './requests.ts';
import type { Body, State } from './state.ts';
import type { TeamNumbers } from './teamnumbers.ts';

export class BegunDuplicates {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly packing: Packing,
    private readonly requests: Requests,
    private readonly numbers: TeamNumbers,
  ) {}

  /** Attributes are copied now: their functions are of the program (MPI 3.1, 6.4.2). */
  private begin(call: string, handle: number, result: number, request: number): void {
    const { state, communicators, numbers } = this;
    const { I32 } = state.environment;
    const parent = communicators.at(call, handle);
    const { whole } = parent;
    state.give(call, 'newcomm', result, nullOf(COMM));
    const more = communicators.copied(call, parent, parent.hints);
    const operation = new Begun(parent, call, new Images(this.packing));
    this.requests.give(call, request, { operation });
    operation.under = state.together.begin(call, whole, [], function* (part) {
      const room = part.room(4);
      if (whole.rank === 0) I32[room >>> 2] = numbers.next(call);
      yield* broadcast(part, 0, room, room, 4);
      const team = { number: I32[room >>> 2]!, members: whole.members, rank: whole.rank, count: 0 };
      I32[result >>> 2] = communicators.derived(call, parent, team, more);
      operation.complete();
    });
  }

  readonly bodies: Record<string, Body> = {
    MPI_Comm_idup: (call, comm, result, request) => this.begin(call, comm!, result!, request!),
  };
}
