/**
 * Endpoints (fi_endpoint(3)): from where operations are begun, and where messages arrive.
 *
 * An endpoint gets its address vector, queues and counters bound, and is then enabled; before that all its operations
 * give -FI_EOPBADSTATE. A context of a scalable endpoint is an endpoint that only sends or only receives.
 */
import { AddressVector } from './av.ts';
import { Counter } from './cntr.ts';
import type { CompletionQueue } from './cq.ts';
import type { Domain } from './domain.ts';
import {
  FI_EADDRNOTAVAIL,
  FI_EBADFLAGS,
  FI_EDOMAIN,
  FI_EINVAL,
  FI_ENOCQ,
  FI_ENOPROTOOPT,
  FI_EOPBADSTATE,
} from './errno.ts';
import { Fid } from './fid.ts';
import {
  FI_MSG,
  FI_READ,
  FI_RECV,
  FI_REMOTE_CQ_DATA,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_SELECTIVE_COMPLETION,
  FI_SEND,
  FI_TAGGED,
  FI_TRANSMIT,
  FI_WRITE,
} from './flags.ts';
import { NOT_ENABLED } from './idle.ts';
import type { Info } from './info.ts';
import { ownName } from './name.ts';
import type { Operations } from './provider.ts';
import { throughTables } from './table.ts';

/** What an endpoint tells its owner of operations of one kind: entries in a queue, counts. */
export interface Bound {
  queue: CompletionQueue | undefined;
  /** Entries only for operations with FI_COMPLETION. */
  selective: boolean;
}

const COUNTED = [FI_SEND, FI_RECV, FI_READ, FI_WRITE, FI_REMOTE_READ, FI_REMOTE_WRITE] as const;
export type Counted = (typeof COUNTED)[number];

/** Places of an endpoint's bytes in the adapter's memory, in words: who uses it for what is up to the provider. */
export const [NAME_CONTEXTS, NAME_CAPACITY, NAME_WRITES, NAME_READS] = [1, 2, 3, 4];

/** What a context of a scalable endpoint is of. */
export interface ContextOf {
  readonly name: number;
  readonly index: number;
  readonly role: 'transmit' | 'receive';
}

export class Endpoint extends Fid {
  readonly transmit: Bound = { queue: undefined, selective: false };
  readonly receive: Bound = { queue: undefined, selective: false };
  readonly counters = new Map<Counted, Counter>();
  /** Address of its bytes in the adapter's memory. */
  readonly name: number;
  readonly index: number;
  readonly transmits: boolean;
  readonly receives: boolean;
  /** Flags of operations that are given none. */
  op_flags: number;
  /** A buffer for several messages is given back when less is left of it. */
  min_multi_recv = 64;
  vector: AddressVector | undefined;
  private operations: Operations = NOT_ENABLED;
  private enabled = false;

  constructor(
    readonly domain: Domain,
    readonly info: Info,
    context?: ContextOf,
    parent?: Fid,
  ) {
    super(parent ?? domain);
    this.name = context?.name ?? makeName(domain, info);
    this.index = context?.index ?? 0;
    this.transmits = context?.role !== 'receive';
    this.receives = context?.role !== 'transmit' && takesMessages(info);
    this.op_flags = info.tx_attr.op_flags;
  }

  // The groups of operations; who calls them often takes them once the endpoint is enabled.
  get msg() {
    return this.operations.msg;
  }
  get tagged() {
    return this.operations.tagged;
  }
  get rma() {
    return this.operations.rma;
  }
  get atomic() {
    return this.operations.atomic;
  }
  get direct() {
    return this.operations.direct;
  }

  /** fi_ep_bind. -FI_EDOMAIN: of another domain; -FI_EOPBADSTATE: it is enabled. */
  bind(object: AddressVector | CompletionQueue | Counter, flags = 0): number {
    if (this.enabled) return -FI_EOPBADSTATE;
    if (object.domain !== this.domain) return -FI_EDOMAIN;
    const status = this.bindObject(object, flags);
    if (status === 0) this.use(object);
    return status;
  }

  /** fi_enable: -FI_ENOCQ if a completion queue is missing, -FI_EADDRNOTAVAIL if the address vector is. */
  enable(): number {
    if (this.enabled) return -FI_EOPBADSTATE;
    if (this.vector === undefined) return -FI_EADDRNOTAVAIL;
    if (!this.tellsEnds()) return -FI_ENOCQ;
    this.enabled = true;
    const { provider, direct } = this.domain.fabric;
    const operations = provider.operations(this);
    this.operations = direct ? operations : throughTables(operations);
    this.drive(operations);
    return 0;
  }

  /** fi_getname: what others insert into their address vectors. */
  getname(): number {
    return ownName(this.domain.fabric.hardware.space, this.name);
  }

  /** fi_cancel: a receive with this context ends with the error FI_ECANCELED, if nothing has come for it. */
  cancel(context: number): number {
    return this.operations.cancel(context);
  }

  /** fi_setopt: FI_OPT_MIN_MULTI_RECV, in bytes. */
  setopt(option: string, value: number): number {
    if (option !== 'FI_OPT_MIN_MULTI_RECV') return -FI_ENOPROTOOPT;
    if (!(value > 0)) return -FI_EINVAL;
    this.min_multi_recv = value;
    return 0;
  }

  getopt(option: string): number {
    return option === 'FI_OPT_MIN_MULTI_RECV' ? this.min_multi_recv : -FI_ENOPROTOOPT;
  }

  private bindObject(object: AddressVector | CompletionQueue | Counter, flags: number): number {
    if (object instanceof AddressVector) this.vector = object;
    else if (object instanceof Counter) return this.bindCounter(object, flags);
    else return this.bindQueue(object, flags);
    return 0;
  }

  private bindQueue(queue: CompletionQueue, flags: number): number {
    if ((flags & (FI_TRANSMIT | FI_RECV)) === 0) return -FI_EBADFLAGS;
    const selective = (flags & FI_SELECTIVE_COMPLETION) !== 0;
    if (flags & FI_TRANSMIT) Object.assign(this.transmit, { queue, selective });
    if (flags & FI_RECV) Object.assign(this.receive, { queue, selective });
    return 0;
  }

  private bindCounter(counter: Counter, flags: number): number {
    const counted = COUNTED.filter((event) => (flags & event) !== 0);
    if (counted.length === 0) return -FI_EBADFLAGS;
    const { I32 } = this.domain.fabric.hardware.space;
    for (const event of counted) {
      this.counters.set(event, counter);
      if (event === FI_REMOTE_WRITE) Atomics.store(I32, (this.name >>> 2) + NAME_WRITES, counter.shared());
      if (event === FI_REMOTE_READ) Atomics.store(I32, (this.name >>> 2) + NAME_READS, counter.shared());
    }
    return 0;
  }

  private tellsEnds(): boolean {
    const counts = (...events: Counted[]) => events.some((event) => this.counters.has(event));
    const sends = this.transmit.queue !== undefined || counts(FI_SEND, FI_READ, FI_WRITE);
    const receives = this.receive.queue !== undefined || counts(FI_RECV);
    return (!this.transmits || sends) && (!this.receives || receives);
  }

  /** Whoever reads how far it is moves it on. */
  private drive(operations: Operations): void {
    const progress = () => operations.progress();
    this.transmit.queue?.drive(progress);
    this.receive.queue?.drive(progress);
    const driven: readonly Counted[] = operations.isLate ? [FI_SEND, FI_RECV, FI_READ, FI_WRITE] : [FI_SEND, FI_RECV];
    for (const event of driven) this.counters.get(event)?.drive(progress);
  }
}

/** Whether anything arrives that must be told of. */
function takesMessages({ caps }: Info): boolean {
  return (caps & (FI_MSG | FI_TAGGED | FI_REMOTE_CQ_DATA)) !== 0;
}

/** Bytes in the adapter's memory that make an endpoint reachable. */
export function makeName(domain: Domain, info: Info): number {
  const { provider, hardware } = domain.fabric;
  const name = domain.take(provider.endpointBytes(info));
  provider.prepare(hardware, name, info);
  return name;
}
