/**
 * Flags and enumerations of SFI (rdma/fabric.h of libfabric 1.0), by their names.
 *
 * libfabric spreads the flags over 64 bits; here they fit in 31, so that they are small integers of JavaScript.
 */

// Capabilities; those of an access are also access rights of memory regions, and events that queues and counters count.
export const FI_MSG = 1 << 0;
export const FI_RMA = 1 << 1;
export const FI_TAGGED = 1 << 2;
export const FI_ATOMIC = 1 << 3;
export const FI_READ = 1 << 4;
export const FI_WRITE = 1 << 5;
export const FI_RECV = 1 << 6;
export const FI_SEND = 1 << 7;
export const FI_REMOTE_READ = 1 << 8;
export const FI_REMOTE_WRITE = 1 << 9;
export const FI_MULTI_RECV = 1 << 10;
export const FI_REMOTE_CQ_DATA = 1 << 11;
export const FI_RMA_EVENT = 1 << 12;
export const FI_SOURCE = 1 << 13;
export const FI_NAMED_RX_CTX = 1 << 14;
export const FI_DIRECTED_RECV = 1 << 15;
export const FI_TRIGGER = 1 << 16;
export const FI_FENCE = 1 << 17;
/** Of a queue: takes the completions of all that is sent. */
export const FI_TRANSMIT = FI_SEND;

// Flags of operations and bindings.
export const FI_COMPLETION = 1 << 18;
/** The paper's name of it. */
export const FI_EVENT = FI_COMPLETION;
export const FI_INJECT = 1 << 19;
export const FI_SELECTIVE_COMPLETION = 1 << 21;
export const FI_PEEK = 1 << 22;
/** What a completion says: the buffer may be used again; the message is sent; it has arrived. */
export const FI_INJECT_COMPLETE = 1 << 23;
export const FI_TRANSMIT_COMPLETE = 1 << 24;
export const FI_DELIVERY_COMPLETE = 1 << 25;
/** The paper's name of it: complete at the target. */
export const FI_REMOTE_COMPLETE = FI_DELIVERY_COMPLETE;
/** More operations follow: the provider may put this one off, and send them together. */
export const FI_MORE = 1 << 26;

/** What an application may have to do for a provider. */
export const FI_CONTEXT = 1 << 0;
export const FI_LOCAL_MR = 1 << 4;

/** Order of messages: the first is not overtaken by the second (Read, Write, Send After ...). */
export const FI_ORDER_NONE = 0;
export const FI_ORDER_RAR = 1 << 0;
export const FI_ORDER_RAW = 1 << 1;
export const FI_ORDER_RAS = 1 << 2;
export const FI_ORDER_WAR = 1 << 3;
export const FI_ORDER_WAW = 1 << 4;
export const FI_ORDER_WAS = 1 << 5;
export const FI_ORDER_SAR = 1 << 6;
export const FI_ORDER_SAW = 1 << 7;
export const FI_ORDER_SAS = 1 << 8;
/** Order of completions: as the operations were begun. */
export const FI_ORDER_STRICT = (1 << 9) - 1;

/** Addresses of peers: `fi_addr_t`, 32 bits. */
export const FI_ADDR_UNSPEC = -1;
export const FI_ADDR_NOTAVAIL = -1;

export type EndpointType = 'FI_EP_UNSPEC' | 'FI_EP_MSG' | 'FI_EP_DGRAM' | 'FI_EP_RDM';
export type AddressVectorType = 'FI_AV_UNSPEC' | 'FI_AV_MAP' | 'FI_AV_TABLE';
export type RegionMode = 'FI_MR_UNSPEC' | 'FI_MR_BASIC' | 'FI_MR_SCALABLE';
export type Progress = 'FI_PROGRESS_UNSPEC' | 'FI_PROGRESS_AUTO' | 'FI_PROGRESS_MANUAL';
export type ResourceManagement = 'FI_RM_UNSPEC' | 'FI_RM_DISABLED' | 'FI_RM_ENABLED';
export type Threading =
  | 'FI_THREAD_UNSPEC'
  | 'FI_THREAD_SAFE'
  | 'FI_THREAD_FID'
  | 'FI_THREAD_DOMAIN'
  | 'FI_THREAD_COMPLETION'
  | 'FI_THREAD_ENDPOINT';
