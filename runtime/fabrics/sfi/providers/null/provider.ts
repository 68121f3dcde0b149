/**
 * The provider "null": every operation returns at the fabric's entry point, complete, and nothing is moved.
 *
 * With it the cost of what lies above the fabric can be counted. Nothing ever arrives, and what is read is what was there.
 */

import { nothing } from '../../../../memory/accesses.ts';
import { POSTED, posted } from '../../../posted.ts';
import type { AtomicMessage, AtomicOperations, Datatype, Elements, Operator } from '../../atomic.ts';
import type { Endpoint } from '../../endpoint.ts';
import { Ends } from '../../ends.ts';
import { FI_EAGAIN, FI_ENOENT } from '../../errno.ts';
import { FI_ATOMIC, FI_MSG, FI_READ, FI_RMA, FI_SEND, FI_TAGGED, FI_WRITE } from '../../flags.ts';
import type { Iovec, Message, MessageOperations } from '../../msg.ts';
import type { Operations, Provider } from '../../provider.ts';
import type { RmaMessage, RmaOperations } from '../../rma.ts';
import type { TaggedMessage, TaggedOperations } from '../../tagged.ts';
import { shmOffer } from '../shm/provider.ts';

export const nullProvider: Provider = {
  name: 'null',
  offers: (_, hints) => shmOffer('null', hints),
  endpointBytes: () => 64,
  prepare: () => {},
  operations: nullOperations,
};

function nullOperations(endpoint: Endpoint): Operations {
  return {
    msg: new NullMessages(endpoint),
    tagged: new NullTagged(endpoint),
    rma: new NullRma(endpoint),
    atomic: new NullAtomic(endpoint),
    direct: (refused) => nothing(endpoint.domain.fabric.hardware.space, refused, POSTED),
    progress: () => {},
    cancel: () => -FI_ENOENT,
  };
}

class NullMessages implements MessageOperations {
  private readonly sends: Ends;

  constructor(private readonly endpoint: Endpoint) {
    this.sends = new Ends(endpoint, endpoint.transmit, FI_SEND);
  }

  recv(): number {
    return 0;
  }

  recvv(): number {
    return 0;
  }

  recvmsg(): number {
    return 0;
  }

  send(_buf: number, _len: number, _desc: unknown, _dest_addr: number, context: number): number {
    return this.end(this.endpoint.op_flags, context);
  }

  sendv(_iov: readonly Iovec[], _desc: unknown, _dest_addr: number, context: number): number {
    return this.end(this.endpoint.op_flags, context);
  }

  sendmsg(msg: Message, flags: number): number {
    return this.end(flags, msg.context);
  }

  inject(): number {
    posted();
    this.sends.count();
    return 0;
  }

  senddata(_buf: number, _len: number, _desc: unknown, _data: bigint, _dest_addr: number, context: number): number {
    return this.end(this.endpoint.op_flags, context);
  }

  injectdata(): number {
    posted();
    this.sends.count();
    return 0;
  }

  private end(flags: number, context: number): number {
    posted();
    const asked = this.sends.asked(flags);
    if (asked && !this.sends.hasRoom(1)) return -FI_EAGAIN;
    this.sends.succeed(asked, context, FI_SEND | FI_MSG, 0);
    return 0;
  }
}

class NullTagged implements TaggedOperations {
  private readonly sends: Ends;

  constructor(private readonly endpoint: Endpoint) {
    this.sends = new Ends(endpoint, endpoint.transmit, FI_SEND);
  }

  trecv(): number {
    return 0;
  }

  trecvv(): number {
    return 0;
  }

  trecvmsg(): number {
    return 0;
  }

  tsend(_buf: number, _len: number, _desc: unknown, _dest_addr: number, _tag: bigint, context: number): number {
    return this.end(this.endpoint.op_flags, context);
  }

  tsendv(_iov: readonly Iovec[], _desc: unknown, _dest_addr: number, _tag: bigint, context: number): number {
    return this.end(this.endpoint.op_flags, context);
  }

  tsendmsg(msg: TaggedMessage, flags: number): number {
    return this.end(flags, msg.context);
  }

  tinject(): number {
    posted();
    this.sends.count();
    return 0;
  }

  tsenddata(
    _buf: number,
    _len: number,
    _desc: unknown,
    _data: bigint,
    _dest_addr: number,
    _tag: bigint,
    context: number,
  ): number {
    return this.end(this.endpoint.op_flags, context);
  }

  tinjectdata(): number {
    posted();
    this.sends.count();
    return 0;
  }

  private end(flags: number, context: number): number {
    posted();
    const asked = this.sends.asked(flags);
    if (asked && !this.sends.hasRoom(1)) return -FI_EAGAIN;
    this.sends.succeed(asked, context, FI_SEND | FI_TAGGED, 0);
    return 0;
  }
}

class NullRma implements RmaOperations {
  private readonly reads: Ends;
  private readonly writes: Ends;

  constructor(private readonly endpoint: Endpoint) {
    this.reads = new Ends(endpoint, endpoint.transmit, FI_READ);
    this.writes = new Ends(endpoint, endpoint.transmit, FI_WRITE);
  }

  read(
    _buf: number,
    _len: number,
    _desc: unknown,
    _src_addr: number,
    _addr: number,
    _key: number,
    context: number,
  ): number {
    return this.end(this.reads, this.endpoint.op_flags, context);
  }

  readv(
    _iov: readonly Iovec[],
    _desc: unknown,
    _src_addr: number,
    _addr: number,
    _key: number,
    context: number,
  ): number {
    return this.end(this.reads, this.endpoint.op_flags, context);
  }

  readmsg(msg: RmaMessage, flags: number): number {
    return this.end(this.reads, flags, msg.context);
  }

  write(
    _buf: number,
    _len: number,
    _desc: unknown,
    _dest_addr: number,
    _addr: number,
    _key: number,
    context: number,
  ): number {
    return this.end(this.writes, this.endpoint.op_flags, context);
  }

  writev(
    _iov: readonly Iovec[],
    _desc: unknown,
    _dest_addr: number,
    _addr: number,
    _key: number,
    context: number,
  ): number {
    return this.end(this.writes, this.endpoint.op_flags, context);
  }

  writemsg(msg: RmaMessage, flags: number): number {
    return this.end(this.writes, flags, msg.context);
  }

  inject_write(): number {
    posted();
    this.writes.count();
    return 0;
  }

  writedata(
    _buf: number,
    _len: number,
    _desc: unknown,
    _data: bigint,
    _dest_addr: number,
    _addr: number,
    _key: number,
    context: number,
  ): number {
    return this.end(this.writes, this.endpoint.op_flags, context);
  }

  inject_writedata(): number {
    posted();
    this.writes.count();
    return 0;
  }

  private end(ends: Ends, flags: number, context: number): number {
    posted();
    const asked = ends.asked(flags);
    if (asked && !ends.hasRoom(1)) return -FI_EAGAIN;
    ends.succeed(asked, context, FI_RMA, 0);
    return 0;
  }
}

class NullAtomic implements AtomicOperations {
  private readonly reads: Ends;
  private readonly writes: Ends;

  constructor(private readonly endpoint: Endpoint) {
    this.reads = new Ends(endpoint, endpoint.transmit, FI_READ);
    this.writes = new Ends(endpoint, endpoint.transmit, FI_WRITE);
  }

  atomic(
    _buf: number,
    _count: number,
    _desc: unknown,
    _dest_addr: number,
    _addr: number,
    _key: number,
    _datatype: Datatype,
    _op: Operator,
    context: number,
  ): number {
    return this.end(this.writes, this.endpoint.op_flags, context);
  }

  atomicmsg(msg: AtomicMessage, flags: number): number {
    return this.end(this.writes, flags, msg.context);
  }

  inject_atomic(): number {
    posted();
    this.writes.count();
    return 0;
  }

  fetch_atomic(
    _buf: number,
    _count: number,
    _desc: unknown,
    _result: number,
    _result_desc: unknown,
    _dest_addr: number,
    _addr: number,
    _key: number,
    _datatype: Datatype,
    _op: Operator,
    context: number,
  ): number {
    return this.end(this.reads, this.endpoint.op_flags, context);
  }

  fetch_atomicmsg(msg: AtomicMessage, _resultv: readonly Elements[], flags: number): number {
    return this.end(this.reads, flags, msg.context);
  }

  compare_atomic(
    _buf: number,
    _count: number,
    _desc: unknown,
    _compare: number,
    _compare_desc: unknown,
    _result: number,
    _result_desc: unknown,
    _dest_addr: number,
    _addr: number,
    _key: number,
    _datatype: Datatype,
    _op: Operator,
    context: number,
  ): number {
    return this.end(this.reads, this.endpoint.op_flags, context);
  }

  compare_atomicmsg(
    msg: AtomicMessage,
    _comparev: readonly Elements[],
    _resultv: readonly Elements[],
    flags: number,
  ): number {
    return this.end(this.reads, flags, msg.context);
  }

  atomicvalid(): number {
    return 1 << 17;
  }

  fetch_atomicvalid(): number {
    return 1 << 17;
  }

  compare_atomicvalid(): number {
    return 1 << 17;
  }

  private end(ends: Ends, flags: number, context: number): number {
    posted();
    const asked = ends.asked(flags);
    if (asked && !ends.hasRoom(1)) return -FI_EAGAIN;
    ends.succeed(asked, context, FI_ATOMIC, 0);
    return 0;
  }
}
