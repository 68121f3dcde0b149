/**
 * Windows are made and freed: of memory that the program has, of memory that the library gives, alone or side by side for loads and stores of
 * all, and dynamic ones (MPI 3.1, 11.2.1 - 11.2.5).
 *
 * One idea: each rank says where its memory is, as rank and offset, and all have the same list; so memory may be anything: heaps, static objects, the
 * stack. A window has a context of its own, and at each rank a few words in shared memory (windows.ts).
 */
import { FOREIGN_CAST } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { addressOf, offsetOf, rankOf } from '../../runtime/memory/space.ts';
import type { Allocation } from './allocation.ts';
import type { Keys } from './attributes.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { Conflicts } from './conflicts.ts';
import { Epoch } from './epoch.ts';
import type { ErrorHandlers } from './errorhandlers.ts';
import { ERR_DISP, ERR_RMA_SHARED, ERR_RMA_SYNC, ERR_SIZE } from './errors.ts';
import { nullOf, WINDOW } from './handles.ts';
import type { Info, Infos } from './info.ts';
import { Members } from './members.ts';
import { Regions } from './regions.ts';
import type { Body, State } from './state.ts';
import { UnderWay } from './underway.ts';
import { ALLOCATED, CREATED, DYNAMIC, hintsOf, mistakeOf, SHARED, type Windows, WORDS } from './windows.ts';

/** MPI_WIN_UNIFIED. */
const UNIFIED = 2;
/** MPI_WIN_BASE, _SIZE, _DISP_UNIT, _CREATE_FLAVOR, _MODEL. */
const [BASE_KEY, SIZE_KEY, UNIT_KEY, FLAVOR_KEY, MODEL_KEY] = [8, 9, 10, 11, 12];

/** What a rank brings. */
interface Own {
  readonly flavor: number;
  readonly base: number;
  readonly size: number;
  readonly unit: number;
  /** Memory that the library has given, to be given back. */
  readonly given?: number | undefined;
}

export class WindowMemory {
  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly communicators: Communicators,
    private readonly errorHandlers: ErrorHandlers,
    private readonly keys: Keys,
    private readonly infos: Infos,
    private readonly allocation: Allocation,
  ) {}

  // ---------------------------------------------------------------- making

  private check(call: string, size: number, unit: number): void {
    if (size < 0 || size >= 2 ** 32) this.state.refuse(call, 'size', size, 'it is 0 .. 2^32 - 1', ERR_SIZE);
    if (unit <= 0) this.state.refuse(call, 'disp_unit', unit, 'it is 1 or more', ERR_DISP);
  }

  private make(call: string, parent: Communicator, hints: Info | undefined, own: Own): number {
    const { environment, together } = this.state;
    const team = together.duplicate(call, parent.team);
    const { sharedHeap } = environment.runtime;
    const words = sharedHeap.allocateLocal(call, WORDS.bytes);
    environment.I32.fill(0, words >>> 2, (words + WORDS.bytes) >>> 2);
    const members = this.members(call, team, own, words);
    const name = `a window of ${members.length}`;
    const values = this.valuesOf(own);
    const regions = own.flavor === DYNAMIC ? new Regions(this.state, this.allocation, words) : undefined;
    const epoch = new Epoch(environment);
    const release = () => {
      epoch.release();
      regions?.release(call);
      environment.heap.free(values.get(SIZE_KEY)!);
      sharedHeap.free(call, words);
      if (own.given !== undefined) this.allocation.release(call, own.given);
    };
    const comm = { ...parent, name, team, whole: team, peers: team.members, handle: 0, topology: undefined };
    const made = {
      ...{ name, given: '', errorHandler: this.errorHandlers.first, hints: hintsOf(undefined, hints) },
      ...{ flavor: own.flavor, comm, members, regions, release, attributes: new Map(), known: values },
      ...{ epoch, underWay: new UnderWay(environment) },
      conflicts: new Conflicts(this.state, epoch),
    };
    return this.windows.made(made).handle;
  }

  private members(call: string, team: Team, { flavor, base, size, unit }: Own, words: number): Members {
    const { environment, together } = this.state;
    const place = [rankOf(environment, base), offsetOf(environment, base), size, unit];
    const told = together.gather(call, team, [...place, offsetOf(environment, words), environment.BASE]);
    return new Members(environment, team.members, told, flavor === DYNAMIC);
  }

  /** What attributes point to. */
  private valuesOf({ flavor, base, size, unit }: Own): Map<number, number> {
    const { heap, I32, I64 } = this.state.environment;
    const room = heap.allocate(24);
    I64[room >>> 3] = BigInt(size);
    I32.set([unit, flavor, UNIFIED], (room + 8) >>> 2);
    const places = [base, room, room + 8, room + 12, room + 16];
    return new Map([BASE_KEY, SIZE_KEY, UNIT_KEY, FLAVOR_KEY, MODEL_KEY].map((key, i) => [key, places[i]!]));
  }

  private create(...[call, base, size, unit, info, handle, at]: Seven): void {
    const comm = this.communicators.intra(call, handle);
    this.check(call, size, unit);
    this.state.local(call, 'base', base, size);
    this.state.local(call, 'win', at, 4);
    const made = this.make(call, comm, this.infos.given(call, info), { flavor: CREATED, base, size, unit });
    this.state.give(call, 'win', at, made);
  }

  private allocate(...[call, size, unit, info, handle, baseAt, at]: Seven): void {
    const comm = this.communicators.intra(call, handle);
    this.check(call, size, unit);
    this.state.local(call, 'baseptr', baseAt, 4);
    this.state.local(call, 'win', at, 4);
    const base = this.allocation.take(call, size);
    const own = { flavor: ALLOCATED, base, size, unit, given: base };
    this.state.give(call, 'win', at, this.make(call, comm, this.infos.given(call, info), own));
    this.state.give(call, 'baseptr', baseAt, base);
  }

  private allocateShared(...[call, size, unit, info, handle, baseAt, at]: Seven): void {
    const { environment } = this.state;
    const comm = this.communicators.intra(call, handle);
    this.check(call, size, unit);
    this.state.local(call, 'baseptr', baseAt, 4);
    this.state.local(call, 'win', at, 4);
    const { memoryOf } = environment.runtime.neighbourhood;
    const here = memoryOf(environment.MYTHREAD);
    const stranger = Array.from(comm.team.members).findIndex((proc) => memoryOf(proc) !== here);
    if (stranger >= 0) {
      const rule = `its rank ${stranger} has no memory in common with this one: MPI_Comm_split_type gives communicators of those that have`;
      this.state.refuse(call, 'comm', comm.name, rule, ERR_RMA_SHARED);
    }
    environment.I32[(environment.BASE + FOREIGN_CAST) >>> 2] = -1; // addresses of others are valid
    const hints = this.infos.given(call, info);
    const isApart = hints?.get('alloc_shared_noncontig') === 'true';
    const own = isApart ? this.apart(call, size, unit) : this.sideBySide(call, comm, size, unit);
    this.state.give(call, 'win', at, this.make(call, comm, hints, own));
    this.state.give(call, 'baseptr', baseAt, own.base);
  }

  private apart(call: string, size: number, unit: number): Own {
    const base = this.allocation.take(call, size);
    return { flavor: SHARED, base, size, unit, given: base };
  }

  /** The first rank has the memory of all, in the order of ranks. */
  private sideBySide(call: string, { team }: Communicator, size: number, unit: number): Own {
    const { environment, together } = this.state;
    const sizes = together.gather(call, team, [size]).column();
    const sum = (bytes: Int32Array) => bytes.reduce((all, each) => all + (each >>> 0), 0);
    const given = team.rank === 0 ? this.allocation.take(call, sum(sizes)) : undefined;
    const told = together.gather(call, team, [given === undefined ? 0 : offsetOf(environment, given)]);
    const start = addressOf(environment, team.members[0]!, told.at(0));
    return { flavor: SHARED, base: (start + sum(sizes.slice(0, team.rank))) | 0, size, unit, given };
  }

  // ---------------------------------------------------------------- freeing

  private free(call: string, at: number): void {
    const handle = this.state.word(call, 'win', at);
    const window = this.windows.at(call, handle);
    const { epoch, underWay, comm } = window;
    if (epoch.kind === 'fence' && epoch.isUsed)
      throw mistakeOf(
        ERR_RMA_SYNC,
        call,
        window,
        'operations have begun since the latest fence: MPI_Win_fence comes first',
      );
    epoch.requireClosed(call, window);
    epoch.requireUnexposed(call, window);
    this.keys.deleteAll(call, window);
    underWay.wait();
    window.conflicts.conceal(window, true);
    this.state.together.meet(call, comm.team);
    window.conflicts.look(call, window);
    window.release();
    this.windows.handles.remove(call, 'win', handle);
    this.state.give(call, 'win', at, nullOf(WINDOW));
  }

  readonly bodies: Record<string, Body> = {
    MPI_Win_create: (call, base, size, ...rest) => this.create(call, base! | 0, Number(size), ...(rest as Four)),
    MPI_Win_allocate: (call, size, ...rest) => this.allocate(call, Number(size), ...(rest as Five)),
    MPI_Win_allocate_shared: (call, size, ...rest) => this.allocateShared(call, Number(size), ...(rest as Five)),
    MPI_Win_create_dynamic: (call, info, handle, at) => {
      const comm = this.communicators.intra(call, handle!);
      this.state.local(call, 'win', at!, 4);
      const own = { flavor: DYNAMIC, base: 0, size: 0, unit: 1 };
      this.state.give(call, 'win', at!, this.make(call, comm, this.infos.given(call, info!), own));
    },
    MPI_Win_free: (call, at) => this.free(call, at!),
  };
}

type Four = [number, number, number, number];
type Five = [number, number, number, number, number];
type Seven = [call: string, ...Five, number];
