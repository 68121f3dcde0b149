/** What ranks do with the memory of a window that they have: attaching to dynamic ones, asking of shared ones (MPI 3.1, 11.2.3 - 11.2.4). */
import { inHex } from '../../runtime/errors.ts';
import { isOwn, offsetOf } from '../../runtime/memory/space.ts';
import { PROC_NULL } from './constants.ts';
import { ERR_RMA_ATTACH, ERR_RMA_FLAVOR, ERR_SIZE } from './errors.ts';
import type { Member } from './members.ts';
import type { Regions } from './regions.ts';
import type { Body, State } from './state.ts';
import type { Targets } from './targets.ts';
import { mistakeOf, SHARED, type Window, type Windows } from './windows.ts';

const NO_MEMBER: Pick<Member, 'base' | 'size' | 'unit'> = { base: 0, size: 0, unit: 1 };

export class Attaching {
  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly targets: Targets,
  ) {}

  private regions(call: string, handle: number): Regions {
    const window = this.windows.at(call, handle);
    const rule = 'MPI_Win_create_dynamic has not made it: memory is attached to dynamic windows alone';
    if (window.regions === undefined) throw mistakeOf(ERR_RMA_FLAVOR, call, window, rule);
    return window.regions;
  }

  private attach(call: string, handle: number, base: number, size: number): void {
    const { environment } = this.state;
    const regions = this.regions(call, handle);
    this.state.natural(call, 'size', size, ERR_SIZE);
    this.state.local(call, 'base', base, size);
    if (size > 0 && !isOwn(environment, base))
      this.state.refuse(call, 'base', inHex(base), "it is another rank's memory", ERR_RMA_ATTACH);
    const offset = offsetOf(environment, base) >>> 0;
    if (regions.overlaps(offset, size))
      this.state.refuse(
        call,
        'base',
        inHex(base),
        `some of the ${size} bytes there are attached already`,
        ERR_RMA_ATTACH,
      );
    regions.attach(call, { offset, bytes: size });
  }

  private detach(call: string, handle: number, base: number): void {
    const isThere = this.regions(call, handle).detach(call, offsetOf(this.state.environment, base) >>> 0);
    if (!isThere) this.state.refuse(call, 'base', inHex(base), 'nothing that begins there is attached', ERR_RMA_ATTACH);
  }

  /** The memory of a rank; of MPI_PROC_NULL that of the first one that has any. */
  private shared(call: string, window: Window, rank: number): Pick<Member, 'base' | 'size' | 'unit'> {
    const rule = 'MPI_Win_allocate_shared has not made it';
    if (window.flavor !== SHARED) throw mistakeOf(ERR_RMA_FLAVOR, call, window, rule);
    this.targets.rank(call, 'rank', window, rank);
    if (rank !== PROC_NULL) return window.members.at(rank);
    return window.members.filled ?? NO_MEMBER;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Win_attach: (call, handle, base, size) => this.attach(call, handle!, base! | 0, Number(size)),
    MPI_Win_detach: (call, handle, base) => this.detach(call, handle!, base! | 0),
    MPI_Win_shared_query: (call, handle, rank, sizeAt, unitAt, baseAt) => {
      const { size, unit, base } = this.shared(call, this.windows.at(call, handle!), rank!);
      this.state.giveLong(call, 'size', sizeAt!, size);
      this.state.give(call, 'disp_unit', unitAt!, unit);
      // Of nothing there is no address.
      this.state.give(call, 'baseptr', baseAt!, size > 0 ? base : 0);
    },
  };
}
