/**
 * A partition of the network that carries data alone: a process gets no answer over it from another one, which answers on its line to the
 * coordinator.
 *
 * A stopped process does neither, so the silence of lines (watcher.ts) is not this. Each process tells once a second while it has no answer;
 * the one that is asked then may have been stopped until now, so it is asked at the first time, and taken for cut off at a later one.
 */
import { cutOff } from '../errors.ts';
import type { Member } from './orders.ts';

/** What a process tells. */
export interface NoAnswer {
  /** Who does not answer. */
  readonly process: number;
  readonly seconds: number;
  /** Libfabric's. */
  readonly provider: string;
}

/** Milliseconds for which it counts that a process has answered on its line. */
const FRESH = 5000;

export class Partitions {
  /** "0 1": process 1 does not answer process 0, and has answered the coordinator. */
  private readonly answering = new Set<string>();

  constructor(
    private readonly members: readonly Member[],
    /** The process with this index cannot be reached. */
    private readonly cut: (index: number, message: string) => void,
  ) {}

  /** What the process with this index tells. Of two, process 0 is the one that stays. */
  hear(index: number, { process, seconds, provider }: NoAnswer): void {
    const pair = `${index} ${process}`;
    const [one, other] = [this.members[index]!, this.members[process]!];
    if (this.answering.delete(pair)) {
      this.cut(Math.max(index, process), cutOff(one.name, other.name, seconds, provider));
      return;
    }
    other.time().then((time) => {
      if (time === undefined) return;
      this.answering.add(pair);
      setTimeout(() => this.answering.delete(pair), FRESH);
    });
  }
}
