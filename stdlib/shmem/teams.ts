/**
 * Teams (OpenSHMEM 1.5, 9.4), and the active sets before them: teams of the engine by number.
 *
 * One idea: an active set is a team whose number is made of its three numbers, so its members know it without a word.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { TEAM_NUMBERS, type Team } from '../../runtime/collectives/team.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { inHex } from '../../runtime/errors.ts';
import type { State } from './state.ts';

/** SHMEM_SYNC_VALUE. */
const SYNC_VALUE = -1n;
/** Bits of an active set's number for each of start and size, and of the stride. */
const [PE_BITS, STRIDE_BITS] = [12, 4];

export class Teams {
  private readonly teams = new Map<number, Team>();
  private readonly environment: RuntimeEnvironment;

  constructor(private readonly state: State) {
    this.environment = state.environment;
  }

  /** 0 is the team of all. */
  at(number: number): Team {
    return number === 0 ? this.environment.runtime.engine.everybody : this.teams.get(number)!;
  }

  /** The number of the new team of those with one colour, in the order of their indexes. */
  private split(name: number, parent: number, colour: number, index: number): number {
    const team = this.state.together.split(this.state.nameAt(name), this.at(parent), colour, index);
    this.teams.set(team.number, team);
    return team.number;
  }

  /** Of the PEs first, first + stride ..., which are all of one memory. */
  private shared(first: number, stride: number, count: number): number {
    const number = this.environment.runtime.engine.nextTeam++;
    const members = Int32Array.from({ length: count }, (_, i) => first + i * stride);
    this.teams.set(number, { number, members, rank: (this.environment.MYTHREAD - first) / stride, count: 0 });
    return number;
  }

  private activeSet(nameAt: number, start: number, logStride: number, size: number, sync: number): number {
    const name = this.state.nameAt(nameAt);
    const { THREADS, MYTHREAD } = this.environment;
    this.state.initialized(name);
    if (THREADS > 2 ** PE_BITS)
      this.state.fail(`${name}: active sets are of jobs of ${2 ** PE_BITS} PEs at most; use teams`);
    if (start >>> 0 >= THREADS) this.state.refuse(name, 'PE_start', start, `PEs are 0 .. ${THREADS - 1}`);
    if (logStride >>> 0 >= PE_BITS)
      this.state.refuse(name, 'logPE_stride', logStride, 'the stride is a power of two between PEs');
    if (size < 1 || start + (size - 1) * 2 ** logStride >= THREADS)
      this.state.refuse(name, 'PE_size', size, `the last PE of the active set must be one of 0 .. ${THREADS - 1}`);
    const rank = (MYTHREAD - start) / 2 ** logStride;
    if (!Number.isInteger(rank) || rank < 0 || rank >= size)
      this.state.refuse(name, 'PE_start', start, `PE ${MYTHREAD} calls, which is not in the active set`);
    this.checkSync(name, sync);
    const number = TEAM_NUMBERS.activeSets + ((start << PE_BITS) | (size - 1)) * 2 ** STRIDE_BITS + logStride;
    if (!this.teams.has(number)) {
      const members = Int32Array.from({ length: size }, (_, i) => start + i * 2 ** logStride);
      this.teams.set(number, { number, members, rank, count: 0 });
    }
    return number;
  }

  private checkSync(name: string, sync: number): void {
    this.state.symmetric(name, 'pSync', sync, 8);
    const value = this.environment.I64[sync >>> 3]!;
    if (value !== SYNC_VALUE)
      this.state.refuse(
        name,
        'pSync',
        inHex(sync),
        `its first element is ${value}; all are to be SHMEM_SYNC_VALUE before the first call`,
      );
  }

  functions(): Record<string, NativeFunction> {
    return {
      __shmem_split: (name: number, parent: number, colour: number, index: number) =>
        this.split(name, parent, colour, index),
      __shmem_shared_team: (first: number, stride: number, count: number) => this.shared(first, stride, count),
      __shmem_active_set: (name: number, start: number, logStride: number, size: number, sync: number) =>
        this.activeSet(name, start, logStride, size, sync),
    };
  }
}
