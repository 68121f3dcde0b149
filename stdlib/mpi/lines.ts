/**
 * Small collective operations of all ranks of one memory: each writes its part into a line of its own, and reads those of the others.
 *
 * Takes a few words or bytes of each rank. One idea: the n-th such operation of a rank is the n-th of all, and its phase, stored last, says that the
 * part is there. Of two slots one is of even phases: a rank overwrites a part only when all have begun the operation behind it, so have read it. Functions in C
 * do the same with the same lines (mpi-collectives.c), as far as they wait no longer than some glances.
 *
 * A part begins with what the operation is, for those who read it to compare. Operations of the engine leave a note, so that who waits in vain learns of them.
 * (After the arrival lines of runtime/core/arrival.ts.)
 */
import type { Team } from '../../runtime/collectives/team.ts';
import { Told } from '../../runtime/collectives/told.ts';
import { arrivalLine, NOTIFIED } from '../../runtime/core/arrival.ts';
import { rouse } from '../../runtime/core/bell.ts';
import { FOR_VALUE } from '../../runtime/core/states.ts';
import { hashOf, signatureOf, type Lines as TeamLines } from '../common/together.ts';
import { common } from './differences.ts';
import { otherCollective } from './errors.ts';
import type { Shortcut } from './shortcut.ts';
import type { State } from './state.ts';

/** Most bytes of a part. */
export const MOST = 96;
/** Bytes of a slot, and in it before the data; of a line: two slots, then the engine's latest operation: team and number, signature. */
const [SLOT, HEADER, NOTE, LINE] = [128, 32, 256, 320];
/** Words of a slot: the phase, then what must be the same; how many these are. */
const [PHASE, RECORD, WORDS] = [0, 1, 6];
/** The second of them. */
const CONTEXT = 1;
/** Names of the functions in C, whose hashes they have. */
const IN_C = ['MPI_Barrier', 'MPI_Bcast', 'MPI_Allreduce', 'MPI_Win_fence'];
const NOBODY = -1;

/** What an operation is, alike on all ranks. */
interface What {
  readonly name: string;
  readonly team: Team;
  readonly root?: number;
  readonly bytes: number;
  readonly kinds?: readonly [type: number, operation: number];
}

/** The words that all give the engine alike in such an operation (differences.ts). */
const COMMON: Readonly<Record<string, (what: What) => number[]>> = {
  MPI_Barrier: () => [],
  MPI_Bcast: ({ root, bytes }) => common({ root: root!, bytes }),
  MPI_Allreduce: ({ bytes, kinds }) => common({ bytes, datatype: kinds![0], op: kinds![1] }),
};
/** Of any other one: how many words it gathers. */
const commonOf = (what: What): number[] => COMMON[what.name]?.(what) ?? [what.bytes / 4];

export class Lines implements TeamLines {
  /** Addresses of the lines by rank; none where memory is not one. */
  private lines: Int32Array = new Int32Array(0);
  /** Whether so many members are all ranks. */
  private readonly wholes = new WeakMap<Team['members'], boolean>();
  /** By hash, of all operations that this rank has begun; the other way round. */
  private readonly names = new Map(IN_C.map((name) => [hashOf(name), name]));
  private readonly hashes = new Map<string, number>();

  constructor(
    private readonly state: State,
    private readonly shortcut: Shortcut,
  ) {}

  open(): void {
    if (!this.shortcut.isReady) return;
    const { state, shortcut } = this;
    const { environment, together } = state;
    const { heap, U8, I32, MYTHREAD, THREADS, runtime } = environment;
    const own = (heap.allocate(LINE + 64) + 63) & -64;
    U8.fill(0, own >>> 0, (own >>> 0) + LINE);
    this.lines = together.gather('MPI_Init', runtime.engine.everybody, [own]).column();
    const table = heap.allocate(4 * THREADS);
    I32.set(this.lines, table >>> 2);
    shortcut.setLines(table, 4 * (arrivalLine(environment, MYTHREAD) + NOTIFIED), IN_C.map(hashOf));
    together.lines = this;
  }

  isFor(team: Team, bytes: number): boolean {
    return this.lines.length > 0 && bytes <= MOST && this.isWhole(team);
  }

  /** Whether its ranks are those of the job. */
  private isWhole({ members }: Team): boolean {
    let is = this.wholes.get(members);
    if (is === undefined) {
      is = members.length === this.state.environment.THREADS && Array.from(members).every((rank, i) => rank === i);
      this.wholes.set(members, is);
    }
    return is;
  }

  // ---------------------------------------------------------------- operations

  gather(name: string, team: Team, words: readonly number[]): Told {
    const { I32 } = this.state.environment;
    this.enter({ name, team, bytes: 4 * words.length }, (at) => I32.set(words, at >>> 2));
    const [width, size] = [words.length, this.lines.length];
    const told = new Int32Array(width * size);
    for (let rank = 0; rank < size; rank++) {
      const at = this.part(rank) >>> 2;
      told.set(I32.subarray(at, at + width), rank * width);
    }
    return new Told(told, width, size);
  }

  broadcast(name: string, team: Team, root: number, address: number, bytes: number): void {
    const { environment } = this.state;
    const isRoot = team.rank === root;
    this.enter({ name, team, root, bytes }, (at) => isRoot && this.copy(at, address, bytes));
    if (!isRoot) environment.copy(address, this.part(root), bytes);
  }

  /** The first part combined with those behind it, in the order of the ranks. */
  reduceAll(
    ...[name, team, kinds, to, from, bytes, combine]: [
      ...[string, Team, readonly [number, number], number, number, number],
      (to: number, from: number) => void,
    ]
  ): void {
    const { heap } = this.state.environment;
    this.enter({ name, team, bytes, kinds }, (at) => this.copy(at, from, bytes));
    const room = heap.allocate(MOST);
    this.copy(room, this.part(0), bytes);
    for (let rank = 1; rank < this.lines.length; rank++) combine(room, this.part(rank));
    this.copy(to, room, bytes);
    heap.free(room);
  }

  private copy(to: number, from: number, bytes: number): void {
    if (bytes > 0) this.state.environment.copy(to | 0, from | 0, bytes);
  }

  // ---------------------------------------------------------------- lines

  /** Address of the slot of a rank in a phase. */
  private slot(rank: number, phase: number): number {
    return this.lines[rank]! + (phase & 1) * SLOT;
  }

  private hasReached(rank: number, phase: number): boolean {
    return ((Atomics.load(this.state.environment.I32, (this.slot(rank, phase) >>> 2) + PHASE) - phase) | 0) >= 0;
  }

  /** Writes this rank's part of the next operation. */
  private enter(what: What, write: (at: number) => void): void {
    const { environment } = this.state;
    const { I32, MYTHREAD } = environment;
    environment.runtime.barrier.beginCollective(what.name);
    this.drain();
    const phase = this.shortcut.phase + 1;
    const slot = this.slot(MYTHREAD, phase);
    I32.set(this.recordOf(what), (slot >>> 2) + RECORD);
    write(slot + HEADER);
    this.shortcut.phase = phase;
    Atomics.store(I32, (slot >>> 2) + PHASE, phase | 0);
    if (what.root === MYTHREAD || this.lines.every((_, rank) => this.hasReached(rank, phase))) this.rouseAll();
  }

  private recordOf({ name, team, root = NOBODY, bytes, kinds = [0, 0] }: What): number[] {
    return [this.hash(name), team.number, root, bytes, ...kinds];
  }

  /** Of an operation that begins. */
  private hash(name: string): number {
    let hash = this.hashes.get(name);
    if (hash === undefined) {
      hash = hashOf(name);
      this.hashes.set(name, hash);
      this.names.set(hash, name);
    }
    return hash;
  }

  /** Waits until all have begun the latest operation, so that the slot of the next may be written; those that did not read each other's part compare it now. */
  private drain(): void {
    for (let rank = 0; rank < this.lines.length; rank++) this.part(rank);
  }

  /** At the end, when all have made their calls. */
  close(): void {
    for (let rank = 0; rank < this.lines.length; rank++)
      if (this.hasReached(rank, this.shortcut.phase)) this.compare(rank);
  }

  private rouseAll(): void {
    for (let rank = 0; rank < this.lines.length; rank++) rouse(this.state.environment, rank);
  }

  /** Address of a rank's data in the operation under way, when they are there. */
  private part(rank: number): number {
    const { phase } = this.shortcut;
    this.await(rank, phase);
    this.compare(rank);
    return (this.slot(rank, phase) + HEADER) | 0;
  }

  private await(rank: number, phase: number): void {
    if (this.hasReached(rank, phase)) return;
    const { environment, together } = this.state;
    const what = this.latest();
    const { name } = what;
    const isOver = () => this.hasReached(rank, phase) || this.hasStrayed(what, rank, phase);
    const wait = { kind: FOR_VALUE, on: 0, whom: rank, told: () => `in ${name}` };
    environment.runtime.job.block(wait, together.unlessStalled(together.unlessEnded(name, rank, isOver)));
  }

  /** The latest operation of this rank, by its part. */
  private latest(): What {
    return this.whatAt((this.slot(this.state.environment.MYTHREAD, this.shortcut.phase) >>> 2) + RECORD);
  }

  private whatAt(at: number): What {
    const { I32, runtime } = this.state.environment;
    const [call, context, root, bytes, type, operation] = I32.subarray(at, at + WORDS);
    const team = this.shortcut.teamOf(context!) ?? runtime.engine.everybody;
    return { name: this.names.get(call!)!, team, root: root!, bytes: bytes!, kinds: [type!, operation!] };
  }

  // ---------------------------------------------------------------- mistakes

  /** Ends the job if a rank makes another call. */
  private compare(rank: number): void {
    const { I32, MYTHREAD } = this.state.environment;
    const { phase } = this.shortcut;
    const own = (this.slot(MYTHREAD, phase) >>> 2) + RECORD;
    const other = (this.slot(rank, phase) >>> 2) + RECORD;
    let differing = 0;
    while (differing < WORDS && I32[own + differing] === I32[other + differing]) differing++;
    if (differing === WORDS) return;
    const { name } = this.latest();
    if (differing === CONTEXT) this.fail(otherCollective(name, rank, 'makes this call for another communicator'));
    // Of another call its name is enough.
    const isOther = I32[own] !== I32[other];
    this.differ(rank, isOther ? I32[other]! : signatureOf(name, commonOf(this.whatAt(other))));
  }

  private fail(message: string): never {
    return this.state.environment.runtime.job.fail(message);
  }

  /** That a rank's operation has another signature. */
  private differ(rank: number, other: number): never {
    const what = this.latest();
    return this.fail(this.state.together.differs(what.name, commonOf(what), what.team, rank, other));
  }

  /** The engine begins an operation: its number among the team's, its signature. */
  passed(team: Team, count: number, signature: number): void {
    if (!this.isFor(team, 0)) return;
    const { I32, I64, MYTHREAD } = this.state.environment;
    const note = this.lines[MYTHREAD]! + NOTE;
    I32[(note >>> 2) + 2] = signature;
    Atomics.store(I64, note >>> 3, (BigInt(team.number) << 32n) | BigInt.asUintN(32, BigInt(count)));
  }

  /** Whether the rank has begun an operation of the engine instead, which ends the job. */
  private hasStrayed({ team }: What, rank: number, phase: number): boolean {
    const { I32, I64 } = this.state.environment;
    const note = this.lines[rank]! + NOTE;
    const passed = Atomics.load(I64, note >>> 3);
    const isAhead = Number(passed >> 32n) === team.number && ((Number(BigInt.asIntN(32, passed)) - team.count) | 0) > 0;
    if (!isAhead || this.hasReached(rank, phase)) return false;
    return this.differ(rank, I32[(note >>> 2) + 2]!);
  }

  /** For C: where others have not begun the latest operation, or another one. */
  functions(): Record<string, (...parameters: number[]) => void> {
    return {
      __mpi_await: (rank: number) => this.await(rank, this.shortcut.phase),
      __mpi_compare: (rank: number) => this.compare(rank),
    };
  }
}
