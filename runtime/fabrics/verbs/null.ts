/**
 * The null driver: ibv_post_send returns, and every signaled request is complete at once. It measures the overhead of
 * the layers above.
 */

import { posted } from '../posted.ts';
import { IBV_SEND_SIGNALED, IBV_WC_SEND, IBV_WC_SUCCESS } from './constants.ts';
import type { Driver } from './driver.ts';
import type { QueuePair } from './queue-pair.ts';
import type { Bad, IbvSendWr } from './work-requests.ts';

export class NullDriver implements Driver {
  readonly device = 'null0';

  postSend(qp: QueuePair, wr: IbvSendWr, _bad: Bad<IbvSendWr>): number {
    posted();
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
