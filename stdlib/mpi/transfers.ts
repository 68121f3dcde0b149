/**
 * MPI_Put and MPI_Get (MPI 3.1, 11.3.1 - 11.3.2): data of any datatypes on both sides move by one-sided access, run by run, from where they lie to
 * where they belong; the target takes no part.
 */
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { PUTS, READS } from './conflicts.ts';
import { ERR_TRUNCATE } from './errors.ts';
import type { Layout } from './layouts.ts';
import type { Packing } from './packing.ts';
import { piecesOf } from './pieces.ts';
import { type BegunAccess, NOWHERE, type OneSided, type RmaCalls } from './rmacalls.ts';
import type { Body, State } from './state.ts';
import type { Targets } from './targets.ts';
import type { Types } from './types.ts';
import { DONE, type IsDone, once } from './underway.ts';

/** Data at an address of the job. */
interface Side {
  readonly address: number;
  readonly layout: Layout;
}

/** Data of so many bytes do not fit into the other side. */
export function checkFit(...[state, call, argument, bytes, room]: [State, string, string, number, number]): void {
  if (bytes <= room) return;
  state.refuse(call, argument, `for ${room} bytes`, `${bytes} bytes come there`, ERR_TRUNCATE);
}

export class Transfers {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly packing: Packing,
    private readonly targets: Targets,
    private readonly calls: RmaCalls,
  ) {}

  /** The first bytes of one side become those of the other. */
  private copy(to: Side, from: Side, bytes: number): IsDone {
    const { engine, noncontiguous, transfers, job } = this.state.environment.runtime;
    if (bytes === 0) return DONE;
    job.glance();
    const areDense = to.layout.kind === 'run' && from.layout.kind === 'run';
    const handle = areDense
      ? engine.movement.copy(to.address, from.address, bytes)
      : noncontiguous.pieces(piecesOf(to.layout, to.address, 0, bytes), piecesOf(from.layout, from.address, 0, bytes));
    return handle === COMPLETE ? DONE : once(() => transfers.test('MPI', handle));
  }

  /** Between the program's data and a target's. */
  private between(isWritten: boolean, begin: (call: string, origin: Side, target: Side) => IsDone): OneSided {
    return (call, window, ...parameters): BegunAccess => {
      const [address, count, type, rank, displacement, targetCount, targetType] = parameters as Seven;
      const wanted = { rank, displacement: Number(displacement), count: targetCount, type: targetType };
      const place = this.targets.at(call, window, wanted);
      const datatype = this.types.used(call, count, type, 'origin_count', 'origin_datatype');
      if (place === undefined) return NOWHERE;
      const noted = window.conflicts.note(place, isWritten ? READS : PUTS);
      const layout = this.packing.layoutAt(call, 'origin_addr', address, count, datatype, isWritten);
      return { place, isDone: begin(call, { address, layout }, place), noted };
    };
  }

  private readonly put = this.between(false, (call, origin, target) => {
    checkFit(this.state, call, 'target_count', origin.layout.bytes, target.layout.bytes);
    return this.copy(target, origin, origin.layout.bytes);
  });

  private readonly get = this.between(true, (call, origin, target) => {
    checkFit(this.state, call, 'origin_count', target.layout.bytes, origin.layout.bytes);
    return this.copy(origin, target, target.layout.bytes);
  });

  get bodies(): Record<string, Body> {
    return {
      MPI_Put: this.calls.plain(this.put),
      MPI_Get: this.calls.plain(this.get),
      MPI_Rput: this.calls.requesting(this.put),
      MPI_Rget: this.calls.requesting(this.get),
    };
  }
}

type Seven = [number, number, number, number, number, number, number];
