/**
 * One-sided access through the RMA endpoint.
 *
 * A small put is injected: its source is free at once, and a counter tells when it is at the target. What is blocking, and
 * what is implicit, is counted, each in a context of its own; what has a handle is told in a queue (progress.ts).
 */
import type { Counter } from '../../fabrics/sfi/cntr.ts';
import { FI_EAGAIN, fi_strerror } from '../../fabrics/sfi/errno.ts';
import { FI_COMPLETION, FI_INJECT, FI_ORDER_STRICT, FI_REMOTE_COMPLETE } from '../../fabrics/sfi/flags.ts';
import type { Info } from '../../fabrics/sfi/info.ts';
import type { RmaOperations } from '../../fabrics/sfi/rma.ts';
import { COMPLETE, type Host, type Messages, type RemoteAtomic, type RemoteMemory } from '../conduit.ts';
import type { EndedOperations } from '../endedoperations.ts';
import type { SfiAdapter } from './adapter.ts';
import { implicitAtomic, remoteAtomic } from './atomic.ts';
import { type Endpoints, KEY } from './endpoints.ts';
import { SfiHeaps } from './heaps.ts';
import { Progress } from './progress.ts';

export class SfiMemory implements RemoteMemory {
  readonly atomic: RemoteAtomic;
  readonly atomicNbi?: RemoteMemory['atomicNbi'];
  readonly heaps: SfiHeaps | undefined;
  private readonly injectSize: number;
  private readonly blocking: RmaOperations;
  private readonly blockingWrites: Counter;
  private readonly blockingReads: Counter;
  private readonly implicit: RmaOperations;
  private readonly implicitWrites: Counter;
  private readonly implicitReads: Counter;
  private readonly explicit: RmaOperations;
  private readonly progress: Progress;
  /** Where sources of puts are injected from that have found no room at first. */
  private readonly again: number;
  /** Where results go that nobody wants. */
  private readonly unwanted: number;
  /** Operations begun in the contexts that count. */
  private puts = 0;
  private gets = 0;
  private nbiPuts = 0;
  private nbiGets = 0;

  constructor(
    private readonly host: Host,
    { info, isWhole, blocking, implicit, explicit, completions }: Endpoints,
    private readonly messages: Messages,
    events: Record<string, number>,
    private readonly adapter: Pick<SfiAdapter, 'isDone'> | undefined,
  ) {
    this.injectSize = info.tx_attr.inject_size;
    this.blocking = blocking.endpoint.rma;
    this.blockingWrites = blocking.writes;
    this.blockingReads = blocking.reads;
    this.implicit = implicit.endpoint.rma;
    this.implicitWrites = implicit.writes;
    this.implicitReads = implicit.reads;
    this.explicit = explicit.rma;
    this.progress = new Progress(host, completions, events);
    this.heaps = isWhole ? new SfiHeaps(host, explicit.rma, messages, this.progress) : undefined;
    this.unwanted = (host.space.BASE + host.area.take(8)) | 0;
    this.again = (host.space.BASE + host.area.take(this.injectSize)) | 0;
    this.atomic = remoteAtomic(explicit.atomic, (begin) => this.startAtomic(begin), this.unwanted);
    if (keepsOrder(info)) this.atomicNbi = implicitAtomic(implicit.endpoint.atomic, (begin) => this.countAtomic(begin));
  }

  put(rank: number, offset: number, source: number, size: number): void {
    const { blocking } = this;
    if (size <= this.injectSize) {
      const status = blocking.inject_write(source, size, rank, offset, KEY);
      if (status !== 0) this.injectAgain(status, blocking, source, size, rank, offset);
    } else {
      const status = blocking.write(source, size, null, rank, offset, KEY, 0);
      if (status !== 0) this.writeAgain(status, blocking, source, size, rank, offset, 0);
    }
    if (this.blockingWrites.read() !== ++this.puts) this.wait('put', rank, offset, size);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    const { blocking } = this;
    const status = blocking.read(destination, size, null, rank, offset, KEY, 0);
    if (status !== 0) this.readAgain(status, blocking, destination, size, rank, offset, 0);
    if (this.blockingReads.read() !== ++this.gets) this.wait('get', rank, offset, size);
  }

  /** The fabric takes a small source at once; of a larger one, it is enough to be done. */
  putNb(rank: number, offset: number, source: number, size: number): number {
    if (size <= this.injectSize) return this.putInjected(rank, offset, source, size);
    this.put(rank, offset, source, size);
    return COMPLETE;
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    const { explicit } = this;
    const context = this.progress.begin();
    const status = explicit.write(source, size, null, rank, offset, KEY, context);
    if (status !== 0) this.writeAgain(status, explicit, source, size, rank, offset, context);
    return this.progress.handleOf(context);
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    const { explicit } = this;
    const context = this.progress.begin();
    const status = explicit.read(destination, size, null, rank, offset, KEY, context);
    if (status !== 0) this.readAgain(status, explicit, destination, size, rank, offset, context);
    return this.progress.handleOf(context);
  }

  putNbi(rank: number, offset: number, source: number, size: number): void {
    if (size > this.injectSize) return void this.put(rank, offset, source, size);
    const { implicit } = this;
    const status = implicit.inject_write(source, size, rank, offset, KEY);
    if (status !== 0) this.injectAgain(status, implicit, source, size, rank, offset);
    this.nbiPuts++;
  }

  putNbiBulk(rank: number, offset: number, source: number, size: number): void {
    const { implicit } = this;
    const status = implicit.write(source, size, null, rank, offset, KEY, 0);
    if (status !== 0) this.writeAgain(status, implicit, source, size, rank, offset, 0);
    this.nbiPuts++;
  }

  getNbi(destination: number, rank: number, offset: number, size: number): void {
    const { implicit } = this;
    const status = implicit.read(destination, size, null, rank, offset, KEY, 0);
    if (status !== 0) this.readAgain(status, implicit, destination, size, rank, offset, 0);
    this.nbiGets++;
  }

  test(handle: number): boolean | undefined {
    return this.progress.test(handle);
  }

  get ended(): EndedOperations {
    return this.progress.ended;
  }

  /** Atomic operations of the adapter too. */
  putsDone(): boolean {
    if (this.implicitWrites.read() !== this.nbiPuts && !this.notDone(this.implicitWrites)) return false;
    return this.adapter === undefined || this.adapter.isDone();
  }

  getsDone(): boolean {
    return this.implicitReads.read() === this.nbiGets || this.notDone(this.implicitReads);
  }

  /** What a direct access does not reach: the ordinary way tells why, and ends the job. */
  refused(rank: number, offset: number, size: number, isPut: boolean): void {
    if (isPut) this.put(rank, offset, this.unwanted, size);
    else this.get(this.unwanted, rank, offset, size);
  }

  private putInjected(rank: number, offset: number, source: number, size: number): number {
    const context = this.progress.begin();
    const rma_iov = [{ addr: offset, len: size, key: KEY }];
    const begin = (base: number) =>
      this.explicit.writemsg(
        { msg_iov: [{ base, len: size }], addr: rank, rma_iov, context },
        FI_INJECT | FI_COMPLETION | FI_REMOTE_COMPLETE,
      );
    const status = begin(source);
    if (status !== 0) this.insistFrom(source, size, status, rank, () => begin(this.again));
    return this.progress.handleOf(context);
  }

  private countAtomic(begin: () => number): void {
    const status = begin();
    if (status !== 0) this.insist(status, undefined, begin);
    this.nbiPuts++;
  }

  private startAtomic(begin: (context: number) => number): number {
    const context = this.progress.begin();
    return this.start(context, () => begin(context));
  }

  private start(context: number, begin: () => number): number {
    const status = begin();
    if (status !== 0) this.insist(status, undefined, begin);
    return this.progress.handleOf(context);
  }

  // Apart from the first attempts, which need no function made for them.

  private injectAgain(
    status: number,
    end: RmaOperations,
    source: number,
    size: number,
    rank: number,
    offset: number,
  ): void {
    this.insistFrom(source, size, status, rank, () => end.inject_write(this.again, size, rank, offset, KEY));
  }

  private writeAgain(
    status: number,
    end: RmaOperations,
    source: number,
    size: number,
    rank: number,
    offset: number,
    context: number,
  ): void {
    this.insist(status, rank, () => end.write(source, size, null, rank, offset, KEY, context));
  }

  private readAgain(
    status: number,
    end: RmaOperations,
    destination: number,
    size: number,
    rank: number,
    offset: number,
    context: number,
  ): void {
    this.insist(status, rank, () => end.read(destination, size, null, rank, offset, KEY, context));
  }

  /** Begins an operation as soon as the fabric has room for it. `status`: of the first attempt. */
  private insist(status: number, rank: number | undefined, begin: () => number): void {
    this.refuse(status);
    this.host.waitFor(rank, () => {
      this.progress.poll();
      this.messages.poll(false);
      const again = begin();
      if (again !== 0) this.refuse(again);
      return again === 0;
    });
  }

  /** The same for an operation that takes its source from `again`: what is served meanwhile may change it, and use that place itself. */
  private insistFrom(source: number, size: number, status: number, rank: number, begin: () => number): void {
    const { U8 } = this.host.space;
    const bytes = U8.slice(source >>> 0, (source >>> 0) + size);
    this.insist(status, rank, () => {
      U8.set(bytes, this.again >>> 0);
      return begin();
    });
  }

  /** Ends the job, unless there is just no room. */
  private refuse(status: number): void {
    if (status !== -FI_EAGAIN) this.host.fail(`sfi: remote memory access: ${fi_strerror(status)}`);
  }

  /** Serves messages until the blocking operation begun last is complete. */
  private wait(name: 'put' | 'get', rank: number, offset: number, size: number): void {
    const counter = name === 'put' ? this.blockingWrites : this.blockingReads;
    const begun = name === 'put' ? this.puts : this.gets;
    const isDone = () => {
      if (counter.readerr() > 0) this.failed(name, rank, offset, size);
      this.messages.poll(false);
      return counter.read() === begun;
    };
    this.host.waitFor(rank, isDone, size);
  }

  /** An injected operation has no completion error with details. */
  private failed(name: string, rank: number, offset: number, size: number): never {
    this.progress.checkErrors();
    const place = `0x${offset.toString(16)} of rank ${rank}`;
    return this.host.fail(`sfi: ${name} of ${size} bytes at ${place}: the target does not permit it`);
  }

  /** False; ends the job if an operation that is waited for will never be done. */
  private notDone(counter: Counter): boolean {
    if (counter.readerr() === 0) return false;
    this.progress.checkErrors();
    return this.host.fail(
      `sfi: ${counter.readerr()} operations without handles failed: the target does not permit them`,
    );
  }
}

/** Whether this rank's accesses to one place take effect in the order in which they were begun. */
function keepsOrder({ tx_attr }: Info): boolean {
  return tx_attr.msg_order === FI_ORDER_STRICT;
}
