import { following, hasCome } from '../../memory/counts.ts';

/** By rank. */
export interface Numbers {
  get(rank: number): number | undefined;
  set(rank: number, number: number): unknown;
}

/** Messages of each rank in the order of their numbers, from 0 on: those that come early are kept. */
export class InOrder {
  private readonly early = new Map<number, Map<number, () => void>>();

  /** `next`: the number that is due of each rank. */
  constructor(private readonly next: Numbers = new Map()) {}

  /** Message `number` of a rank has come: `act` is called when all before it have, never if it has been counted already. */
  arrived(rank: number, number: number, act: () => void): void {
    let next = this.next.get(rank) ?? 0;
    if (number === next && this.early.get(rank) === undefined) {
      this.next.set(rank, following(next));
      act();
      return;
    }
    const early = this.earlyOf(rank);
    if (hasCome(number, next)) early.set(number, act);
    for (let due = early.get(next); due !== undefined; due = early.get(next)) {
      early.delete(next);
      next = following(next);
      this.next.set(rank, next);
      due();
    }
  }

  /** Messages of a rank that have come in order. */
  count(rank: number): number {
    return this.next.get(rank) ?? 0;
  }

  private earlyOf(rank: number): Map<number, () => void> {
    let early = this.early.get(rank);
    if (early === undefined) {
      early = new Map();
      this.early.set(rank, early);
    }
    return early;
  }
}
