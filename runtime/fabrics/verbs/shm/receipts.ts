/** How a message that lies in its receiver's buffer is told there. */
import type { Adapter } from '../adapter.ts';
import { enterReceived } from '../completion-queue.ts';
import type { IbvWc } from '../work-requests.ts';

export class Receipts {
  constructor(private readonly adapter: Adapter) {}

  /** Enters the completion into the queue at an address of the memory of a rank, who is roused. */
  enter(rank: number, queue: number, wc: IbvWc, solicited: boolean): void {
    enterReceived(this.adapter, rank, queue, wc, solicited);
    this.adapter.hardware.rouse(rank);
  }
}
