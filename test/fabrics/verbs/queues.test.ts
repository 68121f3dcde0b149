/** Completion queues, shared receive queues, datagrams. */
import { describe, expect, test } from 'vitest';
import * as errors from '../../../runtime/fabrics/verbs/errors.ts';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import { ARRANGEMENTS } from '../hardware.ts';
import {
  bringUp,
  completions,
  connectedOn,
  type End,
  GRH,
  makeEnd,
  poll,
  post,
  type Rank,
  makeRanks as ranksOn,
  receive,
} from './ranks.ts';

const OK = verbs.IBV_WC_SUCCESS;

describe.each(ARRANGEMENTS)('%s', (arrangement) => {
  const connected = connectedOn(arrangement);
  const makeRanks = (count: number, device = 'shm0') => ranksOn(count, device, arrangement);

  test('a completion queue that overruns is in error', () => {
    const [a, b] = connected({ cqe: 4 });
    for (let id = 1; id <= 5; id++) post(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, id });
    expect(completions(a.sent)).toEqual([1, 2, 3, 4].map((id) => [id, OK]));
    expect(verbs.ibv_poll_cq(a.sent, 1, [new verbs.IbvWc()])).toBe(-1);
    const event = verbs.ibv_get_async_event(a.rank.context);
    expect(event).toEqual({ type: verbs.IBV_EVENT_CQ_ERR, element: a.sent.number });
    expect(verbs.ibv_get_async_event(a.rank.context)).toBe(null);
    expect(errors.errno).toBe(verbs.EAGAIN);
  });

  test('many completions at a time, and round and round', () => {
    const [a, b] = connected({ cqe: 10 });
    const wc = Array.from({ length: 8 }, () => new verbs.IbvWc());
    for (let round = 0; round < 100; round++) {
      for (let id = 0; id < 10; id++) {
        receive(b, 8 * id, 8, 100 * round + id);
        post(a, b, { opcode: verbs.IBV_WR_SEND, id: 100 * round + id });
      }
      expect(verbs.ibv_poll_cq(a.sent, 8, wc)).toBe(8);
      expect(wc.map((one) => one.wr_id - 100 * round)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(verbs.ibv_poll_cq(a.sent, 8, wc)).toBe(2);
      expect(completions(b.received).map(([id]) => id - 100 * round)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
  });

  test('notification: of any completion, or of solicited ones; once', () => {
    const ranks = makeRanks(2);
    const channel = verbs.ibv_create_comp_channel(ranks[1]!.context);
    const cq = verbs.ibv_create_cq(ranks[1]!.context, 16, null, channel, 0)!;
    const a = makeEnd(ranks[0]!);
    const plain = makeEnd(ranks[1]!);
    const init = { ...plain.qp.init, recv_cq: cq };
    const b: End = { ...plain, received: cq, qp: verbs.ibv_create_qp(ranks[1]!.pd, init)! };
    bringUp(a, b);
    bringUp(b, a);
    const send = (flags: number) => {
      receive(b, 0, 8, 1);
      post(a, b, { opcode: verbs.IBV_WR_SEND, flags });
    };
    expect(verbs.ibv_req_notify_cq(plain.received, false)).toBe(verbs.EINVAL);
    send(verbs.IBV_SEND_SOLICITED);
    expect(verbs.ibv_get_cq_event(channel)).toBe(null);
    expect(verbs.ibv_req_notify_cq(cq, true)).toBe(0);
    send(0);
    expect(verbs.ibv_get_cq_event(channel)).toBe(null);
    send(verbs.IBV_SEND_SOLICITED);
    send(verbs.IBV_SEND_SOLICITED);
    expect(verbs.ibv_get_cq_event(channel)).toBe(cq);
    expect(verbs.ibv_get_cq_event(channel)).toBe(null);
    expect(verbs.ibv_destroy_comp_channel(channel)).toBe(verbs.EBUSY);
    verbs.ibv_destroy_qp(b.qp);
    expect(verbs.ibv_destroy_cq(cq)).toBe(verbs.EBUSY);
    verbs.ibv_ack_cq_events(cq, 1);
    expect(verbs.ibv_destroy_cq(cq)).toBe(0);
    expect(verbs.ibv_destroy_comp_channel(channel)).toBe(0);
  });

  function sharedReceiver(senders: number): { from: End[]; to: End[]; srq: verbs.SharedReceiveQueue; rank: Rank } {
    const ranks = makeRanks(senders + 1);
    const rank = ranks[senders]!;
    const srq = verbs.ibv_create_srq(rank.pd, { max_wr: 8, max_sge: 1, srq_limit: 0 })!;
    const from = ranks.slice(0, senders).map((one) => makeEnd(one));
    const to = from.map(() => makeEnd(rank, { srq }));
    for (let i = 0; i < senders; i++) {
      bringUp(from[i]!, to[i]!);
      bringUp(to[i]!, from[i]!);
    }
    return { from, to, srq, rank };
  }

  test('a shared receive queue serves several connections', () => {
    const { from, to, srq } = sharedReceiver(3);
    const buffer = (id: number) => {
      const wr = new verbs.IbvRecvWr([new verbs.IbvSge(to[0]!.rank.at(8 * id), 8, to[0]!.mr.lkey)]);
      wr.wr_id = id;
      return verbs.ibv_post_srq_recv(srq, wr, { wr: null });
    };
    expect(receive(to[0]!, 0, 8, 1)).toBe(verbs.EINVAL);
    for (let id = 0; id < 8; id++) expect(buffer(id)).toBe(0);
    expect(buffer(8)).toBe(verbs.ENOMEM);
    for (let i = 0; i < 3; i++) post(from[i]!, to[i]!, { opcode: verbs.IBV_WR_SEND, size: i + 1 });
    expect(to.map((end) => poll(end.received))).toMatchObject(
      [0, 1, 2].map((i) => ({ wr_id: i, byte_len: i + 1, qp_num: to[i]!.qp.qp_num })),
    );
    expect(buffer(9)).toBe(0);
  });

  test('the limit of a shared receive queue is told once', () => {
    const { from, to, srq, rank } = sharedReceiver(1);
    const attr = { max_wr: 0, max_sge: 0, srq_limit: 3 };
    expect(verbs.ibv_modify_srq(srq, attr, verbs.IBV_SRQ_MAX_WR)).toBe(verbs.EOPNOTSUPP);
    expect(verbs.ibv_modify_srq(srq, { ...attr, srq_limit: 8 }, verbs.IBV_SRQ_LIMIT)).toBe(verbs.EINVAL);
    expect(verbs.ibv_modify_srq(srq, attr, verbs.IBV_SRQ_LIMIT)).toBe(0);
    expect(verbs.ibv_query_srq(srq, attr)).toBe(0);
    expect(attr).toEqual({ max_wr: 8, max_sge: 4, srq_limit: 3 });
    for (let id = 0; id < 5; id++)
      verbs.ibv_post_srq_recv(srq, new verbs.IbvRecvWr([new verbs.IbvSge(rank.at(0), 8, to[0]!.mr.lkey)]), {
        wr: null,
      });
    const events = [];
    for (let i = 0; i < 5; i++) {
      post(from[0]!, to[0]!, { opcode: verbs.IBV_WR_SEND });
      events.push(verbs.ibv_get_async_event(rank.context)?.type);
    }
    expect(events).toEqual([undefined, undefined, verbs.IBV_EVENT_SRQ_LIMIT_REACHED, undefined, undefined]);
  });

  const QKEY = 0x77;

  function datagramEnds(): [End, End] {
    const ends = makeRanks(2).map((rank) => makeEnd(rank, { type: verbs.IBV_QPT_UD })) as [End, End];
    for (const { qp } of ends) {
      const attr = { ...verbs.newAttributes(), port_num: 1, qkey: QKEY };
      const init = verbs.IBV_QP_STATE | verbs.IBV_QP_PKEY_INDEX | verbs.IBV_QP_PORT | verbs.IBV_QP_QKEY;
      verbs.ibv_modify_qp(qp, { ...attr, qp_state: verbs.IBV_QPS_INIT }, init);
      verbs.ibv_modify_qp(qp, { ...attr, qp_state: verbs.IBV_QPS_RTR }, verbs.IBV_QP_STATE);
      verbs.ibv_modify_qp(qp, { ...attr, qp_state: verbs.IBV_QPS_RTS }, verbs.IBV_QP_STATE | verbs.IBV_QP_SQ_PSN);
    }
    return ends;
  }

  test('datagrams: behind 40 bytes, or lost without a word', () => {
    const [a, b] = datagramEnds();
    const ah = verbs.ibv_create_ah(a.rank.pd, { dlid: 2, port_num: 1 })!;
    const send = (size: number, more: Partial<verbs.IbvSendWr> = {}) => {
      const wr = new verbs.IbvSendWr([new verbs.IbvSge(a.rank.at(0), size, a.mr.lkey)]);
      Object.assign(wr, { opcode: verbs.IBV_WR_SEND, ah, remote_qpn: b.qp.qp_num, remote_qkey: QKEY, ...more });
      const error = verbs.ibv_post_send(a.qp, wr, { wr: null });
      return error === 0 ? completions(a.sent)[0]![1] : -error;
    };
    a.rank.space.I32[a.rank.at(0) >>> 2] = 4711;
    expect(send(4)).toBe(OK);
    expect(poll(b.received)).toBe(undefined);
    receive(b, 0, GRH + 4, 1);
    expect(send(4, { remote_qkey: 1 })).toBe(OK);
    expect(send(4, { remote_qpn: 9 })).toBe(OK);
    expect(poll(b.received)).toBe(undefined);
    expect(send(4)).toBe(OK);
    expect(poll(b.received)).toMatchObject({ wr_id: 1, byte_len: GRH + 4, slid: 1, src_qp: a.qp.qp_num });
    expect(b.rank.space.I32[b.rank.at(GRH) >>> 2]).toBe(4711);
    receive(b, 0, GRH + 3, 2);
    expect(send(4)).toBe(OK);
    expect(poll(b.received)).toBe(undefined);
    expect(send(4, { opcode: verbs.IBV_WR_RDMA_WRITE })).toBe(-verbs.EINVAL);
    expect(send(4, { ah: null })).toBe(-verbs.EINVAL);
    expect(send(5000)).toBe(verbs.IBV_WC_LOC_LEN_ERR);
    expect(a.qp.state).toBe(verbs.IBV_QPS_SQE);
    expect(send(4)).toBe(verbs.IBV_WC_WR_FLUSH_ERR);
  });

  test('the null driver takes everything and completes it', () => {
    const [rank] = makeRanks(2, 'null0');
    const end = makeEnd(rank!, { all: false });
    expect(post(end, end, { opcode: verbs.IBV_WR_RDMA_WRITE, id: 5, flags: verbs.IBV_SEND_SIGNALED })).toBe(0);
    expect(post(end, end, { opcode: verbs.IBV_WR_SEND, id: 6 })).toBe(0);
    expect(completions(end.sent)).toEqual([[5, OK]]);
  });
});
