/**
 * The state that functions in C have (job.h): words in memory, which they change as the functions here do.
 *
 * Takes the address of the record, which C gives before MPI is initialized. Gives the words that both use: numbers and credit of messages, counts for the tool
 * interface, the length of the queues; and tells C of communicators, of which it knows the latest of each place.
 */
import { type NativeFunction, STATICS } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { rouse } from '../../runtime/core/bell.ts';
import { firstWord, MEDIUM, SHORT } from '../../runtime/core/message.ts';
import { FOR_VALUE } from '../../runtime/core/states.ts';
import { SLEEPS_FOR } from '../../runtime/memory/control.ts';
import { MPI_EAGER, MPI_OFFER } from '../common/handlers.ts';
import { nearRanks } from '../common/neighbours.ts';
import type { Communicator } from './communicators.ts';
import type { Offered } from './offered.ts';
import type { Posted } from './posted.ts';
import type { State } from './state.ts';
import type { Window } from './windows.ts';

/** Words of struct __mpi_job. */
const RECEIVES = 21;
const [LINES, PHASE, NOTIFIED, HASHES, TELLS] = [128, 129, 130, 131, 136];
const [OFFER_WORD, OFFERS] = [185, 186];
const [READY, ME, OWN_RING, LIMIT, GLANCES, QUEUED, OWING, BY_RANK, SLEEPS, TRAFFIC, COMMS] = [
  ...[0, 1, 5, 9, 11, 12, 13, 14, 19, 22, 32],
] as const;
/** Arrays by rank, and doubles of the traffic. */
const [ARRAYS, DOUBLES] = [5, 5];
/** Words of struct __mpi_comm, and how many there are. */
const [COMM, MOST_COMMS] = [6, 16];
/** Windows: where they are, words of struct __mpi_window, and how many there are. */
const [WINDOWS, WINDOW, MOST_WINDOWS] = [137, 3, 16];
/** How often C looks for a message before it calls the runtime: some microseconds. */
const LOOKS = 1000;

export class Shortcut {
  /** Index in I32 of the record; 0 where C has given none. */
  private job = 0;
  isReady = false;
  /** By rank: numbers of messages sent, bytes that lie there, bytes to be given back, numbers of messages due. */
  serials: Int32Array = new Int32Array(0);
  spent: Int32Array = new Int32Array(0);
  owed: Int32Array = new Int32Array(0);
  due: Int32Array = new Int32Array(0);
  /** Sent, bytes sent, sent with their data, received, bytes received. */
  counts: Float64Array = new Float64Array(DOUBLES);

  /** Those that C knows. */
  private readonly known: (Communicator | undefined)[] = new Array(MOST_COMMS).fill(undefined);
  private readonly knownWindows: (Window | undefined)[] = new Array(MOST_WINDOWS).fill(undefined);

  constructor(private readonly state: State) {}

  /** C has told where the record is. */
  enter(job: number, receives: number, offers: number): void {
    const { I32 } = this.state.environment;
    this.job = job >>> 2;
    I32[this.job + RECEIVES] = receives;
    I32[this.job + OFFERS] = offers;
  }

  open(): void {
    const { I32, F64, THREADS, heap } = this.state.environment;
    const { job } = this;
    const room = heap.allocate(4 * THREADS * ARRAYS) >>> 2;
    I32.fill(0, room, room + THREADS * ARRAYS);
    const part = (i: number) => I32.subarray(room + i * THREADS, room + (i + 1) * THREADS);
    [this.serials, this.spent, this.owed, this.due] = [part(0), part(1), part(2), part(3)];
    for (let i = 0; i < ARRAYS; i++) I32[job + BY_RANK + i] = 4 * (room + i * THREADS);
    this.counts = F64.subarray((job + TRAFFIC) >>> 1, ((job + TRAFFIC) >>> 1) + DOUBLES);
    this.prepare();
  }

  /** Where the module's own code reaches what all ranks have: on a network of one memory, unless accesses are checked or recorded. */
  private prepare(): void {
    const { environment } = this.state;
    const { I32, MYTHREAD, THREADS, SHIFT, BASE, runtime } = environment;
    const { requestRing: ring } = runtime.messages;
    if (ring === undefined || nearRanks(environment)[1] < THREADS) return;
    const { job } = this;
    const { spinning } = runtime.job;
    I32.set([MYTHREAD, THREADS, BASE + STATICS, 2 ** SHIFT - STATICS], job + ME);
    I32.set([BASE + ring.offset, ring.offset, 1 << SHIFT, ring.capacity], job + OWN_RING);
    I32[job + LIMIT + 1] = firstWord(MEDIUM, MPI_EAGER, 3, false, true);
    I32[job + OFFER_WORD] = firstWord(SHORT, MPI_OFFER, 8, false, false);
    I32[job + GLANCES] = spinning.isCrowded || !spinning.pays(FOR_VALUE) ? 0 : LOOKS;
    I32[job + SLEEPS] = SLEEPS_FOR;
    I32[job + TELLS] = runtime.tellsUnfreed ? 1 : 0;
    I32[job + READY] = 1;
    this.isReady = true;
  }

  close(): void {
    this.state.environment.I32[this.job + READY] = 0;
    this.isReady = false;
  }

  /** Most bytes of a message with its data. */
  set limit(bytes: number) {
    if (this.job !== 0) this.state.environment.I32[this.job + LIMIT] = bytes;
  }

  /** So many messages and receives lie in queues. */
  set queued(count: number) {
    this.state.environment.I32[this.job + QUEUED] = count;
  }

  get isOwing(): boolean {
    return this.state.environment.I32[this.job + OWING] !== 0;
  }

  set isOwing(is: boolean) {
    this.state.environment.I32[this.job + OWING] = is ? 1 : 0;
  }

  /** The number of the latest operation at the lines (lines.ts), which C counts too. */
  get phase(): number {
    return this.state.environment.I32[this.job + PHASE]!;
  }

  set phase(phase: number) {
    this.state.environment.I32[this.job + PHASE] = phase;
  }

  /** The table of the lines, the word that is not 0 between upc_notify and upc_wait, and by what C's functions are known. */
  setLines(table: number, notified: number, hashes: readonly number[]): void {
    const { I32 } = this.state.environment;
    I32[this.job + LINES] = table;
    I32[this.job + NOTIFIED] = notified;
    I32.set(hashes, this.job + HASHES);
  }

  // ---------------------------------------------------------------- communicators

  private placeOf(handle: number): number {
    return this.job + COMMS + COMM * (handle % MOST_COMMS);
  }

  /** A communicator has been used, and may be again. */
  know(comm: Communicator): void {
    const { handle } = comm;
    if (!this.isReady || this.known[handle % MOST_COMMS] === comm) return;
    this.clear(handle);
    this.known[handle % MOST_COMMS] = comm;
    const { team, whole, peers, sides } = comm;
    const { I32, THREADS, heap } = this.state.environment;
    const room = heap.allocate(4 * (peers.length + THREADS)) >>> 2;
    I32.set(Array.from(peers), room);
    for (let rank = 0; rank < peers.length; rank++) I32[room + peers.length + peers[rank]!] = rank;
    const isOfAll = sides === undefined && this.state.together.lines?.isFor(whole, 0);
    const tables = [4 * room, 4 * (room + peers.length)];
    I32.set([handle, team.number, peers.length, ...tables, isOfAll ? 1 : 0], this.placeOf(handle));
  }

  /** Operations that C has begun may be of the communicator. */
  beforeForgetting: () => void = () => {};

  /** It is freed. */
  forget(handle: number): void {
    if (this.known[handle % MOST_COMMS]?.handle === handle) this.clear(handle);
  }

  /** The team of a context, of both groups if there are two, of those that C knows. */
  teamOf(context: number): Team | undefined {
    const isMeant = (comm: Communicator | undefined) => comm?.whole.number === context;
    return (this.known.find(isMeant) ?? this.knownWindows.find((window) => isMeant(window?.comm))?.comm)?.whole;
  }

  /** Empties the place of a handle. */
  private clear(handle: number): void {
    const { I32, heap } = this.state.environment;
    const at = this.placeOf(handle);
    if (I32[at] === 0) return;
    this.beforeForgetting();
    heap.free(I32[at + 3]!);
    I32.fill(0, at, at + COMM);
    this.known[handle % MOST_COMMS] = undefined;
  }

  // ---------------------------------------------------------------- windows

  /** One has been made: of all ranks, its fences are done in C while the place of its handle is free. */
  knowWindow(window: Window): void {
    const { handle, comm, epoch } = window;
    const place = handle % MOST_WINDOWS;
    const isOfAll = this.isReady && this.state.together.lines?.isFor(comm.team, 0);
    if (!isOfAll || this.knownWindows[place] !== undefined) return;
    this.knownWindows[place] = window;
    this.state.environment.I32.set([handle, comm.team.number, epoch.address], this.job + WINDOWS + WINDOW * place);
  }

  forgetWindow(handle: number): void {
    const place = handle % MOST_WINDOWS;
    if (this.knownWindows[place]?.handle !== handle) return;
    this.knownWindows[place] = undefined;
    const at = this.job + WINDOWS + WINDOW * place;
    this.state.environment.I32.fill(0, at, at + WINDOW);
  }
}

/** For C. */
export function shortcuts(
  { environment }: State,
  shortcut: Shortcut,
  posted: Posted,
  offered: Offered,
): Record<string, NativeFunction> {
  return {
    __mpi_enter: (job: number, receives: number, offers: number) => {
      shortcut.enter(job, receives, offers);
      posted.enter(receives);
      offered.enter(offers);
      shortcut.beforeForgetting = () => {
        posted.takeOver();
        offered.takeOver();
      };
    },
    __mpi_rouse: (rank: number) => rouse(environment, rank),
    __mpi_tend: (withRequests: number) => {
      const { job, messages } = environment.runtime;
      if (withRequests !== 0) job.poll();
      else {
        job.lookForEnd();
        messages.tend();
      }
    },
  };
}
