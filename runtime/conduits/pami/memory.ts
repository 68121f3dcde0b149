/**
 * One-sided access over PAMI: by PAMI_Rput and PAMI_Rget where the regions of both sides are known; else puts by
 * PAMI_Put, and gets by a message to the owner, which puts the data here. (Vishnu et al., section III.C.)
 *
 * A transfer over several chunks is split. Puts whose source may change on return wait for their local completion.
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';
import { Put, Rget, Rput } from '../../fabrics/pami/parameters.ts';
import type { AtomicOperation, AtomicType, Host, RemoteMemory } from '../conduit.ts';
import { OPERATIONS, sizeOf, TYPES } from './atomics.ts';
import { leftInChunk } from './chunks.ts';
import type { Conflicts } from './conflicts.ts';
import type { LocalRegions } from './local-regions.ts';
import type { PamiMessages } from './messages.ts';
import type { Ports } from './ports.ts';
import { BLOCKING, FENCES, LOCAL, NBI_GETS, NBI_PUTS, type Progress } from './progress.ts';
import type { Questions } from './questions.ts';
import { type RegionCache, UNKNOWN } from './region-cache.ts';
import { Strided } from './strided.ts';

export class PamiMemory implements RemoteMemory {
  rdmaPuts = 0;
  rdmaGets = 0;
  plainPuts = 0;
  messageGets = 0;
  fences = 0;
  private readonly host: Host;
  private readonly shift: number;
  private readonly rput = new Rput();
  private readonly rget = new Rget();
  private readonly plainPut = new Put();
  private readonly typed: Strided;
  /** Remote completion of a part of a put. */
  private readonly putDone: EventFunction;

  constructor(
    private readonly ports: Ports,
    private readonly messages: PamiMessages,
    private readonly progress: Progress,
    private readonly regions: LocalRegions,
    private readonly cache: RegionCache,
    private readonly conflicts: Conflicts,
    private readonly questions: Questions,
  ) {
    this.host = ports.host;
    this.shift = ports.host.space.SHIFT;
    this.putDone = (_context, counter) => {
      progress.counts[counter]!--;
      conflicts.end();
    };
    this.rput.rdoneFn = this.putDone;
    this.plainPut.rdoneFn = this.putDone;
    this.rget.doneFn = progress.done;
    this.typed = new Strided(ports, this.putDone, progress.done);
    ports.check(ports.requests.fenceBegin());
  }

  put(destination: number, source: number, size: number): void {
    this.startPut(destination, source, size, BLOCKING, undefined);
    if (this.progress.counts[BLOCKING] !== 0) this.wait(BLOCKING);
  }

  get(destination: number, source: number, size: number): void {
    this.startGet(destination, source, size, BLOCKING);
    if (this.progress.counts[BLOCKING] !== 0) this.wait(BLOCKING);
  }

  putNb(destination: number, source: number, size: number): number {
    const counter = this.take();
    this.startPut(destination, source, size, counter, this.progress.localDone);
    if (this.progress.counts[LOCAL] !== 0) this.wait(LOCAL);
    return this.progress.handleOf(counter);
  }

  putNbBulk(destination: number, source: number, size: number): number {
    const counter = this.take();
    this.startPut(destination, source, size, counter, undefined);
    return this.progress.handleOf(counter);
  }

  getNb(destination: number, source: number, size: number): number {
    const counter = this.take();
    this.startGet(destination, source, size, counter);
    return this.progress.handleOf(counter);
  }

  putNbi(destination: number, source: number, size: number): void {
    this.startPut(destination, source, size, NBI_PUTS, this.progress.localDone);
    if (this.progress.counts[LOCAL] !== 0) this.wait(LOCAL);
  }

  putNbiBulk(destination: number, source: number, size: number): void {
    this.startPut(destination, source, size, NBI_PUTS, undefined);
  }

  getNbi(destination: number, source: number, size: number): void {
    this.startGet(destination, source, size, NBI_GETS);
  }

  test(handle: number): boolean | undefined {
    const counter = this.progress.counterOf(handle);
    if (counter < 0) return undefined;
    if (!this.isDone(counter)) return false;
    this.progress.giveUp(counter);
    return true;
  }

  putsDone(): boolean {
    return this.isDone(NBI_PUTS);
  }

  getsDone(): boolean {
    return this.isDone(NBI_GETS);
  }

  /** Long rows are separate non-blocking transfers; short ones are one typed transfer, which copies. */
  strided(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number {
    const counter = this.take();
    const isPut = source >>> this.shift === this.host.space.MYTHREAD;
    const shape = this.typed.shapeOf(destination, destinationStrides, source, sourceStrides, counts);
    if (shape === undefined) return this.progress.handleOf(counter);
    if (!this.typed.isTallAndSkinny(shape)) {
      this.typed.eachRow(shape, (to, from, size) =>
        isPut ? this.startPut(to, from, size, counter, undefined) : this.startGet(to, from, size, counter),
      );
    } else if (isPut) {
      this.countPut(UNKNOWN, destination >>> this.shift, counter, undefined);
      this.typed.put(shape, counter);
    } else {
      this.settle(UNKNOWN, source >>> this.shift);
      this.progress.counts[counter]!++;
      this.typed.get(shape, counter);
    }
    return this.progress.handleOf(counter);
  }

  /** By a message to the owner: PAMI's own atomics are unordered. */
  readonly atomic = (
    operation: AtomicOperation,
    type: AtomicType,
    target: number,
    operand: number,
    compare: number,
    result: number,
  ): number => {
    const counter = this.take();
    const rank = target >>> this.shift;
    const number = TYPES.indexOf(type);
    const code = OPERATIONS.indexOf(operation);
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(target), rank);
    this.progress.counts[counter] = 1;
    this.questions.atomic(rank, code, number, sizeOf(number), target, operand, compare, result, counter);
    return this.progress.handleOf(counter);
  };

  private startPut(
    destination: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    const entry = this.cache.find(destination);
    const region = this.regions.find(source);
    if (entry < 0) {
      this.putPieces(destination, source, size, counter, local);
      return;
    }
    const remote = this.cache.regions[entry]!;
    const { rput } = this;
    rput.remoteOffset = (destination - remote.base) | 0;
    rput.localOffset = (source - region.base) | 0;
    if (rput.remoteOffset + size > remote.bytes || rput.localOffset + size > region.bytes) {
      this.putPieces(destination, source, size, counter, local);
      return;
    }
    const rank = destination >>> this.shift;
    rput.dest = this.ports.requestsOf(rank);
    rput.bytes = size;
    rput.cookie = counter;
    rput.doneFn = local;
    rput.localRegion = region;
    rput.remoteRegion = remote;
    this.countPut(entry, rank, counter, local);
    this.rdmaPuts++;
    this.ports.check(this.ports.requests.rput(rput));
  }

  private countPut(entry: number, rank: number, counter: number, local: EventFunction | undefined): void {
    const { counts } = this.progress;
    counts[counter]!++;
    if (local !== undefined) counts[LOCAL]!++;
    this.conflicts.begin(entry, rank);
  }

  /** In pieces that stay within one chunk on either side. */
  private putPieces(
    destination: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    let left = size >>> 0;
    while (left > 0) {
      const piece = Math.min(left, leftInChunk(destination), leftInChunk(source));
      if (piece < size && this.isRegistered(destination, source, piece))
        this.startPut(destination, source, piece, counter, local);
      else this.putPlainly(destination, source, piece, counter, local);
      destination = (destination + piece) | 0;
      source = (source + piece) | 0;
      left -= piece;
    }
  }

  private putPlainly(
    destination: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    const { plainPut } = this;
    const rank = destination >>> this.shift;
    this.askFor(destination, rank);
    plainPut.dest = this.ports.requestsOf(rank);
    plainPut.remote = destination;
    plainPut.local = source;
    plainPut.bytes = size;
    plainPut.cookie = counter;
    plainPut.doneFn = local;
    this.countPut(this.cache.peek(destination), rank, counter, local);
    this.plainPuts++;
    this.ports.check(this.ports.requests.put(plainPut));
  }

  private startGet(destination: number, source: number, size: number, counter: number): void {
    const rank = source >>> this.shift;
    // First, because it polls: an answer may evict the entry.
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(source), rank);
    const entry = this.cache.find(source);
    const region = this.regions.find(destination);
    if (entry < 0) {
      this.getPieces(destination, source, size, counter);
      return;
    }
    const remote = this.cache.regions[entry]!;
    const { rget } = this;
    const remoteOffset = (source - remote.base) | 0;
    const localOffset = (destination - region.base) | 0;
    if (remoteOffset + size > remote.bytes || localOffset + size > region.bytes) {
      this.getPieces(destination, source, size, counter);
      return;
    }
    rget.dest = this.ports.requestsOf(rank);
    rget.bytes = size;
    rget.cookie = counter;
    rget.localRegion = region;
    rget.localOffset = localOffset;
    rget.remoteRegion = remote;
    rget.remoteOffset = remoteOffset;
    this.progress.counts[counter]!++;
    this.rdmaGets++;
    this.ports.check(this.ports.requests.rget(rget));
  }

  private getPieces(destination: number, source: number, size: number, counter: number): void {
    let left = size >>> 0;
    while (left > 0) {
      const piece = Math.min(left, leftInChunk(destination), leftInChunk(source));
      if (piece < size && this.isRegistered(source, destination, piece))
        this.startGet(destination, source, piece, counter);
      else this.getByMessage(destination, source, piece, counter);
      destination = (destination + piece) | 0;
      source = (source + piece) | 0;
      left -= piece;
    }
  }

  private getByMessage(destination: number, source: number, size: number, counter: number): void {
    const rank = source >>> this.shift;
    this.askFor(source, rank);
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(source), rank);
    this.progress.counts[counter]!++;
    this.messageGets++;
    this.questions.get(rank, destination, source, size, counter);
  }

  /** Whether regions of both sides cover the piece. */
  private isRegistered(remote: number, local: number, size: number): boolean {
    const entry = this.cache.peek(remote);
    if (entry < 0) return false;
    const [there, here] = [this.cache.regions[entry]!, this.regions.find(local)];
    return ((remote - there.base) | 0) + size <= there.bytes && ((local - here.base) | 0) + size <= here.bytes;
  }

  private askFor(address: number, rank: number): void {
    if (this.cache.peek(address) === UNKNOWN) this.questions.ask(rank, address);
  }

  /** Before a read: waits for puts to that region in flight. */
  private settle(entry: number, rank: number): void {
    const { conflicts, ports, progress, cache } = this;
    if (!conflicts.hasWrites(entry, rank)) return;
    this.fences++;
    progress.counts[FENCES]!++;
    ports.check(ports.requests.fenceEndpoint(progress.done, FENCES, ports.requestsOf(rank)));
    if (progress.counts[FENCES] !== 0) this.wait(FENCES);
    conflicts.settled(rank, (of) => cache.entriesOf(of, this.shift));
  }

  private isDone(counter: number): boolean {
    const { progress } = this;
    if (progress.counts[counter] === 0) return true;
    this.messages.poll(false);
    return progress.counts[counter] === 0;
  }

  private wait(counter: number): void {
    const { messages, host, progress } = this;
    host.waitFor(undefined, () => {
      messages.poll(false);
      return progress.counts[counter] === 0;
    });
  }

  private take(): number {
    return (
      this.progress.take() ??
      this.host.fail('pami: more than a million operations with handles are under way: wait for some of them')
    );
  }
}
