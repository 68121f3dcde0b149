/** Datagrams of the handshake: kind, sender, number of its queue pair; between the queue pairs 1 of both ranks. */
import {
  type AddressHandle,
  GRH_SIZE,
  IBV_SEND_INLINE,
  IBV_SEND_SIGNALED,
  IBV_WR_SEND,
  IbvRecvWr,
  IbvSendWr,
  IbvSge,
  ibv_create_ah,
  ibv_post_recv,
  type QueuePair,
} from '../../fabrics/verbs/index.ts';
import type { Host } from '../conduit.ts';
import { Buffers } from './buffers.ts';
import type { Datagram } from './connections.ts';
import type { Endpoint } from './endpoint.ts';
import { cannot } from './errors.ts';
import type { Requests } from './requests.ts';
import { DATAGRAM_BYTES } from './settings.ts';
import { QKEY, udStates } from './states.ts';

const NUMBER = 1;
const BYTES = 12;

export class Datagrams {
  readonly qp: QueuePair;
  private readonly buffers: Buffers;
  private readonly handles: (AddressHandle | undefined)[] = [];
  private readonly wr = new IbvSendWr([new IbvSge()]);
  private readonly bad = { wr: null };

  constructor(
    private readonly host: Host,
    private readonly endpoint: Endpoint,
  ) {
    const { datagrams } = endpoint.shape;
    this.qp = endpoint.datagrams();
    endpoint.bringUp(this.qp, udStates());
    this.buffers = new Buffers(host, endpoint.pd, datagrams + 1, DATAGRAM_BYTES);
    for (let index = 0; index < datagrams; index++) this.postReceive(index);
  }

  /** Sends a datagram, in the slot of a request. */
  send(rank: number, kind: Datagram, number: number, slot: number, requests: Requests): void {
    const { wr } = this;
    const { I32, MYTHREAD } = this.host.space;
    const own = this.buffers.at(this.endpoint.shape.datagrams);
    const word = own >>> 2;
    I32[word] = kind;
    I32[word + 1] = MYTHREAD;
    I32[word + 2] = number;
    wr.opcode = IBV_WR_SEND;
    wr.send_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED;
    wr.sg_list[0]!.addr = own;
    wr.sg_list[0]!.length = BYTES;
    wr.ah = this.handleOf(rank);
    wr.remote_qpn = NUMBER;
    wr.remote_qkey = QKEY;
    requests.post(this.qp, wr, slot);
  }

  /** Index in I32 of the words of a received datagram. */
  wordsOf(index: number): number {
    return (this.buffers.at(index) + GRH_SIZE) >>> 2;
  }

  postReceive(index: number): void {
    const wr = new IbvRecvWr([new IbvSge(this.buffers.at(index), DATAGRAM_BYTES, this.buffers.lkey)]);
    wr.wr_id = index;
    const error = ibv_post_recv(this.qp, wr, this.bad);
    if (error !== 0) this.host.fail(cannot('post a receive buffer', error));
  }

  private handleOf(rank: number): AddressHandle {
    const made = () =>
      this.endpoint.made('address handle', ibv_create_ah(this.endpoint.pd, { dlid: rank + 1, port_num: 1 }));
    this.handles[rank] ??= made();
    return this.handles[rank];
  }
}
