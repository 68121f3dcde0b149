/** Atomic operations of the provider "shm": by the initiator, element by element. */
import { addressOf } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import type { AtomicMessage, AtomicOperations, Datatype, Elements, Operator } from '../../atomic.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_EHOSTUNREACH, FI_EINVAL, FI_EMSGSIZE, FI_EOPNOTSUPP } from '../../errno.ts';
import {
  FI_ATOMIC,
  FI_DELIVERY_COMPLETE,
  FI_INJECT,
  FI_READ,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_WRITE,
} from '../../flags.ts';
import { type Compute, computation, type Value } from './arithmetic.ts';
import { type ElementType, elementTypes } from './elements.ts';
import type { Peers } from './peers.ts';

/** Bytes of one call. */
const LARGEST = 1 << 20;

/** Operations that only `compare_atomic` has. */
const compares = (op: Operator): boolean => op.startsWith('FI_CSWAP') || op === 'FI_MSWAP';

/** One operation: an element in turn, at the addresses of each list. */
export interface Work {
  readonly message: AtomicMessage;
  readonly compare?: readonly Elements[];
  readonly result?: readonly Elements[];
}

export class ShmAtomic implements AtomicOperations {
  protected readonly hardware: Hardware;
  /** Of this rank's memory. */
  protected readonly types: Record<Datatype, ElementType>;
  private readonly writes: Ends;
  private readonly reads: Ends;

  constructor(
    protected readonly endpoint: Endpoint,
    protected readonly peers: Peers,
  ) {
    this.hardware = endpoint.domain.fabric.hardware;
    const { space } = this.hardware;
    this.types = elementTypes(space);
    this.writes = new Ends(endpoint, endpoint.transmit, FI_WRITE);
    this.reads = new Ends(endpoint, endpoint.transmit, FI_READ);
  }

  atomic(
    buf: number,
    count: number,
    _desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number {
    const message = describe(buf, count, dest_addr, addr, key, datatype, op, context);
    return this.atomicmsg(message, this.endpoint.op_flags);
  }

  atomicmsg(message: AtomicMessage, flags: number): number {
    const { datatype, op } = message;
    return this.start({ message }, flags, this.atomicvalid(datatype, op), this.writes.asked(flags));
  }

  inject_atomic(
    buf: number,
    count: number,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
  ): number {
    const message = describe(buf, count, dest_addr, addr, key, datatype, op, 0);
    const flags = this.endpoint.op_flags | FI_INJECT;
    return this.start({ message }, flags, this.atomicvalid(datatype, op), false);
  }

  fetch_atomic(
    buf: number,
    count: number,
    _desc: unknown,
    result: number,
    _result_desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number {
    const message = describe(buf, count, dest_addr, addr, key, datatype, op, context);
    return this.fetch_atomicmsg(message, [{ addr: result, count }], this.endpoint.op_flags);
  }

  fetch_atomicmsg(message: AtomicMessage, result: readonly Elements[], flags: number): number {
    const most = this.fetch_atomicvalid(message.datatype, message.op);
    return this.start({ message, result }, flags, most, this.reads.asked(flags));
  }

  compare_atomic(
    buf: number,
    count: number,
    _desc: unknown,
    compare: number,
    _compare_desc: unknown,
    result: number,
    _result_desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    datatype: Datatype,
    op: Operator,
    context: number,
  ): number {
    const message = describe(buf, count, dest_addr, addr, key, datatype, op, context);
    const [comparev, resultv] = [[{ addr: compare, count }], [{ addr: result, count }]];
    return this.compare_atomicmsg(message, comparev, resultv, this.endpoint.op_flags);
  }

  compare_atomicmsg(
    message: AtomicMessage,
    compare: readonly Elements[],
    result: readonly Elements[],
    flags: number,
  ): number {
    const most = this.compare_atomicvalid(message.datatype, message.op);
    return this.start({ message, compare, result }, flags, most, this.reads.asked(flags));
  }

  atomicvalid(datatype: Datatype, op: Operator): number {
    return op === 'FI_ATOMIC_READ' ? -FI_EOPNOTSUPP : this.fetch_atomicvalid(datatype, op);
  }

  fetch_atomicvalid(datatype: Datatype, op: Operator): number {
    return compares(op) ? -FI_EOPNOTSUPP : this.most(datatype, op);
  }

  compare_atomicvalid(datatype: Datatype, op: Operator): number {
    return compares(op) ? this.most(datatype, op) : -FI_EOPNOTSUPP;
  }

  protected most(datatype: Datatype, op: Operator): number {
    return computation(datatype, op) === undefined ? -FI_EOPNOTSUPP : LARGEST / this.types[datatype].size;
  }

  /** Checks what can be wrong with the call; `most` is the number of elements permitted, or an error. */
  private start(work: Work, flags: number, most: number, asked: boolean): number {
    const { msg_iov, rma_iov, addr, datatype } = work.message;
    const count = totalCount(rma_iov);
    if (most < 0) return most;
    const lists = [msg_iov, work.compare ?? rma_iov, work.result ?? rma_iov];
    if (lists.some((list) => totalCount(list) !== count)) return -FI_EINVAL;
    if (count === 0 || count > most) return -FI_EMSGSIZE;
    const size = this.types[datatype].size;
    if (flags & FI_INJECT && count * size > this.endpoint.info.tx_attr.inject_size) return -FI_EMSGSIZE;
    const rank = this.peers.rankOf(addr);
    if (rank < 0) return -FI_EHOSTUNREACH;
    if (asked && !this.endsOf(work).hasRoom(1)) return -FI_EAGAIN;
    return this.perform(work, flags, rank, asked);
  }

  protected perform(work: Work, flags: number, rank: number, asked: boolean): number {
    const fault = this.change(work, rank);
    if (flags & FI_DELIVERY_COMPLETE) this.hardware.fence();
    return this.end(work, rank, asked, fault);
  }

  /** It is complete. `fault`: 0, or why the target refuses. */
  protected end(work: Work, rank: number, asked: boolean, fault: number): number {
    if (fault < 0) return this.failed(work, rank, fault);
    const { context, rma_iov, datatype } = work.message;
    const size = totalCount(rma_iov) * this.types[datatype].size;
    this.endsOf(work).succeed(asked, context, FI_ATOMIC | (work.result === undefined ? FI_WRITE : FI_READ), size);
    return 0;
  }

  /** A refusal by the target is an error of the completion, not of the call. */
  protected failed(work: Work, rank: number, fault: number): number {
    const { context, rma_iov, datatype, op } = work.message;
    const { addr, key } = rma_iov[0]!;
    const text = `${op} on ${datatype} at 0x${addr.toString(16)} of rank ${rank} with key ${key}`;
    this.endsOf(work).fail({ op_context: context, flags: FI_ATOMIC, err: -fault, text });
    return 0;
  }

  /** Does it; 0 or a negative error, before anything is changed. */
  protected change({ message, compare, result }: Work, rank: number): number {
    const { msg_iov, rma_iov, datatype, op, addr } = message;
    const type = this.types[datatype];
    const targets = this.locate(message, rank, type.size);
    if (typeof targets === 'number') return targets;
    const there = elementTypes(this.hardware.memories.at(rank))[datatype];
    const reads = op === 'FI_ATOMIC_READ';
    const operands = reads ? targets : addresses(msg_iov, type.size);
    const compared = compare === undefined ? undefined : addresses(compare, type.size);
    const results = result === undefined ? undefined : addresses(result, type.size);
    const lock = this.endpoint.domain.regions.lockOf(rank);
    const compute = computation(datatype, op)! as Compute as (old: Value, operand: Value, compare: Value) => Value;
    for (let i = 0; i < totalCount(rma_iov); i++) {
      const operand = (reads ? there : type).read(operands[i]!);
      const other = compared === undefined ? operand : type.read(compared[i]!);
      const old = there.update(targets[i]!, lock, (value) => compute(value, operand, other));
      if (results !== undefined) type.write(results[i]!, old);
    }
    this.peers.countAccess(rank, addr, reads ? FI_REMOTE_READ : FI_REMOTE_WRITE);
    return 0;
  }

  /** The addresses of the elements at the target, or why they may not be touched. */
  private locate({ rma_iov, op }: AtomicMessage, rank: number, size: number): number[] | number {
    const { regions } = this.endpoint.domain;
    const there = this.hardware.memories.at(rank);
    const access = op === 'FI_ATOMIC_READ' ? FI_REMOTE_READ : FI_REMOTE_WRITE;
    const places: Elements[] = [];
    for (const { addr, count, key } of rma_iov) {
      const at = regions.locate(rank, key, addr, count * size, access);
      if (at < 0) return at;
      if (at % Math.min(size, 8) !== 0) return -FI_EINVAL;
      regions.count(access);
      places.push({ addr: addressOf(there, rank, at), count });
    }
    return addresses(places, size);
  }

  /** What gives a value is counted as a read. */
  protected endsOf({ result }: Work): Ends {
    return result === undefined ? this.writes : this.reads;
  }
}

function describe(
  buf: number,
  count: number,
  dest_addr: number,
  addr: number,
  key: number,
  datatype: Datatype,
  op: Operator,
  context: number,
): AtomicMessage {
  const msg_iov = [{ addr: buf, count }];
  return { msg_iov, addr: dest_addr, rma_iov: [{ addr, count, key }], datatype, op, context };
}

function totalCount(list: readonly Elements[]): number {
  return list.reduce((sum, { count }) => sum + count, 0);
}

/** Addresses of all elements of a list. */
function addresses(list: readonly Elements[], size: number): number[] {
  const all: number[] = [];
  for (const { addr, count } of list) for (let i = 0; i < count; i++) all.push((addr + i * size) | 0);
  return all;
}
