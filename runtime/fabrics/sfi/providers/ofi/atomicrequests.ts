/**
 * Atomic operations of the provider "ofi" as requests: whoever polls in the process of the target executes them (requests.ts, targetatomics.ts). Those on
 * ranks of this process are done as the provider "shm" does them.
 *
 * So only processors change a word atomically, whatever libfabric's provider could do. Words of far domains are the provider's (nativeatomics.ts).
 */
import type { Datatype, Operator } from '../../atomic.ts';
import type { Endpoint } from '../../endpoint.ts';
import { FI_EAGAIN, FI_EINVAL, FI_EOPNOTSUPP } from '../../errno.ts';
import { FI_ATOMIC, FI_READ, FI_REMOTE_READ, FI_REMOTE_WRITE, FI_WRITE } from '../../flags.ts';
import { ShmAtomic, type Work } from '../shm/atomic.ts';
import type { Peers } from '../shm/peers.ts';
import { UNDER_WAY } from './entry.ts';
import { ATOMIC } from './frame.ts';
import type { Gathering } from './gathering.ts';
import type { Operations } from './operations.ts';
import type { Outgoing } from './outgoing.ts';
import type { Port } from './port.ts';
import { OPERATIONS, REQUEST_LANE } from './sizes.ts';
import { ATOMIC_WORDS, CODE, COMPARE, codeOf, LARGEST_ELEMENT, OFFSET, OPERAND } from './targetatomics.ts';

/** Elements of one call. */
const MOST = 1;

/** An operation under way; `asked`: its end is told in the queue. */
interface Begun {
  readonly work: Work;
  readonly asked: boolean;
}

export class OfiAtomic extends ShmAtomic {
  /** Slots of what has been begun here, and what it is, by slot. */
  private readonly underWay: number[] = [];
  private readonly begun: (Begun | undefined)[] = new Array(OPERATIONS).fill(undefined);

  constructor(
    endpoint: Endpoint,
    peers: Peers,
    private readonly port: Port,
    private readonly operations: Operations,
    private readonly outgoing: Outgoing,
    private readonly gathering: Gathering | undefined,
  ) {
    super(endpoint, peers);
  }

  /** Tells of what is complete. */
  progress(): void {
    if (this.underWay.length === 0) return;
    this.port.look();
    for (let i = 0; i < this.underWay.length; )
      if (this.operations.stateOf(this.underWay[i]!) === UNDER_WAY) i++;
      else this.finish(i);
  }

  protected override most(datatype: Datatype, op: Operator): number {
    const most = super.most(datatype, op);
    return most > 0 && this.types[datatype].size > LARGEST_ELEMENT ? -FI_EOPNOTSUPP : Math.min(most, MOST);
  }

  protected override perform(work: Work, flags: number, rank: number, asked: boolean): number {
    if (this.port.isHere(rank)) return super.perform(work, flags, rank, asked);
    const offset = this.offsetOf(work);
    if (offset < 0) return this.failed(work, rank, offset);
    const { size } = this.types[work.message.datatype];
    if (this.gathering !== undefined && work.result === undefined && !asked) {
      const { datatype, op, msg_iov } = work.message;
      return this.gathering.atomic(codeOf(datatype, op), rank, offset, msg_iov[0]!.addr, size);
    }
    const slot = this.operations.request(rank, offset, size, (answer) => this.ask(work, rank, offset, answer));
    if (slot < 0) {
      this.progress();
      return slot;
    }
    if (asked) this.endsOf(work).promise();
    this.underWay.push(slot);
    this.begun[slot] = { work, asked };
    return 0;
  }

  /** Offset of the element in the target's region, or why it may not be touched: this rank's own table says that of all. */
  private offsetOf({ message: { rma_iov, op, datatype } }: Work): number {
    const { regions, fabric } = this.endpoint.domain;
    const { addr, key } = rma_iov[0]!;
    const { size } = this.types[datatype];
    const access = op === 'FI_ATOMIC_READ' ? FI_REMOTE_READ : FI_REMOTE_WRITE;
    const offset = regions.locate(fabric.hardware.space.MYTHREAD, key, addr, size, access);
    return offset >= 0 && offset % size !== 0 ? -FI_EINVAL : offset;
  }

  /** Sends the request; the operands are taken. */
  private ask({ message, compare }: Work, rank: number, offset: number, slot: number): number {
    const packet = this.outgoing.reserve(rank, REQUEST_LANE);
    if (packet === 0) return this.port.retry();
    const { datatype, op, msg_iov } = message;
    const { I32 } = this.endpoint.domain.fabric.hardware.space;
    const type = this.types[datatype];
    const words = packet >>> 2;
    I32[words + CODE] = codeOf(datatype, op);
    I32[words + OFFSET] = offset;
    if (op !== 'FI_ATOMIC_READ') type.write((words + OPERAND) << 2, type.read(msg_iov[0]!.addr));
    if (compare !== undefined) type.write((words + COMPARE) << 2, type.read(compare[0]!.addr));
    const status = this.outgoing.ask(packet, ATOMIC, 0, rank, slot, ATOMIC_WORDS);
    return status === -FI_EAGAIN ? this.port.retry() : status;
  }

  private finish(index: number): void {
    const slot = this.underWay[index]!;
    this.underWay[index] = this.underWay[this.underWay.length - 1]!;
    this.underWay.pop();
    const { work, asked } = this.begun[slot]!;
    this.begun[slot] = undefined;
    const { context, datatype } = work.message;
    const type = this.types[datatype];
    if (work.result !== undefined) type.write(work.result[0]!.addr, type.read(this.operations.answerOf(slot)));
    this.operations.release(slot);
    const ends = this.endsOf(work);
    if (asked) ends.keepPromise();
    ends.succeed(asked, context, FI_ATOMIC | (work.result === undefined ? FI_WRITE : FI_READ), type.size);
  }
}
