/** What a driver does: the part of verbs that differs between adapters. */
import type { QueuePair } from './queue-pair.ts';
import type { Bad, IbvSendWr } from './work-requests.ts';

export interface Driver {
  /** Of the device: "shm0". */
  readonly device: string;
  /** ibv_post_send. */
  postSend(qp: QueuePair, wr: IbvSendWr, bad: Bad<IbvSendWr>): number;
  /** Goes on with requests that wait. */
  progress(): void;
  /** The queue pair went from one state to another. */
  stateChanged(qp: QueuePair, from: number, to: number): void;
  /** Nothing of the queue pair waits any more. */
  forget(qp: QueuePair): void;
}
