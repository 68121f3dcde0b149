/**
 * How libfabric's structures lie in memory, and its numbers (rdma/fabric.h, fi_domain.h, fi_endpoint.h, fi_eq.h, fi_rma.h; ABI 1.x,
 * 64-bit machines). Later versions only add members behind these.
 *
 * Most of libfabric's functions are inline: they call through a table of the object, which begins with its size in bytes.
 */

/** The version of the interface asked for: all from 1.15 to 2.x have it. */
export const INTERFACE = (1 << 16) | 9;

/** Bytes of a structure, then offsets of its members. */
export const FID = { OPS: 16 } as const;
/** Of an object: where its tables of operations are named. */
export const [OPS, CM, MSG, RMA, ATOMIC] = [24, 32, 40, 48, 64];
/** Of fid_domain and fid_mr. */
export const DOMAIN_MR = 32;
export const [MR_DESC, MR_KEY] = [24, 32];

/** Places in the tables, in words of 64 bits. */
export const FI_OPS = { CLOSE: 1, BIND: 2, CONTROL: 3 } as const;
export const OPS_FABRIC = { DOMAIN: 1, TRYWAIT: 5 } as const;
export const OPS_DOMAIN = { AV_OPEN: 1, CQ_OPEN: 2, ENDPOINT: 3 } as const;
export const OPS_MR = { REG: 1 } as const;
export const OPS_AV = { INSERT: 1 } as const;
export const OPS_CQ = { READ: 1, READERR: 3 } as const;
export const OPS_CM = { GETNAME: 2 } as const;
export const OPS_MSG = { RECV: 1, SEND: 4, INJECT: 7 } as const;
export const OPS_RMA = { READMSG: 3, WRITEMSG: 6 } as const;
export const OPS_ATOMIC = { FETCHMSG: 7, COMPAREMSG: 10, FETCHVALID: 12, COMPAREVALID: 13 } as const;

/** Commands of fi_control. */
export const [FI_GETWAIT, FI_ENABLE] = [5, 6];

export const INFO = {
  NEXT: 0,
  CAPS: 8,
  MODE: 16,
  SRC_ADDR: 48,
  TX_ATTR: 72,
  RX_ATTR: 80,
  EP_ATTR: 88,
  DOMAIN_ATTR: 96,
  FABRIC_ATTR: 104,
} as const;
export const TX_ATTR = { MSG_ORDER: 24, INJECT_SIZE: 40 } as const;
export const RX_ATTR = { MSG_ORDER: 24 } as const;
export const EP_ATTR = { TYPE: 0, MAX_MSG_SIZE: 16 } as const;
export const DOMAIN_ATTR = { THREADING: 16, RESOURCE_MGMT: 28, AV_TYPE: 32, MR_MODE: 36, MR_KEY_SIZE: 40 } as const;
export const FABRIC_ATTR = { NAME: 8, PROV_NAME: 16 } as const;

export const AV_ATTR = { BYTES: 48, TYPE: 0, COUNT: 8 } as const;
export const CQ_ATTR = { BYTES: 40, SIZE: 0, FORMAT: 16, WAIT_OBJ: 20 } as const;
/** fi_cq_msg_entry */
export const CQ_ENTRY = { BYTES: 24, CONTEXT: 0 } as const;
export const CQ_ERROR = { BYTES: 96, CONTEXT: 0, ERR: 56 } as const;
/** fi_msg_rma, iovec, fi_rma_iov */
export const MSG_RMA = {
  BYTES: 64,
  IOV: 0,
  DESC: 8,
  IOV_COUNT: 16,
  ADDR: 24,
  RMA_IOV: 32,
  RMA_IOV_COUNT: 40,
  CONTEXT: 48,
} as const;
export const IOVEC = { BYTES: 16, BASE: 0, LEN: 8 } as const;
export const RMA_IOV = { BYTES: 24, ADDR: 0, LEN: 8, KEY: 16 } as const;
/** fi_msg_atomic, fi_ioc; fi_rma_ioc lies as fi_rma_iov does, with a number of elements. */
export const MSG_ATOMIC = {
  BYTES: 72,
  IOV: 0,
  DESC: 8,
  IOV_COUNT: 16,
  ADDR: 24,
  RMA_IOV: 32,
  RMA_IOV_COUNT: 40,
  DATATYPE: 48,
  OP: 52,
  CONTEXT: 56,
} as const;
export const IOC = { BYTES: 16, ADDR: 0, COUNT: 8 } as const;

/** Stores 64 bits at an address of the memory of `I32`. */
export function setLong(I32: Int32Array, at: number, value: number): void {
  const word = at >>> 2;
  I32[word] = value;
  I32[word + 1] = value / 2 ** 32;
}

const bit = (n: number): number => 2 ** n;
export const FI_MSG = bit(1);
export const FI_RMA = bit(2);
export const FI_ATOMIC = bit(4);
export const FI_READ = bit(8);
export const FI_WRITE = bit(9);
export const FI_RECV = bit(10);
export const FI_TRANSMIT = bit(11);
export const FI_REMOTE_READ = bit(12);
export const FI_REMOTE_WRITE = bit(13);
export const FI_COMPLETION = bit(24);
export const FI_DELIVERY_COMPLETE = bit(28);
/** Modes: the provider keeps its own words in what a context points to. */
export const FI_CONTEXT = bit(59);
export const FI_CONTEXT2 = bit(52);

/** Reaches endpoints on other hosts. */
export const FI_REMOTE_COMM = bit(52);

/** A message does not overtake another to the same endpoint. */
export const FI_ORDER_SAS = bit(8);

export const FI_EP_RDM = 3;
export const FI_THREAD_SAFE = 1;
export const FI_RM_ENABLED = 2;
export const FI_AV_TABLE = 2;
export const FI_CQ_FORMAT_MSG = 2;
export const [FI_WAIT_NONE, FI_WAIT_FD] = [0, 3];
export const FI_MR_LOCAL = 1 << 2;
export const FI_MR_VIRT_ADDR = 1 << 4;
export const FI_MR_ALLOCATED = 1 << 5;
export const FI_MR_PROV_KEY = 1 << 6;
export const FI_MR_ENDPOINT = 1 << 9;
/** struct pollfd of poll(2), and that something can be read. */
export const POLLFD = { FD: 0, EVENTS: 4 } as const;
export const POLLIN = 1;
/** fi_addr_t of no one. */
export const FI_ADDR_UNSPEC = -1;
