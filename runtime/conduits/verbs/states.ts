/** Attributes of the transitions from RESET to RTS. */
import {
  IBV_MTU_4096,
  IBV_QP_ACCESS_FLAGS,
  IBV_QP_AV,
  IBV_QP_DEST_QPN,
  IBV_QP_MAX_DEST_RD_ATOMIC,
  IBV_QP_MAX_QP_RD_ATOMIC,
  IBV_QP_MIN_RNR_TIMER,
  IBV_QP_PATH_MTU,
  IBV_QP_PKEY_INDEX,
  IBV_QP_PORT,
  IBV_QP_QKEY,
  IBV_QP_RETRY_CNT,
  IBV_QP_RNR_RETRY,
  IBV_QP_RQ_PSN,
  IBV_QP_SQ_PSN,
  IBV_QP_STATE,
  IBV_QP_TIMEOUT,
  IBV_QPS_INIT,
  IBV_QPS_RTR,
  IBV_QPS_RTS,
  type IbvQpAttr,
  newAttributes,
} from '../../fabrics/verbs/index.ts';

/** One call of ibv_modify_qp: attributes and their mask. */
export type Step = readonly [attr: IbvQpAttr, mask: number];

/** Key of all datagrams of a job. */
export const QKEY = 0x5067;
/** GASNet's: ack timeout of 1.07 s, seven retries; unlimited RNR retries. */
const [TIMEOUT, RETRIES, FOREVER] = [18, 7, 7];
const RD_ATOMIC = 16;

/** Connects with queue pair `number` of a rank. */
export function rcStates(rank: number, number: number, access: number): Step[] {
  const attr: IbvQpAttr = {
    ...newAttributes(),
    port_num: 1,
    qp_access_flags: access,
    path_mtu: IBV_MTU_4096,
    dest_qp_num: number,
    ah_attr: { dlid: rank + 1, port_num: 1 },
    max_rd_atomic: RD_ATOMIC,
    max_dest_rd_atomic: RD_ATOMIC,
    min_rnr_timer: 1,
    timeout: TIMEOUT,
    retry_cnt: RETRIES,
    rnr_retry: FOREVER,
  };
  const [init, rtr, rts] = reach(attr);
  return [
    [init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS],
    [
      rtr,
      IBV_QP_STATE |
        IBV_QP_AV |
        IBV_QP_PATH_MTU |
        IBV_QP_DEST_QPN |
        IBV_QP_RQ_PSN |
        IBV_QP_MAX_DEST_RD_ATOMIC |
        IBV_QP_MIN_RNR_TIMER,
    ],
    [
      rts,
      IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT,
    ],
  ];
}

export function udStates(): Step[] {
  const [init, rtr, rts] = reach({ ...newAttributes(), port_num: 1, qkey: QKEY });
  return [
    [init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY],
    [rtr, IBV_QP_STATE],
    [rts, IBV_QP_STATE | IBV_QP_SQ_PSN],
  ];
}

function reach(attr: IbvQpAttr): [IbvQpAttr, IbvQpAttr, IbvQpAttr] {
  const to = (qp_state: number) => ({ ...attr, qp_state });
  return [to(IBV_QPS_INIT), to(IBV_QPS_RTR), to(IBV_QPS_RTS)];
}
