/**
 * Operations that are complete on a simulated machine, until their rank looks at a queue or a counter: it pays then for what it is told.
 */
import type { Hardware } from '../../../hardware.ts';
import type { Model } from '../../../model.ts';

export class Ended {
  private waiting: (() => void)[] = [];

  constructor(
    private readonly hardware: Hardware,
    private readonly model: Model,
  ) {}

  /** An operation is complete; `tell` counts it, or makes an entry. */
  add(tell: () => void): void {
    this.waiting.push(tell);
    this.hardware.rouse(this.hardware.space.MYTHREAD);
  }

  tell(): void {
    if (this.waiting.length === 0) return;
    const told = this.waiting;
    this.waiting = [];
    for (const tell of told) tell();
    this.model.completed(told.length);
  }
}
