/** Ranks that are ready to communicate, as an application over SFI sets them up. */

import type { Hardware } from '../../../runtime/fabrics/hardware.ts';
import type { AddressVector } from '../../../runtime/fabrics/sfi/av.ts';
import type { Counter } from '../../../runtime/fabrics/sfi/cntr.ts';
import type { CompletionQueue } from '../../../runtime/fabrics/sfi/cq.ts';
import type { Domain } from '../../../runtime/fabrics/sfi/domain.ts';
import type { Endpoint } from '../../../runtime/fabrics/sfi/endpoint.ts';
import { type Fabric, fi_fabric } from '../../../runtime/fabrics/sfi/fabric.ts';
import * as f from '../../../runtime/fabrics/sfi/flags.ts';
import { fi_getinfo, type Hints, type Info } from '../../../runtime/fabrics/sfi/info.ts';
import type { MemoryRegion } from '../../../runtime/fabrics/sfi/mr.ts';
import { type Arrangement, makeHardware } from '../hardware.ts';
import { machineOf } from './machine.ts';

export const KEY = 0x5f1;
export const ALL = f.FI_REMOTE_READ | f.FI_REMOTE_WRITE;

export interface Rank {
  readonly hardware: Hardware;
  readonly info: Info;
  readonly fabric: Fabric;
  readonly domain: Domain;
  readonly vector: AddressVector;
  readonly endpoint: Endpoint;
  readonly sent: CompletionQueue;
  readonly received: CompletionQueue;
  readonly writes: Counter;
  readonly reads: Counter;
  readonly region: MemoryRegion;
}

/** The object, where an error is not expected. */
export function opened<T extends object>(object: T | number): T {
  if (typeof object === 'number') throw new Error(`error ${object}`);
  return object;
}

export interface Wanted {
  readonly ranks?: number;
  readonly arrangement?: Arrangement;
  readonly hints?: Hints;
  readonly direct?: boolean;
  /** Flags of the binding of the queue for what is sent. */
  readonly selective?: boolean;
  readonly queueSize?: number;
  readonly variables?: Readonly<Record<string, string>>;
}

export function makeRanks(wanted: Wanted = {}): Rank[] {
  const all = makeHardware(machineOf(wanted.ranks ?? 2), wanted.arrangement);
  return connect(all.map((hardware) => makeRank(hardware, wanted)));
}

/** One rank, whose endpoint is not enabled yet. */
export function makeRank(hardware: Hardware, { hints, direct, selective, queueSize, variables }: Wanted): Rank {
  const machine = { hardware, ...(variables && { variables }) };
  const [info] = opened(fi_getinfo(machine, 1 << 16, hints)) as [Info];
  const fabric = opened(fi_fabric(machine, info.fabric_attr, direct));
  const domain = opened(fabric.domain(info));
  const endpoint = opened(domain.endpoint(info));
  const attributes = { format: 'FI_CQ_FORMAT_TAGGED', size: queueSize ?? 64 } as const;
  const [sent, received] = [domain.cq_open(attributes), domain.cq_open(attributes)];
  const [writes, reads] = [domain.cntr_open(), domain.cntr_open()];
  endpoint.bind(sent, f.FI_TRANSMIT | (selective ? f.FI_SELECTIVE_COMPLETION : 0));
  endpoint.bind(received, f.FI_RECV);
  endpoint.bind(writes, f.FI_WRITE);
  endpoint.bind(reads, f.FI_READ);
  const vector = opened(domain.av_open());
  endpoint.bind(vector);
  const region = opened(domain.mr_reg(0, 2 ** 32, ALL, 0, KEY));
  return { hardware, info, fabric, domain, vector, endpoint, sent, received, writes, reads, region };
}

export function connect(ranks: Rank[]): Rank[] {
  for (const { vector, endpoint } of ranks) {
    vector.insert(ranks.map((peer) => peer.endpoint.getname()));
    const status = endpoint.enable();
    if (status !== 0) throw new Error(`enable: ${status}`);
  }
  return ranks;
}
