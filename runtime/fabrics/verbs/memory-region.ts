/** Memory regions: memory of this rank that the adapter may access, with access rights. The adapter chooses the keys. */
import {
  IBV_ACCESS_LOCAL_WRITE,
  IBV_ACCESS_REMOTE_ATOMIC,
  IBV_ACCESS_REMOTE_READ,
  IBV_ACCESS_REMOTE_WRITE,
} from './constants.ts';
import type { Context } from './device.ts';
import { EFAULT, EINVAL, ENOMEM, failed } from './errors.ts';
import type { ProtectionDomain } from './protection-domain.ts';

const KNOWN = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
const WRITES = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

export class MemoryRegion {
  readonly context: Context;

  constructor(
    readonly pd: ProtectionDomain,
    readonly addr: number,
    readonly length: number,
    readonly lkey: number,
    readonly rkey: number,
  ) {
    this.context = pd.context;
  }
}

/**
 * Registers `length` bytes at `addr`. Null: EINVAL for no bytes, unknown rights, or remote write without
 * IBV_ACCESS_LOCAL_WRITE; EFAULT for memory outside this rank's; ENOMEM if the table is full.
 */
export function ibv_reg_mr(pd: ProtectionDomain, addr: number, length: number, access: number): MemoryRegion | null {
  if (length < 1 || (access & ~KNOWN) !== 0) return failed(EINVAL);
  if ((access & WRITES) !== 0 && (access & IBV_ACCESS_LOCAL_WRITE) === 0) return failed(EINVAL);
  if (!pd.context.adapter.owns(addr, length)) return failed(EFAULT);
  const key = pd.context.keys.enter(addr, length, access, pd.handle);
  if (key === 0) return failed(ENOMEM);
  pd.users++;
  return new MemoryRegion(pd, addr, length, key, key);
}

/** Deregisters the region: its keys become invalid. */
export function ibv_dereg_mr(mr: MemoryRegion): number {
  mr.context.keys.remove(mr.lkey);
  mr.pd.users--;
  return 0;
}
