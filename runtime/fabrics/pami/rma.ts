/**
 * One-sided transfers: put and get by address, rput and rget by memory regions, and their typed forms.
 *
 * The driver's adapter moves the bytes at once; event functions are called when the context is advanced. Refused:
 * transfers of 0 bytes, addresses outside the memory of the destination's task, and offsets beyond a region.
 */

import { offsetOf, offsetsEnd, rankOf } from '../../memory/space.ts';
import type { Context } from './context.ts';
import type { Transformer } from './datafunctions.ts';
import { type Endpoint, taskOf } from './endpoint.ts';
import { isContradictory } from './hints.ts';
import type { Memregion } from './memregion.ts';
import type { Get, GetTyped, Put, PutTyped, Rget, RgetTyped, Rput, RputTyped } from './parameters.ts';
import { hex, PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from './results.ts';
import { purged } from './sending.ts';
import { transformData } from './transform.ts';
import type { Type } from './type.ts';

export class Rma {
  constructor(private readonly context: Context) {}

  put(p: Put): Result {
    const refused = this.checkAddress('PAMI_Put', p, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    this.context.adapter.storeTo(taskOf(p.dest))(p.remote, p.local, p.bytes, 0);
    return this.putDone(p);
  }

  get(p: Get): Result {
    const refused = this.checkAddress('PAMI_Get', p, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    this.context.adapter.loadFrom(taskOf(p.dest))(p.local, p.remote, p.bytes, 0);
    return this.done(p);
  }

  rput(p: Rput): Result {
    const refused = this.checkRegions('PAMI_Rput', p, p.bytes, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    const [local, remote] = [p.localRegion!.base + p.localOffset, p.remoteRegion!.base + p.remoteOffset];
    this.context.adapter.storeTo(taskOf(p.dest))(remote | 0, local | 0, p.bytes, 0);
    return this.putDone(p);
  }

  rget(p: Rget): Result {
    const refused = this.checkRegions('PAMI_Rget', p, p.bytes, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    const [local, remote] = [p.localRegion!.base + p.localOffset, p.remoteRegion!.base + p.remoteOffset];
    this.context.adapter.loadFrom(taskOf(p.dest))(local | 0, remote | 0, p.bytes, 0);
    return this.done(p);
  }

  putTyped(p: PutTyped): Result {
    const call = 'PAMI_Put_typed';
    const refused = this.checkTypes(call, p) || this.checkAddress(call, p, extent(p.remoteType, p.bytes));
    if (refused !== PAMI_SUCCESS) return refused;
    transform(this.context.adapter.storeTo(taskOf(p.dest)), p.remote, p.remoteType, p.local, p.localType, p.bytes);
    return this.putDone(p);
  }

  getTyped(p: GetTyped): Result {
    const call = 'PAMI_Get_typed';
    const refused = this.checkTypes(call, p) || this.checkAddress(call, p, extent(p.remoteType, p.bytes));
    if (refused !== PAMI_SUCCESS) return refused;
    transform(this.context.adapter.loadFrom(taskOf(p.dest)), p.local, p.localType, p.remote, p.remoteType, p.bytes);
    return this.done(p);
  }

  rputTyped(p: RputTyped): Result {
    const refused = this.checkTypes('PAMI_Rput_typed', p) || this.checkTypedRegions('PAMI_Rput_typed', p);
    if (refused !== PAMI_SUCCESS) return refused;
    const [local, remote] = [p.localRegion!.base + p.localOffset, p.remoteRegion!.base + p.remoteOffset];
    transform(this.context.adapter.storeTo(taskOf(p.dest)), remote | 0, p.remoteType, local | 0, p.localType, p.bytes);
    return this.putDone(p);
  }

  rgetTyped(p: RgetTyped): Result {
    const refused = this.checkTypes('PAMI_Rget_typed', p) || this.checkTypedRegions('PAMI_Rget_typed', p);
    if (refused !== PAMI_SUCCESS) return refused;
    const [local, remote] = [p.localRegion!.base + p.localOffset, p.remoteRegion!.base + p.remoteOffset];
    transform(this.context.adapter.loadFrom(taskOf(p.dest)), local | 0, p.localType, remote | 0, p.remoteType, p.bytes);
    return this.done(p);
  }

  private done(p: Get | Rget): Result {
    if (p.doneFn !== undefined) this.context.completions.push(p.doneFn, p.cookie);
    return PAMI_SUCCESS;
  }

  private putDone(p: Put | Rput): Result {
    if (p.doneFn !== undefined) this.context.completions.push(p.doneFn, p.cookie);
    if (p.rdoneFn !== undefined) this.context.completions.push(p.rdoneFn, p.cookie);
    return PAMI_SUCCESS;
  }

  /** `reach`: bytes from the first to the last at the target. */
  private checkAddress(call: string, p: Get, reach: number): Result {
    const refused = this.checkTransfer(call, p.dest, p.hints, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    const there = this.context.adapter.memoryOf(taskOf(p.dest));
    const offset = offsetOf(there, p.remote) >>> 0;
    if (rankOf(there, p.remote) === taskOf(p.dest) && offset + reach <= offsetsEnd(there)) return PAMI_SUCCESS;
    return refuse(
      PAMI_INVAL,
      call,
      `${reach} bytes at ${hex(p.remote)} are not in the memory of task ${taskOf(p.dest)}`,
    );
  }

  private checkTransfer(call: string, dest: Endpoint, hints: number, bytes: number): Result {
    const { context } = this;
    if (!(bytes > 0)) return refuse(PAMI_INVAL, call, `${bytes} bytes: a transfer has at least 1`);
    if (!context.adapter.hasContext(dest))
      return refuse(
        PAMI_INVAL,
        call,
        `endpoint 0x${dest.toString(16)}: there is no such task or context in this client`,
      );
    if (context.isPurged(dest)) return purged(call, dest);
    if (hints !== 0 && isContradictory(hints))
      return refuse(PAMI_INVAL, call, 'the hint bufferRegistered asks for RDMA, useRdma forbids it');
    return PAMI_SUCCESS;
  }

  private checkRegions(call: string, p: Rget, localReach: number, remoteReach: number): Result {
    const refused = this.checkTransfer(call, p.dest, p.hints, p.bytes);
    if (refused !== PAMI_SUCCESS) return refused;
    return (
      this.checkRegion(call, 'local', p.localRegion, p.localOffset, localReach, this.context.adapter.task) ||
      this.checkRegion(call, 'remote', p.remoteRegion, p.remoteOffset, remoteReach, taskOf(p.dest))
    );
  }

  private checkTypedRegions(call: string, p: RgetTyped): Result {
    return this.checkRegions(call, p, extent(p.localType, p.bytes), extent(p.remoteType, p.bytes));
  }

  private checkRegion(
    call: string,
    side: string,
    region: Memregion | undefined,
    offset: number,
    bytes: number,
    task: number,
  ): Result {
    const { memregions } = this.context;
    if (region === undefined) return refuse(PAMI_INVAL, call, `there is no ${side} memory region: create one`);
    if (region.task === task && memregions.covers(region, task, offset, bytes)) return PAMI_SUCCESS;
    const what = `the ${side} memory region of ${region.bytes} bytes at ${hex(region.base)}`;
    return refuse(
      PAMI_INVAL,
      call,
      `bytes ${offset} to ${offset + bytes} of ${what}: it is not so large, not of task ${task}, or was destroyed`,
    );
  }

  private checkTypes(call: string, p: { localType: Type | undefined; remoteType: Type | undefined }): Result {
    if (p.localType?.isUsable === false) return refuse(PAMI_INVAL, call, 'the local type has not been completed');
    if (p.remoteType?.isUsable === false) return refuse(PAMI_INVAL, call, 'the remote type has not been completed');
    return PAMI_SUCCESS;
  }
}

function transform(
  move: Transformer,
  to: number,
  toType: Type | undefined,
  from: number,
  fromType: Type | undefined,
  bytes: number,
): void {
  const target = { address: to, type: toType, offset: 0 };
  transformData(move, 0, target, { address: from, type: fromType, offset: 0 }, bytes);
}

/** Extent in memory of `bytes` bytes of data. */
function extent(type: Type | undefined, bytes: number): number {
  if (type === undefined) return bytes;
  return Math.ceil(bytes / type.dataSize) * type.dataExtent;
}
