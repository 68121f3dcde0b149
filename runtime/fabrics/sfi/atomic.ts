/**
 * Atomic operations on remote memory (fi_atomic(3)): 14 types and 19 operations, each element of an array atomic for itself.
 *
 * Three kinds of call: `atomic` changes the target, `fetch_atomic` gives its old value as well, `compare_atomic` takes
 * a second operand. Which operation goes with which type and call is said by the `valid` queries.
 */

export const DATATYPES = [
  'FI_INT8',
  'FI_UINT8',
  'FI_INT16',
  'FI_UINT16',
  'FI_INT32',
  'FI_UINT32',
  'FI_INT64',
  'FI_UINT64',
  'FI_FLOAT',
  'FI_DOUBLE',
  'FI_FLOAT_COMPLEX',
  'FI_DOUBLE_COMPLEX',
  'FI_LONG_DOUBLE',
  'FI_LONG_DOUBLE_COMPLEX',
] as const;
export type Datatype = (typeof DATATYPES)[number];

export const OPERATORS = [
  'FI_MIN',
  'FI_MAX',
  'FI_SUM',
  'FI_PROD',
  'FI_LOR',
  'FI_LAND',
  'FI_BOR',
  'FI_BAND',
  'FI_LXOR',
  'FI_BXOR',
  'FI_ATOMIC_READ',
  'FI_ATOMIC_WRITE',
  'FI_CSWAP',
  'FI_CSWAP_NE',
  'FI_CSWAP_LE',
  'FI_CSWAP_LT',
  'FI_CSWAP_GE',
  'FI_CSWAP_GT',
  'FI_MSWAP',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** fi_ioc: `count` elements at `addr`. */
export interface Elements {
  readonly addr: number;
  readonly count: number;
}

export interface RemoteElements extends Elements {
  readonly key: number;
}

/** fi_msg_atomic */
export interface AtomicMessage {
  readonly msg_iov: readonly Elements[];
  readonly addr: number;
  readonly rma_iov: readonly RemoteElements[];
  readonly datatype: Datatype;
  readonly op: Operator;
  readonly context: number;
}

/** fi_ops_atomic; targets are aligned. */
export interface AtomicOperations {
  atomic(
    buf: number,
    count: number,
    desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number;
  atomicmsg(msg: AtomicMessage, flags: number): number;
  inject_atomic(
    buf: number,
    count: number,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
  ): number;
  fetch_atomic(
    buf: number,
    count: number,
    desc: unknown,
    result: number,
    result_desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number;
  fetch_atomicmsg(msg: AtomicMessage, resultv: readonly Elements[], flags: number): number;
  compare_atomic(
    buf: number,
    count: number,
    desc: unknown,
    compare: number,
    compare_desc: unknown,
    result: number,
    result_desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number;
  compare_atomicmsg(
    msg: AtomicMessage,
    comparev: readonly Elements[],
    resultv: readonly Elements[],
    flags: number,
  ): number;
  /** The most elements of one call; -FI_EOPNOTSUPP if the operation does not go with the type, or not with this call. */
  atomicvalid(datatype: Datatype, op: Operator): number;
  fetch_atomicvalid(datatype: Datatype, op: Operator): number;
  compare_atomicvalid(datatype: Datatype, op: Operator): number;
}

export const ATOMIC_OPERATIONS = [
  'atomic',
  'atomicmsg',
  'inject_atomic',
  'fetch_atomic',
  'fetch_atomicmsg',
  'compare_atomic',
  'compare_atomicmsg',
  'atomicvalid',
  'fetch_atomicvalid',
  'compare_atomicvalid',
] as const satisfies readonly (keyof AtomicOperations)[];
