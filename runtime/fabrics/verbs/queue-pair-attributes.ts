/** ibv_qp_attr: attributes for ibv_modify_qp and ibv_query_qp. */
import type { IbvAhAttr } from './address-handle.ts';
import {
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
  IBV_QP_TIMEOUT,
} from './constants.ts';

/** Packet sequence numbers are stored but unused: the driver loses nothing. */
export interface IbvQpAttr {
  qp_state: number;
  cur_qp_state: number;
  path_mtu: number;
  qkey: number;
  rq_psn: number;
  sq_psn: number;
  dest_qp_num: number;
  qp_access_flags: number;
  ah_attr: IbvAhAttr;
  pkey_index: number;
  max_rd_atomic: number;
  max_dest_rd_atomic: number;
  min_rnr_timer: number;
  port_num: number;
  timeout: number;
  retry_cnt: number;
  rnr_retry: number;
}

export function newAttributes(): IbvQpAttr {
  return {
    qp_state: 0,
    cur_qp_state: 0,
    path_mtu: 0,
    qkey: 0,
    rq_psn: 0,
    sq_psn: 0,
    dest_qp_num: 0,
    qp_access_flags: 0,
    ah_attr: { dlid: 0, port_num: 0 },
    pkey_index: 0,
    max_rd_atomic: 0,
    max_dest_rd_atomic: 0,
    min_rnr_timer: 0,
    port_num: 0,
    timeout: 0,
    retry_cnt: 0,
    rnr_retry: 0,
  };
}

const FIELDS: readonly (readonly [mask: number, field: keyof IbvQpAttr])[] = [
  [IBV_QP_ACCESS_FLAGS, 'qp_access_flags'],
  [IBV_QP_PKEY_INDEX, 'pkey_index'],
  [IBV_QP_PORT, 'port_num'],
  [IBV_QP_QKEY, 'qkey'],
  [IBV_QP_AV, 'ah_attr'],
  [IBV_QP_PATH_MTU, 'path_mtu'],
  [IBV_QP_TIMEOUT, 'timeout'],
  [IBV_QP_RETRY_CNT, 'retry_cnt'],
  [IBV_QP_RNR_RETRY, 'rnr_retry'],
  [IBV_QP_RQ_PSN, 'rq_psn'],
  [IBV_QP_MAX_QP_RD_ATOMIC, 'max_rd_atomic'],
  [IBV_QP_MIN_RNR_TIMER, 'min_rnr_timer'],
  [IBV_QP_SQ_PSN, 'sq_psn'],
  [IBV_QP_MAX_DEST_RD_ATOMIC, 'max_dest_rd_atomic'],
  [IBV_QP_DEST_QPN, 'dest_qp_num'],
];

/** Copies the fields in the mask. */
export function setAttributes(into: IbvQpAttr, from: IbvQpAttr, mask: number): void {
  for (const [bit, field] of FIELDS) if ((mask & bit) !== 0) Object.assign(into, { [field]: from[field] });
}
