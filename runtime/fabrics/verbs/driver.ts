/** The driver interface: the part of verbs that differs between adapters. */
import type { QueuePair } from './queue-pair.ts';
import type { Bad, IbvSendWr } from './work-requests.ts';

export interface Driver {
  /** Name of the device: "shm0". */
  readonly device: string;
  /** ibv_post_send. */
  postSend(qp: QueuePair, wr: IbvSendWr, bad: Bad<IbvSendWr>): number;
  /** Retries waiting requests. */
  progress(): void;
  /** Notifies of a state transition of the queue pair. */
  stateChanged(qp: QueuePair, from: number, to: number): void;
  /** Drops the waiting requests of the queue pair. */
  forget(qp: QueuePair): void;
}
