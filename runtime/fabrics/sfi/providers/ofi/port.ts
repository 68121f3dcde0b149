/**
 * A process's end of libfabric, as one of its threads sees it.
 *
 * The progress thread opens it. The ranks wait for that before they load anything: a thread that is stopped by the end of the job while it
 * loads koffi would end the process. One thread at a time reads the completion queue, whoever comes (handover.ts). It enters what it finds where
 * the owner sees it, in an operation's state or in the ring of a packet's receiver (arrivals.ts), and waits for nothing.
 */
import { INTAKES, SLEEPS_FOR, TAKES_IN } from '../../../../memory/control.ts';
import { addressOf, isReached, processWord, rankOf, type Space, wordOf } from '../../../../memory/space.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Hardware } from '../../../hardware.ts';
import { FI_EAGAIN, FI_EAVAIL, FI_ECANCELED, FI_EINTR, FI_ETIMEDOUT } from '../../errno.ts';
import { CQ_ENTRY, CQ_ERROR } from './abi.ts';
import { openFabric } from './agreement.ts';
import { Answers } from './answers.ts';
import { Arrivals, type PacketReceiver } from './arrivals.ts';
import { BUFFER_WORDS, Buffers } from './buffers.ts';
import { Credits } from './credits.ts';
import { DONE, FREE, KIND, OPERATION, RECEIVE, STATE } from './entry.ts';
import { FAULT_WORDS, Faults } from './faults.ts';
import { rankOf as rankOfFrame, WHAT } from './frame.ts';
import { HANDOVER_WORDS, Handover } from './handover.ts';
import { Library } from './library.ts';
import { Parking } from './parking.ts';
import { Requests } from './requests.ts';
import { SelfTest } from './selftest.ts';
import { BATCH, ENTRY_BYTES, frameBytes, partsOf, receiveFrames } from './sizes.ts';
import { leaveHandles, Wire } from './wire.ts';

/** Words of the process: the stage of the opening, then those of others. */
const STAGE = 0;
const FAULTS = 1;
const HANDOVER = FAULTS + FAULT_WORDS;
const BUFFERS = HANDOVER + HANDOVER_WORDS;
const PARKED = BUFFERS + BUFFER_WORDS;
const UNSENT = PARKED + 1;
/** Stages of the opening. */
const [CLOSED, OPEN] = [0, 1];
/** Milliseconds between looks at the stage. */
const PATIENCE = 20;
/** The context of a completion that is of nothing begun here. */
const NO_ENTRY = 0;
/** A rank that spins yields its core after so many looks in vain: who it waits for may be waiting for that. */
const YIELDS = 16;

export class Port {
  readonly space: Space;
  /** This process among all. */
  readonly process: number;
  readonly wire: Wire;
  readonly credits: Credits;
  readonly faults: Faults;
  readonly handover: Handover;
  private readonly arrivals: Arrivals;
  private readonly buffers: Buffers;
  private hasLooked = false;
  private inVain = 0;
  /** Libfabric's, for the thread that opens it. */
  provider = '';
  /** The rank of this thread; -1 for the progress thread. */
  private readonly awake: number;
  private readonly processes: Int32Array;
  private readonly parts: ReturnType<typeof partsOf>;
  /** Address of what the process has once; index of its words. */
  private readonly start: number;
  private readonly words: number;
  /** Who holds it reads the queue; how often that was done. */
  private readonly lock: number;
  private readonly intakes: number;
  /** Offset of a rank's receive buffers. */
  private readonly frames: number;

  /** `opens`: libfabric's provider, any if it is empty, for the thread that opens it. Throws a FabricError. */
  constructor(
    readonly hardware: Hardware,
    opens?: string,
  ) {
    const { space, firsts, area } = hardware;
    const { THREADS, FIRST, MYTHREAD } = space;
    this.space = space;
    this.awake = opens === undefined ? MYTHREAD : -1;
    this.process = firsts.findLastIndex((first) => first <= MYTHREAD);
    this.processes = Int32Array.from({ length: THREADS }, (_, rank) => firsts.findLastIndex((first) => first <= rank));
    this.parts = partsOf(THREADS, firsts);
    this.start = addressOf(space, FIRST, area.take(this.parts.bytes)) >>> 0;
    this.words = (this.start + this.parts.words) >>> 2;
    this.faults = new Faults(hardware, this.words + FAULTS, (process) => this.isGone(process));
    this.handover = new Handover(space.I32, this.words + HANDOVER);
    this.lock = processWord(space, TAKES_IN);
    this.intakes = processWord(space, INTAKES);
    this.frames = area.take(receiveFrames(THREADS, firsts.length) * frameBytes(THREADS));
    this.credits = new Credits(space, firsts, this.part('credits') >>> 2, this.part('owed') >>> 2);
    if (opens === undefined) this.awaitOpening();
    const [library, file] = opens === undefined ? [Library.open(), undefined] : this.open(opens);
    this.wire = this.wireOf(library);
    this.buffers = this.makeBuffers();
    this.arrivals = this.makeArrivals();
    if (opens !== undefined) this.admit(file);
  }

  processOf(rank: number): number {
    return this.processes[rank]!;
  }

  isHere(rank: number): boolean {
    return this.processes[rank] === this.process;
  }

  /** Messages go to it through its rings, which lie in this memory, not over the wire: of this process, or of one that maps its regions here. */
  hasRings(rank: number): boolean {
    return isReached(this.space, rank);
  }

  /** The process is gone, and the job goes on: what goes there is lost. */
  isGone(process: number): boolean {
    return this.hardware.isGone(this.hardware.firsts[process]!);
  }

  /** Where the probe of the progress thread lies. */
  get probeAt(): number {
    return this.part('probe');
  }

  /** Where its operations for ranks lie. */
  get errandsAt(): number {
    return this.part('errands');
  }

  /** Reads the completion queue, unless another thread does; true if there was something. */
  poll(): boolean {
    const { I32 } = this.space;
    const { lock } = this;
    if (I32[lock] !== 0 || Atomics.compareExchange(I32, lock, 0, 1) !== 0) return false;
    I32[this.intakes]!++;
    const entries = this.part('completions');
    const count = this.wire.read(entries, BATCH);
    this.serve(entries, count);
    this.arrivals.goOn(count <= 0);
    Atomics.store(I32, lock, 0);
    return count > 0;
  }

  /** -FI_EAGAIN, for who finds no room: credits and buffers come back as the completion queue is read. */
  retry(): number {
    this.poll();
    return -FI_EAGAIN;
  }

  /** The same for who looks at both of its contexts, one behind the other: one look in two reads. */
  look(): void {
    this.hasLooked = !this.hasLooked;
    if (!this.hasLooked) return;
    if (this.poll()) this.inVain = 0;
    else if (++this.inVain % YIELDS === 0) this.wire.yield();
  }

  /** `receiver` takes what comes for a context of the endpoint at this address when this rank polls. */
  receiveFor(endpoint: number, context: number, receiver: PacketReceiver): void {
    this.arrivals.receiveFor(endpoint, context, receiver);
  }

  /** One of its ranks sleeps. */
  hasSleeper(): boolean {
    const { space } = this;
    for (let rank = space.FIRST; rank < space.FIRST + space.REACH; rank++)
      if (Atomics.load(space.I32, wordOf(space, rank, SLEEPS_FOR)) !== 0) return true;
    return false;
  }

  /** How often its threads have looked. */
  get polls(): number {
    return this.space.I32[this.intakes]!;
  }

  /** For the progress thread: waits until there may be something. False if libfabric cannot wait. */
  wait(milliseconds: number): boolean {
    const { wire, arrivals } = this;
    if (wire.waits) wire.awaitAny(this.part('awaited'), arrivals.hasMore ? 1 : milliseconds);
    return wire.waits;
  }

  /** Gives libfabric, and the file that the endpoint lies in. */
  private open(wanted: string): [Library, string | undefined] {
    const { space } = this;
    const [library, opened] = openFabric(this.hardware, wanted, this.part('scratch'), (library, opened) => {
      leaveHandles(space, this.part('handles'), opened);
      return new SelfTest(this.hardware, this.wireOf(library), this.part('test'));
    });
    this.provider = opened.name;
    this.credits.fill(space.THREADS);
    return [library, opened.file];
  }

  /** Others may use it now. */
  private admit(file: string | undefined): void {
    const { I32, FIRST, REACH, THREADS } = this.space;
    const count = receiveFrames(THREADS, this.hardware.firsts.length);
    for (let rank = FIRST; rank < FIRST + REACH; rank++)
      for (let i = 0; i < count; i++)
        this.buffers.post(addressOf(this.space, rank, this.frames + i * frameBytes(THREADS)) >>> 0);
    if (file !== undefined) this.meetAll(file);
    Atomics.store(I32, this.words + STAGE, OPEN);
    Atomics.notify(I32, this.words + STAGE);
  }

  /** All have found each other's endpoints when all have greeted all: then the file can go, and is not left behind. */
  private meetAll(file: string): void {
    const { firsts } = this.hardware;
    const others = new Set(firsts.keys());
    others.delete(this.process);
    for (let all = false; !all; ) {
      for (const process of others) if (this.buffers.greet(process)) others.delete(process);
      this.poll();
      all = this.hardware.exchange(Uint8Array.of(others.size === 0 ? 1 : 0)).every(([done]) => done === 1);
    }
    platform.files.remove(file);
  }

  private awaitOpening(): void {
    const { I32 } = this.space;
    const stage = this.words + STAGE;
    while (Atomics.load(I32, stage) === CLOSED) {
      this.hardware.lookForEnd();
      Atomics.wait(I32, stage, CLOSED, PATIENCE);
    }
  }

  private wireOf(library: Library): Wire {
    const { space, hardware } = this;
    const base = library.native.addressOf(space.U8);
    return new Wire(library, space, base, this.part('handles'), hardware.firsts.length, (process) =>
      this.isGone(process),
    );
  }

  private makeBuffers(): Buffers {
    const { hardware, space, wire, credits } = this;
    const [words, control] = [this.words + BUFFERS, this.part('control')];
    const processOf = (rank: number) => this.processOf(rank);
    return new Buffers(space, hardware.firsts.length, wire, credits, words, control, processOf);
  }

  private makeArrivals(): Arrivals {
    const { hardware, space, wire, credits, buffers } = this;
    const answers = new Answers(space, wire, this.part('answers'), this.words + UNSENT);
    const parking = new Parking(space, this.words + PARKED, this.part('parked') >>> 2);
    const processOf = (rank: number) => this.processOf(rank);
    return new Arrivals(hardware, credits, new Requests(hardware), answers, buffers, parking, processOf);
  }

  private part(name: keyof ReturnType<typeof partsOf>): number {
    return this.start + this.parts[name];
  }

  private serve(entries: number, count: number): void {
    if (count > 0) for (let i = 0; i < count; i++) this.complete(this.entryAt(entries + i * CQ_ENTRY.BYTES), DONE);
    else if (count === -FI_EAVAIL) this.serveError();
    else if (count !== -FI_EAGAIN && count !== -FI_EINTR && count !== -FI_ETIMEDOUT && count !== 0)
      this.faults.enter(count);
  }

  private serveError(): void {
    const { I32, U8 } = this.space;
    const error = this.part('scratch');
    U8.fill(0, error, error + CQ_ERROR.BYTES);
    if (this.wire.readError(error) < 0) return;
    const code = I32[(error + CQ_ERROR.ERR) >>> 2]!;
    const entry = this.entryAt(error);
    if (code === FI_ECANCELED) return;
    if (entry === NO_ENTRY)
      this.faults.enter(-code); // of libfabric's own, as its provider rxm tells of the endpoint
    else this.complete(entry, -code);
  }

  private complete(entry: number, state: number): void {
    const { I32 } = this.space;
    const kind = I32[(entry >>> 2) + KIND];
    if (kind === RECEIVE) {
      if (state === DONE) this.arrivals.take(entry);
      else this.lost(entry, state);
    } else if (kind === OPERATION) {
      Atomics.store(I32, (entry >>> 2) + STATE, state);
      this.rouse(rankOf(this.space, entry));
    } else {
      Atomics.store(I32, (entry >>> 2) + STATE, FREE);
      if (state !== DONE) this.faults.enter(state, this.receiverOf(entry));
    }
  }

  /** What a frame has brought is lost, its credit too: whoever waits for that would wait for ever. */
  private lost(entry: number, error: number): void {
    this.faults.enter(error);
    this.buffers.post(entry);
  }

  /** This rank is awake. */
  private rouse(rank: number): void {
    if (rank !== this.awake) this.hardware.rouse(rank);
  }

  /** The process that a frame was sent to. */
  private receiverOf(entry: number): number {
    return this.processOf(rankOfFrame(this.space.I32[((entry + ENTRY_BYTES) >>> 2) + WHAT]!));
  }

  /** The entry of a completion, as an address of this memory; NO_ENTRY: it has none. */
  private entryAt(completion: number): number {
    const { I32 } = this.space;
    const word = completion >>> 2;
    const entry = (I32[word]! >>> 0) + I32[word + 1]! * 2 ** 32 - this.wire.base;
    return entry > 0 && entry < I32.byteLength ? entry : NO_ENTRY;
  }
}
