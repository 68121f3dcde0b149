import { following } from '../../memory/counts.ts';

/** Messages of each rank in the order of their numbers, from 0 on: those that come early are kept. */
export class InOrder {
  private readonly next = new Map<number, number>();
  private readonly early = new Map<number, Map<number, () => void>>();

  /** Message `number` of a rank has come: `act` is called when all before it have. */
  arrived(rank: number, number: number, act: () => void): void {
    const early = this.earlyOf(rank).set(number, act);
    let next = this.next.get(rank) ?? 0;
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
