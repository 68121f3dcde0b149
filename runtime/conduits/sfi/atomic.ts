/** Atomic operations by the fabric: which of its types and operations does what GASNet's does. */
import type { AtomicMessage, AtomicOperations, Datatype, Operator } from '../../fabrics/sfi/atomic.ts';
import { FI_COMPLETION, FI_INJECT, FI_REMOTE_COMPLETE } from '../../fabrics/sfi/flags.ts';
import type { AtomicOperation, AtomicType, RemoteAtomic, RemoteMemory } from '../conduit.ts';
import { KEY } from './endpoints.ts';

export const DATATYPES: Readonly<Record<AtomicType, Datatype>> = {
  i32: 'FI_INT32',
  u32: 'FI_UINT32',
  i64: 'FI_INT64',
  u64: 'FI_UINT64',
  f32: 'FI_FLOAT',
  f64: 'FI_DOUBLE',
};
/** What only moves goes by the bits; a comparison is one of values. */
const BITS: Readonly<Record<AtomicType, Datatype>> = {
  ...DATATYPES,
  f32: 'FI_UINT32',
  f64: 'FI_UINT64',
};
export const OPERATORS: Readonly<Record<AtomicOperation, Operator>> = {
  add: 'FI_SUM',
  mult: 'FI_PROD',
  min: 'FI_MIN',
  max: 'FI_MAX',
  and: 'FI_BAND',
  or: 'FI_BOR',
  xor: 'FI_BXOR',
  set: 'FI_ATOMIC_WRITE',
  get: 'FI_ATOMIC_READ',
  cas: 'FI_CSWAP',
};
const MOVING: readonly AtomicOperation[] = ['set', 'get'];
const FLAGS = FI_COMPLETION | FI_INJECT | FI_REMOTE_COMPLETE;

/** `begin` starts an operation with a context and gives its handle. A compare-and-swap always has a place for the old value. */
export function remoteAtomic(
  atomic: AtomicOperations,
  begin: (start: (context: number) => number) => number,
  spare: number,
): RemoteAtomic {
  return (operation, type, rank, offset, operand, compare, result) => {
    const op = OPERATORS[operation];
    const datatype = datatypeOf(operation, type);
    if (operation === 'cas' ? atomic.compare_atomicvalid(datatype, op) < 0 : atomic.fetch_atomicvalid(datatype, op) < 0)
      return undefined;
    const message = (context: number): AtomicMessage => ({
      msg_iov: [{ addr: operand, count: 1 }],
      addr: rank,
      rma_iov: [{ addr: offset, count: 1, key: KEY }],
      datatype,
      op,
      context,
    });
    const old = [{ addr: result === 0 ? spare : result, count: 1 }];
    if (operation === 'cas')
      return begin((context) => atomic.compare_atomicmsg(message(context), [{ addr: compare, count: 1 }], old, FLAGS));
    if (result === 0 && operation !== 'get') return begin((context) => atomic.atomicmsg(message(context), FLAGS));
    return begin((context) => atomic.fetch_atomicmsg(message(context), old, FLAGS));
  };
}

/** `begin` insists on an operation, which is counted as an implicit put. */
export function implicitAtomic(
  atomic: AtomicOperations,
  begin: (start: () => number) => void,
): NonNullable<RemoteMemory['atomicNbi']> {
  return (operation, type, rank, offset, operand) => {
    const op = OPERATORS[operation];
    const datatype = datatypeOf(operation, type);
    if (atomic.atomicvalid(datatype, op) < 0) return false;
    begin(() => atomic.inject_atomic(operand, 1, rank, offset, KEY, datatype, op));
    return true;
  };
}

function datatypeOf(operation: AtomicOperation, type: AtomicType): Datatype {
  return (MOVING.includes(operation) ? BITS : DATATYPES)[type];
}
