/** Address handles: destinations of datagrams. */
import type { ProtectionDomain } from './protection-domain.ts';

/** ibv_ah_attr: the fields of a path that apply on one subnet. */
export interface IbvAhAttr {
  readonly dlid: number;
  readonly sl?: number;
  readonly port_num: number;
}

export class AddressHandle {
  constructor(
    readonly pd: ProtectionDomain,
    readonly attr: IbvAhAttr,
  ) {}
}
