/** Several ranks in one thread, each with its adapter: nothing in the fabric waits. */

import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import { limitsFor } from '../../../runtime/fabrics/verbs/adapter.ts';
import * as verbs from '../../../runtime/fabrics/verbs/index.ts';
import type { Space } from '../../../runtime/memory/space.ts';
import { type Arrangement, type Machine, makeHardware } from '../hardware.ts';

const SHIFT = 20;
export const GRH = verbs.GRH_SIZE;
/** Offsets: what is free for tests, and the adapter's area. */
export const FREE = 4096;
const AREA = 1 << 19;

export interface Rank {
  readonly hardware: Hardware;
  readonly space: Space;
  readonly context: verbs.Context;
  readonly pd: verbs.ProtectionDomain;
  /** Address of byte `offset` of what is free. */
  at(offset: number): number;
  /** Ranks that were roused. */
  readonly roused: number[];
}

const machineOf = (ranks: number): Machine => ({ ranks, shift: SHIFT, area: AREA });

export function makeRanks(
  count: number,
  device = 'shm0',
  arrangement?: Arrangement,
  variables: Record<string, string> = {},
): Rank[] {
  const roused: number[] = [];
  return makeHardware(machineOf(count), arrangement, (target) => void roused.push(target)).map((hardware) => {
    const devices = verbs.openAdapters(hardware, limitsFor(count, 1 << 18), variables);
    const context = verbs.ibv_open_device(devices.find((one) => one.name === device)!);
    const at = (offset: number) => (hardware.space.BASE + FREE + offset) | 0;
    return { hardware, space: hardware.space, context, pd: verbs.ibv_alloc_pd(context), at, roused };
  });
}

export const ALL_ACCESS =
  verbs.IBV_ACCESS_LOCAL_WRITE |
  verbs.IBV_ACCESS_REMOTE_WRITE |
  verbs.IBV_ACCESS_REMOTE_READ |
  verbs.IBV_ACCESS_REMOTE_ATOMIC;

export interface End {
  readonly rank: Rank;
  readonly qp: verbs.QueuePair;
  readonly sent: verbs.CompletionQueue;
  readonly received: verbs.CompletionQueue;
  readonly mr: verbs.MemoryRegion;
}

export interface EndOptions {
  readonly srq?: verbs.SharedReceiveQueue;
  readonly type?: number;
  readonly all?: boolean;
  readonly cqe?: number;
  readonly cap?: Partial<verbs.IbvQpCap>;
}

/** A queue pair in RESET with queues of its own, and 64 KiB registered. */
export function makeEnd(rank: Rank, options: EndOptions = {}): End {
  const sent = verbs.ibv_create_cq(rank.context, options.cqe ?? 64, null, null, 0)!;
  const received = verbs.ibv_create_cq(rank.context, options.cqe ?? 64, null, null, 0)!;
  const cap = { max_send_wr: 16, max_recv_wr: 16, max_send_sge: 4, max_recv_sge: 4, max_inline_data: 72 };
  const qp = verbs.ibv_create_qp(rank.pd, {
    send_cq: sent,
    recv_cq: received,
    srq: options.srq ?? null,
    cap: { ...cap, ...options.cap },
    qp_type: options.type ?? verbs.IBV_QPT_RC,
    sq_sig_all: options.all ?? true,
  })!;
  return { rank, qp, sent, received, mr: verbs.ibv_reg_mr(rank.pd, rank.at(0), 65536, ALL_ACCESS)! };
}

export interface Path {
  readonly access?: number;
  readonly rnr_retry?: number;
  readonly retry_cnt?: number;
  readonly timeout?: number;
  readonly min_rnr_timer?: number;
}

/** Attributes of a connection to the other end. */
export function attributesTo(other: End, path: Path = {}): verbs.IbvQpAttr {
  return {
    ...verbs.newAttributes(),
    port_num: 1,
    qp_access_flags: ALL_ACCESS,
    path_mtu: verbs.IBV_MTU_4096,
    dest_qp_num: other.qp.qp_num,
    ah_attr: { dlid: other.rank.space.MYTHREAD + 1, port_num: 1 },
    max_rd_atomic: 16,
    max_dest_rd_atomic: 16,
    min_rnr_timer: path.min_rnr_timer ?? 1,
    timeout: path.timeout ?? 14,
    retry_cnt: path.retry_cnt ?? 7,
    rnr_retry: path.rnr_retry ?? 7,
    ...(path.access === undefined ? {} : { qp_access_flags: path.access }),
  };
}

export const TO_INIT = verbs.IBV_QP_STATE | verbs.IBV_QP_PKEY_INDEX | verbs.IBV_QP_PORT | verbs.IBV_QP_ACCESS_FLAGS;
export const TO_RTR =
  verbs.IBV_QP_STATE |
  verbs.IBV_QP_AV |
  verbs.IBV_QP_PATH_MTU |
  verbs.IBV_QP_DEST_QPN |
  verbs.IBV_QP_RQ_PSN |
  verbs.IBV_QP_MAX_DEST_RD_ATOMIC |
  verbs.IBV_QP_MIN_RNR_TIMER;
export const TO_RTS =
  verbs.IBV_QP_STATE |
  verbs.IBV_QP_SQ_PSN |
  verbs.IBV_QP_MAX_QP_RD_ATOMIC |
  verbs.IBV_QP_RETRY_CNT |
  verbs.IBV_QP_RNR_RETRY |
  verbs.IBV_QP_TIMEOUT;

/** Takes a queue pair through the states up to `last`. */
export function bringUp(end: End, other: End, path: Path = {}, last = verbs.IBV_QPS_RTS): void {
  const attr = attributesTo(other, path);
  const steps = [
    [verbs.IBV_QPS_INIT, TO_INIT],
    [verbs.IBV_QPS_RTR, TO_RTR],
    [verbs.IBV_QPS_RTS, TO_RTS],
  ] as const;
  for (const [state, mask] of steps) {
    if (state > last) return;
    const error = verbs.ibv_modify_qp(end.qp, { ...attr, qp_state: state }, mask);
    if (error !== 0) throw new Error(`to state ${state}: ${verbs.strerror(error)}`);
  }
}

/** Two connected ends of two ranks, on a machine with its memories arranged so. */
export const connectedOn =
  (arrangement: Arrangement) =>
  (options: EndOptions = {}, path: Path = {}): [End, End] => {
    const [a, b] = makeRanks(2, 'shm0', arrangement).map((rank) => makeEnd(rank, options)) as [End, End];
    bringUp(a, b, path);
    bringUp(b, a, path);
    return [a, b];
  };
export const connected = connectedOn('one memory');

export interface Request {
  readonly opcode: number;
  readonly id?: number;
  readonly from?: number;
  readonly size?: number;
  readonly lkey?: number;
  readonly flags?: number;
  readonly to?: number;
  readonly rkey?: number;
  readonly imm?: number;
  readonly add?: bigint;
  readonly swap?: bigint;
}

/** A request of one piece, from byte `from` of the end's memory to byte `to` of the other's. */
export function request(end: End, other: End, what: Request): verbs.IbvSendWr {
  const sge = new verbs.IbvSge(end.rank.at(what.from ?? 0), what.size ?? 8, what.lkey ?? end.mr.lkey);
  return Object.assign(new verbs.IbvSendWr([sge]), {
    wr_id: what.id ?? 1,
    opcode: what.opcode,
    send_flags: what.flags ?? 0,
    remote_addr: other.rank.at(what.to ?? 0),
    rkey: what.rkey ?? other.mr.rkey,
    imm_data: what.imm ?? 0,
    compare_add: what.add ?? 0n,
    swap: what.swap ?? 0n,
  });
}

export function post(end: End, other: End, what: Request): number {
  return verbs.ibv_post_send(end.qp, request(end, other, what), { wr: null });
}

export function receive(end: End, offset: number, size: number, id: number): number {
  const wr = new verbs.IbvRecvWr([new verbs.IbvSge(end.rank.at(offset), size, end.mr.lkey)]);
  wr.wr_id = id;
  return verbs.ibv_post_recv(end.qp, wr, { wr: null });
}

/** All completions that there are, as [wr_id, status]. */
export function completions(cq: verbs.CompletionQueue): [number, number][] {
  const wc = new verbs.IbvWc();
  const found: [number, number][] = [];
  while (verbs.ibv_poll_cq(cq, 1, [wc]) === 1) found.push([wc.wr_id, wc.status]);
  return found;
}

export function poll(cq: verbs.CompletionQueue): verbs.IbvWc | undefined {
  const wc = new verbs.IbvWc();
  return verbs.ibv_poll_cq(cq, 1, [wc]) === 1 ? wc : undefined;
}
