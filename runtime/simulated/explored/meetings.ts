/** Barriers and other meetings of all ranks: what each has done before it comes there is known to all who leave. In which order they come does not matter. */
import type { Clocks } from './clocks.ts';
import type { Operation } from './operation.ts';

type Clock = ReturnType<Clocks['snapshot']>;

export class Meetings {
  /** Of each meeting, by number: what those knew who have come. */
  private readonly come: Clock[][] = [];
  /** Of each rank: how many it has come to. */
  private readonly counts: number[];

  constructor(
    private readonly clocks: Clocks,
    ranks: number,
  ) {
    this.counts = Array<number>(ranks).fill(0);
  }

  begins(rank: number, { meeting }: Operation): void {
    if (meeting !== 'arrive' && meeting !== 'both') return;
    const number = this.counts[rank]!++;
    this.come[number] ??= [];
    this.come[number]!.push(this.clocks.snapshot(rank));
  }

  did(rank: number, { meeting }: Operation): void {
    if (meeting !== 'leave' && meeting !== 'both') return;
    for (const clock of this.come[this.counts[rank]! - 1] ?? []) this.clocks.take(rank, clock);
  }
}
