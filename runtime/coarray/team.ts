/**
 * Teams: the ordered threads of the current team's images.
 *
 * Images count from 0 in every team; the initial team holds all threads in order. Each image has its own records; a
 * program's team_type is the index of one, and a magic number. Teams formed again in the same way share the record, so
 * a loop that forms teams uses constant memory.
 */
import { everyThread } from '../core/everybody.ts';
import { ImageArea } from '../core/imagearea.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { Board } from './board.ts';
import { notATeam } from './errors.ts';

/** Number of the initial team, as team_number gives it. */
export const INITIAL_NUMBER = -1;

export interface Team {
  readonly number: number;
  readonly parent?: Team;
  readonly board: Board;
  /** Threads by image index. */
  readonly members: Int32Array;
  /** Index of this image. */
  readonly index: number;
  /** The teams formed by the same form_team, this one included: members by number. */
  readonly siblings: ReadonlyMap<number, Int32Array>;
  /** Coarrays allocated while it is the current team: their coextents by address. */
  readonly allocations: Map<number, Allocation>;
  /** Teams formed in this one, by their formation. */
  readonly children: Map<string, Team>;
}

export interface Allocation {
  readonly coextents: readonly number[];
}

/** Words of team_type. */
const INDEX = 0;
const MARK = 1;
const TEAM_MARK = 0x7ea3;

/** The teams of this image. Initialized lazily, at the first call. */
export class Teams {
  private stack: Team | undefined;
  private shared: ImageArea | undefined;
  private readonly known: Team[] = [];
  private direct = 0;

  constructor(private readonly environment: RuntimeEnvironment) {}

  get area(): ImageArea {
    this.shared ??= new ImageArea(this.environment, this.environment.runtime.images);
    return this.shared;
  }

  get current(): Team {
    this.stack ??= this.initial();
    return this.stack;
  }

  set current(team: Team) {
    this.stack = team;
    this.updateDirect();
  }

  /** Keeps the program's word at `address` up to date: image indexes below it are the threads of the same number. */
  tellDirect(address: number): void {
    if (this.direct === address) return;
    this.direct = address;
    this.updateDirect();
  }

  private updateDirect(): void {
    const { I32, THREADS } = this.environment;
    if (this.direct !== 0) I32[this.direct >>> 2] = this.current.parent === undefined ? THREADS : 0;
  }

  /** Creates the record of a team; only members have one. */
  make(number: number, boardOffset: number, members: Int32Array, siblings: Team['siblings'], parent?: Team): Team {
    const board = new Board(this.environment, boardOffset, members, this.area.letter);
    const index = members.indexOf(this.environment.MYTHREAD);
    const team = {
      ...{ number, parent, board, members, index, siblings },
      allocations: new Map(),
      children: new Map(),
    };
    this.known.push(team);
    return team;
  }

  /** The team in the program's team_type at `address`. */
  at(name: string, address: number): Team {
    const { I32, runtime } = this.environment;
    const { current } = this;
    const isTeam = address !== 0 && I32[(address >>> 2) + MARK] === TEAM_MARK;
    const team = isTeam ? this.known[I32[(address >>> 2) + INDEX]!] : undefined;
    return team ?? (current && runtime.job.fail(notATeam(name, address)));
  }

  /** Stores a team in the program's team_type. */
  store(address: number, team: Team): void {
    const { I32 } = this.environment;
    I32[(address >>> 2) + INDEX] = this.known.indexOf(team);
    I32[(address >>> 2) + MARK] = TEAM_MARK;
  }

  private initial(): Team {
    this.environment.runtime.job.lastWords = () => {
      for (const { board } of this.known) board.end();
    };
    const members = everyThread(this.environment.THREADS);
    return this.make(INITIAL_NUMBER, this.area.board, members, new Map([[INITIAL_NUMBER, members]]));
  }
}
