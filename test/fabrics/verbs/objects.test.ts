/** Devices, protection domains, memory regions, queues: what the functions take and refuse. */
import { expect, test } from 'vitest';
import * as errors from '../../../runtime/fabrics/verbs/errors.ts';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import { ALL_ACCESS, makeEnd, makeRanks } from './ranks.ts';

test('devices and what they can do', () => {
  const [one, other] = makeRanks(2);
  expect(verbs.ibv_get_device_name(one!.context.device)).toBe('shm0');
  const device = verbs.ibv_query_device(one!.context);
  expect(device.atomic_cap).toBe(verbs.IBV_ATOMIC_GLOB);
  expect(device.max_mr).toBeGreaterThan(500);
  expect(verbs.ibv_query_port(other!.context, 1)!.lid).toBe(2);
  expect(verbs.ibv_query_port(other!.context, 2)).toBe(null);
  expect(errors.errno).toBe(verbs.EINVAL);
  expect([...verbs.ibv_query_gid(other!.context, 1, 0)!]).toEqual([0xfe, 0x80, ...Array(13).fill(0), 2]);
  expect(verbs.ibv_query_pkey(one!.context, 1, 0)).toBe(0xffff);
  expect(verbs.ibv_close_device(one!.context)).toBe(verbs.EBUSY);
  expect(verbs.ibv_dealloc_pd(one!.pd)).toBe(0);
  expect(verbs.ibv_close_device(one!.context)).toBe(0);
});

test('a protection domain goes when nothing of it is left', () => {
  const [rank] = makeRanks(1);
  const mr = verbs.ibv_reg_mr(rank!.pd, rank!.at(0), 100, 0)!;
  expect(verbs.ibv_dealloc_pd(rank!.pd)).toBe(verbs.EBUSY);
  expect(verbs.ibv_dereg_mr(mr)).toBe(0);
  const ah = verbs.ibv_create_ah(rank!.pd, { dlid: 1, port_num: 1 })!;
  expect(verbs.ibv_dealloc_pd(rank!.pd)).toBe(verbs.EBUSY);
  verbs.ibv_destroy_ah(ah);
  expect(verbs.ibv_dealloc_pd(rank!.pd)).toBe(0);
});

test('regions: rights, places, keys', () => {
  const [rank, other] = makeRanks(2);
  const register = (address: number, length: number, access: number) => {
    const mr = verbs.ibv_reg_mr(rank!.pd, address, length, access);
    return mr === null ? errors.errno : mr;
  };
  expect(register(rank!.at(0), 8, verbs.IBV_ACCESS_REMOTE_WRITE)).toBe(verbs.EINVAL);
  expect(register(rank!.at(0), 8, verbs.IBV_ACCESS_REMOTE_ATOMIC)).toBe(verbs.EINVAL);
  expect(register(rank!.at(0), 8, verbs.IBV_ACCESS_REMOTE_READ)).toBeInstanceOf(verbs.MemoryRegion);
  expect(register(rank!.at(0), 8, 1 << 20)).toBe(verbs.EINVAL);
  expect(register(rank!.at(0), 0, 0)).toBe(verbs.EINVAL);
  expect(register(other!.at(0), 8, 0)).toBe(verbs.EFAULT);
  expect(register(other!.space.BASE - 4, 8, 0)).toBe(verbs.EFAULT);
  const keys = new Set<number>();
  for (let i = 0; i < 100; i++) {
    const mr = register(rank!.at(0), 8, ALL_ACCESS) as verbs.MemoryRegion;
    keys.add(mr.rkey);
    verbs.ibv_dereg_mr(mr);
  }
  expect(keys.size).toBe(100);
});

test('the table of regions is full at max_mr, and has room again', () => {
  const [rank] = makeRanks(1);
  const most = verbs.ibv_query_device(rank!.context).max_mr;
  const made = Array.from({ length: most }, () => verbs.ibv_reg_mr(rank!.pd, rank!.at(0), 8, 0)!);
  expect(new Set(made.map((mr) => mr.lkey)).size).toBe(most);
  expect(verbs.ibv_reg_mr(rank!.pd, rank!.at(0), 8, 0)).toBe(null);
  expect(errors.errno).toBe(verbs.ENOMEM);
  verbs.ibv_dereg_mr(made[17]!);
  expect(verbs.ibv_reg_mr(rank!.pd, rank!.at(0), 8, 0)).not.toBe(null);
});

test('queues that are in use stay; their memory comes back', () => {
  const [rank] = makeRanks(1);
  for (let round = 0; round < 50; round++) {
    const srq = verbs.ibv_create_srq(rank!.pd, { max_wr: 100, max_sge: 1, srq_limit: 0 })!;
    const end = makeEnd(rank!, { srq, cqe: 500 });
    expect(verbs.ibv_destroy_cq(end.sent)).toBe(verbs.EBUSY);
    expect(verbs.ibv_destroy_cq(end.received)).toBe(verbs.EBUSY);
    expect(verbs.ibv_destroy_srq(srq)).toBe(verbs.EBUSY);
    expect(verbs.ibv_destroy_qp(end.qp)).toBe(0);
    expect(verbs.ibv_destroy_cq(end.sent)).toBe(0);
    expect(verbs.ibv_destroy_cq(end.received)).toBe(0);
    expect(verbs.ibv_destroy_srq(srq)).toBe(0);
    expect(verbs.ibv_dereg_mr(end.mr)).toBe(0);
  }
});

test('sizes that the device does not have', () => {
  const [rank] = makeRanks(1);
  expect(verbs.ibv_create_cq(rank!.context, 0, null, null, 0)).toBe(null);
  expect(verbs.ibv_create_cq(rank!.context, 1 << 20, null, null, 0)).toBe(null);
  expect(verbs.ibv_create_srq(rank!.pd, { max_wr: 0, max_sge: 1, srq_limit: 0 })).toBe(null);
  expect(verbs.ibv_create_srq(rank!.pd, { max_wr: 4, max_sge: 5, srq_limit: 0 })).toBe(null);
  const cq = verbs.ibv_create_cq(rank!.context, 8, null, null, 0)!;
  const cap = { max_send_wr: 8, max_recv_wr: 8, max_send_sge: 1, max_recv_sge: 1, max_inline_data: 0 };
  const create = (qp_type: number, more: Partial<verbs.IbvQpCap>) => {
    const init = { send_cq: cq, recv_cq: cq, srq: null, cap: { ...cap, ...more }, qp_type, sq_sig_all: true };
    return verbs.ibv_create_qp(rank!.pd, init) === null ? errors.errno : 0;
  };
  expect(create(verbs.IBV_QPT_RC, { max_send_wr: 1 << 20 })).toBe(verbs.EINVAL);
  expect(create(verbs.IBV_QPT_RC, { max_inline_data: 4096 })).toBe(verbs.EINVAL);
  expect(create(verbs.IBV_QPT_RC, { max_send_sge: 9 })).toBe(verbs.EINVAL);
  expect(create(verbs.IBV_QPT_UC, {})).toBe(verbs.EOPNOTSUPP);
  expect(create(verbs.IBV_QPT_RC, {})).toBe(0);
});
