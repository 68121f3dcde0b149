/**
 * One point of a sweep: where the time of a program goes on a machine.
 *
 * Takes the reports of three runs: on the machine, on the same where messages meet no others (`transfers=alone`), and where the network takes no time
 * (`transfers=instant`). Their differences add up to the whole, as in Dimemas' ideal networks and the factors of POP's methodology.
 */
import type { TimeReport } from '../../runtime/simulated/spent.ts';

/** The machines of a point's runs, behind the one that was asked for. */
export const VARIANTS = ['', ',transfers=alone', ',transfers=instant'] as const;

/** Seconds; they add up to `time`. */
export interface Parts {
  /** Own code, on average of the ranks. */
  readonly compute: number;
  /** Waiting for other ranks that no network would shorten: imbalance, and one after the other. */
  readonly wait: number;
  readonly network: number;
  readonly contention: number;
  readonly noise: number;
}

export interface Point extends Parts {
  readonly value: string;
  readonly ranks: number;
  readonly time: number;
}

/** Noise that makes the network's library slower is in the run without a network no more: it is taken from what the network takes. */
export function pointOf(value: string, [real, alone, instant]: readonly TimeReport[]): Point {
  const { ranks, total: time, own: compute } = real!;
  const network = alone!.total - instant!.total;
  const ofLibrary = Math.min(real!.noise - instant!.noise, network);
  return {
    ...{ value, ranks, time, compute },
    wait: instant!.total - compute - instant!.noise,
    network: network - ofLibrary,
    contention: time - alone!.total,
    noise: instant!.noise + ofLibrary,
  };
}

/** How much faster than the first point; and that against the ranks more (strong scaling). */
export const speedup = (first: Point, point: Point): number => first.time / point.time;
export const efficiency = (first: Point, point: Point): number => (speedup(first, point) * first.ranks) / point.ranks;
