/** Protection domains: memory regions and queue pairs work together only within one domain. */
import { type AddressHandle, AddressHandle as Handle, type IbvAhAttr } from './address-handle.ts';
import type { Context } from './device.ts';
import { EBUSY, EINVAL, failed } from './errors.ts';

export class ProtectionDomain {
  /** Regions, queues and handles created in it. */
  users = 0;

  constructor(
    readonly context: Context,
    readonly handle: number,
  ) {}
}

export function ibv_alloc_pd(context: Context): ProtectionDomain {
  context.objects++;
  return new ProtectionDomain(context, context.nextNumber());
}

/** EBUSY while it has users. */
export function ibv_dealloc_pd(pd: ProtectionDomain): number {
  if (pd.users > 0) return EBUSY;
  pd.context.objects--;
  return 0;
}

/** Null, EINVAL: the port is not 1, or the destination is no local identifier. */
export function ibv_create_ah(pd: ProtectionDomain, attr: IbvAhAttr): AddressHandle | null {
  const { THREADS } = pd.context.adapter.hardware.space;
  if (attr.port_num !== 1 || !(attr.dlid >= 1 && attr.dlid <= THREADS)) return failed(EINVAL);
  pd.users++;
  return new Handle(pd, attr);
}

export function ibv_destroy_ah(ah: AddressHandle): number {
  ah.pd.users--;
  return 0;
}
