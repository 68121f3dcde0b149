/**
 * The constants of infiniband/verbs.h, by their names there and with their values (libibverbs of 2014).
 */

// ibv_access_flags
export const IBV_ACCESS_LOCAL_WRITE = 1;
export const IBV_ACCESS_REMOTE_WRITE = 2;
export const IBV_ACCESS_REMOTE_READ = 4;
export const IBV_ACCESS_REMOTE_ATOMIC = 8;

// ibv_qp_type
export const IBV_QPT_RC = 2;
export const IBV_QPT_UC = 3;
export const IBV_QPT_UD = 4;

// ibv_qp_state
export const IBV_QPS_RESET = 0;
export const IBV_QPS_INIT = 1;
export const IBV_QPS_RTR = 2;
export const IBV_QPS_RTS = 3;
export const IBV_QPS_SQD = 4;
export const IBV_QPS_SQE = 5;
export const IBV_QPS_ERR = 6;

// ibv_qp_attr_mask
export const IBV_QP_STATE = 1 << 0;
export const IBV_QP_CUR_STATE = 1 << 1;
export const IBV_QP_EN_SQD_ASYNC_NOTIFY = 1 << 2;
export const IBV_QP_ACCESS_FLAGS = 1 << 3;
export const IBV_QP_PKEY_INDEX = 1 << 4;
export const IBV_QP_PORT = 1 << 5;
export const IBV_QP_QKEY = 1 << 6;
export const IBV_QP_AV = 1 << 7;
export const IBV_QP_PATH_MTU = 1 << 8;
export const IBV_QP_TIMEOUT = 1 << 9;
export const IBV_QP_RETRY_CNT = 1 << 10;
export const IBV_QP_RNR_RETRY = 1 << 11;
export const IBV_QP_RQ_PSN = 1 << 12;
export const IBV_QP_MAX_QP_RD_ATOMIC = 1 << 13;
export const IBV_QP_ALT_PATH = 1 << 14;
export const IBV_QP_MIN_RNR_TIMER = 1 << 15;
export const IBV_QP_SQ_PSN = 1 << 16;
export const IBV_QP_MAX_DEST_RD_ATOMIC = 1 << 17;
export const IBV_QP_PATH_MIG_STATE = 1 << 18;
export const IBV_QP_CAP = 1 << 19;
export const IBV_QP_DEST_QPN = 1 << 20;

// ibv_srq_attr_mask
export const IBV_SRQ_MAX_WR = 1;
export const IBV_SRQ_LIMIT = 2;

// ibv_wr_opcode
export const IBV_WR_RDMA_WRITE = 0;
export const IBV_WR_RDMA_WRITE_WITH_IMM = 1;
export const IBV_WR_SEND = 2;
export const IBV_WR_SEND_WITH_IMM = 3;
export const IBV_WR_RDMA_READ = 4;
export const IBV_WR_ATOMIC_CMP_AND_SWP = 5;
export const IBV_WR_ATOMIC_FETCH_AND_ADD = 6;

// ibv_send_flags
export const IBV_SEND_FENCE = 1;
export const IBV_SEND_SIGNALED = 2;
export const IBV_SEND_SOLICITED = 4;
export const IBV_SEND_INLINE = 8;

// ibv_wc_status
export const IBV_WC_SUCCESS = 0;
export const IBV_WC_LOC_LEN_ERR = 1;
export const IBV_WC_LOC_QP_OP_ERR = 2;
export const IBV_WC_LOC_EEC_OP_ERR = 3;
export const IBV_WC_LOC_PROT_ERR = 4;
export const IBV_WC_WR_FLUSH_ERR = 5;
export const IBV_WC_MW_BIND_ERR = 6;
export const IBV_WC_BAD_RESP_ERR = 7;
export const IBV_WC_LOC_ACCESS_ERR = 8;
export const IBV_WC_REM_INV_REQ_ERR = 9;
export const IBV_WC_REM_ACCESS_ERR = 10;
export const IBV_WC_REM_OP_ERR = 11;
export const IBV_WC_RETRY_EXC_ERR = 12;
export const IBV_WC_RNR_RETRY_EXC_ERR = 13;
export const IBV_WC_GENERAL_ERR = 21;

// ibv_wc_opcode; receives have the bit IBV_WC_RECV
export const IBV_WC_SEND = 0;
export const IBV_WC_RDMA_WRITE = 1;
export const IBV_WC_RDMA_READ = 2;
export const IBV_WC_COMP_SWAP = 3;
export const IBV_WC_FETCH_ADD = 4;
export const IBV_WC_RECV = 1 << 7;
export const IBV_WC_RECV_RDMA_WITH_IMM = IBV_WC_RECV + 1;

// ibv_wc_flags
export const IBV_WC_GRH = 1;
export const IBV_WC_WITH_IMM = 2;

// ibv_event_type
export const IBV_EVENT_CQ_ERR = 0;
export const IBV_EVENT_QP_FATAL = 1;
export const IBV_EVENT_QP_REQ_ERR = 2;
export const IBV_EVENT_QP_ACCESS_ERR = 3;
export const IBV_EVENT_COMM_EST = 4;
export const IBV_EVENT_SQ_DRAINED = 5;
export const IBV_EVENT_SRQ_LIMIT_REACHED = 15;
export const IBV_EVENT_QP_LAST_WQE_REACHED = 16;

// ibv_mtu
export const IBV_MTU_256 = 1;
export const IBV_MTU_512 = 2;
export const IBV_MTU_1024 = 3;
export const IBV_MTU_2048 = 4;
export const IBV_MTU_4096 = 5;

// ibv_port_state, ibv_node_type, ibv_transport_type, ibv_atomic_cap
export const IBV_PORT_ACTIVE = 4;
export const IBV_NODE_CA = 1;
export const IBV_TRANSPORT_IB = 0;
export const IBV_ATOMIC_NONE = 0;
export const IBV_ATOMIC_HCA = 1;
export const IBV_ATOMIC_GLOB = 2;

// ibv_device_cap_flags
export const IBV_DEVICE_CURR_QP_STATE_MOD = 1 << 7;
export const IBV_DEVICE_RC_RNR_NAK_GEN = 1 << 12;

/** Bytes of the global route header in front of what a UD queue pair receives. */
export const GRH_SIZE = 40;

const STATUS_TEXTS = [
  'success',
  'local length error',
  'local QP operation error',
  'local EE context operation error',
  'local protection error',
  'Work Request Flushed Error',
  'memory management operation error',
  'bad response error',
  'local access error',
  'remote invalid request error',
  'remote access error',
  'remote operation error',
  'transport retry counter exceeded',
  'RNR retry counter exceeded',
];

export function ibv_wc_status_str(status: number): string {
  return STATUS_TEXTS[status] ?? (status === IBV_WC_GENERAL_ERR ? 'general error' : 'unknown');
}

const OPCODE_TEXTS = [
  'rdma write',
  'rdma write with imm',
  'send',
  'send with imm',
  'rdma read',
  'atomic cmp and swp',
  'atomic fetch and add',
];

export function ibv_wr_opcode_str(opcode: number): string {
  return OPCODE_TEXTS[opcode] ?? 'unknown';
}

const EVENT_TEXTS: Readonly<Record<number, string>> = {
  [IBV_EVENT_CQ_ERR]: 'CQ error',
  [IBV_EVENT_QP_FATAL]: 'local work queue catastrophic error',
  [IBV_EVENT_QP_REQ_ERR]: 'invalid request local work queue error',
  [IBV_EVENT_QP_ACCESS_ERR]: 'local access violation work queue error',
  [IBV_EVENT_COMM_EST]: 'communication established',
  [IBV_EVENT_SQ_DRAINED]: 'send queue drained',
  [IBV_EVENT_SRQ_LIMIT_REACHED]: 'SRQ limit reached',
  [IBV_EVENT_QP_LAST_WQE_REACHED]: 'last WQE reached',
};

export function ibv_event_type_str(type: number): string {
  return EVENT_TEXTS[type] ?? 'unknown';
}

export function ibv_port_state_str(state: number): string {
  return ['no state change (NOP)', 'down', 'init', 'armed', 'active', 'active defer'][state] ?? 'invalid state';
}

export function ibv_node_type_str(type: number): string {
  return type === IBV_NODE_CA ? 'InfiniBand channel adapter' : 'unknown';
}
