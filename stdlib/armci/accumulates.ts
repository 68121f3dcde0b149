/**
 * The protocol of accumulates, target-driven or source-driven (Vishnu et al., figure 11): one for all of a job.
 *
 *     PGAS_ARMCI_ACCUMULATE   target (default) | source | pipelined
 *
 * target: who loads and stores the memory, else the target (target-driven.ts). source: who asks, by a get and a put for each block
 * (source-driven.ts); pipelined: the same, the get of the next block being under way while one is added up.
 */
import type { Row } from './rows.ts';
import { SourceDriven } from './source-driven.ts';
import type { State } from './state.ts';
import { TargetDriven } from './target-driven.ts';

/** One of the two. */
export interface Protocol {
  /** With all processes, when ARMCI begins. */
  open(name: string): void;
  begin: Begin;
}

/** Begins rows of one process; gives a test whether they are done. `scale` has so many bytes. */
type Begin = (
  ...row: [proc: number, operation: number, scale: number, scaleBytes: number, rows: readonly Row[]]
) => () => boolean;

const VARIABLE = 'PGAS_ARMCI_ACCUMULATE';

export class Accumulates {
  private protocol: Protocol | undefined;

  constructor(private readonly state: State) {}

  /** Before any other process has a message for this one. */
  open(name: string): void {
    this.protocol ??= this.chosen();
    this.protocol.open(name);
  }

  private chosen(): Protocol {
    const { state } = this;
    const asked = state.environment.variables[VARIABLE] || 'target';
    if (asked === 'source' || asked === 'pipelined') return new SourceDriven(state, asked === 'pipelined');
    if (asked !== 'target') state.fail(`${VARIABLE}=${asked}: it must be target, source or pipelined`);
    return new TargetDriven(state);
  }

  readonly begin: Begin = (...row) => this.protocol!.begin(...row);
}
