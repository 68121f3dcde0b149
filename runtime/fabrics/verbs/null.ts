/**
 * The driver that does nothing: ibv_post_send returns, and every request that asks for it is complete at once. What lies
 * above it can be counted and timed without the cost of a network.
 */
import { IBV_SEND_SIGNALED, IBV_WC_SEND, IBV_WC_SUCCESS } from './constants.ts';
import type { Driver } from './driver.ts';
import type { QueuePair } from './queue-pair.ts';
import type { Bad, IbvSendWr } from './work-requests.ts';

export class NullDriver implements Driver {
  readonly device = 'null0';

  postSend(qp: QueuePair, wr: IbvSendWr, _bad: Bad<IbvSendWr>): number {
    for (let one: IbvSendWr | null = wr; one !== null; one = one.next) {
      qp.posted = (qp.posted + 1) | 0;
      if (qp.init.sq_sig_all || (one.send_flags & IBV_SEND_SIGNALED) !== 0)
        qp.init.send_cq.add(qp, one.wr_id, qp.posted, IBV_WC_SUCCESS, IBV_WC_SEND, 0);
    }
    return 0;
  }

  progress(): void {}

  stateChanged(): void {}

  forget(): void {}
}
