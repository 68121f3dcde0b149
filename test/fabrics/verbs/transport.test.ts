/** Requests: data, immediates, atomics, flags, errors of both sides. */
import { describe, expect, test } from 'vitest';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import { ARRANGEMENTS } from '../hardware.ts';
import { completions, connectedOn, type End, poll, post, receive, request } from './ranks.ts';

const OK = verbs.IBV_WC_SUCCESS;

function bytes(end: End, offset: number, size: number): Uint8Array {
  return end.rank.space.U8.subarray(end.rank.at(offset) >>> 0, (end.rank.at(offset) >>> 0) + size);
}

function fillUp(end: End, offset: number, size: number, seed: number): void {
  bytes(end, offset, size).forEach((_, i, all) => {
    all[i] = (seed + 31 * i) & 255;
  });
}

describe.each(ARRANGEMENTS)('%s', (arrangement) => {
  const connected = connectedOn(arrangement);

  test('a send goes into the oldest receive', () => {
    const [a, b] = connected();
    receive(b, 100, 50, 11);
    receive(b, 200, 50, 12);
    fillUp(a, 1, 33, 5);
    expect(post(a, b, { opcode: verbs.IBV_WR_SEND_WITH_IMM, from: 1, size: 33, imm: 0x1234, id: 1 })).toBe(0);
    expect(post(a, b, { opcode: verbs.IBV_WR_SEND, from: 3, size: 0, id: 2 })).toBe(0);
    expect(completions(a.sent)).toEqual([
      [1, OK],
      [2, OK],
    ]);
    expect(poll(b.received)).toMatchObject({
      wr_id: 11,
      status: OK,
      opcode: verbs.IBV_WC_RECV,
      byte_len: 33,
      imm_data: 0x1234,
      wc_flags: verbs.IBV_WC_WITH_IMM,
      qp_num: b.qp.qp_num,
      src_qp: a.qp.qp_num,
      slid: 1,
    });
    expect(poll(b.received)).toMatchObject({ wr_id: 12, byte_len: 0, wc_flags: 0 });
    expect(bytes(b, 100, 33)).toEqual(bytes(a, 1, 33));
    expect(a.rank.roused).toContain(1);
  });

  test('pieces are gathered and scattered', () => {
    const [a, b] = connected();
    fillUp(a, 0, 100, 9);
    const sge = (end: End, offset: number, size: number) => new verbs.IbvSge(end.rank.at(offset), size, end.mr.lkey);
    const wr = new verbs.IbvRecvWr([sge(b, 0, 3), sge(b, 1000, 0), sge(b, 10, 11), sge(b, 40, 100)]);
    expect(verbs.ibv_post_recv(b.qp, wr, { wr: null })).toBe(0);
    const send = new verbs.IbvSendWr([sge(a, 50, 7), sge(a, 0, 1), sge(a, 60, 20)]);
    send.opcode = verbs.IBV_WR_SEND;
    expect(verbs.ibv_post_send(a.qp, send, { wr: null })).toBe(0);
    const sent = [...bytes(a, 50, 7), ...bytes(a, 0, 1), ...bytes(a, 60, 20)];
    expect([...bytes(b, 0, 3), ...bytes(b, 10, 11), ...bytes(b, 40, 14)]).toEqual(sent);
  });

  test('writes and reads, of all sizes and alignments', () => {
    const [a, b] = connected();
    for (const size of [1, 2, 3, 4, 7, 8, 16, 17, 4096, 10001])
      for (const shift of [0, 1, 4]) {
        fillUp(a, shift, size, size);
        post(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, from: shift, size, to: 20000 + 3 * shift });
        expect(bytes(b, 20000 + 3 * shift, size)).toEqual(bytes(a, shift, size));
        post(a, b, { opcode: verbs.IBV_WR_RDMA_READ, from: 40000, size, to: 20000 + 3 * shift });
        expect(bytes(a, 40000, size)).toEqual(bytes(a, shift, size));
        expect(completions(a.sent).map(([, status]) => status)).toEqual([OK, OK]);
      }
  });

  test('a write with immediate takes a receive and leaves its buffer', () => {
    const [a, b] = connected();
    fillUp(a, 0, 8, 1);
    fillUp(b, 500, 8, 77);
    const before = [...bytes(b, 500, 8)];
    post(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE_WITH_IMM, to: 600, imm: 9 });
    expect(completions(a.sent)).toEqual([]);
    receive(b, 500, 8, 3);
    expect(completions(a.sent)).toEqual([[1, OK]]);
    expect(poll(b.received)).toMatchObject({
      wr_id: 3,
      opcode: verbs.IBV_WC_RECV_RDMA_WITH_IMM,
      imm_data: 9,
      byte_len: 8,
    });
    expect([...bytes(b, 500, 8)]).toEqual(before);
    expect(bytes(b, 600, 8)).toEqual(bytes(a, 0, 8));
  });

  test('atomics of 64 bits, also to a place that is not aligned here', () => {
    const [a, b] = connected();
    const { I64 } = b.rank.space;
    const target = b.rank.at(64) >>> 3;
    I64[target] = -2n;
    post(a, b, { opcode: verbs.IBV_WR_ATOMIC_FETCH_AND_ADD, from: 0, to: 64, add: 5n });
    expect([I64[target], a.rank.space.I64[a.rank.at(0) >>> 3]]).toEqual([3n, -2n]);
    post(a, b, { opcode: verbs.IBV_WR_ATOMIC_CMP_AND_SWP, from: 4, to: 64, add: 3n, swap: 1n << 40n });
    expect([I64[target], a.rank.space.I32[a.rank.at(4) >>> 2]]).toEqual([1n << 40n, 3]);
    post(a, b, { opcode: verbs.IBV_WR_ATOMIC_CMP_AND_SWP, to: 64, add: 3n, swap: 0n });
    expect(I64[target]).toBe(1n << 40n);
    expect(completions(a.sent).map(([, status]) => status)).toEqual([OK, OK, OK]);
    post(a, b, { opcode: verbs.IBV_WR_ATOMIC_FETCH_AND_ADD, to: 60, add: 5n });
    expect(completions(a.sent)).toEqual([[1, verbs.IBV_WC_REM_INV_REQ_ERR]]);
  });

  test('a list stops at the first bad one', () => {
    const [a, b] = connected();
    const good = request(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, id: 1 });
    const wrong = request(a, b, { opcode: verbs.IBV_WR_RDMA_READ, id: 2, flags: verbs.IBV_SEND_INLINE });
    const last = request(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, id: 3 });
    good.next = wrong;
    wrong.next = last;
    const bad: verbs.Bad<verbs.IbvSendWr> = { wr: null };
    expect(verbs.ibv_post_send(a.qp, good, bad)).toBe(verbs.EINVAL);
    expect(bad.wr).toBe(wrong);
    expect(completions(a.sent)).toEqual([[1, OK]]);
  });

  test('inline: the buffer is free and its key not looked at; too much is refused', () => {
    const [a, b] = connected();
    fillUp(a, 0, 72, 3);
    const expected = [...bytes(a, 0, 72)];
    const what = { opcode: verbs.IBV_WR_SEND, size: 72, lkey: 12345, flags: verbs.IBV_SEND_INLINE };
    expect(post(a, b, what)).toBe(0);
    fillUp(a, 0, 72, 99);
    receive(b, 300, 72, 8);
    expect(completions(a.sent)).toEqual([[1, OK]]);
    expect([...bytes(b, 300, 72)]).toEqual(expected);
    expect(post(a, b, { ...what, size: 73 })).toBe(verbs.EINVAL);
  });

  test('only signaled requests complete, and free what was before them', () => {
    const [a, b] = connected({ all: false });
    const write = (id: number, flags = 0) => post(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, id, flags });
    for (let id = 1; id < 16; id++) expect(write(id)).toBe(0);
    expect(write(16, verbs.IBV_SEND_SIGNALED | verbs.IBV_SEND_FENCE)).toBe(0);
    expect(write(17)).toBe(verbs.ENOMEM);
    expect(completions(a.sent)).toEqual([[16, OK]]);
    expect(write(17)).toBe(0);
  });

  test('a send without a receive waits, those behind it too, and nothing is lost', () => {
    const [a, b] = connected();
    for (let id = 1; id <= 10; id++) {
      a.rank.space.I32[a.rank.at(0) >>> 2] = id;
      expect(post(a, b, { opcode: verbs.IBV_WR_SEND, size: 4, id, flags: verbs.IBV_SEND_INLINE })).toBe(0);
    }
    expect(post(a, b, { opcode: verbs.IBV_WR_RDMA_WRITE, id: 11, to: 4000 })).toBe(0);
    expect(completions(a.sent)).toEqual([]);
    for (let id = 1; id <= 10; id++) {
      expect(receive(b, 8 * id, 4, id)).toBe(0);
      expect(completions(a.sent).length).toBe(id < 10 ? 1 : 2);
      expect(b.rank.space.I32[b.rank.at(8 * id) >>> 2]).toBe(id);
    }
    expect(completions(b.received).map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('no receive for too long, and no answer for too long', async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
    const [a, b] = connected({}, { rnr_retry: 2, min_rnr_timer: 1 });
    post(a, b, { opcode: verbs.IBV_WR_SEND, id: 1 });
    post(a, b, { opcode: verbs.IBV_WR_SEND, id: 2 });
    const seen: [number, number][] = [];
    for (let i = 0; i < 20 && seen.length < 2; i++, await pause()) seen.push(...completions(a.sent));
    expect(seen).toEqual([
      [1, verbs.IBV_WC_RNR_RETRY_EXC_ERR],
      [2, verbs.IBV_WC_WR_FLUSH_ERR],
    ]);
    expect(a.qp.state).toBe(verbs.IBV_QPS_ERR);

    const [c, d] = connected({}, { retry_cnt: 1, timeout: 1 });
    verbs.ibv_modify_qp(d.qp, { ...verbs.newAttributes(), qp_state: verbs.IBV_QPS_RESET }, verbs.IBV_QP_STATE);
    post(c, d, { opcode: verbs.IBV_WR_RDMA_WRITE, id: 3 });
    const lost: [number, number][] = [];
    for (let i = 0; i < 20 && lost.length < 1; i++, await pause()) lost.push(...completions(c.sent));
    expect(lost).toEqual([[3, verbs.IBV_WC_RETRY_EXC_ERR]]);
  });

  const WRITE = verbs.IBV_WR_RDMA_WRITE;
  const BAD: readonly (readonly [string, object, number])[] = [
    ['a wrong key', { opcode: WRITE, rkey: 1 }, verbs.IBV_WC_REM_ACCESS_ERR],
    ['a key of nothing', { opcode: WRITE, rkey: 0x7fffff00 }, verbs.IBV_WC_REM_ACCESS_ERR],
    ['beyond the end', { opcode: WRITE, to: 65536 - 7 }, verbs.IBV_WC_REM_ACCESS_ERR],
    ['before the start', { opcode: verbs.IBV_WR_RDMA_READ, to: -1 }, verbs.IBV_WC_REM_ACCESS_ERR],
    ['a wrong local key', { opcode: WRITE, lkey: 77 }, verbs.IBV_WC_LOC_PROT_ERR],
    ['beyond the local end', { opcode: verbs.IBV_WR_SEND, from: 65530 }, verbs.IBV_WC_LOC_PROT_ERR],
    ['an atomic of 4 bytes', { opcode: verbs.IBV_WR_ATOMIC_FETCH_AND_ADD, size: 4 }, verbs.IBV_WC_LOC_LEN_ERR],
  ];

  for (const [name, what, status] of BAD)
    test(`${name}: the first error ends the connection, the rest is flushed, no byte moves`, () => {
      const [a, b] = connected();
      fillUp(a, 0, 65536, 1);
      const before = b.rank.space.U8.slice(b.rank.at(-8) >>> 0, b.rank.at(65544) >>> 0);
      expect(post(a, b, { id: 1, ...what } as never)).toBe(0);
      expect(post(a, b, { opcode: WRITE, id: 2 })).toBe(0);
      expect(completions(a.sent)).toEqual([
        [1, status],
        [2, verbs.IBV_WC_WR_FLUSH_ERR],
      ]);
      expect(a.qp.state).toBe(verbs.IBV_QPS_ERR);
      const after = b.rank.space.U8.slice(b.rank.at(-8) >>> 0, b.rank.at(65544) >>> 0);
      expect(Buffer.compare(before, after)).toBe(0);
      if (status !== verbs.IBV_WC_REM_ACCESS_ERR) return;
      expect(b.qp.state).toBe(verbs.IBV_QPS_ERR);
      const type = verbs.IBV_EVENT_QP_ACCESS_ERR;
      expect(verbs.ibv_get_async_event(b.rank.context)).toEqual({ type, element: b.qp.qp_num });
    });

  test('rights of a region, of a queue pair, and of another protection domain', () => {
    const readOnly = verbs.IBV_ACCESS_REMOTE_READ;
    const fates = (access: number, opcode: number, mr: (b: End) => verbs.MemoryRegion) => {
      const [a, b] = connected({}, { access });
      post(a, b, { opcode, rkey: mr(b).rkey });
      return completions(a.sent)[0]![1];
    };
    const own = (b: End) => b.mr;
    const region = (b: End) => verbs.ibv_reg_mr(b.rank.pd, b.rank.at(0), 64, readOnly)!;
    const foreign = (b: End) => verbs.ibv_reg_mr(verbs.ibv_alloc_pd(b.rank.context), b.rank.at(0), 64, readOnly)!;
    const gone = (b: End) => {
      verbs.ibv_dereg_mr(b.mr);
      return b.mr;
    };
    expect(fates(15, verbs.IBV_WR_RDMA_READ, region)).toBe(OK);
    expect(fates(15, WRITE, region)).toBe(verbs.IBV_WC_REM_ACCESS_ERR);
    expect(fates(readOnly, verbs.IBV_WR_RDMA_READ, own)).toBe(OK);
    expect(fates(readOnly, WRITE, own)).toBe(verbs.IBV_WC_REM_INV_REQ_ERR);
    expect(fates(15, verbs.IBV_WR_RDMA_READ, foreign)).toBe(verbs.IBV_WC_REM_ACCESS_ERR);
    expect(fates(15, WRITE, gone)).toBe(verbs.IBV_WC_REM_ACCESS_ERR);
  });

  test('a receive that is too small or not registered', () => {
    const [a, b] = connected();
    receive(b, 0, 7, 21);
    receive(b, 0, 8, 22);
    post(a, b, { opcode: verbs.IBV_WR_SEND, id: 1 });
    expect(completions(a.sent)).toEqual([[1, verbs.IBV_WC_REM_INV_REQ_ERR]]);
    expect(completions(b.received)).toEqual([
      [21, verbs.IBV_WC_LOC_LEN_ERR],
      [22, verbs.IBV_WC_WR_FLUSH_ERR],
    ]);
    const [c, d] = connected();
    receive(d, 70000, 8, 23);
    post(c, d, { opcode: verbs.IBV_WR_SEND, id: 2 });
    expect(completions(c.sent)).toEqual([[2, verbs.IBV_WC_REM_OP_ERR]]);
    expect(completions(d.received)).toEqual([[23, verbs.IBV_WC_LOC_PROT_ERR]]);
  });
});
