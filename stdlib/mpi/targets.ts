/**
 * The side of a one-sided operation that is another rank's: rank, displacement, count and datatype become a place of the job, which is all of the
 * rank's window (MPI 3.1, 11.3).
 */
import { badArgument } from '../common/errors.ts';
import { PROC_NULL } from './constants.ts';
import { ERR_DISP, ERR_RANK, ERR_RMA_RANGE, Mistake } from './errors.ts';
import { type Layout, repeated } from './layouts.ts';
import type { Member } from './members.ts';
import type { State } from './state.ts';
import type { Types } from './types.ts';
import type { Window } from './windows.ts';

/** Arguments of a call. */
export interface Wanted {
  readonly rank: number;
  readonly displacement: number;
  readonly count: number;
  readonly type: number;
}

/** Data of a rank. */
export interface Place {
  readonly rank: number;
  readonly member: Member;
  /** Of the job. */
  readonly address: number;
  readonly layout: Layout;
}

export class Targets {
  constructor(
    private readonly state: State,
    private readonly types: Types,
  ) {}

  rank(call: string, argument: string, { members, name }: Window, rank: number): void {
    if (rank === PROC_NULL || rank >>> 0 < members.length) return;
    const rule = `ranks of ${name} are 0 .. ${members.length - 1}, or MPI_PROC_NULL`;
    this.state.refuse(call, argument, rank, rule, ERR_RANK);
  }

  /** In an epoch of the window; undefined for MPI_PROC_NULL. */
  at(call: string, window: Window, { rank, displacement, count, type }: Wanted): Place | undefined {
    this.rank(call, 'target_rank', window, rank);
    window.epoch.use(call, window, rank);
    const datatype = this.types.used(call, count, type, 'target_count', 'target_datatype');
    if (rank === PROC_NULL) return undefined;
    const member = window.members.at(rank);
    if (window.regions === undefined) this.state.natural(call, 'target_disp', displacement, ERR_DISP);
    const layout = repeated(count, datatype.extent, datatype.layout);
    const position = displacement * member.unit - member.first;
    const last = (count - 1) * datatype.extent;
    const low = position + Math.min(0, last) + datatype.trueLb;
    const high = position + Math.max(0, last) + datatype.trueUb;
    if (layout.bytes > 0) this.checkRange(call, window, rank, displacement, low, high);
    return { rank, member, address: member.base + position, layout };
  }

  /** Bytes from `low` to `high` of the rank's memory. */
  private checkRange(
    ...[call, window, rank, displacement, low, high]: [string, Window, number, number, number, number]
  ): void {
    const member = window.members.at(rank);
    const isInside = low >= 0 && high <= member.size;
    const isAttached = window.regions?.has(member, low, high - low) ?? true;
    if (isInside && isAttached) return;
    const bytes = `bytes ${low + member.first} .. ${high + member.first - 1}`;
    const rule =
      window.regions === undefined
        ? `${bytes} are not all of the ${member.size} of rank ${rank}`
        : `${bytes} are not in one piece of memory that rank ${rank} has attached`;
    throw new Mistake(ERR_RMA_RANGE, badArgument(call, 'target_disp', `${displacement}`, rule));
  }
}
