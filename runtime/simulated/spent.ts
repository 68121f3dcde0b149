/**
 * Where the ranks' time on a machine went: their own code, the network's library on their processor, noise, and waiting, which is the rest.
 *
 * Gives it as a line for people (--time), or as JSON in a file (--time=FILE), which `pgasc run --sweep` reads.
 */
import { inTimeUnits, type Picoseconds, SECOND } from '../machines/time.ts';

/** The JSON of --time=FILE: seconds; all but `total` on average of the ranks. */
export interface TimeReport {
  readonly machine: string;
  readonly ranks: number;
  /** Until the last rank ended. */
  readonly total: number;
  readonly own: number;
  readonly library: number;
  readonly noise: number;
  readonly waiting: number;
}

/** Of each rank. */
export class Spent {
  readonly own: Float64Array;
  readonly library: Float64Array;
  readonly noise: Float64Array;
  /** When it ended. */
  readonly ended: Float64Array;

  constructor(ranks: number) {
    this.own = new Float64Array(ranks);
    this.library = new Float64Array(ranks);
    this.noise = new Float64Array(ranks);
    this.ended = new Float64Array(ranks);
  }

  report(machine: string): TimeReport {
    const ranks = this.ended.length;
    const total = this.ended.reduce((latest, each) => Math.max(latest, each), 0);
    const mean = (spans: Float64Array) => spans.reduce((sum, each) => sum + each, 0) / ranks;
    const [own, library, noise] = [this.own, this.library, this.noise].map(mean) as [number, number, number];
    const seconds = (span: Picoseconds) => span / SECOND;
    return {
      ...{ machine, ranks, total: seconds(total), own: seconds(own), library: seconds(library) },
      ...{ noise: seconds(noise), waiting: seconds(total - own - library - noise) },
    };
  }
}

/** The line for people. */
export function timeText({ machine, ranks, total, own, library, noise, waiting }: TimeReport): string {
  const share = (part: number) => `${((100 * part) / (total || 1)).toFixed(1)} %`;
  const disturbed = noise > 0 ? `, ${share(noise)} noise` : '';
  return (
    `${machine}, ${ranks} ranks: ${inTimeUnits(Math.round(total * SECOND))}; on average of the ranks ${share(own)} own code, ` +
    `${share(library)} the network's library, ${share(waiting)} waiting${disturbed}`
  );
}
