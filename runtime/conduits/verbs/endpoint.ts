/** The conduit's verbs objects, and its permanently registered buffers. */

import * as verbs from '../../fabrics/verbs/index.ts';
import {
  type CompletionQueue,
  type Context,
  IBV_QPT_RC,
  IBV_QPT_UD,
  IbvRecvWr,
  IbvSge,
  ibv_alloc_pd,
  ibv_create_cq,
  ibv_create_qp,
  ibv_create_srq,
  ibv_modify_qp,
  ibv_open_device,
  ibv_post_srq_recv,
  openAdapters,
  type ProtectionDomain,
  type QueuePair,
  type SharedReceiveQueue,
} from '../../fabrics/verbs/index.ts';
import type { Host } from '../conduit.ts';
import { Buffers } from './buffers.ts';
import { cannot } from './errors.ts';
import { CONTROL_INLINE, completionsFor, DEPTH, DEPTH_PER_PEER, type Settings, type Shape } from './settings.ts';
import type { Step } from './states.ts';

export class Endpoint {
  readonly context: Context;
  readonly pd: ProtectionDomain;
  /** Completion queues of sends, and of receives. */
  readonly sent: CompletionQueue;
  readonly received: CompletionQueue;
  readonly messageBuffers: Buffers;
  readonly bounceBuffers: Buffers;
  private readonly srq: SharedReceiveQueue;
  private readonly receives: Buffers;
  private readonly receive = new IbvRecvWr([new IbvSge()]);
  private readonly bad = { wr: null };

  constructor(
    private readonly host: Host,
    private readonly settings: Settings,
    readonly shape: Shape,
  ) {
    const device = openAdapters(host, shape.limits, host.variables).find(({ name }) => name === settings.device)!;
    this.context = ibv_open_device(device);
    this.pd = ibv_alloc_pd(this.context);
    this.sent = this.made('completion queue', ibv_create_cq(this.context, DEPTH, null, null, 0));
    const completions = completionsFor(shape);
    this.received = this.made('completion queue', ibv_create_cq(this.context, completions, null, null, 0));
    const attr = { max_wr: shape.receives, max_sge: 1, srq_limit: 0 };
    this.srq = this.made('shared receive queue', ibv_create_srq(this.pd, attr));
    this.receives = new Buffers(host, this.pd, shape.receives, shape.bufferBytes);
    this.messageBuffers = new Buffers(host, this.pd, shape.messageBuffers, shape.bufferBytes);
    this.bounceBuffers = new Buffers(host, this.pd, shape.bounceBuffers, shape.bufferBytes);
    for (let index = 0; index < shape.receives; index++) this.postReceive(index);
  }

  /** Posts receive buffer `index`, which is its wr_id. */
  postReceive(index: number): void {
    const { receive } = this;
    const sge = receive.sg_list[0]!;
    receive.wr_id = index;
    sge.addr = this.receiveAt(index);
    sge.length = this.receives.bytes;
    sge.lkey = this.receives.lkey;
    const error = ibv_post_srq_recv(this.srq, receive, this.bad);
    if (error !== 0) this.host.fail(cannot('post a receive buffer', error));
  }

  receiveAt(index: number): number {
    return this.receives.at(index);
  }

  /** A queue pair for a connection. */
  connection(): QueuePair {
    return this.queuePair(IBV_QPT_RC, DEPTH_PER_PEER, 0, this.srq);
  }

  /** The queue pair of datagrams: created first, so its number is 1 everywhere. */
  datagrams(): QueuePair {
    return this.queuePair(IBV_QPT_UD, DEPTH_PER_PEER, this.shape.datagrams, null);
  }

  /** Moves a queue pair through the states. */
  bringUp(qp: QueuePair, steps: readonly Step[]): void {
    for (const [attr, mask] of steps) {
      const error = ibv_modify_qp(qp, attr, mask);
      if (error !== 0) this.host.fail(cannot('change the state of a queue pair', error));
    }
  }

  made<T>(what: string, object: T | null): T {
    return object ?? this.host.fail(cannot(`make a ${what}`, verbs.errno));
  }

  private queuePair(type: number, sends: number, receives: number, srq: SharedReceiveQueue | null): QueuePair {
    const inline = Math.max(CONTROL_INLINE, this.settings.inline);
    const cap = {
      max_send_wr: sends,
      max_recv_wr: receives,
      max_send_sge: 1,
      max_recv_sge: 1,
      max_inline_data: inline,
    };
    const init = { send_cq: this.sent, recv_cq: this.received, srq, cap, qp_type: type, sq_sig_all: false };
    return this.made('queue pair', ibv_create_qp(this.pd, init));
  }
}
