/**
 * One-sided access over PAMI: by PAMI_Rput and PAMI_Rget where the regions of both sides are known; else puts by
 * PAMI_Put, and gets by a message to the owner, which puts the data here. (Vishnu et al., section III.C.)
 *
 * A transfer over several chunks is split. Puts whose source may change on return wait for their local completion.
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';
import { Put, Rget, Rput } from '../../fabrics/pami/parameters.ts';
import { addressIn } from '../../memory/space.ts';
import type { Host, RemoteAtomic, RemoteMemory } from '../conduit.ts';
import { OPERATIONS, sizeOf, TYPES } from './atomics.ts';
import { leftInChunk, offsetInChunk } from './chunks.ts';
import type { Conflicts } from './conflicts.ts';
import type { FabricAtomics } from './fabric-atomics.ts';
import type { LocalRegions } from './local-regions.ts';
import type { PamiMessages } from './messages.ts';
import type { Ports } from './ports.ts';
import { BLOCKING, FENCES, LOCAL, NBI_GETS, NBI_PUTS, type Progress } from './progress.ts';
import type { Questions } from './questions.ts';
import { type RegionCache, UNKNOWN } from './region-cache.ts';
import { type Shape, Strided } from './strided.ts';

export class PamiMemory implements RemoteMemory {
  rdmaPuts = 0;
  rdmaGets = 0;
  plainPuts = 0;
  messageGets = 0;
  fences = 0;
  private readonly host: Host;
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
    private readonly atomics: FabricAtomics,
  ) {
    this.host = ports.host;
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

  put(rank: number, offset: number, source: number, size: number): void {
    this.startPut(rank, offset, source, size, BLOCKING, undefined);
    if (this.progress.counts[BLOCKING] !== 0) this.wait(BLOCKING);
  }

  get(destination: number, rank: number, offset: number, size: number): void {
    this.startGet(destination, rank, offset, size, BLOCKING);
    if (this.progress.counts[BLOCKING] !== 0) this.wait(BLOCKING);
  }

  putNb(rank: number, offset: number, source: number, size: number): number {
    const counter = this.take();
    this.startPut(rank, offset, source, size, counter, this.progress.localDone);
    if (this.progress.counts[LOCAL] !== 0) this.wait(LOCAL);
    return this.progress.handleOf(counter);
  }

  putNbBulk(rank: number, offset: number, source: number, size: number): number {
    const counter = this.take();
    this.startPut(rank, offset, source, size, counter, undefined);
    return this.progress.handleOf(counter);
  }

  getNb(destination: number, rank: number, offset: number, size: number): number {
    const counter = this.take();
    this.startGet(destination, rank, offset, size, counter);
    return this.progress.handleOf(counter);
  }

  putNbi(rank: number, offset: number, source: number, size: number): void {
    this.startPut(rank, offset, source, size, NBI_PUTS, this.progress.localDone);
    if (this.progress.counts[LOCAL] !== 0) this.wait(LOCAL);
  }

  putNbiBulk(rank: number, offset: number, source: number, size: number): void {
    this.startPut(rank, offset, source, size, NBI_PUTS, undefined);
  }

  getNbi(destination: number, rank: number, offset: number, size: number): void {
    this.startGet(destination, rank, offset, size, NBI_GETS);
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
  putStrided(
    rank: number,
    offset: number,
    offsetStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number {
    const counter = this.take();
    const shape = this.typed.shapeOf(offset, offsetStrides, source, sourceStrides, counts);
    if (shape !== undefined) this.startStridedPut(rank, shape, counter);
    return this.progress.handleOf(counter);
  }

  getStrided(
    destination: number,
    destinationStrides: Int32Array,
    rank: number,
    offset: number,
    offsetStrides: Int32Array,
    counts: Uint32Array,
  ): number {
    const counter = this.take();
    const shape = this.typed.shapeOf(destination, destinationStrides, offset, offsetStrides, counts);
    if (shape !== undefined) this.startStridedGet(rank, shape, counter);
    return this.progress.handleOf(counter);
  }

  /** By PAMI itself, or by a message to the owner. */
  readonly atomic: RemoteAtomic = (operation, type, rank, offset, operand, compare, result) => {
    const counter = this.take();
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(rank, offset), rank);
    this.progress.counts[counter] = 1;
    if (this.atomics.has(operation, type))
      this.atomics.begin(counter, operation, type, rank, offset, operand, compare, result);
    else {
      const number = TYPES.indexOf(type);
      const code = OPERATIONS.indexOf(operation);
      this.questions.atomic(rank, code, number, sizeOf(number), offset, operand, compare, result, counter);
    }
    return this.progress.handleOf(counter);
  };

  private startStridedPut(rank: number, shape: Shape, counter: number): void {
    if (this.typed.isTallAndSkinny(shape)) {
      this.countPut(UNKNOWN, rank, counter, undefined);
      this.typed.put(rank, shape, counter);
    } else
      this.typed.eachRow(shape, (offset, from, size) => this.startPut(rank, offset, from, size, counter, undefined));
  }

  private startStridedGet(rank: number, shape: Shape, counter: number): void {
    if (this.typed.isTallAndSkinny(shape)) {
      this.settle(UNKNOWN, rank);
      this.progress.counts[counter]!++;
      this.typed.get(rank, shape, counter);
    } else this.typed.eachRow(shape, (to, offset, size) => this.startGet(to, rank, offset, size, counter));
  }

  private startPut(
    rank: number,
    offset: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    const entry = this.cache.find(rank, offset);
    const region = this.regions.find(source);
    if (entry < 0) {
      this.putPieces(rank, offset, source, size, counter, local);
      return;
    }
    const remote = this.cache.regions[entry]!;
    const { rput } = this;
    rput.remoteOffset = offsetInChunk(offset);
    rput.localOffset = (source - region.base) | 0;
    if (rput.remoteOffset + size > remote.bytes || rput.localOffset + size > region.bytes) {
      this.putPieces(rank, offset, source, size, counter, local);
      return;
    }
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
    rank: number,
    offset: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    let left = size >>> 0;
    while (left > 0) {
      const piece = Math.min(left, leftInChunk(offset), leftInChunk(source));
      if (piece < size && this.isRegistered(rank, offset, source, piece))
        this.startPut(rank, offset, source, piece, counter, local);
      else this.putPlainly(rank, offset, source, piece, counter, local);
      offset = (offset + piece) | 0;
      source = (source + piece) | 0;
      left -= piece;
    }
  }

  private putPlainly(
    rank: number,
    offset: number,
    source: number,
    size: number,
    counter: number,
    local: EventFunction | undefined,
  ): void {
    const { plainPut } = this;
    this.askFor(rank, offset);
    plainPut.dest = this.ports.requestsOf(rank);
    plainPut.remote = addressIn(this.host.baseOf(rank), rank, offset);
    plainPut.local = source;
    plainPut.bytes = size;
    plainPut.cookie = counter;
    plainPut.doneFn = local;
    this.countPut(this.cache.peek(rank, offset), rank, counter, local);
    this.plainPuts++;
    this.ports.check(this.ports.requests.put(plainPut));
  }

  private startGet(destination: number, rank: number, offset: number, size: number, counter: number): void {
    // First, because it polls: an answer may evict the entry.
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(rank, offset), rank);
    const entry = this.cache.find(rank, offset);
    const region = this.regions.find(destination);
    if (entry < 0) {
      this.getPieces(destination, rank, offset, size, counter);
      return;
    }
    const remote = this.cache.regions[entry]!;
    const { rget } = this;
    const remoteOffset = offsetInChunk(offset);
    const localOffset = (destination - region.base) | 0;
    if (remoteOffset + size > remote.bytes || localOffset + size > region.bytes) {
      this.getPieces(destination, rank, offset, size, counter);
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

  private getPieces(destination: number, rank: number, offset: number, size: number, counter: number): void {
    let left = size >>> 0;
    while (left > 0) {
      const piece = Math.min(left, leftInChunk(destination), leftInChunk(offset));
      if (piece < size && this.isRegistered(rank, offset, destination, piece))
        this.startGet(destination, rank, offset, piece, counter);
      else this.getByMessage(destination, rank, offset, piece, counter);
      destination = (destination + piece) | 0;
      offset = (offset + piece) | 0;
      left -= piece;
    }
  }

  private getByMessage(destination: number, rank: number, offset: number, size: number, counter: number): void {
    this.askFor(rank, offset);
    if (this.conflicts.writes !== 0) this.settle(this.cache.peek(rank, offset), rank);
    this.progress.counts[counter]!++;
    this.messageGets++;
    this.questions.get(rank, destination, offset, size, counter);
  }

  /** Whether regions of both sides cover the piece. */
  private isRegistered(rank: number, offset: number, local: number, size: number): boolean {
    const entry = this.cache.peek(rank, offset);
    if (entry < 0) return false;
    const [there, here] = [this.cache.regions[entry]!, this.regions.find(local)];
    return offsetInChunk(offset) + size <= there.bytes && ((local - here.base) | 0) + size <= here.bytes;
  }

  private askFor(rank: number, offset: number): void {
    if (this.cache.peek(rank, offset) === UNKNOWN) this.questions.ask(rank, offset);
  }

  /** Before a read: waits for puts to that region in flight. */
  private settle(entry: number, rank: number): void {
    const { conflicts, ports, progress, cache } = this;
    if (!conflicts.hasWrites(entry, rank)) return;
    this.fences++;
    progress.counts[FENCES]!++;
    ports.check(ports.requests.fenceEndpoint(progress.done, FENCES, ports.requestsOf(rank)));
    if (progress.counts[FENCES] !== 0) this.wait(FENCES);
    conflicts.settled(rank, (of) => cache.entriesOf(of));
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
