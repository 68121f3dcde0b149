/**
 * Opens what the conduit needs of the fabric: domain, region, and two scalable endpoints.
 *
 * The AM endpoint has a context to send requests from and one for replies, and such a pair to receive in, each with a queue: so
 * requests that wait for room at their receivers never hold up a reply. The RMA endpoint has a context for blocking operations and one for implicit ones, both counted, and one for those
 * with handles, told in a queue: so each kind waits for its own.
 */
import type { AddressVector } from '../../fabrics/sfi/av.ts';
import type { Counter } from '../../fabrics/sfi/cntr.ts';
import type { CompletionQueue } from '../../fabrics/sfi/cq.ts';
import type { Domain } from '../../fabrics/sfi/domain.ts';
import type { Endpoint } from '../../fabrics/sfi/endpoint.ts';
import { fi_strerror } from '../../fabrics/sfi/errno.ts';
import { type Fabric, fi_fabric } from '../../fabrics/sfi/fabric.ts';
import {
  FI_ATOMIC,
  FI_COMPLETION,
  FI_MORE,
  FI_MSG,
  FI_MULTI_RECV,
  FI_NAMED_RX_CTX,
  FI_READ,
  FI_RECV,
  FI_REMOTE_COMPLETE,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_RMA,
  FI_SELECTIVE_COMPLETION,
  FI_TRANSMIT,
  FI_WRITE,
} from '../../fabrics/sfi/flags.ts';
import { fi_getinfo, fi_version, type Hints, type Info } from '../../fabrics/sfi/info.ts';
import { nameAt, offsetOfName } from '../../fabrics/sfi/name.ts';
import type { ScalableEndpoint } from '../../fabrics/sfi/scalable.ts';
import { regionBytes } from '../../memory/space.ts';
import type { Host } from '../conduit.ts';
import { providerFor, refused } from './provider.ts';
import { bufferBytes, largestMessage, ringCapacity } from './sizes.ts';

export { areaOf } from './sizes.ts';

/** The key of every rank's segment, and of all its memory, where that may be registered. */
export const KEY = 1;
export const WHOLE_KEY = 2;
/** Upper bits of an address that name a receive context. */
export const CONTEXT_BITS = 2;
export const [REQUESTS, REPLIES] = [0, 1];

/** A context with its queue. */
export interface Box {
  readonly endpoint: Endpoint;
  readonly queue: CompletionQueue;
}

/** Where messages of one kind are sent from, whose queue tells of those from pooled buffers that are on their way no more, and arrive. */
export interface Mail {
  readonly outbox: Box;
  readonly inbox: Box;
}

/** Where operations of one kind are begun; they are counted. */
export interface Counted {
  readonly endpoint: Endpoint;
  readonly writes: Counter;
  readonly reads: Counter;
}

export interface Endpoints {
  readonly info: Info;
  /** Whether all memory of a rank has a key. */
  readonly isWhole: boolean;
  readonly requests: Mail;
  readonly replies: Mail;
  readonly blocking: Counted;
  readonly implicit: Counted;
  readonly explicit: Endpoint;
  /** Ends of operations with handles; errors of all. */
  readonly completions: CompletionQueue;
}

export function openEndpoints(host: Host): Endpoints {
  const info = findProvider(host);
  const fabric = openFabric(host, info);
  const domain = opened(host, 'domain', fabric.domain(info));
  const isWhole = !fabric.provider.pins?.(host);
  exposeMemory(host, domain, isWhole);
  const am = openMessages(host, domain, amInfo(host, info));
  return { info, isWhole, ...am, ...openMemory(host, domain, rmaInfo(info)) };
}

function openFabric(host: Host, info: Info): Fabric {
  try {
    const machine = { hardware: host, variables: host.variables };
    return opened(host, 'fabric', fi_fabric(machine, info.fabric_attr, isDirect(host)));
  } catch (error) {
    return refused(host, error);
  }
}

/** What the conduit asks for; atomic operations, which messages can do too, if there are any. */
function hints({ space, variables, firsts }: Host, atomic: number): Hints {
  const provider = providerFor(variables, firsts.length);
  return {
    caps: FI_MSG | FI_MULTI_RECV | FI_NAMED_RX_CTX | FI_RMA | atomic,
    ep_attr: { type: 'FI_EP_RDM', tx_ctx_cnt: 3, rx_ctx_cnt: 2 },
    tx_attr: { op_flags: FI_COMPLETION | FI_REMOTE_COMPLETE },
    rx_attr: { total_buffered_recv: ringCapacity(space.THREADS) },
    domain_attr: {
      av_type: 'FI_AV_TABLE',
      mr_mode: 'FI_MR_SCALABLE',
      resource_mgmt: 'FI_RM_ENABLED',
    },
    ...(provider === undefined ? {} : { fabric_attr: { prov_name: provider } }),
  };
}

function findProvider(host: Host): Info {
  for (const atomic of [FI_ATOMIC, 0]) {
    const infos = fi_getinfo({ hardware: host, variables: host.variables }, fi_version(), hints(host, atomic));
    if (typeof infos !== 'number') return infos[0]!;
  }
  const provider = providerFor(host.variables, host.firsts.length);
  return host.misuse(
    provider === undefined
      ? `no provider of SFI has what this network needs (FI_PROVIDER is '${host.variables.FI_PROVIDER}')`
      : `PGAS_PROVIDER=${provider}: no provider of SFI with this name has what this network needs; there are shm, null, ofi and ofi:NAME`,
  );
}

function isDirect(host: Host): boolean {
  const mode = host.variables.PGAS_SFI_MODE ?? 'direct';
  if (mode === 'direct' || mode === 'table') return mode === 'direct';
  return host.misuse(`PGAS_SFI_MODE=${mode}: it must be direct or table`);
}

/** A short message is complete when it is on its way; no more is asked of it. */
function amInfo({ space }: Host, info: Info): Info {
  return {
    ...info,
    caps: FI_MSG | FI_MULTI_RECV | FI_NAMED_RX_CTX,
    tx_attr: { ...info.tx_attr, op_flags: FI_COMPLETION },
    rx_attr: { ...info.rx_attr, total_buffered_recv: ringCapacity(space.THREADS) },
  };
}

function rmaInfo(info: Info): Info {
  return {
    ...info,
    caps: info.caps & (FI_RMA | FI_ATOMIC),
    tx_attr: { ...info.tx_attr, op_flags: FI_REMOTE_COMPLETE },
  };
}

/** This rank's memory up to the end of its segment, and all of it under another key: an address there is the offset in the region. */
function exposeMemory(host: Host, domain: Domain, isWhole: boolean): void {
  const { space, segment } = host;
  const expose = (bytes: number, key: number) =>
    opened(host, 'memory region', domain.mr_reg(space.BASE, bytes, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, key));
  expose(segment.end, KEY);
  if (isWhole) expose(regionBytes(space.SHIFT), WHOLE_KEY);
}

function openMessages(host: Host, domain: Domain, info: Info) {
  const scalable = opened(host, 'AM endpoint', domain.scalable_ep(info));
  bindPeers(host, domain, scalable, CONTEXT_BITS);
  return { requests: openMail(host, scalable, REQUESTS), replies: openMail(host, scalable, REPLIES) };
}

function openMail(host: Host, scalable: ScalableEndpoint, index: number): Mail {
  return { outbox: openOutbox(host, scalable, index), inbox: openInbox(host, scalable, index) };
}

function openOutbox(host: Host, scalable: ScalableEndpoint, index: number): Box {
  const endpoint = opened(host, 'transmit context', scalable.tx_context(index));
  const queue = scalable.domain.cq_open();
  enable(host, endpoint, [[queue, FI_TRANSMIT]]);
  return { endpoint, queue };
}

function openInbox(host: Host, scalable: ScalableEndpoint, index: number): Box {
  const endpoint = opened(host, 'receive context', scalable.rx_context(index));
  const queue = scalable.domain.cq_open({ format: 'FI_CQ_FORMAT_DATA', size: 256 });
  enable(host, endpoint, [[queue, FI_RECV]]);
  endpoint.setopt(
    'FI_OPT_MIN_MULTI_RECV',
    Math.min(largestMessage(host.space.THREADS), bufferBytes(host.space.THREADS)),
  );
  return { endpoint, queue };
}

function openMemory(host: Host, domain: Domain, info: Info) {
  const scalable = opened(host, 'RMA endpoint', domain.scalable_ep(info));
  bindPeers(host, domain, scalable, 0);
  const completions = domain.cq_open({ format: 'FI_CQ_FORMAT_CONTEXT', size: 1024 });
  const explicit = opened(host, 'RMA context', scalable.tx_context(2));
  explicit.op_flags |= FI_COMPLETION;
  enable(host, explicit, [[completions, FI_TRANSMIT]]);
  return {
    completions,
    explicit,
    blocking: openCounted(host, scalable, 0, completions, 0),
    implicit: openCounted(host, scalable, 1, completions, FI_MORE),
  };
}

/** A context whose operations have no entries in the queue, but their errors. `flags`: of all of them. */
function openCounted(
  host: Host,
  scalable: ScalableEndpoint,
  index: number,
  errors: CompletionQueue,
  flags: number,
): Counted {
  const endpoint = opened(host, 'RMA context', scalable.tx_context(index));
  endpoint.op_flags |= flags;
  const [writes, reads] = [scalable.domain.cntr_open(), scalable.domain.cntr_open()];
  enable(host, endpoint, [
    [errors, FI_TRANSMIT | FI_SELECTIVE_COMPLETION],
    [writes, FI_WRITE],
    [reads, FI_READ],
  ]);
  return { endpoint, writes, reads };
}

/** Addresses are ranks. All ranks have their endpoints at the same place in their memory. */
function bindPeers(host: Host, domain: Domain, scalable: ScalableEndpoint, rx_ctx_bits: number): void {
  const { THREADS } = host.space;
  const vector: AddressVector = opened(host, 'address vector', domain.av_open({ type: 'FI_AV_TABLE', rx_ctx_bits }));
  const first = nameAt(host.space, 0, offsetOfName(host.space, scalable.getname()));
  if (vector.insertsym(first, THREADS) !== THREADS) host.fail('sfi: not all ranks can be addressed');
  succeeded(host, 'bind', scalable.bind(vector));
}

function enable(host: Host, endpoint: Endpoint, bindings: readonly [CompletionQueue | Counter, number][]): void {
  for (const [object, flags] of bindings) succeeded(host, 'bind', endpoint.bind(object, flags));
  succeeded(host, 'enable', endpoint.enable());
}

/** The object, or the end of the job if the fabric refuses it. */
function opened<T extends object>(host: Host, what: string, object: T | number): T {
  return typeof object === 'number' ? host.fail(`sfi: cannot open the ${what}: ${fi_strerror(object)}`) : object;
}

function succeeded(host: Host, what: string, status: number): void {
  if (status !== 0) host.fail(`sfi: ${what}: ${fi_strerror(status)}`);
}
