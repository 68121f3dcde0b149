/**
 * Table mode: a provider's operations called through tables of functions, as libfabric calls those of a plug-in.
 */
import {
  ATOMIC_OPERATIONS,
  type AtomicMessage,
  type AtomicOperations,
  type Datatype,
  type Elements,
  type Operator,
} from './atomic.ts';
import { type Iovec, MESSAGE_OPERATIONS, type Message, type MessageOperations } from './msg.ts';
import type { Operations } from './provider.ts';
import { RMA_OPERATIONS, type RmaMessage, type RmaOperations } from './rma.ts';
import { TAGGED_OPERATIONS, type TaggedMessage, type TaggedOperations } from './tagged.ts';

/** The same operations, each group behind its table. */
export function throughTables(operations: Operations): Operations {
  return {
    msg: new MessageTable(operations.msg),
    tagged: new TaggedTable(operations.tagged),
    rma: new RmaTable(operations.rma),
    atomic: new AtomicTable(operations.atomic),
    ...(operations.isLate && { isLate: true }),
    progress: () => operations.progress(),
    cancel: (context) => operations.cancel(context),
  };
}

/** The functions of a group, by name. */
function tableOf<Group extends object>(group: Group, names: readonly (keyof Group)[]): Group {
  return Object.fromEntries(names.map((name) => [name, group[name]])) as Group;
}

class MessageTable implements MessageOperations {
  private readonly table: MessageOperations;

  constructor(private readonly provider: MessageOperations) {
    this.table = tableOf(provider, MESSAGE_OPERATIONS);
  }

  recv(buf: number, len: number, desc: unknown, src_addr: number, context: number): number {
    return this.table.recv.call(this.provider, buf, len, desc, src_addr, context);
  }

  recvv(iov: readonly Iovec[], desc: unknown, src_addr: number, context: number): number {
    return this.table.recvv.call(this.provider, iov, desc, src_addr, context);
  }

  recvmsg(msg: Message, flags: number): number {
    return this.table.recvmsg.call(this.provider, msg, flags);
  }

  send(buf: number, len: number, desc: unknown, dest_addr: number, context: number): number {
    return this.table.send.call(this.provider, buf, len, desc, dest_addr, context);
  }

  sendv(iov: readonly Iovec[], desc: unknown, dest_addr: number, context: number): number {
    return this.table.sendv.call(this.provider, iov, desc, dest_addr, context);
  }

  sendmsg(msg: Message, flags: number): number {
    return this.table.sendmsg.call(this.provider, msg, flags);
  }

  inject(buf: number, len: number, dest_addr: number): number {
    return this.table.inject.call(this.provider, buf, len, dest_addr);
  }

  senddata(buf: number, len: number, desc: unknown, data: bigint, dest_addr: number, context: number): number {
    return this.table.senddata.call(this.provider, buf, len, desc, data, dest_addr, context);
  }

  injectdata(buf: number, len: number, data: bigint, dest_addr: number): number {
    return this.table.injectdata.call(this.provider, buf, len, data, dest_addr);
  }
}

class TaggedTable implements TaggedOperations {
  private readonly table: TaggedOperations;

  constructor(private readonly provider: TaggedOperations) {
    this.table = tableOf(provider, TAGGED_OPERATIONS);
  }

  trecv(
    buf: number,
    len: number,
    desc: unknown,
    src_addr: number,
    tag: bigint,
    ignore: bigint,
    context: number,
  ): number {
    return this.table.trecv.call(this.provider, buf, len, desc, src_addr, tag, ignore, context);
  }

  trecvv(iov: readonly Iovec[], desc: unknown, src_addr: number, tag: bigint, ignore: bigint, context: number): number {
    return this.table.trecvv.call(this.provider, iov, desc, src_addr, tag, ignore, context);
  }

  trecvmsg(msg: TaggedMessage, flags: number): number {
    return this.table.trecvmsg.call(this.provider, msg, flags);
  }

  tsend(buf: number, len: number, desc: unknown, dest_addr: number, tag: bigint, context: number): number {
    return this.table.tsend.call(this.provider, buf, len, desc, dest_addr, tag, context);
  }

  tsendv(iov: readonly Iovec[], desc: unknown, dest_addr: number, tag: bigint, context: number): number {
    return this.table.tsendv.call(this.provider, iov, desc, dest_addr, tag, context);
  }

  tsendmsg(msg: TaggedMessage, flags: number): number {
    return this.table.tsendmsg.call(this.provider, msg, flags);
  }

  tinject(buf: number, len: number, dest_addr: number, tag: bigint): number {
    return this.table.tinject.call(this.provider, buf, len, dest_addr, tag);
  }

  tsenddata(
    buf: number,
    len: number,
    desc: unknown,
    data: bigint,
    dest_addr: number,
    tag: bigint,
    context: number,
  ): number {
    return this.table.tsenddata.call(this.provider, buf, len, desc, data, dest_addr, tag, context);
  }

  tinjectdata(buf: number, len: number, data: bigint, dest_addr: number, tag: bigint): number {
    return this.table.tinjectdata.call(this.provider, buf, len, data, dest_addr, tag);
  }
}

class RmaTable implements RmaOperations {
  private readonly table: RmaOperations;

  constructor(private readonly provider: RmaOperations) {
    this.table = tableOf(provider, RMA_OPERATIONS);
  }

  read(buf: number, len: number, desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    return this.table.read.call(this.provider, buf, len, desc, src_addr, addr, key, context);
  }

  readv(iov: readonly Iovec[], desc: unknown, src_addr: number, addr: number, key: number, context: number): number {
    return this.table.readv.call(this.provider, iov, desc, src_addr, addr, key, context);
  }

  readmsg(msg: RmaMessage, flags: number): number {
    return this.table.readmsg.call(this.provider, msg, flags);
  }

  write(
    buf: number,
    len: number,
    desc: unknown,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number {
    return this.table.write.call(this.provider, buf, len, desc, dest_addr, addr, key, context);
  }

  writev(iov: readonly Iovec[], desc: unknown, dest_addr: number, addr: number, key: number, context: number): number {
    return this.table.writev.call(this.provider, iov, desc, dest_addr, addr, key, context);
  }

  writemsg(msg: RmaMessage, flags: number): number {
    return this.table.writemsg.call(this.provider, msg, flags);
  }

  inject_write(buf: number, len: number, dest_addr: number, addr: number, key: number): number {
    return this.table.inject_write.call(this.provider, buf, len, dest_addr, addr, key);
  }

  writedata(
    buf: number,
    len: number,
    desc: unknown,
    data: bigint,
    dest_addr: number,
    addr: number,
    key: number,
    context: number,
  ): number {
    return this.table.writedata.call(this.provider, buf, len, desc, data, dest_addr, addr, key, context);
  }

  inject_writedata(buf: number, len: number, data: bigint, dest_addr: number, addr: number, key: number): number {
    return this.table.inject_writedata.call(this.provider, buf, len, data, dest_addr, addr, key);
  }
}

class AtomicTable implements AtomicOperations {
  private readonly table: AtomicOperations;

  constructor(private readonly provider: AtomicOperations) {
    this.table = tableOf(provider, ATOMIC_OPERATIONS);
  }

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
  ): number {
    return this.table.atomic.call(this.provider, buf, count, desc, dest_addr, addr, key, datatype, op, context);
  }

  atomicmsg(msg: AtomicMessage, flags: number): number {
    return this.table.atomicmsg.call(this.provider, msg, flags);
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
    return this.table.inject_atomic.call(this.provider, buf, count, dest_addr, addr, key, datatype, op);
  }

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
  ): number {
    return this.table.fetch_atomic.call(
      this.provider,
      buf,
      count,
      desc,
      result,
      result_desc,
      dest_addr,
      addr,
      key,
      datatype,
      op,
      context,
    );
  }

  fetch_atomicmsg(msg: AtomicMessage, resultv: readonly Elements[], flags: number): number {
    return this.table.fetch_atomicmsg.call(this.provider, msg, resultv, flags);
  }

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
  ): number {
    return this.table.compare_atomic.call(
      this.provider,
      buf,
      count,
      desc,
      compare,
      compare_desc,
      result,
      result_desc,
      dest_addr,
      addr,
      key,
      datatype,
      op,
      context,
    );
  }

  compare_atomicmsg(
    msg: AtomicMessage,
    comparev: readonly Elements[],
    resultv: readonly Elements[],
    flags: number,
  ): number {
    return this.table.compare_atomicmsg.call(this.provider, msg, comparev, resultv, flags);
  }

  atomicvalid(datatype: Datatype, op: Operator): number {
    return this.table.atomicvalid.call(this.provider, datatype, op);
  }

  fetch_atomicvalid(datatype: Datatype, op: Operator): number {
    return this.table.fetch_atomicvalid.call(this.provider, datatype, op);
  }

  compare_atomicvalid(datatype: Datatype, op: Operator): number {
    return this.table.compare_atomicvalid.call(this.provider, datatype, op);
  }
}
