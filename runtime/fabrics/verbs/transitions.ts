/**
 * State machine of queue pairs: attributes that ibv_modify_qp requires and allows at each transition.
 *
 *     RESET -> INIT -> RTR -> RTS <-> SQD      RTS -> SQE -> RTS (datagrams: a failed send)      any -> RESET, ERR
 */
import {
  IBV_QP_ACCESS_FLAGS,
  IBV_QP_ALT_PATH,
  IBV_QP_AV,
  IBV_QP_CUR_STATE,
  IBV_QP_DEST_QPN,
  IBV_QP_EN_SQD_ASYNC_NOTIFY,
  IBV_QP_MAX_DEST_RD_ATOMIC,
  IBV_QP_MAX_QP_RD_ATOMIC,
  IBV_QP_MIN_RNR_TIMER,
  IBV_QP_PATH_MIG_STATE,
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
  IBV_QPS_ERR,
  IBV_QPS_INIT,
  IBV_QPS_RESET,
  IBV_QPS_RTR,
  IBV_QPS_RTS,
  IBV_QPS_SQD,
  IBV_QPS_SQE,
  IBV_QPT_RC,
} from './constants.ts';

interface Transition {
  readonly from: number;
  readonly to: number;
  readonly required: number;
  readonly optional: number;
}

const RUNNING_RC =
  IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_MIN_RNR_TIMER | IBV_QP_ALT_PATH | IBV_QP_PATH_MIG_STATE;
const DRAINED_RC =
  RUNNING_RC | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_AV | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY;

const RC: readonly Transition[] = [
  transition(IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
  transition(IBV_QPS_INIT, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
  transition(
    IBV_QPS_INIT,
    IBV_QPS_RTR,
    IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
    IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX,
  ),
  transition(
    IBV_QPS_RTR,
    IBV_QPS_RTS,
    IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_TIMEOUT,
    RUNNING_RC,
  ),
  transition(IBV_QPS_RTS, IBV_QPS_RTS, 0, RUNNING_RC),
  transition(IBV_QPS_RTS, IBV_QPS_SQD, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY),
  transition(IBV_QPS_SQD, IBV_QPS_SQD, 0, DRAINED_RC),
  transition(IBV_QPS_SQD, IBV_QPS_RTS, 0, RUNNING_RC),
];

const RUNNING_UD = IBV_QP_CUR_STATE | IBV_QP_QKEY;

const UD: readonly Transition[] = [
  transition(IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
  transition(IBV_QPS_INIT, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
  transition(IBV_QPS_INIT, IBV_QPS_RTR, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY),
  transition(IBV_QPS_RTR, IBV_QPS_RTS, IBV_QP_SQ_PSN, RUNNING_UD),
  transition(IBV_QPS_RTS, IBV_QPS_RTS, 0, RUNNING_UD),
  transition(IBV_QPS_RTS, IBV_QPS_SQD, 0, IBV_QP_EN_SQD_ASYNC_NOTIFY),
  transition(IBV_QPS_SQD, IBV_QPS_SQD, 0, IBV_QP_PKEY_INDEX | IBV_QP_QKEY),
  transition(IBV_QPS_SQD, IBV_QPS_RTS, 0, RUNNING_UD),
  transition(IBV_QPS_SQE, IBV_QPS_RTS, 0, RUNNING_UD),
];

function transition(from: number, to: number, required: number, optional = 0): Transition {
  return { from, to, required: required | IBV_QP_STATE, optional };
}

/** Whether a queue pair of the type may make the transition with these attributes. */
export function mayModify(type: number, from: number, to: number, mask: number): boolean {
  if (to === IBV_QPS_RESET || to === IBV_QPS_ERR) return (mask & ~IBV_QP_CUR_STATE) === IBV_QP_STATE;
  const rule = (type === IBV_QPT_RC ? RC : UD).find((one) => one.from === from && one.to === to);
  if (rule === undefined) return false;
  const stays = from === to ? IBV_QP_STATE : 0;
  return ((mask | stays) & rule.required) === rule.required && (mask & ~(rule.required | rule.optional)) === 0;
}
