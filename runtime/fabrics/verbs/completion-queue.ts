/**
 * Completion queues. Completions of the owner's send requests lie in private arrays; completions of receives, entered
 * by senders, in a ring in its region:
 *
 *     0    overrun, notification requested (1: any, 2: solicited completions), notifications given
 *     64   the ring
 *
 * A completion without room is an overrun: the queue is in error for good, and its owner gets IBV_EVENT_CQ_ERR.
 */
import { RING_HEADER, type Ring } from '../../memory/ring.ts';
import type { Adapter } from './adapter.ts';
import type { CompletionChannel } from './completion-channel.ts';
import { IBV_EVENT_CQ_ERR } from './constants.ts';
import type { Context } from './device.ts';
import { EBUSY, EINVAL, ENOMEM, failed } from './errors.ts';
import type { QueuePair } from './queue-pair.ts';
import type { IbvWc } from './work-requests.ts';

const HEADER = 64;
const [OVERRUN, ARMED, NOTIFIED, CAPACITY, NUMBER] = [0, 1, 2, 3, 4];
const ENTRY = 40;
const ENTRY_IN_RING = 48;
export const MAX_CQE = 65536;

function ringCapacity(cqe: number): number {
  return 2 ** Math.ceil(Math.log2((cqe + 1) * ENTRY_IN_RING));
}

export function completionQueueBytes(cqe: number): number {
  return HEADER + RING_HEADER + ringCapacity(cqe);
}

export class CompletionQueue {
  /** Queue pairs that complete here. */
  users = 0;
  unacknowledged = 0;
  private readonly I32: Int32Array;
  private readonly word: number;
  private readonly ring: Ring;
  /** Completions of send requests: positions count up, and wrap at 2^32. */
  private readonly mask: number;
  private first = 0;
  private last = 0;
  private readonly ids: Float64Array;
  private readonly statuses: Uint8Array;
  private readonly opcodes: Uint8Array;
  private readonly lengths: Int32Array;
  private readonly sequences: Int32Array;
  private readonly owners: QueuePair[] = [];

  constructor(
    readonly context: Context,
    readonly cqe: number,
    readonly cq_context: unknown,
    readonly channel: CompletionChannel | null,
    readonly address: number,
    readonly number: number,
  ) {
    const { adapter } = context;
    const slots = 2 ** Math.ceil(Math.log2(cqe));
    this.I32 = adapter.hardware.space.I32;
    this.word = address >>> 2;
    this.ring = adapter.ringAt(adapter.rank, address + HEADER, ringCapacity(cqe));
    this.I32[this.word + CAPACITY] = ringCapacity(cqe);
    this.I32[this.word + NUMBER] = number;
    this.mask = slots - 1;
    this.ids = new Float64Array(slots);
    this.statuses = new Uint8Array(slots);
    this.opcodes = new Uint8Array(slots);
    this.lengths = new Int32Array(slots);
    this.sequences = new Int32Array(slots);
  }

  /** Enters the completion of a request of this rank. */
  add(qp: QueuePair, id: number, sequence: number, status: number, opcode: number, length: number): void {
    const position = this.last;
    if (((position - this.first) | 0) >= this.cqe) {
      this.overrun();
      return;
    }
    const slot = position & this.mask;
    this.ids[slot] = id;
    this.statuses[slot] = status;
    this.opcodes[slot] = opcode;
    this.lengths[slot] = length;
    this.sequences[slot] = sequence;
    this.owners[slot] = qp;
    this.last = (position + 1) | 0;
    if (this.channel !== null) notify(this.I32, this.address, status !== 0);
  }

  /** Takes the oldest completion of a send, else of a receive: 1, 0 if there is none, -1 after an overrun. */
  take(wc: IbvWc): number {
    if (this.first !== this.last) return this.takeSent(wc);
    if (this.ring.first() !== 0) return this.takeReceived(wc);
    return this.I32[this.word + OVERRUN] === 0 ? 0 : -1;
  }

  /** Requests an event at the next completion. */
  arm(solicitedOnly: boolean): void {
    Atomics.store(this.I32, this.word + ARMED, solicitedOnly ? 2 : 1);
  }

  /** Takes a notification. */
  takeNotification(): boolean {
    const { I32 } = this;
    if (Atomics.load(I32, this.word + NOTIFIED) === 0) return false;
    Atomics.sub(I32, this.word + NOTIFIED, 1);
    return true;
  }

  private overrun(): void {
    const { adapter } = this.context;
    overrun(adapter, adapter.rank, this.address);
  }

  private takeSent(wc: IbvWc): number {
    const slot = this.first & this.mask;
    const qp = this.owners[slot]!;
    this.first = (this.first + 1) | 0;
    qp.retired = this.sequences[slot]!;
    wc.wr_id = this.ids[slot]!;
    wc.status = this.statuses[slot]!;
    wc.opcode = this.opcodes[slot]!;
    wc.byte_len = this.lengths[slot]!;
    wc.qp_num = qp.qp_num;
    wc.wc_flags = 0;
    return 1;
  }

  private takeReceived(wc: IbvWc): number {
    const { F64 } = this.context.adapter.hardware.space;
    const packet = this.ring.first();
    const word = packet >>> 2;
    wc.wr_id = F64[packet >>> 3]!;
    wc.status = this.I32[word + 2]!;
    wc.opcode = this.I32[word + 3]!;
    wc.byte_len = this.I32[word + 4]!;
    wc.imm_data = this.I32[word + 5]!;
    wc.qp_num = this.I32[word + 6]!;
    wc.src_qp = this.I32[word + 7]!;
    wc.wc_flags = this.I32[word + 8]!;
    wc.slid = this.I32[word + 9]!;
    this.ring.release();
    return 1;
  }
}

/** Enters the receive completion `wc` into the queue at an address of the memory of a rank. */
export function enterReceived(adapter: Adapter, rank: number, address: number, wc: IbvWc, solicited: boolean): void {
  const { I32, F64 } = adapter.memoryOf(rank);
  const ring = adapter.ringAt(rank, address + HEADER, I32[(address >>> 2) + CAPACITY]!);
  const packet = ring.reserve(ENTRY);
  if (packet === 0) {
    overrun(adapter, rank, address);
    return;
  }
  const word = packet >>> 2;
  F64[packet >>> 3] = wc.wr_id;
  I32[word + 2] = wc.status;
  I32[word + 3] = wc.opcode;
  I32[word + 4] = wc.byte_len;
  I32[word + 5] = wc.imm_data;
  I32[word + 6] = wc.qp_num;
  I32[word + 7] = wc.src_qp;
  I32[word + 8] = wc.wc_flags;
  I32[word + 9] = wc.slid;
  ring.publish(packet);
  notify(I32, address, solicited || wc.status !== 0);
}

function overrun(adapter: Adapter, rank: number, address: number): void {
  const { I32 } = adapter.memoryOf(rank);
  const word = address >>> 2;
  if (Atomics.exchange(I32, word + OVERRUN, 1) === 0) adapter.raise(rank, IBV_EVENT_CQ_ERR, I32[word + NUMBER]!);
}

/** Notifies if the queue is armed. */
function notify(I32: Int32Array, address: number, solicited: boolean): void {
  const armed = (address >>> 2) + ARMED;
  const wanted = Atomics.load(I32, armed);
  if (wanted === 0 || (wanted === 2 && !solicited)) return;
  if (Atomics.compareExchange(I32, armed, wanted, 0) === wanted) Atomics.add(I32, (address >>> 2) + NOTIFIED, 1);
}

/** A queue for at least `cqe` completions; null: EINVAL for an invalid number, ENOMEM without room. */
export function ibv_create_cq(
  context: Context,
  cqe: number,
  cq_context: unknown,
  channel: CompletionChannel | null,
  comp_vector: number,
): CompletionQueue | null {
  if (!(cqe >= 1 && cqe <= MAX_CQE) || comp_vector !== 0) return failed(EINVAL);
  const address = context.adapter.heap.take(completionQueueBytes(cqe));
  if (address === 0) return failed(ENOMEM);
  const cq = new context.device.Queue(context, cqe, cq_context, channel, address, context.nextNumber());
  channel?.queues.push(cq);
  context.objects++;
  return cq;
}

/** EBUSY while a queue pair uses it or an event is not acknowledged. */
export function ibv_destroy_cq(cq: CompletionQueue): number {
  if (cq.users > 0 || cq.unacknowledged > 0) return EBUSY;
  cq.channel?.queues.splice(cq.channel.queues.indexOf(cq), 1);
  cq.context.adapter.heap.give(cq.address, completionQueueBytes(cq.cqe));
  cq.context.objects--;
  return 0;
}

/** Fills in up to `num_entries` completions and returns their number; negative if the queue has overrun. */
export function ibv_poll_cq(cq: CompletionQueue, num_entries: number, wc: readonly IbvWc[]): number {
  cq.context.driver.progress();
  for (let count = 0; count < num_entries; count++) {
    const taken = cq.take(wc[count]!);
    if (taken !== 1) return count === 0 ? taken : count;
  }
  return num_entries;
}

/** The next completion, or the next solicited one (and any error), puts an event into the queue's channel. */
export function ibv_req_notify_cq(cq: CompletionQueue, solicited_only: boolean): number {
  if (cq.channel === null) return EINVAL;
  cq.arm(solicited_only);
  return 0;
}
