/**
 * Devices and contexts: a rank has one adapter, and a device for each driver of it.
 *
 * `openAdapters` takes the adapter's part of the area, which all ranks must do alike; the functions of verbs follow.
 */

import type { Hardware } from '../hardware.ts';
import { hostilityOf, type Variables } from '../hostility.ts';
import { Adapter, type Limits } from './adapter.ts';
import { CompletionQueue, MAX_CQE } from './completion-queue.ts';
import {
  IBV_ATOMIC_GLOB,
  IBV_DEVICE_CURR_QP_STATE_MOD,
  IBV_DEVICE_RC_RNR_NAK_GEN,
  IBV_MTU_4096,
  IBV_NODE_CA,
  IBV_PORT_ACTIVE,
  IBV_TRANSPORT_IB,
} from './constants.ts';
import type { Driver } from './driver.ts';
import { EAGAIN, EBUSY, EINVAL, failed } from './errors.ts';
import { HostileDriver, hostileQueue } from './hostile.ts';
import { KeyTable } from './keys.ts';
import { NullDriver } from './null.ts';
import { MAX_QP_WR } from './queue-pair.ts';
import { QueuePairs } from './queue-pairs.ts';
import { MAX_SGE } from './receive-queue.ts';
import { MAX_SRQ_WR } from './shared-receive-queue.ts';
import { ShmDriver } from './shm/driver.ts';
import { paidQueue, TimedDriver } from './timed.ts';

/** Maximum outstanding RDMA reads and atomics of a queue pair, at either end. */
const MAX_RD_ATOM = 16;

export class Device {
  readonly node_type = IBV_NODE_CA;
  readonly transport_type = IBV_TRANSPORT_IB;

  constructor(
    readonly name: string,
    readonly adapter: Adapter,
    readonly makeDriver: (context: Context) => Driver,
    /** The class of its completion queues. */
    readonly Queue: typeof CompletionQueue = CompletionQueue,
  ) {}
}

/** ibv_context */
export class Context {
  readonly adapter: Adapter;
  readonly keys: KeyTable;
  readonly queuePairs: QueuePairs;
  readonly driver: Driver;
  /** Objects created from it and not destroyed. */
  objects = 0;
  private numbers = 0;

  constructor(readonly device: Device) {
    this.adapter = device.adapter;
    this.keys = new KeyTable(this.adapter);
    this.queuePairs = new QueuePairs(this.adapter);
    this.driver = device.makeDriver(this);
  }

  /** Next number of a domain or a queue, from 1. */
  nextNumber(): number {
    return ++this.numbers;
  }
}

/** ibv_device_attr: the fields that apply here. */
export interface IbvDeviceAttr {
  readonly node_guid: number;
  readonly max_mr_size: number;
  readonly max_qp: number;
  readonly max_qp_wr: number;
  readonly device_cap_flags: number;
  readonly max_sge: number;
  readonly max_cq: number;
  readonly max_cqe: number;
  readonly max_mr: number;
  readonly max_pd: number;
  readonly max_qp_rd_atom: number;
  readonly max_qp_init_rd_atom: number;
  readonly atomic_cap: number;
  readonly max_mw: number;
  readonly max_ah: number;
  readonly max_srq: number;
  readonly max_srq_wr: number;
  readonly max_srq_sge: number;
  readonly max_pkeys: number;
  readonly phys_port_cnt: number;
}

/** ibv_port_attr */
export interface IbvPortAttr {
  readonly state: number;
  readonly max_mtu: number;
  readonly active_mtu: number;
  readonly gid_tbl_len: number;
  readonly max_msg_sz: number;
  readonly pkey_tbl_len: number;
  readonly lid: number;
  readonly sm_lid: number;
}

/** The devices of this rank: "shm0" moves the bytes, as hostile as PGAS_HOSTILE asks; "null0" drops requests. */
export function openAdapters(hardware: Hardware, limits: Limits, variables?: Variables): readonly Device[] {
  const adapter = new Adapter(hardware, limits);
  return [movingDevice(adapter, variables), new Device('null0', adapter, () => new NullDriver())];
}

function movingDevice(adapter: Adapter, variables: Variables): Device {
  const { model } = adapter.hardware;
  if (model !== undefined)
    return new Device('shm0', adapter, (context) => new TimedDriver(context, model), paidQueue(model));
  const hostility = hostilityOf(variables, adapter.hardware);
  if (hostility === undefined) return new Device('shm0', adapter, (context) => new ShmDriver(context));
  return new Device('shm0', adapter, (context) => new HostileDriver(context, hostility), hostileQueue(hostility));
}

export function ibv_get_device_name(device: Device): string {
  return device.name;
}

/** The rank's number, from 1. */
export function ibv_get_device_guid(device: Device): number {
  return device.adapter.rank + 1;
}

export function ibv_open_device(device: Device): Context {
  return new Context(device);
}

/** EBUSY while it has objects. */
export function ibv_close_device(context: Context): number {
  return context.objects > 0 ? EBUSY : 0;
}

export function ibv_query_device({ adapter }: Context): IbvDeviceAttr {
  const { max_mr, max_qp } = adapter.limits;
  return {
    node_guid: adapter.rank + 1,
    max_mr_size: 2 ** 32,
    max_qp: max_qp - 1,
    max_qp_wr: MAX_QP_WR,
    device_cap_flags: IBV_DEVICE_CURR_QP_STATE_MOD | IBV_DEVICE_RC_RNR_NAK_GEN,
    max_sge: MAX_SGE,
    max_cq: 65536,
    max_cqe: MAX_CQE,
    max_mr: max_mr - 1,
    max_pd: 65536,
    max_qp_rd_atom: MAX_RD_ATOM,
    max_qp_init_rd_atom: MAX_RD_ATOM,
    atomic_cap: IBV_ATOMIC_GLOB,
    max_mw: 0,
    max_ah: 65536,
    max_srq: 65536,
    max_srq_wr: MAX_SRQ_WR,
    max_srq_sge: MAX_SGE,
    max_pkeys: 1,
    phys_port_cnt: 1,
  };
}

/** Null, EINVAL: the only port is 1. */
export function ibv_query_port({ adapter }: Context, port_num: number): IbvPortAttr | null {
  if (port_num !== 1) return failed(EINVAL);
  return {
    state: IBV_PORT_ACTIVE,
    max_mtu: IBV_MTU_4096,
    active_mtu: IBV_MTU_4096,
    gid_tbl_len: 1,
    max_msg_sz: 2 ** 31,
    pkey_tbl_len: 1,
    lid: adapter.rank + 1,
    sm_lid: 1,
  };
}

/** The link-local address of the port, 16 bytes. Null, EINVAL: the only port is 1, with index 0. */
export function ibv_query_gid({ adapter }: Context, port_num: number, index: number): Uint8Array | null {
  if (port_num !== 1 || index !== 0) return failed(EINVAL);
  const gid = new Uint8Array(16);
  new DataView(gid.buffer).setUint16(0, 0xfe80);
  new DataView(gid.buffer).setUint32(12, adapter.rank + 1);
  return gid;
}

/** The default partition. Null, EINVAL: the only port is 1, with index 0. */
export function ibv_query_pkey(_context: Context, port_num: number, index: number): number | null {
  return port_num === 1 && index === 0 ? 0xffff : failed(EINVAL);
}

/** ibv_async_event: its type, and the number of the queue or queue pair. */
export interface IbvAsyncEvent {
  readonly type: number;
  readonly element: number;
}

/** Takes the oldest asynchronous event; null, EAGAIN: none (as with O_NONBLOCK). */
export function ibv_get_async_event({ adapter }: Context): IbvAsyncEvent | null {
  return adapter.takeEvent() ?? failed(EAGAIN);
}
