/**
 * InfiniBand Verbs as a library: objects and functions of infiniband/verbs.h (libibverbs of 2014) by name, over
 * adapters in the job's memory.
 */
export { adapterBytes, type Limits, limitsFor } from './adapter.ts';
export type { AddressHandle, IbvAhAttr } from './address-handle.ts';
export * from './completion-channel.ts';
export {
  CompletionQueue,
  completionQueueBytes,
  ibv_create_cq,
  ibv_destroy_cq,
  ibv_poll_cq,
  ibv_req_notify_cq,
} from './completion-queue.ts';
export * from './constants.ts';
export * from './device.ts';
export * from './errors.ts';
export { ibv_dereg_mr, ibv_reg_mr, MemoryRegion } from './memory-region.ts';
export { ibv_alloc_pd, ibv_create_ah, ibv_dealloc_pd, ibv_destroy_ah, ProtectionDomain } from './protection-domain.ts';
export * from './queue-pair.ts';
export { type IbvQpAttr, newAttributes } from './queue-pair-attributes.ts';
export { receiveQueueBytes } from './receive-queue.ts';
export {
  type IbvSrqAttr,
  ibv_create_srq,
  ibv_destroy_srq,
  ibv_modify_srq,
  ibv_post_srq_recv,
  ibv_query_srq,
  SharedReceiveQueue,
} from './shared-receive-queue.ts';
export * from './work-requests.ts';
