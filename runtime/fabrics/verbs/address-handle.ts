/** Address handles: where a datagram goes. */
import type { ProtectionDomain } from './protection-domain.ts';

/** ibv_ah_attr: of the fields of a path, those that mean something on one subnet. */
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
