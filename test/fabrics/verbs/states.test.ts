/** The state machine of queue pairs. */
import { expect, test } from 'vitest';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import {
  attributesTo,
  bringUp,
  completions,
  connected,
  type End,
  makeEnd,
  makeRanks,
  post,
  receive,
  TO_INIT,
  TO_RTR,
  TO_RTS,
} from './ranks.ts';

function pair(type = verbs.IBV_QPT_RC): [End, End] {
  return makeRanks(2).map((rank) => makeEnd(rank, { type })) as [End, End];
}

function modify(end: End, other: End, state: number, mask: number): number {
  return verbs.ibv_modify_qp(end.qp, { ...attributesTo(other), qp_state: state }, mask);
}

const bits = (mask: number) => Array.from({ length: 21 }, (_, bit) => 1 << bit).filter((bit) => (mask & bit) !== 0);

test('each required attribute is required, and no other is taken', () => {
  const [a, b] = pair();
  const steps = [
    [verbs.IBV_QPS_INIT, TO_INIT],
    [verbs.IBV_QPS_RTR, TO_RTR],
    [verbs.IBV_QPS_RTS, TO_RTS],
  ] as const;
  for (const [state, mask] of steps) {
    for (const bit of bits(mask)) expect(modify(a, b, state, mask & ~bit), `without ${bit}`).toBe(verbs.EINVAL);
    expect(modify(a, b, state, mask | verbs.IBV_QP_QKEY)).toBe(verbs.EINVAL);
    expect(modify(a, b, state, mask)).toBe(0);
    expect(a.qp.state).toBe(state);
  }
});

test('states are not skipped', () => {
  const [a, b] = pair();
  expect(modify(a, b, verbs.IBV_QPS_RTR, TO_RTR)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_RTS, TO_RTS)).toBe(verbs.EINVAL);
  bringUp(a, b, {}, verbs.IBV_QPS_INIT);
  expect(modify(a, b, verbs.IBV_QPS_RTS, TO_RTS)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_SQD, verbs.IBV_QP_STATE)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_ERR, verbs.IBV_QP_STATE)).toBe(0);
  expect(modify(a, b, verbs.IBV_QPS_INIT, TO_INIT)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_RESET, verbs.IBV_QP_STATE)).toBe(0);
  bringUp(a, b);
  expect(a.qp.state).toBe(verbs.IBV_QPS_RTS);
});

test('datagrams have a key and no peer', () => {
  const [a, b] = pair(verbs.IBV_QPT_UD);
  const init = verbs.IBV_QP_STATE | verbs.IBV_QP_PKEY_INDEX | verbs.IBV_QP_PORT | verbs.IBV_QP_QKEY;
  expect(modify(a, b, verbs.IBV_QPS_INIT, TO_INIT)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_INIT, init)).toBe(0);
  expect(modify(a, b, verbs.IBV_QPS_RTR, TO_RTR)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_RTR, verbs.IBV_QP_STATE)).toBe(0);
  expect(modify(a, b, verbs.IBV_QPS_RTS, verbs.IBV_QP_STATE)).toBe(verbs.EINVAL);
  expect(modify(a, b, verbs.IBV_QPS_RTS, verbs.IBV_QP_STATE | verbs.IBV_QP_SQ_PSN)).toBe(0);
});

test('values out of range, and a current state that is not so', () => {
  const [a, b] = pair();
  const attr = { ...attributesTo(b), qp_state: verbs.IBV_QPS_INIT, port_num: 2 };
  expect(verbs.ibv_modify_qp(a.qp, attr, TO_INIT)).toBe(verbs.EINVAL);
  bringUp(a, b);
  const running = { ...attributesTo(b), qp_state: verbs.IBV_QPS_RTS, cur_qp_state: verbs.IBV_QPS_SQD };
  expect(verbs.ibv_modify_qp(a.qp, running, verbs.IBV_QP_STATE | verbs.IBV_QP_CUR_STATE)).toBe(verbs.EINVAL);
  const far = { ...attributesTo(b), qp_state: verbs.IBV_QPS_RTR, ah_attr: { dlid: 3, port_num: 1 } };
  const [c] = pair();
  bringUp(c, b, {}, verbs.IBV_QPS_INIT);
  expect(verbs.ibv_modify_qp(c.qp, far, TO_RTR)).toBe(verbs.EINVAL);
});

test('what was set is told', () => {
  const [a] = connected({}, { rnr_retry: 3 });
  const attr = verbs.newAttributes();
  const init = verbs.ibv_query_qp(a.qp, attr, 0);
  expect(attr).toMatchObject({ qp_state: verbs.IBV_QPS_RTS, rnr_retry: 3, dest_qp_num: 1, min_rnr_timer: 1 });
  expect(init.cap.max_inline_data).toBe(72);
});

test('a drained send queue keeps what is posted until it runs again', () => {
  const [a, b] = connected();
  b.rank.space.I32[b.rank.at(0) >>> 2] = 7;
  expect(modify(a, b, verbs.IBV_QPS_SQD, verbs.IBV_QP_STATE)).toBe(0);
  expect(verbs.ibv_get_async_event(a.rank.context)).toEqual({ type: verbs.IBV_EVENT_SQ_DRAINED, element: a.qp.qp_num });
  expect(post(a, b, { opcode: verbs.IBV_WR_RDMA_READ, size: 4, id: 5 })).toBe(0);
  expect(completions(a.sent)).toEqual([]);
  expect(modify(a, b, verbs.IBV_QPS_RTS, verbs.IBV_QP_STATE)).toBe(0);
  expect(completions(a.sent)).toEqual([[5, verbs.IBV_WC_SUCCESS]]);
  expect(a.rank.space.I32[a.rank.at(0) >>> 2]).toBe(7);
});

test('posting before the states that allow it', () => {
  const [a, b] = pair();
  expect(post(a, b, { opcode: verbs.IBV_WR_SEND })).toBe(verbs.EINVAL);
  expect(receive(a, 0, 8, 1)).toBe(verbs.EINVAL);
  bringUp(a, b, {}, verbs.IBV_QPS_INIT);
  expect(receive(a, 0, 8, 1)).toBe(0);
  bringUp(b, a, {}, verbs.IBV_QPS_RTR);
  expect(post(b, a, { opcode: verbs.IBV_WR_SEND })).toBe(verbs.EINVAL);
});

test('to ERR: receives and requests come back flushed', () => {
  const [a, b] = connected();
  receive(a, 0, 8, 1);
  receive(a, 8, 8, 2);
  for (const id of [3, 4]) expect(post(a, b, { opcode: verbs.IBV_WR_SEND, id })).toBe(0);
  expect(modify(a, b, verbs.IBV_QPS_ERR, verbs.IBV_QP_STATE)).toBe(0);
  const flushed = verbs.IBV_WC_WR_FLUSH_ERR;
  expect(completions(a.received)).toEqual([
    [1, flushed],
    [2, flushed],
  ]);
  expect(completions(a.sent)).toEqual([
    [3, flushed],
    [4, flushed],
  ]);
  expect(post(a, b, { opcode: verbs.IBV_WR_SEND, id: 6 })).toBe(0);
  expect(receive(a, 0, 8, 7)).toBe(0);
  expect(completions(a.sent)).toEqual([[6, flushed]]);
  expect(completions(a.received)).toEqual([[7, flushed]]);
});
