/**
 * A fabric: the provider that has been chosen, and how it is called.
 *
 * libfabric calls a provider's functions through tables, or, compiled with FI_DIRECT for one provider, by their names,
 * so that the compiler can put them in place of the call. Here `direct` leaves out the tables (table.ts), and the
 * JavaScript engine does the same.
 */
import type { Hardware } from '../hardware.ts';
import { Domain } from './domain.ts';
import { EventQueue } from './eq.ts';
import { FI_ENODATA } from './errno.ts';
import { Fid } from './fid.ts';
import type { FabricAttributes, Info } from './info.ts';
import { type Machine, type Provider, providerNamed } from './provider.ts';

/** fi_fabric: opens the provider named in the attributes, whatever its rank; -FI_ENODATA if there is none. */
export function fi_fabric(machine: Machine, attributes: FabricAttributes, direct = false): Fabric | number {
  const provider = providerNamed(machine, attributes.prov_name);
  return provider === undefined ? -FI_ENODATA : new Fabric(provider, machine.hardware, direct);
}

export class Fabric extends Fid {
  constructor(
    readonly provider: Provider,
    readonly hardware: Hardware,
    readonly direct: boolean,
  ) {
    super();
    provider.open?.(hardware);
  }

  /** fi_domain */
  domain(info: Info): Domain | number {
    return info.fabric_attr.prov_name === this.provider.name ? new Domain(this, info) : -FI_ENODATA;
  }

  /** fi_eq_open: room for `size` events. */
  eq_open(size = 64): EventQueue {
    return new EventQueue(this, size);
  }
}
