/**
 * Discovery: what providers offer, and which of them have what an application asks for (fi_getinfo(3) of libfabric 1.0).
 *
 * Hints name what is wanted; what is left out, 0 or UNSPEC does not matter. Only `mode` is the other way round: it lists
 * what the application is ready to do, and a provider that needs more of it is left out.
 */
import { FI_ENODATA } from './errno.ts';
import type { AddressVectorType, EndpointType, Progress, RegionMode, ResourceManagement, Threading } from './flags.ts';
import { type Machine, type Provider, providerNamed, rankedProviders } from './provider.ts';

/** fi_tx_attr: of what sends. Sizes in bytes; `size` is the number of operations under way that have a completion. */
export interface TransmitAttributes {
  op_flags: number;
  msg_order: number;
  comp_order: number;
  inject_size: number;
  size: number;
  iov_limit: number;
  rma_iov_limit: number;
}

/** fi_rx_attr: of what receives. */
export interface ReceiveAttributes {
  msg_order: number;
  comp_order: number;
  /** Bytes that have arrived and wait for a buffer. */
  total_buffered_recv: number;
  size: number;
  iov_limit: number;
}

export interface EndpointAttributes {
  type: EndpointType;
  max_msg_size: number;
  tx_ctx_cnt: number;
  rx_ctx_cnt: number;
}

export interface DomainAttributes {
  name: string;
  threading: Threading;
  control_progress: Progress;
  data_progress: Progress;
  resource_mgmt: ResourceManagement;
  av_type: AddressVectorType;
  mr_mode: RegionMode;
  /** Bytes of a key, of immediate data. */
  mr_key_size: number;
  cq_data_size: number;
  cq_cnt: number;
  ep_cnt: number;
}

export interface FabricAttributes {
  name: string;
  prov_name: string;
}

/** fi_info */
export interface Info {
  caps: number;
  mode: number;
  tx_attr: TransmitAttributes;
  rx_attr: ReceiveAttributes;
  ep_attr: EndpointAttributes;
  domain_attr: DomainAttributes;
  fabric_attr: FabricAttributes;
}

export type Hints = {
  [Part in keyof Info]?: Info[Part] extends object ? Partial<Info[Part]> : Info[Part];
};

/** FI_VERSION(major, minor) of the interface. */
export const fi_version = (): number => (1 << 16) | 0;

/** What the providers of the machine offer that has all that is asked for, best first; -FI_ENODATA if none does. */
export function fi_getinfo(machine: Machine, version: number, hints: Hints = {}): Info[] | number {
  if (version > fi_version()) return -FI_ENODATA;
  const infos = candidates(machine, hints.fabric_attr?.prov_name)
    .map((provider) => provider.offers(machine.hardware, hints))
    .filter((info) => suits(info, hints));
  return infos.length === 0 ? -FI_ENODATA : infos.map((info) => asAskedFor(info, hints));
}

/** libfabric is a provider only where it is asked for by name: FI_PROVIDER is then its own. */
function candidates(machine: Machine, name: string | undefined): Provider[] {
  const ranked = rankedProviders(machine);
  const named = name === undefined ? undefined : providerNamed(machine, name);
  return named?.open === undefined ? ranked : [named];
}

export const fi_dupinfo = (info: Info): Info => structuredClone(info);

/** Whether an offer has what the hints ask for. */
export function suits(info: Info, hints: Hints): boolean {
  return (
    has(info.caps, hints.caps) &&
    has(hints.mode ?? 0, info.mode) &&
    endpointSuits(info.ep_attr, hints.ep_attr ?? {}) &&
    transmitSuits(info.tx_attr, hints.tx_attr ?? {}) &&
    receiveSuits(info.rx_attr, hints.rx_attr ?? {}) &&
    domainSuits(info.domain_attr, hints.domain_attr ?? {}) &&
    same(info.fabric_attr.name, hints.fabric_attr?.name) &&
    same(info.fabric_attr.prov_name, hints.fabric_attr?.prov_name)
  );
}

function endpointSuits(has: EndpointAttributes, hints: Partial<EndpointAttributes>): boolean {
  return (
    same(has.type, hints.type) &&
    enough(has.max_msg_size, hints.max_msg_size) &&
    enough(has.tx_ctx_cnt, hints.tx_ctx_cnt) &&
    enough(has.rx_ctx_cnt, hints.rx_ctx_cnt)
  );
}

function transmitSuits(offered: TransmitAttributes, hints: Partial<TransmitAttributes>): boolean {
  return (
    has(offered.op_flags, hints.op_flags) &&
    has(offered.msg_order, hints.msg_order) &&
    has(offered.comp_order, hints.comp_order) &&
    enough(offered.inject_size, hints.inject_size) &&
    enough(offered.size, hints.size) &&
    enough(offered.iov_limit, hints.iov_limit) &&
    enough(offered.rma_iov_limit, hints.rma_iov_limit)
  );
}

function receiveSuits(offered: ReceiveAttributes, hints: Partial<ReceiveAttributes>): boolean {
  return (
    has(offered.msg_order, hints.msg_order) &&
    has(offered.comp_order, hints.comp_order) &&
    enough(offered.total_buffered_recv, hints.total_buffered_recv) &&
    enough(offered.size, hints.size) &&
    enough(offered.iov_limit, hints.iov_limit)
  );
}

function domainSuits(offered: DomainAttributes, hints: Partial<DomainAttributes>): boolean {
  return (
    same(offered.name, hints.name) &&
    same(offered.threading, hints.threading) &&
    same(offered.control_progress, hints.control_progress) &&
    same(offered.data_progress, hints.data_progress) &&
    same(offered.resource_mgmt, hints.resource_mgmt) &&
    same(offered.av_type, hints.av_type) &&
    same(offered.mr_mode, hints.mr_mode) &&
    enough(offered.mr_key_size, hints.mr_key_size) &&
    enough(offered.cq_data_size, hints.cq_data_size) &&
    enough(offered.cq_cnt, hints.cq_cnt) &&
    enough(offered.ep_cnt, hints.ep_cnt)
  );
}

const has = (offered: number, asked = 0): boolean => (offered & asked) === asked;
const enough = (offered: number, asked = 0): boolean => offered >= asked;

/** What a provider leaves UNSPEC is the application's choice. */
function same(offered: string, asked: string | undefined): boolean {
  return asked === undefined || asked.endsWith('_UNSPEC') || offered.endsWith('_UNSPEC') || offered === asked;
}

/** No more capabilities than were asked for: each may cost something. What both leave open stays as the hints have it. */
function asAskedFor(info: Info, hints: Hints): Info {
  const { domain_attr, tx_attr, ep_attr } = info;
  return {
    ...info,
    caps: hints.caps === undefined || hints.caps === 0 ? info.caps : hints.caps,
    tx_attr: { ...tx_attr, op_flags: hints.tx_attr?.op_flags ?? 0 },
    ep_attr: {
      ...ep_attr,
      tx_ctx_cnt: hints.ep_attr?.tx_ctx_cnt ?? 1,
      rx_ctx_cnt: hints.ep_attr?.rx_ctx_cnt ?? 1,
    },
    domain_attr: {
      ...domain_attr,
      av_type: hints.domain_attr?.av_type ?? domain_attr.av_type,
      mr_mode: hints.domain_attr?.mr_mode ?? domain_attr.mr_mode,
    },
  };
}
