/**
 * Remote memory access on a simulated machine: the copy of the provider "shm", when the machine has carried the bytes.
 *
 * What is not injected is read when it arrives, so that its local completion (without FI_DELIVERY_COMPLETE) comes no earlier.
 */
import { isEverybodys } from '../../../../memory/space.ts';
import type { Model } from '../../../model.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { Ends } from '../../ends.ts';
import { FI_EMSGSIZE } from '../../errno.ts';
import { FI_DELIVERY_COMPLETE, FI_INJECT, FI_READ, FI_REMOTE_CQ_DATA, FI_WRITE } from '../../flags.ts';
import type { RmaMessage } from '../../rma.ts';
import type { Peers } from '../shm/peers.ts';
import { ShmRma } from '../shm/rma.ts';
import { type Sender, totalLength } from '../shm/sender.ts';
import type { Ended } from './ended.ts';
import type { Stage } from './stage.ts';

export class TimedRma extends ShmRma {
  constructor(
    endpoint: Endpoint,
    peers: Peers,
    sender: Sender,
    private readonly model: Model,
    private readonly ended: Ended,
    private readonly stage: Stage,
  ) {
    super(endpoint, peers, sender);
  }

  override read(buf: number, len: number, _desc: unknown, src: number, addr: number, key: number, context: number) {
    return this.readmsg(describe(buf, len, src, addr, key, context), this.endpoint.op_flags);
  }

  override readmsg(msg: RmaMessage, flags: number): number {
    const asked = this.reads.asked(flags);
    const rank = this.checked(msg, this.reads, asked, flags);
    if (rank < 0) return rank;
    const kept = { ...msg, msg_iov: [...msg.msg_iov], rma_iov: [...msg.rma_iov] };
    let fault = 0;
    const taken = () => {
      fault = this.fetchAll(kept, rank);
    };
    const done = this.ending(this.reads, asked, () => this.end(this.reads, 'read', kept, rank, asked, FI_READ, fault));
    this.model.get(rank, totalLength(kept.msg_iov), { taken, done });
    return 0;
  }

  override write(buf: number, len: number, _desc: unknown, dest: number, addr: number, key: number, context: number) {
    return this.writemsg(describe(buf, len, dest, addr, key, context), this.endpoint.op_flags);
  }

  override writemsg(msg: RmaMessage, flags: number): number {
    const status = this.put(msg, flags, this.writes.asked(flags));
    return status === 0 && flags & FI_REMOTE_CQ_DATA ? this.tellTarget(msg.addr, msg.data ?? 0n) : status;
  }

  override inject_write(buf: number, len: number, dest: number, addr: number, key: number): number {
    if (len > this.injectSize) return -FI_EMSGSIZE;
    return this.put(describe(buf, len, dest, addr, key, 0), this.endpoint.op_flags | FI_INJECT, false);
  }

  override inject_writedata(buf: number, len: number, data: bigint, dest: number, addr: number, key: number): number {
    const status = this.inject_write(buf, len, dest, addr, key);
    return status === 0 ? this.tellTarget(dest, data) : status;
  }

  private put(msg: RmaMessage, flags: number, asked: boolean): number {
    const rank = this.checked(msg, this.writes, asked, flags);
    if (rank < 0) return rank;
    // Who waits for a change of its memory waits for none of a phantom array's.
    const isSeen = !msg.rma_iov.every(({ addr }) => isEverybodys(addr));
    const outgoing = this.outgoing(msg, (flags & FI_INJECT) !== 0);
    let fault = 0;
    const store = () => {
      fault = this.storeAll(outgoing(), rank);
      if (isSeen) this.hardware.rouse(rank);
    };
    const tell = () => this.end(this.writes, 'write', msg, rank, asked, FI_WRITE, fault);
    const ended = this.ending(this.writes, asked, tell);
    this.model.put(rank, totalLength(msg.msg_iov), told((flags & FI_DELIVERY_COMPLETE) !== 0, store, ended));
    return 0;
  }

  /** The message, as it is carried out later. */
  private outgoing(msg: RmaMessage, isInjected: boolean): () => RmaMessage {
    const kept = { ...msg, msg_iov: [...msg.msg_iov], rma_iov: [...msg.rma_iov] };
    if (!isInjected) return () => kept;
    const laid = this.stage.keep(kept.msg_iov.map(({ base, len }) => ({ at: base, bytes: len })));
    return () => {
      const at = laid();
      return { ...kept, msg_iov: kept.msg_iov.map(({ len }, i) => ({ base: at[i]!, len })) };
    };
  }

  private ending(ends: Ends, asked: boolean, tell: () => void): () => void {
    if (asked) ends.promise();
    return () =>
      this.ended.add(() => {
        if (asked) ends.keepPromise();
        tell();
      });
  }
}

function describe(base: number, len: number, addr: number, at: number, key: number, context: number): RmaMessage {
  return { msg_iov: [{ base, len }], addr, rma_iov: [{ addr: at, len, key }], context };
}

/** `ended` comes with the acknowledgement, or as soon as the source may be changed and has been read. */
function told(isAcknowledged: boolean, store: () => void, ended: () => void) {
  let left = 2;
  const end = () => {
    if (--left === 0) ended();
  };
  if (isAcknowledged) return { local() {}, arrived: store, acknowledged: ended };
  const arrived = () => {
    store();
    end();
  };
  return { local: end, arrived, acknowledged() {} };
}
