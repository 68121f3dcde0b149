/**
 * What libfabric offers on this host: providers with reliable datagrams and RMA, each perhaps at several addresses.
 *
 * Takes the name that is wanted. Gives offers in libfabric's order of providers; for each provider the best address for the job comes first. Processes
 * of one host speak over the loopback address, which is there whatever becomes of the others; those of several hosts never do.
 */
import type { Space } from '../../../../memory/space.ts';
import {
  DOMAIN_ATTR,
  EP_ATTR,
  FABRIC_ATTR,
  FI_ATOMIC,
  FI_AV_TABLE,
  FI_CONTEXT,
  FI_CONTEXT2,
  FI_EP_RDM,
  FI_MR_ALLOCATED,
  FI_MR_ENDPOINT,
  FI_MR_LOCAL,
  FI_MR_PROV_KEY,
  FI_MR_VIRT_ADDR,
  FI_MSG,
  FI_ORDER_SAS,
  FI_REMOTE_COMM,
  FI_RM_ENABLED,
  FI_RMA,
  FI_THREAD_SAFE,
  INFO,
  RX_ATTR,
  TX_ATTR,
} from './abi.ts';
import { addressAt, IPV4, IPV6, type Kind, LINK_LOCAL, LOOPBACK, UNKNOWN } from './addresses.ts';
import type { Offered } from './candidates.ts';
import type { Library } from './library.ts';
import type { Scratch } from './opening.ts';

/** Modes of registration that this provider knows how to serve. */
const MR_MODES = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;

/** Of the memory that the scratch bytes are in. */
type Views = Pick<Space, 'U8' | 'I32'>;

export interface Offer extends Offered {
  /** The place of its fi_info. */
  readonly info: number;
}

/** Best first; others do not serve. */
const HERE: readonly Kind[] = [UNKNOWN, LOOPBACK, IPV4, IPV6, LINK_LOCAL];
const BETWEEN_HOSTS: readonly Kind[] = [UNKNOWN, IPV4, IPV6];

/** `wanted`: a provider's name, or '' for all. Empty if there is none. */
export function offersOf(library: Library, views: Views, scratch: Scratch, wanted: string, several: boolean): Offer[] {
  const { native } = library;
  const kinds = several ? BETWEEN_HOSTS : HERE;
  const all: { offer: Offer; rank: number }[] = [];
  for (
    let info = query(library, views, scratch, wanted, several);
    info !== 0;
    info = native.readLong(info + INFO.NEXT)
  ) {
    const { kind, text } = addressAt(native, native.readLong(info + INFO.SRC_ADDR));
    const name = (part: number) => native.readText(native.readLong(native.readLong(info + INFO.FABRIC_ATTR) + part));
    const network = kind === UNKNOWN ? '' : name(FABRIC_ATTR.NAME);
    all.push({
      offer: { provider: name(FABRIC_ATTR.PROV_NAME), network, address: text, info },
      rank: kinds.indexOf(kind),
    });
  }
  const providers = [...new Set(all.map(({ offer }) => offer.provider))];
  return providers.flatMap((provider) =>
    all
      .filter(({ offer, rank }) => offer.provider === provider && rank >= 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ offer }) => offer),
  );
}

/** Address of the first fi_info; 0 if there is none. */
function query(library: Library, { U8, I32 }: Views, scratch: Scratch, wanted: string, several: boolean): number {
  const { native } = library;
  const hints = library.function('fi_dupinfo', 'long', 1)(0);
  const part = (offset: number) => native.readLong(hints + offset);
  native.writeLong(hints + INFO.CAPS, FI_MSG + FI_RMA + (several ? FI_REMOTE_COMM : 0));
  native.writeLong(hints + INFO.MODE, FI_CONTEXT + FI_CONTEXT2);
  native.writeInt(part(INFO.EP_ATTR) + EP_ATTR.TYPE, FI_EP_RDM);
  native.writeInt(part(INFO.DOMAIN_ATTR) + DOMAIN_ATTR.THREADING, FI_THREAD_SAFE);
  native.writeInt(part(INFO.DOMAIN_ATTR) + DOMAIN_ATTR.RESOURCE_MGMT, FI_RM_ENABLED);
  native.writeInt(part(INFO.DOMAIN_ATTR) + DOMAIN_ATTR.AV_TYPE, FI_AV_TABLE);
  native.writeInt(part(INFO.DOMAIN_ATTR) + DOMAIN_ATTR.MR_MODE, MR_MODES);
  native.writeLong(part(INFO.TX_ATTR) + TX_ATTR.MSG_ORDER, FI_ORDER_SAS);
  native.writeLong(part(INFO.RX_ATTR) + RX_ATTR.MSG_ORDER, FI_ORDER_SAS);
  const name = part(INFO.FABRIC_ATTR) + FABRIC_ATTR.PROV_NAME;
  const bytes = new TextEncoder().encode(`${wanted}\0`);
  U8.set(bytes, (scratch.here + 16) >>> 0);
  native.writeLong(name, wanted === '' ? 0 : scratch.there + 16);
  const found = infosOf(library, I32, scratch, hints);
  native.writeLong(name, 0); // it is ours
  library.function('fi_freeinfo', 'long', 1)(hints);
  return found;
}

/** The fi_info of an offer with atomic operations besides, or without, where its provider has none. */
export function withAtomics(library: Library, { I32 }: Views, scratch: Scratch, { info }: Offer): number {
  const { native } = library;
  const hints = library.function('fi_dupinfo', 'long', 1)(info);
  native.writeInt(hints + INFO.CAPS, native.readInt(hints + INFO.CAPS) | FI_ATOMIC);
  // An offer may have more order than was asked for, and than its provider has with atomic operations.
  native.writeLong(native.readLong(hints + INFO.TX_ATTR) + TX_ATTR.MSG_ORDER, FI_ORDER_SAS);
  native.writeLong(native.readLong(hints + INFO.RX_ATTR) + RX_ATTR.MSG_ORDER, FI_ORDER_SAS);
  const found = infosOf(library, I32, scratch, hints);
  library.function('fi_freeinfo', 'long', 1)(hints);
  return found === 0 ? info : found;
}

/** The first fi_info that meets the hints; 0 if none does. */
function infosOf(library: Library, I32: Int32Array, scratch: Scratch, hints: number): number {
  const status = library.function('fi_getinfo', 'int', 6)(library.interface, 0, 0, 0, hints, scratch.there);
  const word = scratch.here >>> 2;
  return status === 0 ? (I32[word]! >>> 0) + I32[word + 1]! * 2 ** 32 : 0;
}
