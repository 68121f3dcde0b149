/**
 * The context of a queue pair in the adapter's table: its state as peers see it. Sixteen words.
 */

/** ibv_qp_state; its only copy. */
export const STATE = 0;
/** ibv_qp_type; 0 where there is no queue pair. */
export const TYPE = 1;
export const PD = 2;
/** Remote access rights (ibv_access_flags). */
export const ACCESS = 3;
export const DEST_QPN = 4;
export const DEST_LID = 5;
export const QKEY = 6;
/** Address of the receive queue: its own, or the shared one. */
export const RECEIVE_QUEUE = 7;
/** Number of the shared receive queue, 0 if it has its own. */
export const SRQ = 8;
/** Address of the completion queue of receives. */
export const RECEIVE_CQ = 9;
/** Time that a sender waits after RNR, as ibv_qp_attr encodes it. */
export const MIN_RNR_TIMER = 10;
